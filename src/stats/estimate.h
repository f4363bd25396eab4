/*
 * estimate.h - how strong somebody is and how well that is known, from counts.
 *
 * Every interval is one of 95 %, ordered, finite and around its value. All of them come from one:
 * that of the share of points. Elo and normalised Elo grow with the share, so their intervals are
 * its image. The share's interval is found in one of two ways:
 *
 * exact    Clopper and Pearson's, where there are fewer than 30 observations or fewer than 10 that
 *          differ from the most frequent outcome. It holds whatever the truth is if all games are
 *          won or lost; draws, and pairs that are shared, only make it wider than it had to be.
 * Wilson   elsewhere: Wilson's interval of as many games won or lost as would have the variance
 *          of the sample. Draws, and the dependence within pairs, thus count as they were observed.
 *
 * Of observations that are worth only a part of an independent one (bz_worth_among) so many fewer
 * are counted, and Wilson's interval takes draws for half games won and lost. Of equal players,
 * alone on a start, the intervals held in 95.3 to 97.8 %: 3 or 20 players, 4 or 20 starts.
 *
 * An observation is a game, or a pair of games where pairs are counted. Where nothing was lost, or
 * nothing won, the sample sets no bound on one side. The share then ends at 1 or 0, Elo where the
 * posterior of Jeffreys' prior has 97.5 %; that end is marked open. The value of Elo is then that
 * of half an observation more won and half a one lost.
 */
#ifndef STATS_ESTIMATE_H
#define STATS_ESTIMATE_H

#include "bazi/buf.h"
#include "stats/counts.h"

struct bz_estimate {
    double value, low, high;
    bool low_open, high_open; /* nothing observed sets this end; it comes from a prior */
    const char *method;       /* a few words that name how the interval was found */
};

/* The share of points, 0 … 1; of no games ½, which may be anything. */
struct bz_estimate bz_share(const struct bz_outcomes *outcomes);
/* The same where every observation is worth only this part of an independent one, above 0. */
struct bz_estimate bz_share_worth(const struct bz_outcomes *outcomes, double worth);

/* Logistic: a share of 10/11 is worth 400. */
struct bz_estimate bz_elo(const struct bz_outcomes *outcomes);

/* The share beyond ½ in standard deviations of a single game, times 800 / ln 10, so that it is near
 * Elo where nothing is drawn: what the number of games that a proof needs depends on. The ends of
 * its interval keep the sample's ratio of the variance to that of games won or lost. */
struct bz_estimate bz_normalised_elo(const struct bz_outcomes *outcomes);

/* The likelihood of superiority: that the true share is above ½. Of games exactly, by the wins and
 * losses and a uniform prior (above 100,000 of them by the normal distribution). Of pairs by
 * Student's t of the mean, with half a pair won and half a pair lost as a prior. */
double bz_superiority(const struct bz_outcomes *outcomes);

/* Shares are kept a trillionth from 0 and 1. */
double bz_elo_of_share(double share);
double bz_share_of_elo(double elo);

/* 400 / ln 10: points of Elo to a unit of log odds. */
#define BZ_ELO_UNIT 173.71779276130073
/* Points of normalised Elo to a standard deviation of one game. */
#define BZ_NORMALISED_UNIT (2 * BZ_ELO_UNIT)

/* The distance to the end that is farther away. */
double bz_estimate_error(const struct bz_estimate *estimate);
/* "+35.2 [+15.1, +55.6]" with so many decimals; what is not finite is written as "unknown". */
void bz_estimate_format(const struct bz_estimate *estimate, int decimals, struct bz_buf *out);
/* "+35.2 ± 20.4", where there is little room. */
void bz_estimate_format_short(const struct bz_estimate *estimate, int decimals, struct bz_buf *out);
/* "87.5 % [47.3, 99.7]", of a share. */
void bz_estimate_format_share(const struct bz_estimate *estimate, struct bz_buf *out);

#endif
