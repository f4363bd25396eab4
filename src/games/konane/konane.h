/*
 * konane.h - what the files of this room share: the position, and the rules that need no speed.
 *
 * A position is a header and three bitboards of `words` words each: black, white, empty. Boards
 * up to 8x8 have one word and a stride of 8 cells a row; larger ones a stride of 16 and as many
 * words as their rows need. Cells of the stride that lie outside the board belong to no plane,
 * so nothing can stand, move or land there.
 */
#ifndef KONANE_H
#define KONANE_H

#include "bazi/game.h"
#include "book.h"
#include "weights.h"

enum { BLACK, WHITE, EMPTY }; /* players, and planes */
enum { SIDE_MIN = 4, SIDE_MAX = 16, WORDS_MAX = 4 };

/* What the occupied cells of a line of up to eight say: how many jumps there are along it, or what
 * it is worth. Jumps are counted for both players at once, Black's in the low byte and White's in
 * the high one. Differences are taken in words and may wrap, sums over a whole board are right. */
struct konane_line {
    uint16_t toggled[8]; /* how much more when one cell changes */
    uint16_t tripled[6]; /* … when a cell and the next two do, as by a single jump */
    uint16_t total;
    uint16_t unused;
};

/* Windows of 3x3 cells differ by how far they are from the edges, in rows and in columns: by up to
 * two cells from either, or in the very middle. And they differ by their kind. Each combination has
 * a slot of a value for each pattern; the last slot is for windows that are not on the board. */
enum {
    ZONES = 7,
    SLOTS = 2 * ZONES * ZONES,
    NOWHERE = SLOTS * KONANE_PATTERNS, /* the last slot's first index, and still a word */
    WINDOW_VALUES = NOWHERE + KONANE_PATTERNS
};

/* A single jump on 8x8 changes cells of up to nine areas: which, and the cells as they are read. */
enum { TOUCHED = 9 };
struct konane_touch {
    uint16_t area, cells;
};

/* What belongs to a board's size and to the weights; the lines only of boards of one word. */
struct konane_world {
    bool
        oblong; /* otherwise rows and columns share a table, which is that much more in the cache */
    bool eight; /* 8x8: there are areas instead of windows */
    uint8_t phase[SIDE_MAX * SIDE_MAX + 1]; /* by the number of stones */
    /* The first index of a window's slot, by the player to move and the window's first cell, whose
     * column is counted from two before the board. */
    uint16_t slot[2][SIDE_MAX][SIDE_MAX + 2];
    const struct konane_weights *weights;
    struct konane_weights *own_weights; /* the same, if they are of this world alone */
    const struct konane_basics *basics; /* those of them that are for this board */
    struct konane_book book;
    /* By the player to move, by whether a jump goes along a column, and by the first of its three
     * cells. */
    struct konane_touch touch[2][2][64][TOUCHED];
    /* Jumps of rows and columns, by the colour of the first cell, and by which cells are
     * occupied. */
    struct konane_line lines[2][2][256];
    /* What a line is worth if Black is to move; to White line i is what 7 - i is to Black. */
    struct konane_line worth[KONANE_PHASES][2][8][256];
    int16_t windows[KONANE_PHASES][WINDOW_VALUES];
};

struct konane {
    const struct konane_world *world;
    uint8_t rows, cols;
    uint8_t turn;
    uint8_t words;
    uint8_t unused[4];
    uint64_t plane[]; /* 3 * words */
};

/* A move is the cell it leaves and the cell it reaches; a removal stays where it is. */
static inline bz_move konane_move(int from, int to)
{
    return (bz_move)(from | to << 8);
}

static inline int konane_from(bz_move move)
{
    return (int)(move & 0xff);
}

static inline int konane_to(bz_move move)
{
    return (int)(move >> 8);
}

static inline int konane_stride(const struct konane *pos)
{
    return pos->words == 1 ? 8 : 16;
}

static inline int konane_cell(const struct konane *pos, int row, int col)
{
    return row * konane_stride(pos) + col;
}

static inline bool konane_has(const struct konane *pos, int plane, int cell)
{
    return pos->plane[plane * pos->words + cell / 64] >> (cell % 64) & 1;
}

static inline bool konane_inside(const struct konane *pos, int row, int col)
{
    return row >= 0 && row < pos->rows && col >= 0 && col < pos->cols;
}

/* Words a board of this size needs. */
static inline int konane_words(int rows, int cols)
{
    return rows <= 8 && cols <= 8 ? 1 : rows <= 8 ? 2 : rows <= 12 ? 3 : 4;
}

/* "8" or "5x9". */
int konane_parse_size(const char *text, int *ret_rows, int *ret_cols, struct bz_error *err);

/* With the weights of that name. On failure *ret_world stays as it was. */
void konane_world_free(struct konane_world *world);
int konane_world_new(int rows, int cols, const char *weights, const char *book,
                     struct konane_world **ret_world, struct bz_error *err);

/* An empty board of that size, Black to move, and putting something on a cell of it. */
void konane_clear(struct konane *pos, const struct konane_world *world, int rows, int cols);
void konane_put(struct konane *pos, int plane, int row, int col);
void konane_start(const struct bz_setup *setup, void *ret_pos);

/* The opening: the cells Black may empty first, and the neighbours of the hole White may empty
 * then, in generation order. The hole must be one Black can make. */
enum { OPENING_MAX = 8 };
int konane_first_cells(const struct konane *pos, int *ret_cells);
int konane_second_cells(const struct konane *pos, int *ret_cells);
int konane_opening_moves(const struct konane *pos, bz_move *ret_moves);
int konane_holes(const struct konane *pos);

/* The evaluations a search can be compiled with; rules.h asks the preprocessor. */
#define MOBILITY 0
#define MOVERS   1
#define LEARNED  2

/* The rules of section 2 compiled for boards of one to four words, each with its search; and once
 * more for the common boards with the plainer evaluations. */
extern const struct bz_kernel konane_kernel_1, konane_kernel_2, konane_kernel_3, konane_kernel_4;
extern const struct bz_kernel konane_kernel_1_mobility, konane_kernel_1_movers;

extern const struct bz_text konane_text;
extern const struct bz_report konane_report;

struct bz_booking;
int konane_write_book(const struct bz_setup *setup, const struct bz_booking *booking,
                      struct bz_error *err);
int konane_tune(const struct bz_setup *setup, const struct bz_tuning *tuning, struct bz_error *err);

#endif
