/*
 * siege.c - game1 against a queen who plays: what the hen gets for certain, with every action of
 * the limit counted. Plain backward induction, a row of queens at a time.
 *
 * A board is what is left on it: eggs, slingshots and pigs. For a board, a cell of the hen and one of
 * the queen, who is to step, `worth` is what the hen still gets when `time` actions are left. One
 * more action: the hen takes the best of her steps, then the queen the worst of hers, a row of 128
 * cells of the queen at once. Boards with more on them come first, so that each reads those it leads
 * to before they go on.
 *
 * After some time the worth of everything on a board changes by the same `drift` each time: by
 * nothing where the hen gets out, by one point where the queen can keep her until the actions are
 * used up. Maxima of straight lines are convex and minima concave in time: if three points, now, one
 * later and the last, lie on a line, so do all between. Then the board is settled and left alone.
 *
 * Pigs would make too many boards. Only the first few eaten are kept apart; then there are two kinds
 * of boards. On those of the floor the hen may eat no more: what she gets there she gets in the game.
 * On those of the ceiling the next pig leads to a board where pigs cost her nothing any more and
 * still are walls to the queen, who can do no worse in the game. Where both agree the value is known;
 * otherwise one pig more is kept apart.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "outlook.h"
#include "solve.h"

enum { THINGS_MAX = 16, PIGS_MAX = 31, PIG_SETS_MAX = 1024, RETRY = 4 };
enum { NEVER = -30000, PLENTY = 20000, BLOCKED = INT16_MAX, WIN_POINTS = 400 };
enum { ROW = 112, SHIFT = 16 }; /* room on both sides of a row for steps up and down */

struct board {
    int16_t settled;  /* the time since when it drifts, or -1 */
    int16_t retry;    /* when to look again whether it does */
    bool calm;        /* the drift was the same as before */
};

struct angry_siege {
    int16_t *worth; /* [board][row][ROW] */
    int8_t *drift;
    struct board *boards;
    size_t size; /* bytes of all that */
    unsigned char *pages;
    struct angry_relaxed *alone;
    /* The game at hand. */
    struct angry base;
    bool begun, free_bumps;
    int things, eggs, pigs;
    uint8_t thing[THINGS_MAX], pig[CELLS]; /* cells: eggs, then slingshots; pigs */
    uint32_t pig_sets[PIG_SETS_MAX];       /* which pigs are eaten, few before many */
    int16_t more[PIG_SETS_MAX][PIGS_MAX];  /* the set with one more of them, or -1 */
    int pig_set_count, allowed;            /* so many pigs are kept apart */
    int sides; /* 1 where all pigs are, so that there is but a floor; else 2 */
    uint8_t row_of[ROW], cell_of[ROW];
    int rows;
    int time, last;    /* what is worked out, and the last that matters */
    int turn;          /* of the boards, in which they go on from `time` */
    int settled;       /* since when all boards are, or INT_MAX */
    cells walk;
};

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

/* Boards. */

static int board_count(const struct angry_siege *siege)
{
    return (siege->pig_set_count * siege->sides + siege->sides - 1) << siege->things;
}

/* A board of the hen who has eaten more pigs than are kept apart: the last ones. */
static bool is_open(const struct angry_siege *siege, int board)
{
    return board >> siege->things == siege->pig_set_count * 2;
}

static cells things_left(const struct angry_siege *siege, int board)
{
    uint32_t eaten = siege->pig_sets[(board >> siege->things) % siege->pig_set_count];
    cells left = 0;

    for (int i = 0; i < siege->things; i++)
        if (board >> i & 1)
            left |= cell_set(siege->thing[i]);
    for (int i = 0; i < siege->pigs; i++)
        if (!(eaten >> i & 1))
            left |= cell_set(siege->pig[i]);
    return left;
}

static bool has_sling(const struct angry_siege *siege, int board)
{
    return (board & ((1 << siege->things) - 1)) >> siege->eggs;
}

/* Where the hen may stand. */
static cells stand_of(const struct angry_siege *siege, int board, cells left)
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

static int after_pig(const struct angry_siege *siege, int board, int cell)
{
    int mask = board & ((1 << siege->things) - 1), sets = siege->pig_set_count;
    int set = (board >> siege->things) % sets, side = (board >> siege->things) / sets, next = -1;

    if (is_open(siege, board))
        return board;
    for (int i = 0; i < siege->pigs; i++)
        if (siege->pig[i] == cell)
            next = siege->more[set][i];
    if (next < 0)
        return side == 0 ? FORBIDDEN : sets * 2 << siege->things | mask;
    return (side * sets + next) << siege->things | mask;
}

