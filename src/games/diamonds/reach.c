/*
 * reach.c - ways over the map: what it costs to get somewhere, and what can be got at all.
 */
#include "diamonds.h"

#include <string.h>

/* Prices of a single step are small, so that a ring of queues, one a price, keeps the cells in
 * order: no cell waits in a queue further ahead than the dearest step. */
enum { WIRE = 20, RING = 32, STEP_MAX = 2 + 1 + WIRE };

_Static_assert(STEP_MAX < RING, "a step reaches beyond the ring");

struct ring {
    int16_t head[RING];
    int16_t next[CELLS_MAX];
    int16_t prev[CELLS_MAX];
};

static void ring_put(struct ring *ring, int price, int cell)
{
    int at = price % RING;
    int16_t head = ring->head[at];

    ring->prev[cell] = -1;
    ring->next[cell] = head;
    if (head >= 0)
        ring->prev[head] = (int16_t)cell;
    ring->head[at] = (int16_t)cell;
}

static void ring_drop(struct ring *ring, int price, int cell)
{
    int16_t prev = ring->prev[cell], next = ring->next[cell];

    if (prev >= 0)
        ring->next[prev] = next;
    else
        ring->head[price % RING] = next;
    if (next >= 0)
        ring->prev[next] = prev;
}

static void expand(const struct diamonds_world *world, struct ring *ring, int cell, unsigned keys,
                   int *distances)
{
    int steps = world->variant == V2021 ? UP_RIGHT : STEPS;

    for (int step = 0; step < steps; step++) {
        int to = world->next[step][cell], price;

        if (to < 0 || world->place[to].need & ~keys)
            continue;
        price = distances[cell] + diamonds_costs[step] + 1;
        if (world->place[to].tile == '*')
            price += WIRE;
        if (price >= distances[to])
            continue;
        if (distances[to] < FAR)
            ring_drop(ring, distances[to], to);
        distances[to] = price;
        ring_put(ring, price, to);
    }
}

void diamonds_distances(const struct diamonds *pos, int from, unsigned keys, int *ret_distances)
{
    const struct diamonds_world *world = pos->world;
    struct ring ring;
    int empty = 0;

    for (int i = 0; i < diamonds_cells(world); i++)
        ret_distances[i] = FAR;
    for (int i = 0; i < RING; i++)
        ring.head[i] = -1;
    ret_distances[from] = 0;
    ring_put(&ring, 0, from);
    for (int price = 0; empty < RING; price++) {
        int cell = ring.head[price % RING];

        empty = cell < 0 ? empty + 1 : 0;
        for (; cell >= 0; cell = ring.head[price % RING]) {
            ring_drop(&ring, price, cell);
            expand(world, &ring, cell, keys, ret_distances);
        }
    }
}

/* One round over the cells known, with the keys known; whether it found more of either. */
static bool widen(const struct diamonds_world *world, uint64_t cells[WIDE], unsigned *keys)
{
    int steps = world->variant == V2021 ? UP_RIGHT : STEPS;
    bool more = false, ported = false;

    for (int i = 0; i < world->teleports && world->variant != P1; i++)
        ported |= diamonds_has(cells, world->teleport[i]);
    for (int cell = 0; cell < diamonds_cells(world); cell++) {
        bool known = diamonds_has(cells, cell);

        if (!known && (world->place[cell].need & ~*keys))
            continue;
        for (int step = 0; step < steps && !known; step++) {
            int from = world->next[step][cell];

            known = from >= 0 && diamonds_has(cells, from);
        }
        known |= ported && world->place[cell].tile == 'T';
        if (!known || diamonds_has(cells, cell))
            continue;
        diamonds_add(cells, cell);
        *keys |= world->place[cell].key;
        more = true;
    }
    return more;
}

void diamonds_reach(const struct diamonds_world *world, int from, uint64_t ret_cells[WIDE])
{
    unsigned keys = 0;

    memset(ret_cells, 0, WIDE * sizeof(*ret_cells));
    diamonds_add(ret_cells, from);
    while (widen(world, ret_cells, &keys))
        continue;
}
