/*
 * bits.h - sets of cells as one 128-bit number, in row-major order, and flooding with them.
 */
#ifndef ANGRY_BITS_H
#define ANGRY_BITS_H

#include "angry.h"
#include "base/bits.h"

__extension__ typedef unsigned __int128 cells;

#define WORDS(high, low) ((cells)(high) << 64 | (low))

/* The cells of a board. What a step over an edge reaches is not among them. */
static inline cells inside(int rules)
{
    return rules <= GAME2 ? WORDS(0x00001ffbff7feffdu, 0xffbff7feffdffbffu)
                          : WORDS(0x00000000001fe3fcu, 0x7f8ff1fe3fc7f8ffu);
}

/* NOWHERE is no cell. */
static inline cells cell_set(int cell)
{
    return cell == NOWHERE ? 0 : (cells)1 << cell;
}

static inline cells plane_set(const struct angry *pos, int plane)
{
    return WORDS(pos->plane[plane][1], pos->plane[plane][0]);
}

static inline bool is_bare(const struct angry *pos, int plane)
{
    return !(pos->plane[plane][0] | pos->plane[plane][1]);
}

static inline void take_from(struct angry *pos, int plane, cells taken)
{
    pos->plane[plane][0] &= ~(uint64_t)taken;
    pos->plane[plane][1] &= ~(uint64_t)(taken >> 64);
}

static inline void add_to(struct angry *pos, int plane, cells added)
{
    pos->plane[plane][0] |= (uint64_t)added;
    pos->plane[plane][1] |= (uint64_t)(added >> 64);
}

static inline int set_size(cells set)
{
    return bz_popcount((uint64_t)set) + bz_popcount((uint64_t)(set >> 64));
}

/* The first cell in row-major order, as a set. */
static inline cells first_of(cells set)
{
    return set & -set;
}

/* The index of the only cell. */
static inline int index_of(cells one)
{
    return (uint64_t)one ? bz_lowest((uint64_t)one) : 64 + bz_lowest((uint64_t)(one >> 64));
}

static inline cells stepped(cells set, int direction)
{
    switch (direction) {
    case UP:
        return set >> STRIDE;
    case DOWN:
        return set << STRIDE;
    case LEFT:
        return set >> 1;
    case RIGHT:
        return set << 1;
    default:
        return set;
    }
}

static inline cells around(cells set)
{
    return set >> STRIDE | set << STRIDE | set >> 1 | set << 1;
}

/* Steps from `from`, wherever that is, through open cells to the nearest of the goals that are open
 * themselves; -1 if there is no way. */
static inline int distance(cells from, cells goals, cells open)
{
    for (int steps = 0; from; steps++) {
        if (from & goals)
            return steps;
        open &= ~from;
        from = around(from) & open;
    }
    return -1;
}

/* How many of the things can be reached through open cells, and how far the nearest is. */
static inline int in_sight(cells from, cells things, cells open, int *ret_nearest)
{
    int found = 0;

    *ret_nearest = 0;
    for (int steps = 0; from; steps++) {
        if (from & things) {
            *ret_nearest = found ? *ret_nearest : steps;
            found += set_size(from & things);
        }
        open &= ~from;
        from = around(from) & open;
    }
    return found;
}

#endif
