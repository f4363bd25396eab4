/*
 * reach.c - ways over the map: what it costs to get somewhere, and what can be got at all.
 */
#include "diamonds.h"

#include <string.h>

/* Prices of a single step are small, so that a ring of queues, one a price, keeps the cells in
 * order: no cell waits in a queue further ahead than the dearest step. */
enum { WIRE = 20, PORT = 8, LUCKY_PORT = 20, STEADY = 1, SLIPPERY = 5, FAR = INT16_MAX };
enum { RING = 32, STEP_MAX = 2 + SLIPPERY + WIRE };

_Static_assert(STEP_MAX < RING, "a step reaches beyond the ring");

struct search {
    const struct diamonds *pos;
    unsigned keys;
    int limit; /* from this price on nothing can be worth the way any more */
    int16_t head[RING];
    int16_t next[CELLS_MAX], prev[CELLS_MAX], price[CELLS_MAX];
};

static void put(struct search *s, int price, int cell)
{
    int16_t *head = &s->head[price % RING];

    s->price[cell] = (int16_t)price;
    s->prev[cell] = -1;
    s->next[cell] = *head;
    if (*head >= 0)
        s->prev[*head] = (int16_t)cell;
    *head = (int16_t)cell;
}

static void drop(struct search *s, int cell)
{
    int16_t prev = s->prev[cell], next = s->next[cell];

    if (prev >= 0)
        s->next[prev] = next;
    else
        s->head[s->price[cell] % RING] = next;
    if (next >= 0)
        s->prev[next] = prev;
}

static void reach_for(struct search *s, int price, int cell)
{
    const struct place *place = &s->pos->world->place[cell];

    if (place->need & ~s->keys)
        return;
    price += place->tile == '*' ? WIRE : 0;
    if (price >= s->price[cell] || price >= s->limit)
        return;
    if (s->price[cell] != FAR)
        drop(s, cell);
    put(s, price, cell);
}

/* A step has its price and something for the patience it takes: more where one slips. In v2021 the
 * turn is paid for anyway. */
static void expand(struct search *s, int cell)
{
    const struct diamonds_world *world = s->pos->world;
    bool old = world->variant == V2021;
    int steps = old ? UP_RIGHT : STEPS, price = s->price[cell];
    int patience = world->variant == P2 ? SLIPPERY : STEADY;

    for (int step = 0; step < steps; step++)
        if (world->next[step][cell] >= 0)
            reach_for(s, price + patience + (old ? 0 : diamonds_costs[step]),
                      world->next[step][cell]);
    if (world->variant != P1 && world->place[cell].tile == 'T')
        for (int i = 0; i < world->teleports; i++)
            reach_for(s, price + (world->variant == P2 ? LUCKY_PORT : PORT), world->teleport[i]);
}

int diamonds_prospect(const struct diamonds *pos, int agent, const int worth[COLOURS],
                      int key_worth, unsigned useful)
{
    const struct diamonds_world *world = pos->world;
    struct search s = {.pos = pos, .keys = pos->agent[agent].keys};
    int top = useful ? key_worth : 0, best = 0, waiting = 0;

    for (int kind = 0; kind < COLOURS; kind++)
        top = worth[kind] > top ? worth[kind] : top;
    for (int i = 0; i < diamonds_cells(world); i++)
        s.price[i] = FAR;
    for (int i = 0; i < RING; i++)
        s.head[i] = -1;
    put(&s, 0, pos->agent[agent].cell);
    for (int price = 0; price < top - best && waiting < RING; price++) {
        int cell = s.head[price % RING];

        s.limit = top - best;
        waiting = cell < 0 ? waiting + 1 : 0;
        for (; cell >= 0; cell = s.head[price % RING]) {
            const struct place *place = &world->place[cell];
            int value = 0;

            drop(&s, cell);
            if (place->item >= 0 && !diamonds_has(pos->bits, place->item))
                value = place->gem ? worth[place->gem - 1] : place->key & useful ? key_worth : 0;
            if (value - price > best)
                best = value - price;
            expand(&s, cell);
        }
    }
    return best;
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
