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

/*
 * Sides. A value is always for the side to move. With one or two players a side is a player; of
 * more the hero, for whom the search is made, and his partners are side 0 and all others side 1. At
 * a chance node, where nobody moves, values are side 0's.
 */
BZ_INLINE int bz_side(const struct bz_rules *rules, int hero, const void *pos)
{
    int turn = rules->turn(pos);

    if (rules->players <= 2)
        return turn > 0;
    if (turn == BZ_CHANCE)
        return 0;
    return rules->teams ? (turn - hero) % rules->teams != 0 : turn != hero;
}

/* What a side gets from these results of all players. */
BZ_INLINE int bz_side_result(const struct bz_rules *rules, int hero, int side, const int *result)
{
    if (rules->players > 2)
        return side == 0 ? result[hero] : -result[hero];
    if (rules->players == 2 && !(rules->traits & BZ_ZERO_SUM))
        return result[side] - result[!side];
    return result[side];
}

/* What a finished game is worth to the side to move: sooner is better when winning. */
BZ_INLINE int bz_final_value(const struct bz_rules *rules, int hero, const void *pos, int ply)
{
    int result[BZ_PLAYERS_MAX], own;

    rules->result(pos, result);
    own = bz_side_result(rules, hero, bz_side(rules, hero, pos), result);
    assert(own < BZ_VALUE_DECIDED && own > -BZ_VALUE_DECIDED);
    if (rules->traits & BZ_HAS_POINTS)
        return own;
    return own > 0 ? BZ_VALUE_WIN - ply : own < 0 ? ply - BZ_VALUE_WIN : 0;
}

/* What the side to move may expect. */
BZ_INLINE int bz_estimate(const struct bz_rules *rules, int hero, const void *pos)
{
    int value;

    if (rules->players <= 2)
        return rules->eval ? rules->eval(pos) : 0;
    value = (int)rules->evals[0].value(pos, hero);
    return bz_side(rules, hero, pos) == 0 ? value : -value;
}

BZ_INLINE int bz_reply_count(const struct bz_rules *rules, const struct bz_space *space,
                             const void *pos, int ply)
{
    return rules->count ? rules->count(pos) : rules->moves(pos, bz_frame_moves(space, rules, ply));
}

#endif
