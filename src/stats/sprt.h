/*
 * sprt.h - the sequential probability ratio test: is the first player's lead elo0, or elo1?
 *
 * The generalised test of Van den Bergh, as Stockfish's fishtest uses it: the likelihood of the
 * counts under the likeliest distribution of outcomes that has elo1, against the same for elo0.
 * Outcomes are those of games or, better, of pairs; one that never occurred counts as a thousandth.
 * Logistic hypotheses are about the share of points, normalised ones about the share beyond ½ in
 * standard deviations of a game.
 */
#ifndef STATS_SPRT_H
#define STATS_SPRT_H

#include "bazi/error.h"
#include "stats/counts.h"

enum bz_elo_model { BZ_ELO_LOGISTIC, BZ_ELO_NORMALISED };

/* Hypotheses lie within this, for both models. */
enum { BZ_SPRT_ELO_MAX = 200 };

struct bz_sprt {
    enum bz_elo_model model;
    double elo0, elo1; /* elo0 < elo1 */
    double alpha;      /* how often elo1 may be accepted where elo0 is true */
    double beta;       /* and elo0 where elo1 is true */
};

enum bz_sprt_verdict { BZ_SPRT_OPEN, BZ_SPRT_H0, BZ_SPRT_H1 };

struct bz_sprt_state {
    double llr;          /* the logarithm of the ratio, above 0 in favour of elo1 */
    double lower, upper; /* where it is decided */
    enum bz_sprt_verdict verdict;
};

/* BZ_ERROR_RANGE where the hypotheses are out of order or range, or a probability of error is
 * below a billionth or not below ½. */
int bz_sprt_check(const struct bz_sprt *sprt, struct bz_error *err);

/* Of a test that was checked. */
struct bz_sprt_state bz_sprt_judge(const struct bz_sprt *sprt, const struct bz_outcomes *outcomes);

#endif
