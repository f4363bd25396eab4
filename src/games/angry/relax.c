/*
 * relax.c - the hen alone on the board. Whatever she can do with a queen about, she can do without
 * her, so what she has to pay here is never more than what she has to pay in the game.
 */
#include <string.h>

#include "outlook.h"
#include "solve.h"

struct angry_eggs angry_list_eggs(const struct angry *pos)
{
    struct angry_eggs eggs = {0};

    for (cells left = plane_set(pos, EGG); left && eggs.count < RELAX_EGGS; left &= left - 1)
        eggs.cell[eggs.count++] = (uint8_t)index_of(first_of(left));
    return eggs;
}

unsigned angry_egg_mask(const struct angry_eggs *eggs, cells set)
{
    unsigned mask = 0;

    for (int i = 0; i < eggs->count; i++)
        mask |= (unsigned)(set >> eggs->cell[i] & 1) << i;
    return mask;
}

/* From cell to cell until nothing gets cheaper. */
static void spread(int16_t *cost, const uint8_t *walk, int count)
{
    bool changed = true;

    for (int sweep = 0; changed; sweep++) {
        changed = false;
        for (int i = 0; i < count; i++) {
            int cell = walk[sweep & 1 ? count - 1 - i : i], best = cost[cell];

            for (int d = 0; d < DIRECTIONS; d++) {
                int next = angry_step(cell, d);

                if (next >= 0 && cost[next] + 1 < best)
                    best = cost[next] + 1;
            }
            changed |= best < cost[cell];
            cost[cell] = (int16_t)best;
        }
    }
}

/* A step to one of these ends it at this cost. Of what was lowered only the cells of `walk`
 * count. */
static void lower_from(int16_t *cost, int cell, int value, cells walk)
{
    for (int d = 0; d < DIRECTIONS; d++) {
        int next = angry_step(cell, d);

        if (next >= 0 && walk >> next & 1 && cost[next] > value)
            cost[next] = (int16_t)value;
    }
}

static void relax_set(const struct angry_eggs *eggs, unsigned mask, cells open, cells slings,
                      struct angry_relaxed *relaxed)
{
    int16_t *cost = relaxed->cost[mask];
    int left = EGG_POINTS * bz_popcount(mask);
    /* Taking one of several slingshots is not the end of it. */
    cells walk = set_size(slings) > 1 ? open : open & ~slings;
    uint8_t listed[RELAXED_ROW];

    for (int i = 0; i < eggs->count; i++)
        if (mask >> i & 1)
            walk &= ~cell_set(eggs->cell[i]);
    for (int cell = 0; cell < RELAXED_ROW; cell++)
        cost[cell] = (int16_t)(left + LOSS_COST);
    for (cells out = slings & open; out; out &= out - 1)
        lower_from(cost, index_of(first_of(out)), left + 1, walk);
    for (int i = 0; i < eggs->count; i++)
        if (mask >> i & 1 && open & cell_set(eggs->cell[i]))
            lower_from(cost, eggs->cell[i], 1 + relaxed->cost[mask & ~(1u << i)][eggs->cell[i]],
                       walk);
    spread(cost, listed, list_cells(walk, listed));
}

void angry_relax(const struct angry *pos, const struct angry_eggs *eggs, cells open,
                 struct angry_relaxed *ret_relaxed)
{
    for (unsigned mask = 0; mask < 1u << eggs->count; mask++)
        relax_set(eggs, mask, open, plane_set(pos, SLING), ret_relaxed);
}
