/*
 * weights.h - what an evaluation learned by `bazi tune konane` consists of, and its file.
 *
 * Everything is from the view of the player to move. A window of 3x3 cells is read with the nearest
 * corner of the board at its first cell and the nearer edge above it; its kind says whether that
 * cell is one of the mover's colour. On 8x8 there are lines and areas instead. A line is read from
 * the end where the mover's colour is first; an area, sixteen cells in one piece, as it comes to
 * lie at the top of the board when that is turned or reflected (images.h). So a position and its
 * images are worth the same, whoever is to move.
 */
#ifndef KONANE_WEIGHTS_H
#define KONANE_WEIGHTS_H

#include <stddef.h>
#include <stdint.h>

#include "bazi/buf.h"
#include "bazi/error.h"

enum {
    KONANE_PHASES = 8,
    KONANE_WINDOWS = 6, /* classes, by the distances to the nearer edges: 00 01 02 11 12 22 */
    KONANE_PATTERNS = 512,
    KONANE_RANKS = 4,  /* of lines, by the distance to the nearer edge */
    KONANE_UNIT = 100, /* in weights: the odds of winning are e : 1 */
    /* What counts as one in a value. The search looks at fewer positions where more of them are
     * worth the same: ten plies deep, six positions, 11.9 M with a grain of 1, 9.9 M with 16. Of 1,
     * 4, 8, 16, 32 it won 119, 120, 123, 130, 128 of the same 160 games against `movers`, with
     * 20,000 positions a move: too few to tell 16 from its neighbours. */
    KONANE_GRAIN = 16
};

/* Kinds of areas: blocks of 4x4 cells, in corners whose cell is of the mover's colour or not, in
 * the middle of an edge, and in that of the board; strips of two lines, the first two or the next
 * two. */
enum konane_area {
    KONANE_CORNER,
    KONANE_OTHER_CORNER,
    KONANE_EDGE,
    KONANE_CENTRE,
    KONANE_OUTER_STRIP,
    KONANE_INNER_STRIP,
    KONANE_AREA_KINDS
};

/* What every board has. */
struct konane_basics {
    int16_t jumps[KONANE_PHASES][2]; /* a jump of the mover, of the other */
    int16_t tempo[KONANE_PHASES];
};

struct konane_weights {
    int16_t window[KONANE_PHASES][KONANE_WINDOWS][2][KONANE_PATTERNS];
    struct konane_basics any;
    /* Of 8x8. Areas are worth the same in every phase: in two of them they foretell no more. */
    int16_t line[KONANE_PHASES][KONANE_RANKS][256];
    struct konane_basics eight;
    int16_t area[KONANE_AREA_KINDS << 16]; /* by kind, then by cells, the first row's lowest */
};

/* The place of a member's first weight among all of them. */
#define KONANE_WEIGHT_AT(member) ((int)(offsetof(struct konane_weights, member) / sizeof(int16_t)))

/* No weight is beyond these in a file. With them no value of any board is near a decided one. */
enum { KONANE_WEIGHT_MAX = 2047, KONANE_JUMP_MAX = 500 };

/* The phase of a game with that many of the cells empty. */
static inline int konane_phase(int empty, int cells)
{
    int phase = empty * KONANE_PHASES * 4 / (cells * 3);

    return phase < KONANE_PHASES ? phase : KONANE_PHASES - 1;
}

/* The class of a window with these distances to the nearer edges, 0 to 2, the smaller first. */
static inline int konane_window_class(int near, int far)
{
    return near == 0 ? far : near == 1 ? 2 + far : 5;
}

/* A 3x3 pattern read with rows, or columns, in reverse, or with rows as columns. */
unsigned konane_flip_rows(unsigned pattern);
unsigned konane_flip_columns(unsigned pattern);
unsigned konane_transpose(unsigned pattern);
/* A line of eight read from the other end. */
unsigned konane_reverse(unsigned line);

/* Blocks in corners and in the centre have images that are as good, and worth the same: the least
 * of them. */
uint32_t konane_area(uint32_t index);

/* Where the weight of a window stands: its distances to the nearer edges in rows and columns, and
 * its pattern read from the nearest corner. */
struct konane_place {
    int window;
    unsigned pattern;
};
struct konane_place konane_place(int rows, int cols, unsigned pattern);

/* From the file of that name, or "built-in". On failure *ret_weights stays as it was. */
int konane_weights_load(const char *name, struct konane_weights *ret_weights, struct bz_error *err);
/* Writes the file: the comment, lines of "# …" or nothing, becomes part of it. */
int konane_weights_save(const struct konane_weights *weights, const char *comment, const char *path,
                        struct bz_error *err);

#endif
