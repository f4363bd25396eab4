/*
 * siege_rows.h - the boards of a siege, and rows of the queen's cells: the hen's step and the
 * queen's for all of them at once. What a siege is, siege.c says.
 */
#ifndef ANGRY_SIEGE_ROWS_H
#define ANGRY_SIEGE_ROWS_H

#include <string.h>

#include "outlook.h"
#include "solve.h"

enum { THINGS_MAX = 16, PIGS_MAX = 31, PIG_SETS_MAX = 1024 };
enum { NEVER = -30000, PLENTY = 20000, BLOCKED = INT16_MAX, WIN_POINTS = 400 };
enum { ROW = 112, SHIFT = 16 }; /* room on both sides of a row for steps up and down */

struct siege_board {
    int16_t settled; /* the time since when it drifts, or -1 */
    int16_t retry;   /* when to look again whether it does */
    bool calm;       /* the drift was the same as before */
};

struct angry_siege {
    int16_t *worth; /* [board][row][ROW] */
    int8_t *drift;
    struct siege_board *boards;
    size_t size; /* bytes of all that */
    unsigned char *pages;
    struct angry_relaxed *alone;
    /* The game at hand. */
    struct angry base;
    bool begun, free_bumps;
    int things, eggs, pigs;
    int each;                              /* boards with the same pigs */
    uint8_t thing[THINGS_MAX], pig[CELLS]; /* cells: eggs, then slingshots; pigs */
    uint32_t pig_sets[PIG_SETS_MAX];       /* which pigs are eaten, few before many */
    int16_t more[PIG_SETS_MAX][PIGS_MAX];  /* the set with one more of them, or -1 */
    int pig_set_count, allowed;            /* so many pigs are kept apart */
    int sides; /* 1 where all pigs are, so that there is but a floor; else 2 */
    uint8_t row_of[ROW], cell_of[ROW];
    int rows;
    int time, last; /* what is worked out, and the last that matters */
    int turn;       /* of the boards, in which they go on from `time` */
    int settled;    /* since when all boards are, or INT_MAX */
    cells walk;
};

/* The game from this position on, with so many pigs; false if it does not fit the memory. */
bool angry_siege_begin(struct angry_siege *siege, const struct angry *pos, int allowed);
/* Until so many actions are worked out, or all boards have settled; false if it had to stop, and
 * then it can go on. */
bool angry_siege_iterate(struct angry_siege *siege, int until, struct angry_work *work);

/* Boards. */

static inline int board_count(const struct angry_siege *siege)
{
    return (siege->pig_set_count * siege->sides + siege->sides - 1) * siege->each;
}

/* A board of the hen who has eaten more pigs than are kept apart: the last ones. */
static inline bool is_open(const struct angry_siege *siege, int board)
{
    return board / siege->each == siege->pig_set_count * 2;
}

/* Eggs and slingshots that are left, as bits; without a slingshot there is no board. */
static inline int mask_of(const struct angry_siege *siege, int board)
{
    return board % siege->each + (1 << siege->eggs);
}

static inline int board_with(const struct angry_siege *siege, int set, int mask)
{
    return set * siege->each + mask - (1 << siege->eggs);
}

static inline cells things_left(const struct angry_siege *siege, int board)
{
    uint32_t eaten = siege->pig_sets[board / siege->each % siege->pig_set_count];
    int mask = mask_of(siege, board);
    cells left = 0;

    for (int i = 0; i < siege->things; i++)
        if (mask >> i & 1)
            left |= cell_set(siege->thing[i]);
    for (int i = 0; i < siege->pigs; i++)
        if (!(eaten >> i & 1))
            left |= cell_set(siege->pig[i]);
    return left;
}

/* Where the hen may stand. */
static inline cells stand_of(const struct angry_siege *siege, int board, cells left)
{
    cells pigs = is_open(siege, board) ? plane_set(&siege->base, PIG) : 0;

    return siege->walk & ~(left & ~pigs);
}

enum { WON = -1, FORBIDDEN = -2 };

/* What a step of the hen brings at once, and the board after it. */
struct step {
    int cell;
    int gain;  /* points, its own cost included */
    int board; /* or one of these */
};

