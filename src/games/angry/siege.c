/*
 * siege.c - game1 against a queen who plays: what the hen gets for certain, with every action of
 * the limit counted. Plain backward induction, a row of queens at a time.
 *
 * A board is what is left on it: eggs, slingshots and pigs. For a board, a cell of the hen and one
 * of the queen, who is to step, `worth` is what the hen still gets when `time` actions are left.
 * One more action: the hen takes the best of her steps, then the queen the worst of hers, a row of
 * 112 cells of the queen at once. Boards with more on them come first, so that each reads those it
 * leads to before they go on.
 *
 * After some time the worth of everything on a board changes by the same `drift` each time: by
 * nothing where the hen gets out, by one point where the queen can keep her until the actions are
 * used up. Maxima of straight lines are convex and minima concave in time: if three points, now,
 * one later and the last, lie on a line, so do all between. Then the board is settled and left
 * alone.
 *
 * Pigs would make too many boards. Only the first few eaten are kept apart; then there are two
 * kinds of boards. On those of the floor the hen may eat no more: what she gets there she gets in
 * the game. On those of the ceiling the next pig leads to a board where pigs cost her nothing any
 * more and still are walls to the queen, who can do no worse in the game. Where both agree the
 * value is known; otherwise one pig more is kept apart.
 */
#include <limits.h>
#include <stdlib.h>

#include "base/pages.h"
#include "siege_rows.h"

enum { RETRY = 4 };

void angry_siege_free(struct angry_siege *siege)
{
    if (!siege)
        return;
    bz_pages_free(siege->pages, siege->size);
    free(siege->alone);
    free(siege);
}

struct angry_siege *angry_siege_new(int megabytes)
{
    struct angry_siege *siege = calloc(1, sizeof(*siege));

    if (!siege)
        return NULL;
    siege->size = (size_t)megabytes << 20;
    siege->pages = bz_pages_new(siege->size, false);
    siege->alone = malloc(sizeof(*siege->alone));
    if (siege->pages && siege->alone)
        return siege;
    angry_siege_free(siege);
    return NULL;
}

bool angry_siege_fits(const struct angry *pos)
{
    return pos->rules == GAME1 && pos->flags & QUEEN_PLAYS && angry_count(pos, QUEEN) == 1 &&
           angry_count(pos, EGG) + angry_count(pos, SLING) <= THINGS_MAX &&
           angry_count(pos, PIG) <= PIGS_MAX;
}
/* One more action on one board: from siege->time to the next. */
static void deepen(struct angry_siege *siege, int board, int16_t *fresh)
{
    cells left = things_left(siege, board), stand = stand_of(siege, board, left);
    struct scene scene = {.siege = siege, .board = board, .hen = -1};
    int16_t *worth = siege->worth + (size_t)board * (size_t)siege->rows * ROW;
    int8_t *drift = siege->drift + (worth - siege->worth);
    int changed = 0;

    set_ground(&scene, left);
    for (int r = 0; r < siege->rows; r++) {
        int16_t row[ROW];

        if (!(stand & cell_set(siege->cell_of[r])))
            continue;
        set_scene(&scene, siege->cell_of[r], left);
        best_row(&scene, siege->time, row);
        queen_row(&scene, row, fresh + r * ROW);
    }
    for (int r = 0; r < siege->rows; r++) {
        if (!(stand & cell_set(siege->cell_of[r])))
            continue;
        for (int q = r * ROW; q < (r + 1) * ROW; q++) {
            int16_t by = (int16_t)(fresh[q] - worth[q]);
            int8_t kept = (int8_t)(by < -100 ? -100 : by > 100 ? 100 : by);

            changed |= kept ^ drift[q];
            drift[q] = kept;
            worth[q] = fresh[q];
        }
    }
    siege->boards[board].calm = !changed;
}

/* Whether a board has settled. */

enum { POINTS_OF_LINE = 3 };

static bool is_line(const struct scene *scene, int16_t rows[POINTS_OF_LINE][ROW], int last)
{
    int bent = 0;

    for (int q = 0; q < ROW; q++)
        bent |= (rows[0][q] + last * (rows[1][q] - rows[0][q]) - rows[2][q]) & scene->valid[q];
    return !bent;
}

/* Every step of the row's computation, beside each other at three times. */
static bool row_is_settled(const struct scene *scene, int last)
{
    const struct angry_siege *siege = scene->siege;
    const int16_t *worth = worth_row(siege, scene->board, scene->hen);
    const int8_t *drift = siege->drift + (worth - siege->worth);
    const int at[POINTS_OF_LINE] = {0, 1, last};
    int16_t rows[POINTS_OF_LINE][ROW], acts[POINTS_OF_LINE][ROW], next[POINTS_OF_LINE][ROW];
    int wrong = 0;
    bool changed = siege->free_bumps;

    for (int i = 0; i < POINTS_OF_LINE; i++)
        hen_row(scene, siege->time + at[i], rows[i]);
    memcpy(acts, rows, sizeof(acts));
    if (!is_line(scene, rows, last))
        return false;
    while (changed) {
        changed = false;
        for (int i = 0; i < POINTS_OF_LINE; i++) {
            queen_row(scene, rows[i], next[i]);
            changed |= wait_row(scene, acts[i], rows[i]);
        }
        if (!is_line(scene, next, last) || !is_line(scene, rows, last))
            return false;
    }
    for (int i = 0; i < POINTS_OF_LINE; i++) {
        queen_row(scene, rows[i], next[i]);
        for (int q = 0; q < ROW; q++)
            wrong |= (worth[q] + (at[i] + 1) * drift[q] - next[i][q]) & scene->valid[q];
    }
    return !wrong;
}

