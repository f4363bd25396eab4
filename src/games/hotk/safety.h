/*
 * safety.h - how two players stand, house by house: what the engine looks at.
 */
#ifndef HOTK_SAFETY_H
#define HOTK_SAFETY_H

#include "hotk.h"

/* A banner that nobody can take any more counts for all of it, another one for less, the more so
 * the more cards the holder is ahead. For the first player; below 1000 either way. */
static inline int hotk_safety(const struct hotk *pos)
{
    enum { HELD = 16, SAFE = 32, AHEAD = 4 };
    int value = 0;

    for (int house = 0; house < HOUSES; house++) {
        int lead = hotk_count(pos, 0, house) - hotk_count(pos, 1, house);
        int left = bz_popcount(hotk_house(pos, house));
        int held = (int)(pos->banners >> house & 1) - (int)(pos->banners >> (8 + house) & 1);
        bool safe = held * lead > left || left == 0;

        value += safe ? SAFE * held : HELD * held + AHEAD * lead;
    }
    return value;
}

#endif