static inline int after_pig(const struct angry_siege *siege, int board, int cell)
{
    int sets = siege->pig_set_count, set = board / siege->each % sets, next = -1;
    int side = board / siege->each / sets;

    if (is_open(siege, board))
        return board;
    for (int i = 0; i < siege->pigs; i++)
        if (siege->pig[i] == cell)
            next = siege->more[set][i];
    if (next < 0)
        return side == 0 ? FORBIDDEN : board_with(siege, sets * 2, mask_of(siege, board));
    return board_with(siege, side * sets + next, mask_of(siege, board));
}

static inline struct step step_to(const struct angry_siege *siege, int board, int cell, cells left)
{
    struct step step = {cell, -1, board};

    if (!(left & cell_set(cell)))
        return step;
    for (int i = 0; i < siege->things; i++)
        if (siege->thing[i] == cell) {
            bool wins = mask_of(siege, board) >> siege->eggs == 1 << i >> siege->eggs;

            step.gain += i < siege->eggs ? EGG_POINTS : wins ? WIN_POINTS : 0;
            step.board = i >= siege->eggs && wins ? WON : board - (1 << i);
            return step;
        }
    step.board = after_pig(siege, board, cell);
    step.gain += is_open(siege, board) ? 0 : PIG_POINTS;
    return step;
}

/* One board, one cell of the hen: what the row of queens depends on. */
struct scene {
    const struct angry_siege *siege;
    int board, hen, step_count;
    struct step steps[DIRECTIONS];
    cells stuck;         /* queens with whom the hen cannot step at all */
    int16_t bumps[ROW];  /* -1 for queens with whom she has something to bump into */
    int16_t ground[ROW]; /* -1 where the queen may go, else 0 */
    int16_t valid[ROW];  /* -1 where she may be */
    cells shut;          /* where only pigs that may be eaten by now shut her in */
};

static inline void set_ground(struct scene *scene, cells left)
{
    cells ground = scene->siege->walk & ~left;

    memset(scene->ground, 0, sizeof(scene->ground));
    memset(scene->valid, 0, sizeof(scene->valid));
    for (int cell = 0; cell < CELLS; cell++)
        if (ground >> cell & 1) {
            scene->ground[cell] = -1;
            scene->valid[cell] = -1;
        }
    scene->shut = 0;
    if (is_open(scene->siege, scene->board))
        scene->shut = around(plane_set(&scene->siege->base, PIG)) & ground & ~around(ground);
}

static inline void set_scene(struct scene *scene, int hen, cells left)
{
    cells ways = around(cell_set(hen)) & scene->siege->walk;

    if (scene->hen >= 0)
        scene->valid[scene->hen] = -1;
    scene->hen = hen;
    scene->valid[hen] = 0;
    scene->step_count = 0;
    for (int d = 0; d < DIRECTIONS; d++)
        if (stepped(cell_set(hen), d) & ways)
            scene->steps[scene->step_count++] =
                step_to(scene->siege, scene->board, angry_step(hen, d), left);
    scene->stuck = !ways ? ~(cells)0 : ways & (ways - 1) ? 0 : ways;
    memset(scene->bumps, set_size(ways) < DIRECTIONS ? 0xff : 0, sizeof(scene->bumps));
    for (; ways; ways &= ways - 1)
        scene->bumps[index_of(first_of(ways))] = -1;
}

static inline const int16_t *worth_row(const struct angry_siege *siege, int board, int hen)
{
    return siege->worth + ((size_t)board * (size_t)siege->rows + siege->row_of[hen]) * ROW;
}

/* The row when `time` actions are left: as it stands, or drifted there. */
static inline const int16_t *row_at(const struct angry_siege *siege, int board, int hen, int time,
                                    int16_t *scratch)
{
    const int16_t *worth = worth_row(siege, board, hen);
    const int8_t *drift = siege->drift + (worth - siege->worth);
    int settled = siege->boards[board].settled, since = settled < 0 ? siege->time : settled;
    int16_t times = (int16_t)(time - since);

    if (times == 0)
        return worth;
    for (int q = 0; q < ROW; q++)
        scratch[q] = (int16_t)(worth[q] + times * drift[q]);
    return scratch;
}

