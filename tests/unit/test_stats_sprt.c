/*
 * test_stats_sprt.c - the likelihood ratio, against a search for the likeliest distributions that
 * knows nothing of multipliers, and against values others have published.
 */
#include "check.h"

#include <math.h>
#include <string.h>

#include "counted.h"
#include "stats/estimate.h"
#include "stats/sprt.h"

static double ratio(enum bz_elo_model model, double elo0, double elo1, struct bz_outcomes seen)
{
    const struct bz_sprt sprt = {model, elo0, elo1, 0.05, 0.05};

    return bz_sprt_judge(&sprt, &seen).llr;
}

static void bounds_are_walds(void **state)
{
    struct bz_sprt sprt = {BZ_ELO_LOGISTIC, 0, 5, 0.05, 0.05};
    struct bz_outcomes nothing = counted_games(0, 0, 0), bad = counted_games(0, 100, 3000),
                       good = counted_games(3000, 100, 0);
    struct bz_sprt_state judged = bz_sprt_judge(&sprt, &nothing);

    (void)state;
    check_near(judged.lower, -2.9444, 1e-4);
    check_near(judged.upper, 2.9444, 1e-4);
    check_near(judged.llr, 0, 0);
    assert_int_equal(judged.verdict, BZ_SPRT_OPEN);
    assert_int_equal(bz_sprt_judge(&sprt, &bad).verdict, BZ_SPRT_H0);
    assert_int_equal(bz_sprt_judge(&sprt, &good).verdict, BZ_SPRT_H1);
    sprt.alpha = 0.01;
    sprt.beta = 0.1;
    judged = bz_sprt_judge(&sprt, &nothing);
    check_near(judged.lower, log(0.1 / 0.99), 1e-12);
    check_near(judged.upper, log(0.9 / 0.01), 1e-12);
}

/* From the tests of fastchess, which has them from fishtest; given there to two places. */
static void ratios_are_as_published(void **state)
{
    (void)state;
    check_near(ratio(BZ_ELO_NORMALISED, 0, 2, counted_games(36433, 68692, 36027)), 0.92, 0.006);
    check_near(ratio(BZ_ELO_NORMALISED, -1.75, 0.25, counted_games(10871, 20431, 10650)), 2.30,
               0.006);
    check_near(ratio(BZ_ELO_LOGISTIC, 0.5, 2.5, counted_games(21404, 40708, 21184)), -1.57, 0.006);
    check_near(ratio(BZ_ELO_LOGISTIC, 0, 2, counted_games(57433, 106593, 57030)), -2.59, 0.006);
    check_near(ratio(BZ_ELO_NORMALISED, 0, 2, counted_pairs(365, 16618, 36229, 16974, 390)), 2.25,
               0.006);
    check_near(ratio(BZ_ELO_NORMALISED, -1.75, 0.25, counted_pairs(127, 4883, 10712, 5150, 104)),
               3.01, 0.006);
    check_near(ratio(BZ_ELO_LOGISTIC, 0.5, 2.5, counted_pairs(223, 9863, 21279, 10037, 246)), -3.07,
               0.006);
    check_near(ratio(BZ_ELO_LOGISTIC, 0, 2, counted_pairs(871, 26175, 55983, 26678, 821)), -4.98,
               0.006);
}

/* --- by search -------------------------------------------------------------------------------- */

/* A hypothesis: the mean, or the mean beyond one half in deviations. */
struct claim {
    enum bz_elo_model model;
    double at;
};

/* The likelihood of what was seen with these chances of all outcomes but the first and the last,
 * which the claim then determines; minus infinity where that cannot be. */
static double likelihood(const struct claim *claim, const double *seen, int kinds,
                         const double *inner)
{
    double rest = 1, lean = 0, square = 0, mean, chances[BZ_PAIR_SCORES], sum = 0;

    for (int i = 1; i < kinds - 1; i++) {
        double off = (double)i / (kinds - 1) - 0.5;

        chances[i] = inner[i - 1];
        rest -= chances[i];
        lean += chances[i] * off;
        square += chances[i] * off * off;
    }
    square += rest / 4;
    mean = claim->model == BZ_ELO_LOGISTIC
               ? claim->at - 0.5
               : claim->at * sqrt(fmax(0, square) / (1 + claim->at * claim->at));
    chances[kinds - 1] = rest / 2 + (mean - lean);
    chances[0] = rest / 2 - (mean - lean);
    for (int i = 0; i < kinds; i++) {
        if (chances[i] <= 0)
            return -HUGE_VAL;
        sum += seen[i] * log(chances[i]);
    }
    return sum;
}

/* Climbs by trying all steps of a size, in any of the directions, until none helps; then halves. */
static double best_likelihood(const struct claim *claim, const double *seen, int kinds)
{
    double inner[3] = {1.0 / kinds, 1.0 / kinds, 1.0 / kinds};
    double best = likelihood(claim, seen, kinds, inner);
    int ways = kinds == 5 ? 27 : 3;

    for (double step = 0.05; step > 1e-9;) {
        bool better = false;

        for (int way = 0; way < ways; way++) {
            int second = kinds == 5 ? way / 3 % 3 - 1 : 0, third = kinds == 5 ? way / 9 - 1 : 0;
            double there[3] = {inner[0] + step * (way % 3 - 1), inner[1] + step * second,
                               inner[2] + step * third};
            double value = likelihood(claim, seen, kinds, there);

            if (value > best) {
                best = value;
                memcpy(inner, there, sizeof(inner));
                better = true;
            }
        }
        if (!better)
            step /= 2;
    }
    return best;
}

