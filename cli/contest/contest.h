/*
 * contest.h - a match as it is shown: every game when it is over, how far it has come, and the
 * table in the end; for people or as JSON, a game a line.
 */
#ifndef CONTEST_H
#define CONTEST_H

#include <stdio.h>

#include "evidence.h"
#include "stats/sprt.h"

struct contest {
    const char *command; /* in whose name is complained */
    const struct bz_series *series;
    int games; /* planned */
    bool as_json;
    bool rewrites;      /* progress can be shown */
    int64_t begin;      /* bz_clock_micros */
    FILE *out;          /* where records are added, or NULL */
    bool follows;       /* something stands there already */
    const char *folder; /* where what programs complained about is kept, or NULL */
    bool failed;        /* something could not be written; complained already */
    uint64_t *prints;   /* one a game, the same for the same moves */
    int print_count;
    /* A test that ends the match when it is decided, or NULL. With it a game is told only if a
     * program did something wrong there. */
    const struct bz_sprt *sprt;
    struct evidence evidence;   /* for it */
    struct bz_tally verdict[2]; /* when it was decided */
    bool decided;
};

/* A bz_series's `each`. */
bool contest_game(void *contest, const struct bz_outcome *outcome);
/* The table, and what else there is to say. */
void contest_end(struct contest *contest, const struct bz_tally *tallies);
/* The test's report, of the tallies it was decided by or else of these; its verdict. */
enum bz_sprt_verdict contest_end_test(struct contest *contest, const struct bz_tally *tallies);

#endif
