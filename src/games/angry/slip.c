/*
 * slip.c - the worlds of mdp and rl, by value iteration over the hen's cell and what is left of
 * pigs and queens.
 *
 * rl ends with its 150th step, so there it is backward induction, a layer a step; layers that no
 * longer change by more than TINY are the same as all above them. mdp has no limit: what is left
 * can only shrink, so sets of it are solved from small to large, each until nothing changes. That
 * converges to the one answer there is, as every step costs a point, what can be won is finite,
 * and from every cell she can get to the goal.
 *
 * Only cells that rocks do not shut off are looked at.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "solve.h"

enum { THINGS_MAX = 20, OUTCOMES = 3, ENDS = -1 };
enum { LATE = -1000 };
#define TINY 1e-11

/* Where a step in a direction leads from a cell, apart from what is left there. */
struct landing {
    int8_t place; /* among the places, or ENDS */
    int8_t thing; /* that may lie there, or -1 */
    int16_t reward;
};

struct angry_slip {
    double *values; /* [layer][set of things left][place] */
    size_t size;
    bool known;
    struct angry_world base;
    int things, places;
    uint8_t thing[THINGS_MAX], place[64];
    int16_t gains[THINGS_MAX];
    int8_t place_of[CELLS];
    struct landing landings[64][DIRECTIONS];
    double weights[64][DIRECTIONS][OUTCOMES];
    int layers; /* that are stored, the first of one step left; the last stands for all above it */
};

void angry_slip_free(struct angry_slip *slip)
{
    if (!slip)
        return;
    bz_pages_free(slip->values, slip->size);
    free(slip);
}

struct angry_slip *angry_slip_new(int megabytes)
{
    struct angry_slip *slip = calloc(1, sizeof(*slip));

    if (!slip)
        return NULL;
    slip->size = ((size_t)megabytes << 20) * 17 / 16; /* for 55 cells and ten things in 64 MB */
    slip->values = bz_pages_new(slip->size, false);
    if (slip->values)
        return slip;
    angry_slip_free(slip);
    return NULL;
}

/* The world, taken apart. */

static int sides(int direction, int which)
{
    return direction == UP || direction == DOWN ? (which ? RIGHT : LEFT) : (which ? DOWN : UP);
}

/* Asks the rules what a step from here does, with everything lying about or nothing. */
static int reward_at(const struct angry_slip *slip, int cell, int direction, bool bare,
                     struct angry_world *ret_after)
{
    struct angry_world at = slip->base;

    if (bare) {
        take_from(&at.board, PIG, ~(cells)0);
        take_from(&at.board, QUEEN, ~(cells)0);
    }
    at.board.hen = (uint8_t)cell;
    at.board.n = 0;
    at.board.phase = CHANCE_STEP;
    at.board.wish = (uint8_t)direction;
    at.points = 0;
    angry_rules_of(&at.board)->play(&at, (bz_move)direction);
    *ret_after = at;
    return at.points;
}

static void set_landing(struct angry_slip *slip, int place, int direction)
{
    struct landing *landing = &slip->landings[place][direction];
    struct angry_world after;

    *landing = (struct landing){.thing = -1};
    landing->reward = (int16_t)reward_at(slip, slip->place[place], direction, true, &after);
    landing->place = (int8_t)(after.board.phase == OVER ? ENDS : slip->place_of[after.board.hen]);
    for (int i = 0; i < slip->things; i++)
        if (slip->thing[i] == after.board.hen) {
            landing->thing = (int8_t)i;
            slip->gains[i] = (int16_t)reward_at(slip, slip->place[place], direction, false, &after);
        }
}

static void set_weights(struct angry_slip *slip, int place, int direction)
{
    struct angry_world at = slip->base;
    bz_move moves[OUTCOMES];
    uint32_t weights[OUTCOMES];
    double sum = 0;

    at.board.hen = slip->place[place];
    at.board.phase = CHANCE_STEP;
    at.board.wish = (uint8_t)direction;
    angry_rules_of(&at.board)->deal(&at, moves, weights);
    for (int i = 0; i < OUTCOMES; i++)
        sum += weights[i];
    for (int i = 0; i < OUTCOMES; i++)
        slip->weights[place][direction][i] = weights[i] / sum;
}

/* What can be reached past rocks; a goal or TNT ends it there. */
static cells reach(const struct angry *pos)
{
    cells open =
        inside(pos->rules) & ~(plane_set(pos, ROCK) | plane_set(pos, GOAL) | plane_set(pos, TNT));
    cells all = cell_set(pos->hen), front = all;

    while (front) {
        front = around(front) & open & ~all;
        all |= front;
    }
    return all;
}

static bool take_apart(struct angry_slip *slip)
{
    const struct angry *pos = &slip->base.board;
    cells places = reach(pos), things = (plane_set(pos, PIG) | plane_set(pos, QUEEN)) & places;

    slip->things = slip->places = 0;
    if (set_size(things) > THINGS_MAX)
        return false;
    for (; things; things &= things - 1)
        slip->thing[slip->things++] = (uint8_t)index_of(first_of(things));
    for (; places; places &= places - 1) {
        slip->place_of[index_of(first_of(places))] = (int8_t)slip->places;
        slip->place[slip->places++] = (uint8_t)index_of(first_of(places));
    }
    for (int place = 0; place < slip->places; place++)
        for (int d = 0; d < DIRECTIONS; d++) {
            set_landing(slip, place, d);
            set_weights(slip, place, d);
        }
    return true;
}

/* Values. */

static size_t layer_size(const struct angry_slip *slip)
{
    return ((size_t)1 << slip->things) * (size_t)slip->places;
}