/* The hen's best real step against each queen, when `time` actions are left after it. */
static inline void hen_row(const struct scene *scene, int time, int16_t *ret_row)
{
    int16_t scratch[ROW];

    for (int q = 0; q < ROW; q++)
        ret_row[q] = NEVER;
    for (int i = 0; i < scene->step_count; i++) {
        const struct step *step = &scene->steps[i];
        int16_t kept = ret_row[step->cell], gain = (int16_t)step->gain;
        const int16_t *row;

        if (step->board == FORBIDDEN)
            continue;
        if (step->board == WON) {
            gain = (int16_t)(time == 0 ? gain + LOSS_POINTS : gain);
            for (int q = 0; q < ROW; q++)
                ret_row[q] = ret_row[q] > gain ? ret_row[q] : gain;
        } else {
            row = row_at(scene->siege, step->board, step->cell, time, scratch);
            for (int q = 0; q < ROW; q++) {
                int16_t value = (int16_t)(row[q] + gain);

                ret_row[q] = ret_row[q] > value ? ret_row[q] : value;
            }
        }
        ret_row[step->cell] = kept; /* the queen is there */
    }
    if (!scene->stuck || scene->siege->free_bumps)
        return;
    {
        const int16_t *row = row_at(scene->siege, scene->board, scene->hen, time, scratch);

        for (int q = 0; q < CELLS; q++)
            if (scene->stuck >> q & 1)
                ret_row[q] = (int16_t)(row[q] - 1);
    }
}

/* The queen's worst step for the hen from each cell; one who cannot step stays. */
static inline void queen_row(const struct scene *scene, const int16_t *restrict row,
                             int16_t *restrict ret_row)
{
    int16_t to[ROW + 2 * SHIFT];
    const int16_t *restrict ground = scene->ground, *restrict valid = scene->valid;

    for (int q = 0; q < SHIFT; q++)
        to[q] = to[SHIFT + ROW + q] = BLOCKED;
    for (int q = 0; q < ROW; q++)
        to[SHIFT + q] = (int16_t)((row[q] & ground[q]) | (BLOCKED & ~ground[q]));
    to[SHIFT + scene->hen] = LOSS_POINTS;
    for (int q = 0; q < ROW; q++)
        ret_row[q] = to[SHIFT + q - STRIDE] < to[SHIFT + q + STRIDE] ? to[SHIFT + q - STRIDE]
                                                                     : to[SHIFT + q + STRIDE];
    for (int q = 0; q < ROW; q++)
        ret_row[q] = ret_row[q] < to[SHIFT + q - 1] ? ret_row[q] : to[SHIFT + q - 1];
    for (int q = 0; q < ROW; q++)
        ret_row[q] = ret_row[q] < to[SHIFT + q + 1] ? ret_row[q] : to[SHIFT + q + 1];
    for (int q = 0; q < ROW; q++) {
        int16_t none = (int16_t) - (ret_row[q] == BLOCKED);

        ret_row[q] = (int16_t)(((row[q] & none) | (ret_row[q] & ~none)) & valid[q]);
    }
    /* In the game she may have to come out, so nothing is known about her staying there. */
    for (cells left = scene->shut & ~around(cell_set(scene->hen)); left; left &= left - 1)
        ret_row[index_of(first_of(left))] = (int16_t)(PLENTY & valid[index_of(first_of(left))]);
}

/* Free bumps: the hen waits where that is better; the least that can be had, so that she has to act
 * in the end. False when nothing has changed. */
static inline bool wait_row(const struct scene *scene, const int16_t *acts, int16_t *row)
{
    int16_t waits[ROW];
    int changed = 0;

    queen_row(scene, row, waits);
    for (int q = 0; q < ROW; q++) {
        int16_t value = scene->bumps[q] & scene->valid[q] ? waits[q] : INT16_MIN;

        value = value > acts[q] ? value : acts[q];
        changed |= value ^ row[q];
        row[q] = value;
    }
    return changed;
}

static inline void best_row(const struct scene *scene, int time, int16_t *ret_row)
{
    int16_t acts[ROW];

    hen_row(scene, time, ret_row);
    if (!scene->siege->free_bumps)
        return;
    memcpy(acts, ret_row, sizeof(acts));
    while (wait_row(scene, acts, ret_row))
        continue;
}

#endif
