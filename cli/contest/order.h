/*
 * order.h - what the flags of `bazi match` ask for, and what is played after them.
 *
 * Other commands that play games take the same flags, or some of them.
 */
#ifndef CONTEST_ORDER_H
#define CONTEST_ORDER_H

#include "command.h"
#include "contest/contest.h"
#include "play/play.h"

/* Everything a match needs, and what it owns. */
struct order {
    int games_default; /* set by the caller, as `pairs` is */
    bool pairs;        /* every opening in each seating */
    struct bz_series series;
    struct bz_house house;
    struct contest contest;
    struct session *session; /* where a person plays; else NULL */
    const char *assignments[FLAGS_MAX];
};

/* Reads players and flags, opens the files. On a wrong one complains in the command's name and returns
 * STATUS_USAGE; the order is to be released in any case. */
int order_read(const struct invocation *inv, struct order *order);
/* Plays it; complains and returns STATUS_USAGE if it cannot go on. */
int order_play(struct order *order, struct bz_tally *ret_tallies);
void order_release(struct order *order);

#endif
