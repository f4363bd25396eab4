/*
 * order.h - what the flags of `bazi match` ask for, and what is played after them.
 *
 * Other commands that play games take the same flags, or some of them.
 */
#ifndef CONTEST_ORDER_H
#define CONTEST_ORDER_H

#include "command.h"
#include "contest.h"
#include "play/play.h"

/* Everything a match needs, and what it owns. */
struct order {
    /* Set by the caller: */
    int games_default;
    bool pairs;  /* every opening in each seating */
    bool varied; /* as many plies at random first as different games need, unless told how many */
    /* Read from the flags: */
    struct bz_series series;
    struct bz_house house;
    struct contest contest;
    struct session *session; /* where a person plays; else NULL */
    const char *assignments[FLAGS_MAX];
};

/* Reads players and flags, opens the files, plays, and hands the tallies to `end`, whose status it
 * returns. On a wrong flag, or where the series cannot go on, complains in the command's name and
 * returns STATUS_USAGE. */
int order_run(const struct invocation *inv, struct order *order,
              int (*end)(struct order *order, const struct bz_tally *tallies));

#endif
