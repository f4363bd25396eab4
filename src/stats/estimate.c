/*
 * estimate.c - the interval of a share, and what is made of it.
 */
#include "stats/estimate.h"

#include <math.h>

#include "stats/special.h"

enum { OBSERVATIONS_MIN = 30, DEVIATING_MIN = 10, DECISIVE_EXACT_MAX = 100000 };

static const double TAIL = 0.025; /* beyond either end */
static const double SHARE_EDGE = 1e-12;

/* --- the share -------------------------------------------------------------------------------- */

static bool is_small(const struct bz_outcomes *outcomes, double worth)
{
    int64_t total = bz_outcomes_total(outcomes), most = 0;

    for (int i = 0; i < outcomes->kinds; i++)
        if (outcomes->counts[i] > most)
            most = outcomes->counts[i];
    return worth * (double)total < OBSERVATIONS_MIN ||
           worth * (double)(total - most) < DEVIATING_MIN;
}

/* Twice the points, or four times in pairs: whole, so that all and nothing are told for certain. */
static int64_t steps_of(const struct bz_outcomes *outcomes)
{
    int64_t steps = 0;

    for (int i = 0; i < outcomes->kinds; i++)
        steps += i * outcomes->counts[i];
    return steps;
}

static struct bz_estimate exact_share(const struct bz_outcomes *outcomes, double worth)
{
    int64_t steps = steps_of(outcomes), total = bz_outcomes_total(outcomes);
    double all = worth * (double)total, won = worth * (double)steps / (outcomes->kinds - 1);
    double lost = all - won;
    struct bz_estimate share = {.value = total ? won / all : 0.5,
                                .low_open = steps == 0,
                                .high_open = steps == total * (outcomes->kinds - 1),
                                .high = 1,
                                .method = "exact (Clopper-Pearson)"};

    /* A share between two counts has the interval between theirs. */
    if (!share.low_open)
        share.low = bz_beta_quantile(won, lost + 1, TAIL);
    if (!share.high_open)
        share.high = 1 - bz_beta_quantile(lost, won + 1, TAIL);
    if (total == 0)
        share.method = "no games";
    return share;
}

/* In games of as much variance. Of observations that hang together the sample's is no guide: what
 * draws take from it may well come back in what is common to them. */
static double games_of(const struct bz_moments *moments, double worth)
{
    double p = moments->mean;

    return worth < 1 ? worth * moments->total : moments->total * p * (1 - p) / moments->variance;
}

static struct bz_estimate wilson_share(const struct bz_moments *moments, double worth)
{
    double p = moments->mean, z2 = BZ_NORMAL_95 * BZ_NORMAL_95, n = games_of(moments, worth);
    double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
    double spread = BZ_NORMAL_95 / (1 + z2 / n) * sqrt(p * (1 - p) / n + z2 / (4 * n * n));

    return (struct bz_estimate){.value = p,
                                .low = fmax(0, middle - spread),
                                .high = fmin(1, middle + spread),
                                .method = worth < 1 ? "Wilson" : "Wilson, variance of the sample"};
}

struct bz_estimate bz_share_worth(const struct bz_outcomes *outcomes, double worth)
{
    struct bz_moments moments = bz_outcomes_moments(outcomes);

    return is_small(outcomes, worth) ? exact_share(outcomes, worth) : wilson_share(&moments, worth);
}

struct bz_estimate bz_share(const struct bz_outcomes *outcomes)
{
    return bz_share_worth(outcomes, 1);
}

/* --- its images ------------------------------------------------------------------------------- */

double bz_elo_of_share(double share)
{
    share = fmin(1 - SHARE_EDGE, fmax(SHARE_EDGE, share));
    return BZ_ELO_UNIT * (log(share) - log1p(-share));
}

double bz_share_of_elo(double elo)
{
    return 1 / (1 + exp(-elo / BZ_ELO_UNIT));
}

/* The share and its interval strictly between 0 and 1, for what has no finite image there. */
static struct bz_estimate inner_share(const struct bz_outcomes *outcomes)
{
    struct bz_estimate share = bz_share(outcomes);
    double total = (double)bz_outcomes_total(outcomes);

    if (share.low_open)
        share.low = bz_beta_quantile(0.5, total + 0.5, TAIL);
    if (share.high_open)
        share.high = 1 - bz_beta_quantile(0.5, total + 0.5, TAIL);
    if (share.low_open || share.high_open)
        share.value = (total * share.value + 0.5) / (total + 1);
    if (total > 0 && (share.low_open || share.high_open))
        share.method = "exact (Clopper-Pearson); value and open end by Jeffreys' prior";
    return share;
}