static double searched_ratio(enum bz_elo_model model, double elo0, double elo1,
                             const struct bz_outcomes *outcomes)
{
    const double elos[] = {elo0, elo1};
    double seen[BZ_PAIR_SCORES], found[2];

    for (int i = 0; i < outcomes->kinds; i++)
        seen[i] = outcomes->counts[i] ? (double)outcomes->counts[i] : 1e-3;
    for (int i = 0; i < 2; i++) {
        struct claim claim = {model, bz_share_of_elo(elos[i])};

        if (model == BZ_ELO_NORMALISED)
            claim.at = elos[i] / (800 / log(10)) * (outcomes->kinds == 5 ? sqrt(2) : 1);
        found[i] = best_likelihood(&claim, seen, outcomes->kinds);
    }
    return found[1] - found[0];
}

static void ratios_are_those_of_the_likeliest(void **state)
{
    const struct bz_outcomes all[] = {
        counted_games(30, 50, 20),      counted_games(8, 0, 1),
        counted_games(100, 3, 120),     counted_pairs(3, 10, 30, 8, 2),
        counted_pairs(1, 1, 1, 1, 1),   counted_pairs(2, 5, 20, 9, 1),
        counted_pairs(20, 0, 3, 0, 25), counted_pairs(1, 60, 90, 3, 2),
        counted_pairs(1, 2, 3, 40, 50),
    };
    static const double elos[][2] = {{0, 5}, {-10, 10}, {-3, 1}, {20, 80}, {-150, 100}};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(all); i++)
        for (int j = 0; j < CHECK_COUNT(elos); j++)
            for (int model = 0; model < 2; model++)
                check_near(
                    ratio((enum bz_elo_model)model, elos[j][0], elos[j][1], all[i]),
                    searched_ratio((enum bz_elo_model)model, elos[j][0], elos[j][1], &all[i]),
                    2e-4);
}

/* --- what holds always ------------------------------------------------------------------------ */

static void check_small(struct bz_outcomes seen)
{
    static const double elos[][2] = {{-200, 200}, {0, 5}, {150, 200}, {-200, -199}};
    struct bz_outcomes other = seen;

    for (int i = 0; i < seen.kinds; i++)
        other.counts[i] = seen.counts[seen.kinds - 1 - i];
    for (int i = 0; i < CHECK_COUNT(elos); i++)
        for (int model = 0; model < 2; model++) {
            double llr = ratio((enum bz_elo_model)model, elos[i][0], elos[i][1], seen);

            assert_true(isfinite(llr));
            check_near(ratio((enum bz_elo_model)model, -elos[i][1], -elos[i][0], other), -llr,
                       1e-4);
        }
}

static void small_counts_are_judged(void **state)
{
    (void)state;
    for (int n = 0; n <= 12; n++)
        for (int wins = 0; wins <= n; wins++)
            for (int draws = 0; wins + draws <= n; draws++)
                check_small(counted_games(wins, draws, n - wins - draws));
    for (int code = 0; code < 7 * 7 * 7 * 7 * 7; code++) {
        struct bz_outcomes seen =
            counted_pairs(code % 7, code / 7 % 7, code / 49 % 7, code / 343 % 7, code / 2401);

        if (bz_outcomes_total(&seen) <= 6)
            check_small(seen);
    }
    check_small(counted_games(0, 10000, 0));
    check_small(counted_pairs(0, 0, 10000, 0, 0));
    assert_true(isfinite(ratio(BZ_ELO_NORMALISED, 0, 5, counted_games(BZ_COUNT_MAX, 0, 0))));
    assert_true(isfinite(ratio(BZ_ELO_NORMALISED, 0, 5, counted_pairs(0, 0, BZ_COUNT_MAX, 0, 0))));
}

static void refuse(struct bz_sprt sprt, const char *words)
{
    struct bz_error err;

    assert_int_equal(bz_sprt_check(&sprt, &err), BZ_ERROR_RANGE);
    check_error(&err, BZ_ERROR_RANGE, words);
}

static void wrong_tests_are_refused(void **state)
{
    (void)state;
    assert_int_equal(bz_sprt_check(&(struct bz_sprt){BZ_ELO_LOGISTIC, 0, 5, 0.05, 0.1}, NULL), 0);
    refuse((struct bz_sprt){BZ_ELO_LOGISTIC, 5, 5, 0.05, 0.05}, "elo0 below");
    refuse((struct bz_sprt){BZ_ELO_LOGISTIC, 0, 201, 0.05, 0.05}, "within 200");
    refuse((struct bz_sprt){BZ_ELO_LOGISTIC, nan(""), 5, 0.05, 0.05}, "elo0");
    refuse((struct bz_sprt){BZ_ELO_LOGISTIC, 0, 5, 0, 0.05}, "alpha");
    refuse((struct bz_sprt){BZ_ELO_LOGISTIC, 0, 5, 0.05, 0.5}, "beta");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_walds),
        cmocka_unit_test(ratios_are_as_published),
        cmocka_unit_test(ratios_are_those_of_the_likeliest),
        cmocka_unit_test(small_counts_are_judged),
        cmocka_unit_test(wrong_tests_are_refused),
    };

    return CHECK_RUN(tests);
}
