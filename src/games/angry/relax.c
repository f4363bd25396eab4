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

static void lower_around(int16_t *cost, int cell, int value)
{
    for (int d = 0; d < DIRECTIONS; d++) {
        int next = angry_step(cell, d);

        if (next >= 0 && next < RELAXED_ROW && cost[next] > value)
            cost[next] = (int16_t)value;
    }
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

/* Where she may walk without meeting anything that ends this set of eggs. */
static int list_cells(cells set, uint8_t *ret_cells)
{
    int count = 0;

    for (; set; set &= set - 1)
        ret_cells[count++] = (uint8_t)index_of(first_of(set));
    return count;
}

void angry_relax(const struct angry *pos, const struct angry_eggs *eggs, cells open,
                 struct angry_relaxed *ret_relaxed)
{
    cells slings = plane_set(pos, SLING);
    bool several = set_size(slings) > 1;
    uint8_t walk[RELAXED_ROW], out[RELAXED_ROW];
    int outs = list_cells(slings & open, out);

    for (unsigned mask = 0; mask < 1u << eggs->count; mask++) {
        int16_t *cost = ret_relaxed->cost[mask];
        int left = EGG_POINTS * bz_popcount(mask), count;
        cells closed = slings;

        for (int cell = 0; cell < RELAXED_ROW; cell++)
            cost[cell] = (int16_t)(left + LOSS_COST);
        for (int i = 0; i < outs; i++)
            lower_around(cost, out[i], left + 1);
        for (int i = 0; i < eggs->count; i++)
            if (mask >> i & 1) {
                closed |= cell_set(eggs->cell[i]);
                if (open & cell_set(eggs->cell[i]))
                    lower_around(cost, eggs->cell[i],
                                 1 + ret_relaxed->cost[mask & ~(1u << i)][eggs->cell[i]]);
            }
        count = list_cells(open & ~closed, walk);
        /* What lies outside was lowered by its neighbours, and must not hand that on. */
        for (int cell = 0; cell < RELAXED_ROW; cell++)
            if (cell >= CELLS || !(open & ~closed & cell_set(cell)))
                cost[cell] = (int16_t)(left + LOSS_COST);
        spread(cost, walk, count);
        for (int i = 0; several && i < outs; i++)
            cost[out[i]] = 0; /* taking one of several slingshots is not the end */
    }
}