static bool children_settled(const struct scene *scene)
{
    for (int i = 0; i < scene->step_count; i++) {
        int board = scene->steps[i].board;

        if (board >= 0 && board != scene->board && scene->siege->boards[board].settled < 0)
            return false;
    }
    return true;
}

/* `last` is how many times later it matters for the last time. */
static bool is_settled(const struct angry_siege *siege, int board)
{
    cells left = things_left(siege, board), stand = stand_of(siege, board, left);
    struct scene scene = {.siege = siege, .board = board, .hen = -1};
    int last = siege->last - siege->time - 1;

    if (last < 2)
        return false;
    set_ground(&scene, left);
    for (int r = 0; r < siege->rows; r++) {
        if (!(stand & cell_set(siege->cell_of[r])))
            continue;
        set_scene(&scene, siege->cell_of[r], left);
        if (!children_settled(&scene) || !row_is_settled(&scene, last))
            return false;
    }
    return true;
}

/* The whole. */

/* With no action left the hen has lost, wherever she is. */
static void fill_worth(struct angry_siege *siege, int board)
{
    struct scene scene = {.siege = siege, .board = board, .hen = -1};

    siege->boards[board] = (struct siege_board){.settled = -1};
    set_ground(&scene, things_left(siege, board));
    for (int r = 0; r < siege->rows; r++) {
        int16_t *worth = siege->worth + ((size_t)board * (size_t)siege->rows + (size_t)r) * ROW;

        memset(siege->drift + (worth - siege->worth), 0, ROW);
        for (int q = 0; q < ROW; q++)
            worth[q] = (int16_t)(scene.valid[q] & LOSS_POINTS);
        worth[siege->cell_of[r]] = 0;
    }
}

/* Times before 1 are no part of any drift: the limit counts there. */
static void look_at_calm_boards(struct angry_siege *siege, struct angry_work *work)
{
    siege->settled = 0;
    for (int b = 0; b < board_count(siege); b++) {
        struct siege_board *board = &siege->boards[b];

        if (board->settled < 0 && board->calm && board->retry <= siege->time && siege->time > 1 &&
            !work->stopped) {
            board->retry = (int16_t)(siege->time + RETRY);
            if (is_settled(siege, b))
                board->settled = (int16_t)siege->time;
            angry_work_on(work, (uint64_t)siege->rows);
        }
        if (board->settled < 0)
            siege->settled = INT_MAX;
        else if (siege->settled < board->settled)
            siege->settled = board->settled;
    }
}

/* Boards with more on them come first. */
bool angry_siege_iterate(struct angry_siege *siege, int until, struct angry_work *work)
{
    int16_t fresh[ROW * ROW];

    while (siege->time < until && siege->settled == INT_MAX) {
        for (; siege->turn < board_count(siege); siege->turn++) {
            int in = siege->turn % siege->each, b = siege->turn - in + siege->each - 1 - in;

            if (!angry_work_on(work, 0))
                return false;
            if (siege->time >= 0 && siege->boards[b].settled >= 0)
                continue;
            if (siege->time < 0)
                fill_worth(siege, b);
            else
                deepen(siege, b, fresh);
            work->nodes += (uint64_t)siege->rows;
        }
        siege->turn = 0;
        siege->time++;
        look_at_calm_boards(siege, work);
    }
    return true;
}

/* Every set of at most `allowed` pigs; false if there are too many. */
static bool list_pig_sets(struct angry_siege *siege)
{
    siege->pig_set_count = 1;
    siege->pig_sets[0] = 0;
    for (int i = 0; i < siege->pig_set_count; i++)
        for (int pig = 0; pig < siege->pigs; pig++) {
            uint32_t set = siege->pig_sets[i] | 1u << pig;
            int found = 0;

            siege->more[i][pig] = -1;
            if (set == siege->pig_sets[i] || bz_popcount(set) > siege->allowed)
                continue;
            while (found < siege->pig_set_count && siege->pig_sets[found] != set)
                found++;
            if (found == PIG_SETS_MAX)
                return false;
            siege->pig_sets[found] = set;
            siege->pig_set_count += found == siege->pig_set_count;
            siege->more[i][pig] = (int16_t)found;
        }
    return true;
}

bool angry_siege_begin(struct angry_siege *siege, const struct angry *pos, int allowed)
{
    size_t rows, boards;

    siege->base = *pos;
    siege->begun = false;
    siege->free_bumps = pos->flags & BUMP_FREE;
    siege->allowed = allowed;
    siege->walk = inside(GAME1) & ~plane_set(pos, ROCK);
    siege->rows = list_cells(siege->walk, siege->cell_of);
    for (int r = 0; r < siege->rows; r++)
        siege->row_of[siege->cell_of[r]] = (uint8_t)r;
    siege->eggs = list_cells(plane_set(pos, EGG), siege->thing);
    siege->things = siege->eggs + list_cells(plane_set(pos, SLING), siege->thing + siege->eggs);
    siege->each = (1 << siege->things) - (1 << siege->eggs);
    siege->pigs = list_cells(plane_set(pos, PIG), siege->pig);
    siege->sides = siege->pigs > allowed ? 2 : 1;
    if (!list_pig_sets(siege))
        return false;
    boards = (size_t)board_count(siege);
    rows = boards * (size_t)siege->rows * ROW;
    if (rows * 3 + boards * sizeof(struct siege_board) > siege->size)
        return false;
    siege->worth = (int16_t *)(void *)siege->pages;
    siege->boards = (struct siege_board *)(void *)(siege->pages + 2 * rows);
    siege->drift = (int8_t *)(siege->pages + 2 * rows + boards * sizeof(struct siege_board));
    siege->time = -1;
    siege->turn = 0;
    siege->last = ACTIONS_GAME1 - pos->n;
    siege->settled = INT_MAX;
    siege->begun = true;
    return true;
}