static struct step step_to(const struct angry_siege *siege, int board, int cell, cells left)
{
    struct step step = {cell, -1, board};

    if (!(left & cell_set(cell)))
        return step;
    for (int i = 0; i < siege->things; i++)
        if (siege->thing[i] == cell) {
            step.board = board & ~(1 << i);
            step.gain += i < siege->eggs ? EGG_POINTS : 0;
            if (!has_sling(siege, step.board)) {
                step.board = WON;
                step.gain += WIN_POINTS;
            }
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
    cells stuck; /* queens with whom the hen cannot step at all */
    int16_t bumps[ROW]; /* -1 for queens with whom she has something to bump into */
    int16_t ground[ROW]; /* -1 where the queen may go, else 0 */
    int16_t valid[ROW];  /* -1 where she may be */
    cells shut;          /* where only pigs that may be eaten by now shut her in */
};

static void set_ground(struct scene *scene, cells left)
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

static void set_scene(struct scene *scene, int hen, cells left)
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

static const int16_t *worth_row(const struct angry_siege *siege, int board, int hen)
{
    return siege->worth + ((size_t)board * (size_t)siege->rows + siege->row_of[hen]) * ROW;
}

/* The row when `time` actions are left: as it stands, or drifted there. */
static const int16_t *row_at(const struct angry_siege *siege, int board, int hen, int time,
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
static void hen_row(const struct scene *scene, int time, int16_t *ret_row)
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
static void queen_row(const struct scene *scene, const int16_t *restrict row,
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
        int16_t none = (int16_t)-(ret_row[q] == BLOCKED);

        ret_row[q] = (int16_t)(((row[q] & none) | (ret_row[q] & ~none)) & valid[q]);
    }
    /* In the game she may have to come out, so nothing is known about her staying there. */
    for (cells left = scene->shut & ~around(cell_set(scene->hen)); left; left &= left - 1)
        ret_row[index_of(first_of(left))] = (int16_t)(PLENTY & valid[index_of(first_of(left))]);
}

/* Free bumps: the hen waits where that is better; the least that can be had, so that she has to act
 * in the end. False when nothing has changed. */
static bool wait_row(const struct scene *scene, const int16_t *acts, int16_t *row)
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

static void best_row(const struct scene *scene, int time, int16_t *ret_row)
{
    int16_t acts[ROW];

    hen_row(scene, time, ret_row);
    if (!scene->siege->free_bumps)
        return;
    memcpy(acts, ret_row, sizeof(acts));
    while (wait_row(scene, acts, ret_row))
        continue;
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

/* Times before 1 are no part of any drift: the limit counts there. */
static void look_at_calm_boards(struct angry_siege *siege, struct angry_work *work)
{
    siege->settled = 0;
    for (int b = 0; b < board_count(siege); b++) {
        struct board *board = &siege->boards[b];

        if (!has_sling(siege, b))
            continue;
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

/* Until so many actions are worked out, or all boards have settled; false if it had to stop, and
 * then it can go on. Boards with more on them come first. */
static bool iterate(struct angry_siege *siege, int until, struct angry_work *work)
{
    int16_t fresh[ROW * ROW];
    int full = (1 << siege->things) - 1;

    while (siege->time < until && siege->settled == INT_MAX) {
        for (; siege->turn < board_count(siege); siege->turn++) {
            int b = (siege->turn & ~full) | (full & ~siege->turn);

            if (!angry_work_on(work, 0))
                return false;
            if (!has_sling(siege, b) || siege->boards[b].settled >= 0)
                continue;
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

static int list_cells(cells set, uint8_t *ret_cells)
{
    int count = 0;

    for (; set; set &= set - 1)
        ret_cells[count++] = (uint8_t)index_of(first_of(set));
    return count;
}

/* With no action left the hen has lost, wherever she is. */
static void fill_worth(struct angry_siege *siege)
{
    struct scene scene = {.siege = siege, .hen = -1};

    for (int b = 0; b < board_count(siege); b++) {
        cells left = things_left(siege, b);

        scene.board = b;
        siege->boards[b] = (struct board){.settled = -1};
        if (!has_sling(siege, b))
            continue;
        set_ground(&scene, left);
        for (int r = 0; r < siege->rows; r++) {
            int16_t *worth = siege->worth + ((size_t)b * (size_t)siege->rows + (size_t)r) * ROW;

            memset(siege->drift + (worth - siege->worth), 0, ROW);
            for (int q = 0; q < ROW; q++)
                worth[q] = (int16_t)(scene.valid[q] & LOSS_POINTS);
            worth[siege->cell_of[r]] = 0;
        }
    }
}

/* The game from this position on, with so many pigs; false if it does not fit the memory. */
static bool begin(struct angry_siege *siege, const struct angry *pos, int allowed)
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
    siege->pigs = list_cells(plane_set(pos, PIG), siege->pig);
    siege->sides = siege->pigs > allowed ? 2 : 1;
    if (!list_pig_sets(siege))
        return false;
    boards = (size_t)board_count(siege);
    rows = boards * (size_t)siege->rows * ROW;
    if (rows * 3 + boards * sizeof(struct board) > siege->size)
        return false;
    siege->worth = (int16_t *)(void *)siege->pages;
    siege->boards = (struct board *)(void *)(siege->pages + 2 * rows);
    siege->drift = (int8_t *)(siege->pages + 2 * rows + boards * sizeof(struct board));
    siege->time = siege->turn = 0;
    siege->last = ACTIONS_GAME1 - pos->n;
    siege->settled = INT_MAX;
    fill_worth(siege);
    siege->begun = true;
    return true;
}

/* Asking. */

/* The board of a position that may come from the base; -1 if it cannot, or eats too many pigs. */
static int board_of(const struct angry_siege *siege, const struct angry *pos)
{
    cells things = plane_set(pos, EGG) | plane_set(pos, SLING), pigs = plane_set(pos, PIG);
    int mask = 0, set = 0;

    for (int i = 0; i < siege->things; i++) {
        mask |= (int)(things >> siege->thing[i] & 1) << i;
        things &= ~cell_set(siege->thing[i]);
    }
    for (int i = 0; i < siege->pigs && set >= 0; i++) {
        if (!(pigs & cell_set(siege->pig[i])))
            set = siege->more[set][i];
        pigs &= ~cell_set(siege->pig[i]);
    }
    if (things || pigs || set < 0 || plane_set(pos, ROCK) != plane_set(&siege->base, ROCK) ||
        pos->flags != siege->base.flags || angry_count(pos, QUEEN) != 1 ||
        pos->n < siege->base.n)
        return -1;
    return set << siege->things | mask;
}

/* Rows of this time tell what a position and its moves are worth. */
static int time_of(const struct angry *pos)
{
    return ACTIONS_GAME1 - pos->n - 1;
}

static bool has_time(const struct angry_siege *siege, int time)
{
    return (siege->time == time && siege->turn == 0) || siege->settled <= time;
}

/* After a step of the hen the row of one time later is there as well. */
static bool can_read(const struct angry_siege *siege, const struct angry *pos)
{
    return has_time(siege, time_of(pos)) ||
           (pos->phase == QUEEN_STEP && has_time(siege, time_of(pos) + 1));
}

/* What the hen gets on this board. */
static int read_worth(const struct angry_siege *siege, const struct angry *pos, int board)
{
    int queen = index_of(plane_set(pos, QUEEN)), time = time_of(pos);
    struct scene scene = {.siege = siege, .board = board, .hen = -1};
    cells left = things_left(siege, board);
    int16_t row[ROW], answered[ROW];

    if (pos->phase == QUEEN_STEP && has_time(siege, time + 1))
        return points(pos) + row_at(siege, board, pos->hen, time + 1, row)[queen];
    set_ground(&scene, left);
    set_scene(&scene, pos->hen, left);
    best_row(&scene, time, row);
    if (pos->phase == HEN_STEP)
        return points(pos) + row[queen];
    queen_row(&scene, row, answered);
    return points(pos) + answered[queen];
}

bool angry_siege_value(const struct angry_siege *siege, const struct angry *pos, int *ret_lower,
                       int *ret_upper)
{
    int board;

    if (pos->phase == OVER || pos->n >= ACTIONS_GAME1) {
        *ret_lower = *ret_upper = points(pos);
        return true;
    }
    board = siege->begun ? board_of(siege, pos) : -1;
    if (board < 0 || !can_read(siege, pos))
        return false;
    *ret_lower = *ret_upper = read_worth(siege, pos, board);
    if (siege->sides == 2)
        *ret_upper = read_worth(siege, pos, board + (siege->pig_set_count << siege->things));
    return true;
}

/* What the hen could get if she were alone on the board and pigs cost nothing. */
static int most_alone(struct angry_siege *siege, const struct angry *pos)
{
    struct angry_eggs eggs = angry_list_eggs(pos);
    unsigned mask = angry_egg_mask(&eggs, plane_set(pos, EGG));

    angry_relax(pos, &eggs, inside(GAME1) & ~plane_set(pos, ROCK), siege->alone);
    return points(pos) + WIN_POINTS + EGG_POINTS * angry_count(pos, EGG) -
           siege->alone->cost[mask][pos->hen];
}

/* The hen goes by the floor, the queen by the ceiling. Real steps before waits, which would never
 * end. */
static int pick(const struct angry_siege *siege, const struct angry *pos)
{
    const struct bz_rules *rules = angry_rules_of(pos);
    bz_move moves[DIRECTIONS];
    int count = rules->moves(pos, moves), best = -1, best_rank = 0;

    for (int i = 0; i < count; i++) {
        struct angry after = *pos;
        int lower, upper, rank;

        rules->play(&after, moves[i]);
        if (!angry_siege_value(siege, &after, &lower, &upper))
            continue;
        rank = 2 * (pos->phase == HEN_STEP ? lower : -upper) + (after.n > pos->n);
        if (best < 0 || rank > best_rank) {
            best = (int)moves[i];
            best_rank = rank;
        }
    }
    return best;
}

static void follow(const struct angry_siege *siege, const struct angry *pos,
                   struct angry_finding *finding)
{
    struct angry at = *pos;
    int move;

    finding->length = 0;
    while (at.phase != OVER && finding->length < PLAN_MAX && (move = pick(siege, &at)) >= 0) {
        finding->moves[finding->length++] = (uint8_t)move;
        angry_rules_of(&at)->play(&at, (bz_move)move);
    }
}

/* With the pigs that are kept apart now. */
static enum angry_status examine(struct angry_siege *siege, const struct angry *pos,
                                 struct angry_work *work, struct angry_finding *finding)
{
    int eaten = angry_count(&siege->base, PIG) - angry_count(pos, PIG), lower, upper, rest;

    if (!has_time(siege, time_of(pos)) && !iterate(siege, time_of(pos), work))
        return ANGRY_STOPPED;
    finding->pigs_tried = siege->allowed;
    if (!angry_siege_value(siege, pos, &lower, &upper))
        return ANGRY_TOO_LARGE;
    finding->lower = lower > finding->lower ? lower : finding->lower;
    finding->upper = upper < finding->upper ? upper : finding->upper;
    /* To get more than that she would have to eat more pigs than pay, on some line of play. */
    finding->rest = rest = finding->alone + PIG_POINTS * (siege->allowed + 1 - eaten);
    rest = rest > lower ? rest : lower;
    finding->upper = rest < finding->upper ? rest : finding->upper;
    if (finding->lower < finding->upper)
        return ANGRY_TOO_LARGE;
    return upper < NEVER / 2 ? ANGRY_ENDLESS : ANGRY_SOLVED;
}

/* Whether what is there can be used, now or when it is finished. */
static bool goes_with(const struct angry_siege *siege, const struct angry *pos)
{
    return siege->begun && board_of(siege, pos) >= 0 &&
           (has_time(siege, time_of(pos)) || siege->time < time_of(pos));
}

void angry_siege_run(struct angry_siege *siege, const struct angry *pos, struct angry_work *work,
                     struct angry_finding *ret_finding)
{
    int allowed = 0;

    ret_finding->lower = angry_worst(pos);
    ret_finding->upper = ret_finding->alone = most_alone(siege, pos);
    ret_finding->length = ret_finding->pigs_tried = 0;
    ret_finding->status = ANGRY_TOO_LARGE;
    siege->begun = goes_with(siege, pos);
    while (ret_finding->status == ANGRY_TOO_LARGE) {
        if (!siege->begun && !begin(siege, pos, allowed))
            return;
        ret_finding->status = examine(siege, pos, work, ret_finding);
        allowed = siege->allowed + 1;
        siege->begun = ret_finding->status != ANGRY_TOO_LARGE;
    }
    if (ret_finding->status == ANGRY_SOLVED)
        follow(siege, pos, ret_finding);
}
