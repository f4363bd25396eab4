/*
 * body.h - the small steps that the bodies of the kernel have in common.
 */
#ifndef SEARCH_BODY_H
#define SEARCH_BODY_H

#include <assert.h>
#include <string.h>

#include "bazi/search.h"
#include "search/space.h"

/* Brings the child with the smallest key to place `at`, the order of generation deciding ties,
 * and returns its place in the list. Sorting as far as needed beats sorting the whole list. */
BZ_INLINE int bz_pick(int *keys, int *places, int count, int at)
{
    int best = at;

    for (int i = at + 1; i < count; i++)
        if (keys[i] < keys[best])
            best = i;
    if (best != at) {
        int key = keys[best], place = places[best];

        memmove(keys + at + 1, keys + at, (size_t)(best - at) * sizeof(*keys));
        memmove(places + at + 1, places + at, (size_t)(best - at) * sizeof(*places));
        keys[at] = key;
        places[at] = place;
    }
    return places[at];
}

/* What a finished game is worth to the player to move: sooner is better when winning. */
BZ_INLINE int bz_final_value(const struct bz_rules *rules, const void *pos, int ply)
{
    int result[BZ_PLAYERS_MAX], own;

    rules->result(pos, result);
    own = result[rules->turn(pos)];
    assert(own < BZ_VALUE_DECIDED && own > -BZ_VALUE_DECIDED);
    if (rules->traits & BZ_HAS_POINTS)
        return own;
    return own > 0 ? BZ_VALUE_WIN - ply : own < 0 ? ply - BZ_VALUE_WIN : 0;
}

BZ_INLINE int bz_reply_count(const struct bz_rules *rules, const struct bz_space *space,
                             const void *pos, int ply)
{
    return rules->count ? rules->count(pos) : rules->moves(pos, bz_frame_moves(space, rules, ply));
}

#endif
