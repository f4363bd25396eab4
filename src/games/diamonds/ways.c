/*
 * ways.c - how long it takes and what it costs to fetch each thing from each cell, for every set of
 * keys: made once a map, so that an evaluation only looks it up.
 *
 * A way is the cheapest one when a turn is worth TURN_WORTH points. It does not know of what else
 * lies on it, nor of the other agent. Where one slips or a teleport has several exits, it is what
 * may be expected, roughly.
 */
#include <stdlib.h>

#include "diamonds.h"

enum { TENTHS = 10, TURN_WORTH = 4, WIRE = 20, FAR = UINT16_MAX, FAR_PRICE = INT32_MAX / 2 };

/* Cells whose price has fallen, each at most once, in a ring. */
struct work {
    const struct diamonds_world *world;
    unsigned keys;
    int first, waiting;
    uint16_t queue[CELLS_MAX];
    bool queued[CELLS_MAX];
    struct diamonds_way way[CELLS_MAX];
    int price[CELLS_MAX];
};

static void improve(struct work *w, int cell, int turns, int cost)
{
    int price = TURN_WORTH * turns + cost, end;

    if (price >= w->price[cell] || turns >= FAR || cost >= FAR)
        return;
    w->price[cell] = price;
    w->way[cell] = (struct diamonds_way){(uint16_t)turns, (uint16_t)cost};
    if (w->queued[cell])
        return;
    end = (w->first + w->waiting++) % CELLS_MAX;
    w->queue[end] = (uint16_t)cell;
    w->queued[cell] = true;
}

/* One step earlier: from `from` into `to`. On wire a step of p2 takes two attempts. */
static void step_back(struct work *w, int from, int to, int turns, int cost)
{
    const struct diamonds_world *world = w->world;
    bool slips = world->variant == P2;
    int times = slips && world->place[from].tile == '*' ? 2 : 1;

    if (world->place[from].need & ~w->keys)
        return;
    turns = turns * times + slips;
    cost = cost * times + slips;
    if (times == 2 && !world->on_entry)
        cost += WIRE * TENTHS;
    if (world->place[to].tile == '*')
        cost += WIRE * TENTHS;
    improve(w, from, w->way[to].turns + turns, w->way[to].cost + cost);
}

static void spread(struct work *w, int cell)
{
    static const int opposite[STEPS] = {DOWN,      UP,         RIGHT,   LEFT,
                                        DOWN_LEFT, DOWN_RIGHT, UP_LEFT, UP_RIGHT};
    const struct diamonds_world *world = w->world;
    bool old = world->variant == V2021;

    for (int step = 0; step < (old ? UP_RIGHT : STEPS); step++) {
        int from = world->next[opposite[step]][cell];

        if (from >= 0)
            step_back(w, from, cell, TENTHS, old ? 0 : TENTHS * diamonds_costs[step]);
    }
    if (world->variant == P1 || world->place[cell].tile != 'T')
        return;
    for (int i = 0; i < world->teleports; i++)
        step_back(w, world->teleport[i], cell, TENTHS * (world->teleports - 1), 0);
}

/* All ways to one thing. */
static void find_ways(struct work *w, int target)
{
    int cells = diamonds_cells(w->world);

    for (int cell = 0; cell < cells; cell++) {
        w->price[cell] = FAR_PRICE;
        w->way[cell] = (struct diamonds_way){FAR, FAR};
        w->queued[cell] = false;
    }
    w->first = w->waiting = 0;
    improve(w, target, 0, 0);
    while (w->waiting > 0) {
        int cell = w->queue[w->first];

        w->first = (w->first + 1) % CELLS_MAX;
        w->waiting--;
        w->queued[cell] = false;
        spread(w, cell);
    }
}

static void fill(const struct diamonds_world *world, struct diamonds_ways *ways)
{
    struct work work = {.world = world};
    int cells = diamonds_cells(world);

    for (unsigned keys = 0; keys < NEED_MORE; keys++) {
        struct diamonds_way *set = ways->way + ways->set_of[keys] * cells * ways->items;

        if (keys & ~world->doors)
            continue;
        work.keys = keys;
        for (int item = 0; item < ways->items; item++) {
            find_ways(&work, ways->cell_of[item]);
            for (int cell = 0; cell < cells; cell++)
                set[cell * ways->items + item] = work.way[cell];
        }
    }
}

/* Key sets that open the same doors share their ways. */
static int number_sets(const struct diamonds_world *world, struct diamonds_ways *ways)
{
    int sets = 0;

    for (unsigned keys = 0; keys < NEED_MORE; keys++)
        ways->set_of[keys] =
            (uint8_t)(keys & ~world->doors ? ways->set_of[keys & world->doors] : sets++);
    return sets;
}

int diamonds_make_ways(const struct diamonds_world *world, struct diamonds_ways **ret_ways)
{
    struct diamonds_ways ways = {0}, *made;
    size_t count;

    for (int cell = 0; cell < diamonds_cells(world); cell++)
        if (world->place[cell].item >= 0)
            ways.cell_of[ways.items++] = (uint16_t)cell;
    count = (size_t)number_sets(world, &ways) * (size_t)diamonds_cells(world) * (size_t)ways.items;
    made = malloc(sizeof(*made) + count * sizeof(*made->way));
    if (!made)
        return BZ_ERROR_MEMORY;
    *made = ways;
    fill(world, made);
    *ret_ways = made;
    return BZ_OK;
}

int diamonds_make_apart(const struct diamonds_world *world, uint8_t **ret_apart)
{
    struct work work = {.world = world};
    int cells = diamonds_cells(world);
    uint8_t *made = malloc((size_t)cells * (size_t)cells);

    if (!made)
        return BZ_ERROR_MEMORY;
    for (int target = 0; target < cells; target++) {
        find_ways(&work, target);
        for (int cell = 0; cell < cells; cell++) {
            int steps = work.way[cell].turns / TENTHS;

            made[target * cells + cell] = (uint8_t)(steps < UINT8_MAX ? steps : UINT8_MAX);
        }
    }
    *ret_apart = made;
    return BZ_OK;
}
