/*
 * safety.h - how two players stand, house by house: what the engine looks at, and when nothing can
 * change the winner any more.
 *
 * The stand of a house is a number for one of the players: n + 1 if he is n members ahead, 1 if
 * both have as many and he holds the banner, 0 if nobody has any, and the same below zero for the
 * other one. So its sign says who holds the banner.
 */
#ifndef HOTK_SAFETY_H
#define HOTK_SAFETY_H

#include "hotk.h"

enum {
    MEMBERS_MAX = 8, /* of a house */
    STAND_MAX = MEMBERS_MAX + 1,
    REPLY_WORTH = 25 /* of a move more to choose from, on the scale of hotk_hopes */
};

/* What the player to move may hope for in a house of which `more` members are still to be had, by
 * his stand + STAND_MAX: hundredths of the logarithm of his odds. */
extern const int16_t hotk_hopes[MEMBERS_MAX + 1][2 * STAND_MAX + 1];

struct hotk_standing {
    int value;   /* for the player to move; below 4000 either way */
    int safe[2]; /* banners that the player to move, or the other, holds for good */
};

/* By how much a lead in a house can still shrink without a card of that house: Jon counts as two,
 * Gendry as one Baratheon, and the published Jaqen kills one. */
static inline int hotk_reserve(unsigned companions, int house)
{
    return (int)(2 * (companions >> JON & 1) + (companions >> JAQEN & 1) +
                 (house == BARATHEON ? companions >> GENDRY & 1 : 0));
}

/* What a house is worth where companions may change everything: a safe banner all of it, another
 * one less, the more so the more members its holder is ahead. With the hopes instead, phase 2 won
 * 21 of 60 games at 5,000 nodes a move, and the published game 39 of 80 at 2,000. */
static inline int hotk_plain_worth(int lead, int held, bool safe)
{
    enum { HELD = 16, SAFE = 32, AHEAD = 4 };

    return safe ? SAFE * held : HELD * held + AHEAD * lead;
}

/* `rules` and `companions` are those of pos; constants where the caller knows them. */
static inline struct hotk_standing hotk_look(const struct hotk *pos, int rules, unsigned companions)
{
    unsigned own = hotk_banners(pos, pos->turn), others = hotk_banners(pos, !pos->turn);
    struct hotk_standing standing = {0};

    for (int house = 0; house < HOUSES; house++) {
        int lead = hotk_count(pos, pos->turn, house) - hotk_count(pos, !pos->turn, house);
        int more = bz_popcount(hotk_house(pos, house)) + hotk_reserve(companions, house);
        int held = (int)(own >> house & 1) - (int)(others >> house & 1);
        bool safe = held * lead > more || more == 0;

        standing.value += rules == PHASE1 ? hotk_hopes[more][STAND_MAX + lead + held]
                                          : hotk_plain_worth(lead, held, safe);
        standing.safe[0] += safe && held > 0;
        standing.safe[1] += safe && held < 0;
    }
    return standing;
}

#endif
