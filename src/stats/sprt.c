/*
 * sprt.c - the generalised sequential probability ratio test for three or five outcomes.
 *
 * The likeliest distribution under one linear condition, sum p_i b_i = 0, is
 * p_i = q_i / (1 + x b_i) for the observed q and the one x that meets it. A condition on mean over
 * deviation is not linear; it is made so at the distribution found last, until that stays.
 */
#include "stats/sprt.h"

#include <assert.h>
#include <math.h>

#include "stats/estimate.h"

enum { ROUNDS_MAX = 50, HALVINGS = 200 };

static const double UNSEEN = 1e-3; /* what an outcome counts that did not occur */
static const double SETTLED = 1e-13;

/* Weights on the outcomes 0, step … 1 that add up to 1. */
struct spread {
    double weights[BZ_PAIR_SCORES];
    int kinds;
};

static double worth(const struct spread *spread, int outcome)
{
    return (double)outcome / (spread->kinds - 1);
}

static double slope(const struct spread *seen, const double *b, double x)
{
    double sum = 0;

    for (int i = 0; i < seen->kinds; i++)
        sum += seen->weights[i] * b[i] / (1 + x * b[i]);
    return sum;
}

/* The x that meets the condition: the sum falls from infinity to minus infinity between the two
 * poles next to 0. */
static double find_multiplier(const struct spread *seen, const double *b)
{
    double least = 0, most = 0, low, high;

    for (int i = 0; i < seen->kinds; i++) {
        least = fmin(least, b[i]);
        most = fmax(most, b[i]);
    }
    assert(least < 0 && most > 0);
    low = -1 / most;
    high = -1 / least;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = 0.5 * (low + high);

        if (middle <= low || middle >= high)
            break;
        if (slope(seen, b, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

static struct spread likeliest(const struct spread *seen, const double *b)
{
    struct spread spread = {.kinds = seen->kinds};
    double x = find_multiplier(seen, b), total = 0;

    for (int i = 0; i < seen->kinds; i++) {
        spread.weights[i] = seen->weights[i] / (1 + x * b[i]);
        total += spread.weights[i];
    }
    for (int i = 0; i < seen->kinds; i++)
        spread.weights[i] /= total;
    return spread;
}

/* The likeliest with this mean. */
static struct spread with_mean(const struct spread *seen, double mean)
{
    double b[BZ_PAIR_SCORES];

    for (int i = 0; i < seen->kinds; i++)
        b[i] = worth(seen, i) - mean;
    return likeliest(seen, b);
}

static double distance(const struct spread *a, const struct spread *b)
{
    double most = 0;

    for (int i = 0; i < a->kinds; i++)
        most = fmax(most, fabs(a->weights[i] - b->weights[i]));
    return most;
}

/* The likeliest whose mean is so many deviations above ½. */
static struct spread with_deviations(const struct spread *seen, double deviations)
{
    struct spread spread = {.kinds = seen->kinds}, last;

    for (int i = 0; i < seen->kinds; i++)
        spread.weights[i] = 1.0 / seen->kinds;
    for (int round = 0; round < ROUNDS_MAX; round++) {
        struct bz_moments moments = bz_moments_of(spread.weights, spread.kinds);
        double sigma = sqrt(moments.variance), b[BZ_PAIR_SCORES];

        for (int i = 0; i < seen->kinds; i++) {
            double off = (worth(seen, i) - moments.mean) / sigma;

            b[i] = worth(seen, i) - 0.5 - 0.5 * deviations * sigma * (1 + off * off);
        }
        last = spread;
        spread = likeliest(seen, b);
        if (distance(&spread, &last) < SETTLED)
            break;
    }
    return spread;
}

static struct spread under(const struct bz_sprt *sprt, const struct spread *seen, double elo)
{
    double games = seen->kinds == BZ_PAIR_SCORES ? 2 : 1;

    if (sprt->model == BZ_ELO_LOGISTIC)
        return with_mean(seen, bz_share_of_elo(elo));
    return with_deviations(seen, elo / BZ_NORMALISED_UNIT * sqrt(games));
}

static double log_ratio(const struct bz_sprt *sprt, const struct bz_outcomes *outcomes)
{
    struct spread seen = {.kinds = outcomes->kinds}, null, other;
    double total = 0, sum = 0;

    for (int i = 0; i < seen.kinds; i++) {
        seen.weights[i] = outcomes->counts[i] ? (double)outcomes->counts[i] : UNSEEN;
        total += seen.weights[i];
    }
    for (int i = 0; i < seen.kinds; i++)
        seen.weights[i] /= total;
    null = under(sprt, &seen, sprt->elo0);
    other = under(sprt, &seen, sprt->elo1);
    for (int i = 0; i < seen.kinds; i++)
        sum += seen.weights[i] * log(other.weights[i] / null.weights[i]);
    return total * sum;
}

static bool is_error(double probability)
{
    return probability >= 1e-9 && probability < 0.5;
}

int bz_sprt_check(const struct bz_sprt *sprt, struct bz_error *err)
{
    if (!(sprt->elo0 < sprt->elo1))
        return bz_fail(err, BZ_ERROR_RANGE, "elo0 must be below elo1");
    if (!(sprt->elo0 >= -BZ_SPRT_ELO_MAX && sprt->elo1 <= BZ_SPRT_ELO_MAX))
        return bz_fail(err, BZ_ERROR_RANGE, "elo0 and elo1 must be within -%d and %d",
                       BZ_SPRT_ELO_MAX, BZ_SPRT_ELO_MAX);
    if (!is_error(sprt->alpha) || !is_error(sprt->beta))
        return bz_fail(err, BZ_ERROR_RANGE, "alpha and beta must be at least 1e-9 and below 0.5");
    return BZ_OK;
}

struct bz_sprt_state bz_sprt_judge(const struct bz_sprt *sprt, const struct bz_outcomes *outcomes)
{
    struct bz_sprt_state state = {.lower = log(sprt->beta / (1 - sprt->alpha)),
                                  .upper = log((1 - sprt->beta) / sprt->alpha)};

    assert(bz_sprt_check(sprt, NULL) == BZ_OK);
    if (bz_outcomes_total(outcomes) > 0)
        state.llr = log_ratio(sprt, outcomes);
    if (state.llr >= state.upper)
        state.verdict = BZ_SPRT_H1;
    else if (state.llr <= state.lower)
        state.verdict = BZ_SPRT_H0;
    return state;
}
