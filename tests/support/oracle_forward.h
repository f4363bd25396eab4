/*
 * oracle_forward.h - the chance of the first player, counted forwards: where games are after every
 * turn, and how likely, until all have ended. The rules make every move, and somebody tells what is
 * chosen; no value is ever computed.
 *
 * For small Monopoly. Positions of one wealth and one distribution of property are kept together,
 * the richest and emptiest first; what is less likely than a given bound is left out and added up.
 */
#ifndef ORACLE_FORWARD_H
#define ORACLE_FORWARD_H

#include "games/monopoly/monopoly.h"

/* Which of two actions is chosen: 0 or 1. */
typedef int forward_choice(void *context, const struct monopoly *pos, const bz_move *moves);

struct forward {
    double wins, losses; /* of the first player */
    double lost;         /* what was left out */
    uint64_t positions;  /* that games passed through */
};

/* From the start of the game; `unit` divides all its money, `least` is the bound. */
void forward_run(const struct bz_setup *setup, int unit, double least, forward_choice *choice,
                 void *context, struct forward *ret_forward);

#endif
