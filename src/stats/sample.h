/*
 * sample.h - points instead of wins: what is typical, how far it spreads, and whether one of two
 * players gets more on the same maps, deals and dice.
 */
#ifndef STATS_SAMPLE_H
#define STATS_SAMPLE_H

#include "bazi/error.h"
#include "stats/estimate.h"

struct bz_summary {
    int count;
    double mean, deviation;             /* of the sample, n - 1; 0 of fewer than two */
    double least, lower, median, upper; /* quartiles between neighbours, as most programs have it */
    double most;
};

/* Of finite numbers in any order; of none all is 0. BZ_ERROR_MEMORY where there is not enough. */
int bz_summarise(const double *numbers, int count, struct bz_summary *ret_summary,
                 struct bz_error *err);

/* The mean with its interval by Student's t. Of fewer than two numbers nothing is known of their
 * spread, nor where all are the same: the interval is the value and both its ends are open. */
struct bz_estimate bz_mean(const struct bz_summary *summary);

/* Wilcoxon's signed ranks: do the differences of pairs lie around 0? */
struct bz_signed_ranks {
    int used;           /* differences other than 0; the others say nothing */
    double above;       /* the sum of the ranks of those above 0; equal ones share their ranks */
    double probability; /* that it is as far from the middle, or farther, by chance: two-sided */
    const char *method; /* exact up to BZ_RANKS_EXACT_MAX differences, then normal */
};

enum { BZ_RANKS_EXACT_MAX = 50 };

int bz_signed_ranks(const double *differences, int count, struct bz_signed_ranks *ret_ranks,
                    struct bz_error *err);

#endif
