/*
 * trial.h - what a sequential test came to, from games just played or from counts given by hand.
 */
#ifndef CONTEST_TRIAL_H
#define CONTEST_TRIAL_H

#include "match/series.h"
#include "stats/sprt.h"

struct trial {
    const struct bz_sprt *sprt;
    const char *names[2];           /* NULL where nobody played */
    const struct bz_tally *tallies; /* of the two, or NULL */
    int copies;                     /* games that are the same as others */
    struct bz_outcomes outcomes;
};

/* Prints the report, for people or as one JSON object; the verdict. */
enum bz_sprt_verdict trial_report(const struct trial *trial, bool as_json);

#endif
