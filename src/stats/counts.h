/*
 * counts.h - what was counted: games won, drawn and lost, or pairs of games by what they brought.
 *
 * The two games of a pair share an opening, a deal and the luck, so they are no independent
 * observations; a pair is one. Whoever has pairs estimates from pairs.
 */
#ifndef STATS_COUNTS_H
#define STATS_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

/* No count is negative; together they are at most this many. */
#define BZ_COUNT_MAX (INT64_C(1) << 40)

struct bz_wdl {
    int64_t wins, draws, losses;
};

int64_t bz_wdl_total(const struct bz_wdl *wdl);

/* Pairs that brought 0, ½, 1, 1½ and 2 points, in this order: the pentanomial. */
enum { BZ_PAIR_SCORES = 5 };

struct bz_pairs {
    int64_t counts[BZ_PAIR_SCORES];
};

/* Either of them, as observations that are worth 0, step, 2 step … 1: what all estimates are made
 * from. */
struct bz_outcomes {
    int64_t counts[BZ_PAIR_SCORES];
    int kinds; /* 3, or 5 for pairs */
};

struct bz_outcomes bz_outcomes_of_wdl(const struct bz_wdl *wdl);
struct bz_outcomes bz_outcomes_of_pairs(const struct bz_pairs *pairs);

int64_t bz_outcomes_total(const struct bz_outcomes *outcomes);
bool bz_outcomes_are_pairs(const struct bz_outcomes *outcomes);

/* Several play the same start alone, and each one's score is compared with each other's. All
 * comparisons of one player hang on his one score: among equals his share of wins has the variance
 * (n + 1) / 12 (n - 1), that of n - 1 independent games would be 1 / 4 (n - 1). Every comparison is
 * thus evidence worth this part of a game: 3 / (n + 1), of two players a whole one. */
double bz_worth_among(int players);

/* Mean and variance of real weights on 0, step … 1; `total` of no weight has mean ½. */
struct bz_moments {
    double total, mean, variance; /* the variance of the weights themselves, not of a sample */
};

struct bz_moments bz_moments_of(const double *weights, int kinds);
struct bz_moments bz_outcomes_moments(const struct bz_outcomes *outcomes);

#endif