struct bz_estimate bz_elo(const struct bz_outcomes *outcomes)
{
    struct bz_estimate elo = inner_share(outcomes);

    elo.value = bz_elo_of_share(elo.value);
    elo.low = bz_elo_of_share(elo.low);
    elo.high = bz_elo_of_share(elo.high);
    return elo;
}

/* The counts, with half an observation won and half a one lost where `prior` is set. */
static struct bz_moments moments_with(const struct bz_outcomes *outcomes, bool prior)
{
    double weights[BZ_PAIR_SCORES] = {0};

    for (int i = 0; i < outcomes->kinds; i++)
        weights[i] = (double)outcomes->counts[i];
    if (prior) {
        weights[0] += 0.5;
        weights[outcomes->kinds - 1] += 0.5;
    }
    return bz_moments_of(weights, outcomes->kinds);
}

/* The variance of one game as a part of what it had if nothing were drawn. */
static double variance_ratio(const struct bz_outcomes *outcomes)
{
    struct bz_moments moments = moments_with(outcomes, false);
    double games = bz_outcomes_are_pairs(outcomes) ? 2 : 1;

    if (moments.variance <= 0)
        moments = moments_with(outcomes, true);
    return games * moments.variance / (moments.mean * (1 - moments.mean));
}

static double normalise(double share, double ratio)
{
    share = fmin(1 - SHARE_EDGE, fmax(SHARE_EDGE, share));
    return BZ_NORMALISED_UNIT * (share - 0.5) / sqrt(ratio * share * (1 - share));
}

struct bz_estimate bz_normalised_elo(const struct bz_outcomes *outcomes)
{
    struct bz_estimate elo = inner_share(outcomes);
    double ratio = variance_ratio(outcomes);

    elo.value = normalise(elo.value, ratio);
    elo.low = normalise(elo.low, ratio);
    elo.high = normalise(elo.high, ratio);
    return elo;
}

static double superiority_of_games(double wins, double losses)
{
    if (wins + losses > DECISIVE_EXACT_MAX)
        return bz_normal_cdf((wins - losses) / sqrt(wins + losses));
    return bz_beta_cdf(losses + 1, wins + 1, 0.5);
}

double bz_superiority(const struct bz_outcomes *outcomes)
{
    struct bz_moments moments;
    double degrees;

    if (!bz_outcomes_are_pairs(outcomes))
        return superiority_of_games((double)outcomes->counts[2], (double)outcomes->counts[0]);
    moments = moments_with(outcomes, true);
    degrees = moments.total - 1;
    if (degrees <= 0)
        return 0.5;
    return bz_student_cdf((moments.mean - 0.5) * sqrt(degrees / moments.variance), degrees);
}

/* --- as text ---------------------------------------------------------------------------------- */

double bz_estimate_error(const struct bz_estimate *estimate)
{
    return fmax(estimate->high - estimate->value, estimate->value - estimate->low);
}

static bool is_known(const struct bz_estimate *estimate)
{
    return isfinite(estimate->value) && isfinite(estimate->low) && isfinite(estimate->high);
}

/* Nothing is written as -0.0. */
static double rounded(double number, int decimals)
{
    return fabs(number) * pow(10, decimals) < 0.5 ? 0 : number;
}

void bz_estimate_format(const struct bz_estimate *estimate, int decimals, struct bz_buf *out)
{
    if (is_known(estimate))
        bz_buf_add(out, "%+.*f [%+.*f, %+.*f]", decimals, rounded(estimate->value, decimals),
                   decimals, rounded(estimate->low, decimals), decimals,
                   rounded(estimate->high, decimals));
    else
        bz_buf_add(out, "unknown");
}

void bz_estimate_format_short(const struct bz_estimate *estimate, int decimals, struct bz_buf *out)
{
    if (is_known(estimate))
        bz_buf_add(out, "%+.*f \u00b1 %.*f", decimals, rounded(estimate->value, decimals), decimals,
                   bz_estimate_error(estimate));
    else
        bz_buf_add(out, "unknown");
}

void bz_estimate_format_share(const struct bz_estimate *estimate, struct bz_buf *out)
{
    if (is_known(estimate))
        bz_buf_add(out, "%.1f %% [%.1f, %.1f]", 100 * estimate->value, 100 * estimate->low,
                   100 * estimate->high);
    else
        bz_buf_add(out, "unknown");
}
