/*
 * safety.h - how two players stand, house by house: what the engine looks at, and when nothing can
 * change the winner any more.
 */
#ifndef HOTK_SAFETY_H
#define HOTK_SAFETY_H

#include "hotk.h"

struct hotk_standing {
    int value;   /* for the first player; below 1000 either way */
    int safe[2]; /* banners that a player holds and nobody can take from him */
};

/* By how much a lead in a house can still shrink without a card of that house: Jon counts as two,
 * Gendry as one Baratheon, and the published Jaqen kills one. */
static inline int hotk_reserve(unsigned companions, int house)
{
    return (int)(2 * (companions >> JON & 1) + (companions >> JAQEN & 1) +
                 (house == BARATHEON ? companions >> GENDRY & 1 : 0));
}

/* A safe banner counts for all of it, another one for less, the more so the more members its holder
 * is ahead. `companions` are those of pos; a constant where the rules have none. */
static inline struct hotk_standing hotk_stand(const struct hotk *pos, unsigned companions)
{
    enum { HELD = 16, SAFE = 32, AHEAD = 4 };
    struct hotk_standing standing = {0};

    for (int house = 0; house < HOUSES; house++) {
        int lead = hotk_count(pos, 0, house) - hotk_count(pos, 1, house);
        int more = bz_popcount(hotk_house(pos, house)) + hotk_reserve(companions, house);
        int first = (int)(pos->banners >> house & 1);
        int second = (int)(pos->banners >> (8 + house) & 1);
        int held = first - second;
        bool safe = held * lead > more || more == 0;

        standing.value += safe ? SAFE * held : HELD * held + AHEAD * lead;
        standing.safe[0] += safe & first;
        standing.safe[1] += safe & second;
    }
    return standing;
}

#endif
