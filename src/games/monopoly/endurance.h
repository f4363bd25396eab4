/*
 * endurance.h - how long a game can last, and how likely that is, however it is played.
 *
 * Every lap brings fines, and no more of them can be paid than there is money. So the limit of
 * turns can be left out of exact computation where it hardly ever counts, and this says how rarely.
 */
#ifndef MONOPOLY_ENDURANCE_H
#define MONOPOLY_ENDURANCE_H

#include "monopoly.h"

/* What is called hardly ever: far below what a table's rounding can show. */
#define ENDURANCE_BOUND 1e-7

struct endurance {
    int unit, count; /* of money paid as fines */
    int *turns;  /* turns after which so many units are paid but for that chance; count entries */
    double last; /* the chance that the richest game is not over at the limit */
};

/* For games of all this money at most, and at most so many turns. */
int monopoly_endurance_init(struct endurance *endurance, const struct monopoly_board *board,
                            int wealth, int turns, struct bz_error *err);
void monopoly_endurance_release(struct endurance *endurance);

/* Whether the limit of turns can be forgotten in a position. */
bool monopoly_endurance_is_ample(const struct endurance *endurance, const struct monopoly *pos);

#endif