/* What comes of a step in a direction, given the layer for the steps after it. */
static double land(const struct angry_slip *slip, const double *after, unsigned left, int place,
                   int direction)
{
    const struct landing *landing = &slip->landings[place][direction];
    double reward = landing->reward;

    if (landing->thing >= 0 && left >> landing->thing & 1) {
        left &= ~(1u << landing->thing);
        reward = slip->gains[landing->thing];
    }
    if (landing->place == ENDS)
        return reward;
    return reward + after[(size_t)left * (size_t)slip->places + (size_t)landing->place];
}

static double ask(const struct angry_slip *slip, const double *after, unsigned left, int place,
                  int direction)
{
    const double *weights = slip->weights[place][direction];

    return weights[0] * land(slip, after, left, place, direction) +
           weights[1] * land(slip, after, left, place, sides(direction, 0)) +
           weights[2] * land(slip, after, left, place, sides(direction, 1));
}

/* The best direction from every place; how much the values differ from those there were. */
static double improve(const struct angry_slip *slip, const double *after, unsigned left,
                      double *values)
{
    double *row = values + (size_t)left * (size_t)slip->places, change = 0;
    const double *old = after + (size_t)left * (size_t)slip->places;

    for (int place = 0; place < slip->places; place++) {
        double best = ask(slip, after, left, place, 0), by;

        for (int d = 1; d < DIRECTIONS; d++)
            best = fmax(best, ask(slip, after, left, place, d));
        by = fabs(best - old[place]);
        change = fmax(change, by);
        row[place] = best;
    }
    return change;
}

static enum angry_status iterate(struct angry_slip *slip, struct angry_work *work)
{
    if (slip->size < layer_size(slip) * sizeof(double))
        return ANGRY_TOO_LARGE;
    memset(slip->values, 0, layer_size(slip) * sizeof(double));
    for (unsigned left = 0; left < 1u << slip->things; left++)
        while (improve(slip, slip->values, left, slip->values) > TINY)
            if (!angry_work_on(work, (uint64_t)slip->places))
                return ANGRY_STOPPED;
    slip->layers = 1;
    return ANGRY_SOLVED;
}

static enum angry_status induce(struct angry_slip *slip, struct angry_work *work)
{
    int steps = STEPS_RL - slip->base.board.n;
    size_t size = layer_size(slip);
    double change = 1;

    if (slip->size < size * sizeof(double))
        return ANGRY_TOO_LARGE;
    for (size_t i = 0; i < size; i++)
        slip->values[i] = LATE;
    for (slip->layers = 1; slip->layers < steps && change > TINY; slip->layers++) {
        double *after = slip->values + size * (size_t)(slip->layers - 1);

        if (slip->size < size * (size_t)(slip->layers + 1) * sizeof(double))
            return ANGRY_TOO_LARGE;
        change = 0;
        for (unsigned left = 0; left < 1u << slip->things; left++) {
            change = fmax(change, improve(slip, after, left, after + size));
            if (!angry_work_on(work, (uint64_t)slip->places))
                return ANGRY_STOPPED;
        }
    }
    return ANGRY_SOLVED;
}

/* Asking. */

static bool has(const struct angry_slip *slip, const struct angry_world *pos)
{
    const struct angry *base = &slip->base.board, *board = &pos->board;

    for (int plane = 0; plane < PLANES; plane++) {
        bool shrinks = plane == PIG || plane == QUEEN;

        if (plane_set(board, plane) & ~plane_set(base, plane) ||
            (!shrinks && plane_set(board, plane) != plane_set(base, plane)))
            return false;
    }
    return slip->known && slip->base.seed == pos->seed && base->rules == board->rules &&
           (base->rules == MDP || base->n <= board->n) && reach(base) & cell_set(board->hen);
}

enum angry_status angry_slip_run(struct angry_slip *slip, const struct angry_world *pos,
                                 struct angry_work *work)
{
    enum angry_status status = ANGRY_TOO_LARGE;

    if (has(slip, pos))
        return ANGRY_SOLVED;
    slip->base = *pos;
    slip->known = false;
    if (take_apart(slip))
        status = pos->board.rules == MDP ? iterate(slip, work) : induce(slip, work);
    slip->known = status == ANGRY_SOLVED;
    return status;
}

/* The values of the steps after the next one, and where it is made; false if that is the last. */
static bool locate(const struct angry_slip *slip, const struct angry_world *pos,
                   const double **ret_after, unsigned *ret_left)
{
    int steps = pos->board.rules == MDP ? 2 : STEPS_RL - pos->board.n;
    int layer = steps - 1 < slip->layers ? steps - 1 : slip->layers;

    *ret_left = 0;
    for (int i = 0; i < slip->things; i++)
        if (angry_has(&pos->board, PIG, slip->thing[i]) ||
            angry_has(&pos->board, QUEEN, slip->thing[i]))
            *ret_left |= 1u << i;
    *ret_after = slip->values + layer_size(slip) * (size_t)(layer > 0 ? layer - 1 : 0);
    return layer > 0;
}

double angry_slip_asked(const struct angry_slip *slip, const struct angry_world *pos, int direction)
{
    const double *after;
    unsigned left;

    if (!locate(slip, pos, &after, &left))
        return pos->points + LATE;
    return pos->points + ask(slip, after, left, slip->place_of[pos->board.hen], direction);
}

double angry_slip_value(const struct angry_slip *slip, const struct angry_world *pos)
{
    double best;

    if (pos->board.phase == OVER)
        return pos->points;
    if (pos->board.phase == CHANCE_STEP)
        return angry_slip_asked(slip, pos, pos->board.wish);
    best = angry_slip_asked(slip, pos, 0);
    for (int d = 1; d < DIRECTIONS; d++)
        best = fmax(best, angry_slip_asked(slip, pos, d));
    return best;
}
