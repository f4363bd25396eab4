/*
 * test_stats_estimate.c - intervals, Elo and superiority, against their definitions, over all small
 * counts, and how often the intervals hold what they should, by enumerating all that can happen.
 */
#include "check.h"

#include <math.h>
#include <string.h>

#include "counted.h"
#include "stats/estimate.h"
#include "stats/special.h"

static double binomial(int n, int k, double p)
{
    double log_ways = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1);

    if ((p <= 0 && k > 0) || (p >= 1 && k < n))
        return 0;
    return exp(log_ways + (k ? k * log(p) : 0) + (n - k ? (n - k) * log1p(-p) : 0));
}

/* --- known values ----------------------------------------------------------------------------- */

static void elo_is_as_published(void **state)
{
    struct bz_outcomes three_of_four = counted_games(75, 0, 25), drawn = counted_games(50, 50, 0);
    struct bz_estimate elo = bz_elo(&three_of_four);

    (void)state;
    check_near(elo.value, 190.8485, 1e-4);
    check_near(bz_elo(&drawn).value, elo.value, 1e-9);
    check_near(bz_elo_of_share(10.0 / 11), 400, 1e-9);
    check_near(bz_elo_of_share(0.64), 99.95, 0.01);
    check_near(bz_share_of_elo(-200), 0.240253, 1e-6);
    check_near(bz_share_of_elo(bz_elo_of_share(0.123)), 0.123, 1e-12);
    assert_true(isfinite(bz_elo_of_share(0)) && isfinite(bz_elo_of_share(1)));
}

/* Mean and deviation by hand: 20 pairs with 8 of 1½ points, 10 of 1 and 2 of ½. */
static void normalised_elo_counts_deviations(void **state)
{
    struct bz_outcomes of_pairs = counted_pairs(0, 2, 10, 8, 0),
                       of_games = counted_games(12, 20, 8);
    double mean = (2 * 0.25 + 10 * 0.5 + 8 * 0.75) / 20;
    double variance =
        (2 * pow(0.25 - mean, 2) + 10 * pow(0.5 - mean, 2) + 8 * pow(0.75 - mean, 2)) / 20;

    (void)state;
    check_near(BZ_NORMALISED_UNIT, 800 / log(10), 1e-9);
    check_near(bz_normalised_elo(&of_pairs).value,
               800 / log(10) * (mean - 0.5) / sqrt(2 * variance), 1e-9);
    check_near(bz_normalised_elo(&of_games).value,
               800 / log(10) * 0.05 / sqrt((12 * 0.2025 + 20 * 0.0025 + 8 * 0.3025) / 40), 1e-9);
}

/* As docs/tournament.md has it: the deviation is that of half a pair of no points and half a one of
 * two more, scaled to the share that was observed. */
static void pairs_that_are_all_alike_have_a_deviation(void **state)
{
    (void)state;
    for (int kind = 0; kind < BZ_PAIR_SCORES; kind++) {
        struct bz_outcomes five = {.kinds = BZ_PAIR_SCORES};
        double share = kind / 4.0, mean = (5 * share + 0.5) / 6;
        double square = (5 * pow(share - mean, 2) + pow(mean, 2) / 2 + pow(1 - mean, 2) / 2) / 6;
        double p = kind % (BZ_PAIR_SCORES - 1) ? share : mean;
        double s = sqrt(2 * square * p * (1 - p) / (mean * (1 - mean)));

        five.counts[kind] = 5;
        check_near(bz_normalised_elo(&five).value, 800 / log(10) * (p - 0.5) / s, 1e-9);
    }
}

static void small_samples_have_the_exact_interval(void **state)
{
    struct bz_outcomes seven_one = counted_games(7, 0, 1), all = counted_games(8, 0, 0),
                       none = counted_games(0, 0, 8);
    struct bz_estimate share = bz_share(&seven_one);

    (void)state;
    check_near(share.low, 0.47349, 1e-5);
    check_near(share.high, 0.99684, 1e-5);
    assert_non_null(strstr(share.method, "Clopper-Pearson"));
    assert_false(share.low_open || share.high_open);
    share = bz_share(&all);
    check_near(share.low, pow(0.025, 1.0 / 8), 1e-9);
    check_near(share.high, 1, 0);
    assert_true(share.high_open && !share.low_open);
    share = bz_share(&none);
    check_near(share.high, 1 - pow(0.025, 1.0 / 8), 1e-9);
    assert_true(share.low_open && !share.high_open);
}

/* By the definition: beyond its end what was seen, or more, would be seen one time of 40. */
static void the_exact_interval_is_what_it_says(void **state)
{
    (void)state;
    for (int n = 1; n < 30; n++)
        for (int k = 0; k <= n; k++) {
            struct bz_outcomes seen = counted_games(k, 0, n - k);
            struct bz_estimate share = bz_share(&seen);
            double above = 0, below = 0;

            for (int i = 0; i <= n; i++) {
                above += i >= k ? binomial(n, i, share.low) : 0;
                below += i <= k ? binomial(n, i, share.high) : 0;
            }
            check_near(above, k ? 0.025 : 1, 1e-9);
            check_near(below, k < n ? 0.025 : 1, 1e-9);
        }
}

static void large_samples_have_wilsons(void **state)
{
    struct bz_outcomes plain = counted_games(80, 0, 20), drawn = counted_games(30, 100, 30);
    struct bz_estimate share = bz_share(&plain);

    (void)state;
    assert_non_null(strstr(share.method, "Wilson"));
    check_near(share.low, 0.71117, 1e-5);
    check_near(share.high, 0.86663, 1e-5);
    /* 60 decisive games of 160: a variance of 0.09375, as of 426.7 games without draws. */
    share = bz_share(&drawn);
    check_near(share.high - 0.5, 1.959964 * sqrt(0.25 / (160 * 0.25 / 0.09375 + 3.841459)), 1e-6);
    check_near(0.5 - share.low, share.high - 0.5, 1e-12);
}

/* Fishtest's formula for many pairs: 1.96 deviations of the mean, by the slope of Elo. */
static void many_pairs_have_the_usual_error(void **state)
{
    struct bz_outcomes many = counted_pairs(365, 16618, 36229, 16974, 390);
    struct bz_moments moments = bz_outcomes_moments(&many);
    double error = 1.959964 * sqrt(moments.variance / moments.total);
    struct bz_estimate elo = bz_elo(&many), normalised = bz_normalised_elo(&many);

    (void)state;
    check_near(elo.low, bz_elo_of_share(moments.mean - error), 0.001);
    check_near(elo.high, bz_elo_of_share(moments.mean + error), 0.001);
    check_near(normalised.high - normalised.value, 1.959964 * 347.4356 / sqrt(2 * moments.total),
               0.001);
}

/* --- superiority ------------------------------------------------------------------------------ */

/* By the definition: what of the posterior lies above one half, integrated numerically. */
static double posterior_above_half(int wins, int losses)
{
    enum { STEPS = 4000 };
    double all = 0, above = 0;

    for (int i = 0; i < STEPS; i++) {
        double p = (i + 0.5) / STEPS, weight = pow(p, wins) * pow(1 - p, losses);

        all += weight;
        above += p > 0.5 ? weight : 0;
    }
    return above / all;
}

static void superiority_is_the_posterior_s(void **state)
{
    struct bz_outcomes nothing = counted_games(0, 0, 0), one = counted_games(1, 0, 0),
                       many = counted_games(5200, 3, 5000);
    struct bz_outcomes huge = counted_games(52100, 0, 52000), less = counted_games(49900, 0, 49800);

    (void)state;
    check_near(bz_superiority(&nothing), 0.5, 1e-12);
    check_near(bz_superiority(&one), 0.75, 1e-12);
    check_near(bz_superiority(&many), 0.5 * (1 + erf(200 / sqrt(2 * 10200.0))), 1e-3);
    check_near(bz_superiority(&huge), bz_superiority(&less), 0.005); /* both ways of counting */
    for (int wins = 0; wins <= 12; wins++)
        for (int losses = 0; losses <= 12; losses++) {
            struct bz_outcomes seen = counted_games(wins, 5, losses);

            check_near(bz_superiority(&seen), posterior_above_half(wins, losses), 1e-5);
        }
}

static void superiority_of_pairs_is_students(void **state)
{
    struct bz_outcomes few = counted_pairs(0, 1, 3, 2, 1),
                       many = counted_pairs(365, 16618, 36229, 16974, 390);
    struct bz_outcomes nothing = counted_pairs(0, 0, 0, 0, 0),
                       shared = counted_pairs(0, 0, 8, 0, 0);
    struct bz_moments moments = bz_outcomes_moments(&many);
    double z = (moments.mean - 0.5) / sqrt(moments.variance / moments.total), squares;

    (void)state;
    check_near(bz_superiority(&nothing), 0.5, 1e-12);
    check_near(bz_superiority(&shared), 0.5, 1e-12);
    check_near(bz_superiority(&many), 0.5 * erfc(-z / sqrt(2)), 1e-4);
    /* With the prior 0.5, 1, 3, 2 and 1.5 of eight pairs: a mean of 4.75 / 8. */
    squares = 0.5 * 0.59375 * 0.59375 + 0.34375 * 0.34375 + 3 * 0.09375 * 0.09375 +
              2 * 0.15625 * 0.15625 + 1.5 * 0.40625 * 0.40625;
    check_near(bz_superiority(&few), bz_student_cdf(0.09375 / sqrt(squares / 8 / 7), 7), 1e-12);
}

/* --- all small counts ------------------------------------------------------------------------- */

static void check_printed(const char *text)
{
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    assert_null(strstr(text, "unknown"));
    assert_null(strstr(text, "-0.0 "));
}

static void check_estimate(const struct bz_estimate *estimate)
{
    char text[200];
    struct bz_buf out = BZ_BUF(text);

    assert_true(isfinite(estimate->low) && isfinite(estimate->high));
    assert_true(estimate->low <= estimate->value && estimate->value <= estimate->high);
    assert_true(estimate->low < estimate->high);
    assert_true(estimate->method && estimate->method[0]);
    bz_estimate_format(estimate, 1, &out);
    bz_buf_char(&out, ' ');
    bz_estimate_format_short(estimate, 1, &out);
    bz_buf_char(&out, ' ');
    bz_estimate_format_share(estimate, &out);
    assert_false(out.full);
    check_printed(text);
}

static double width(struct bz_estimate estimate)
{
    return estimate.high - estimate.low;
}

static struct bz_outcomes times(const struct bz_outcomes *outcomes, int factor)
{
    struct bz_outcomes more = *outcomes;

    for (int i = 0; i < more.kinds; i++)
        more.counts[i] *= factor;
    return more;
}

static struct bz_outcomes mirrored(const struct bz_outcomes *outcomes)
{
    struct bz_outcomes other = *outcomes;

    for (int i = 0; i < other.kinds; i++)
        other.counts[i] = outcomes->counts[other.kinds - 1 - i];
    return other;
}

/* What holds of any counts. */
static void check_counts(const struct bz_outcomes *outcomes)
{
    struct bz_estimate share = bz_share(outcomes), elo = bz_elo(outcomes);
    struct bz_estimate normalised = bz_normalised_elo(outcomes);
    struct bz_outcomes other = mirrored(outcomes);
    double superiority = bz_superiority(outcomes);

    check_estimate(&share);
    check_estimate(&elo);
    check_estimate(&normalised);
    assert_true(share.low >= 0 && share.high <= 1);
    assert_true(superiority > 0 && superiority < 1);
    check_near(bz_superiority(&other), 1 - superiority, 1e-9);
    check_near(bz_elo(&other).value, -elo.value, 1e-6);
    check_near(bz_elo(&other).low, -elo.high, 1e-6);
    check_near(bz_normalised_elo(&other).high, -normalised.low, 1e-3);
    for (int factor = 2; factor <= 64 && bz_outcomes_total(outcomes); factor *= 2) {
        struct bz_outcomes less = times(outcomes, factor / 2), more = times(outcomes, factor);

        assert_true(width(bz_share(&more)) < width(bz_share(&less)));
        assert_true(width(bz_elo(&more)) < width(bz_elo(&less)));
    }
}

static void all_small_games_are_estimated(void **state)
{
    (void)state;
    for (int n = 0; n <= 12; n++)
        for (int wins = 0; wins <= n; wins++)
            for (int draws = 0; wins + draws <= n; draws++) {
                struct bz_outcomes seen = counted_games(wins, draws, n - wins - draws);

                check_counts(&seen);
            }
}

static void all_small_pairs_are_estimated(void **state)
{
    (void)state;
    for (int code = 0; code < 7 * 7 * 7 * 7 * 7; code++) {
        struct bz_outcomes seen =
            counted_pairs(code % 7, code / 7 % 7, code / 49 % 7, code / 343 % 7, code / 2401);

        if (bz_outcomes_total(&seen) <= 6)
            check_counts(&seen);
    }
}

static void the_largest_counts_are_estimated(void **state)
{
    const int64_t most = BZ_COUNT_MAX;
    const struct bz_outcomes all[] = {
        counted_games(most, 0, 0),          counted_games(0, most, 0),
        counted_games(most - 1, 0, 1),      counted_games(most / 2, 0, most / 2),
        counted_pairs(0, 0, 0, 0, most),    counted_pairs(0, 0, most, 0, 0),
        counted_pairs(1, most / 2, 1, 1, 1)};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(all); i++) {
        struct bz_estimate elo = bz_elo(&all[i]), normalised = bz_normalised_elo(&all[i]);
        double superiority = bz_superiority(&all[i]);

        assert_true(isfinite(elo.low) && isfinite(elo.high) && elo.low <= elo.high);
        assert_true(isfinite(normalised.low) && isfinite(normalised.high));
        assert_true(superiority >= 0 && superiority <= 1);
    }
}

/* Whoever has one more point is rated higher. */
static void more_points_are_worth_more(void **state)
{
    (void)state;
    for (int n = 1; n <= 20; n++)
        for (int wins = 0; wins < n; wins++) {
            struct bz_outcomes fewer = counted_games(wins, 0, n - wins);
            struct bz_outcomes half = counted_games(wins, 1, n - wins - 1);
            struct bz_outcomes more = counted_games(wins + 1, 0, n - wins - 1);

            assert_true(bz_elo(&fewer).value < bz_elo(&half).value);
            assert_true(bz_elo(&half).value < bz_elo(&more).value);
            assert_true(bz_elo(&fewer).low <= bz_elo(&half).low);
            assert_true(bz_elo(&half).high <= bz_elo(&more).high);
        }
}

/* --- coverage --------------------------------------------------------------------------------- */

static double power(double base, int64_t exponent)
{
    return exponent ? pow(base, (double)exponent) : 1;
}

/* How likely these counts are with these chances. */
static double multinomial(const struct bz_outcomes *seen, const double *chances)
{
    double ways = lgamma((double)bz_outcomes_total(seen) + 1), product = 1;

    for (int i = 0; i < seen->kinds; i++) {
        ways -= lgamma((double)seen->counts[i] + 1);
        product *= power(chances[i], seen->counts[i]);
    }
    return exp(ways) * product;
}

static double covered(const struct bz_outcomes *seen, const double *chances)
{
    struct bz_estimate share = bz_share(seen);
    double truth = 0;

    for (int i = 0; i < seen->kinds; i++)
        truth += chances[i] * i / (seen->kinds - 1);
    return share.low <= truth + 1e-12 && truth - 1e-12 <= share.high ? multinomial(seen, chances)
                                                                     : 0;
}

static double coverage_of_games(int n, double win, double draw)
{
    const double chances[] = {1 - win - draw, draw, win};
    double sum = 0;

    for (int wins = 0; wins <= n; wins++)
        for (int draws = 0; wins + draws <= n; draws++) {
            struct bz_outcomes seen = counted_games(wins, draws, n - wins - draws);

            if (draw > 0 || draws == 0)
                sum += covered(&seen, chances);
        }
    return sum;
}

static void few_games_are_covered_whatever_the_truth(void **state)
{
    static const double chances[] = {0.01, 0.05, 0.1, 0.25, 0.4, 0.5, 0.75, 0.9, 0.98};
    static const int counts[] = {1, 2, 3, 5, 8, 12, 20, 29};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(counts); i++)
        for (int j = 0; j < CHECK_COUNT(chances); j++)
            assert_true(coverage_of_games(counts[i], chances[j], 0) >= 0.95 - 1e-9);
}

static void draws_are_covered_too(void **state)
{
    static const int counts[] = {1, 2, 3, 5, 8, 12};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(counts); i++)
        for (int code = 0; code < 14 * 11; code++) {
            int row = code / 14, column = code % 14;
            double win = 0.02 + 0.07 * column, draw = 0.01 + 0.09 * row;

            if (win + draw < 1 && coverage_of_games(counts[i], win, draw) < 0.95)
                fail_msg("%d games, %g won, %g drawn: %g", counts[i], win, draw,
                         coverage_of_games(counts[i], win, draw));
        }
}

static void pairs_are_covered_however_they_hang_together(void **state)
{
    static const double chances[][BZ_PAIR_SCORES] = {
        {0.25, 0, 0.5, 0, 0.25},   {0, 0, 1, 0, 0},
        {0.5, 0, 0, 0, 0.5},       {0.01, 0.09, 0.6, 0.25, 0.05},
        {0.2, 0.2, 0.2, 0.2, 0.2}, {0, 0.05, 0.05, 0.1, 0.8},
        {0.1, 0, 0, 0, 0.9}};
    enum { PAIRS = 7 };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(chances); i++) {
        double sum = 0;

        for (int code = 0; code < 8 * 8 * 8 * 8 * 8; code++) {
            struct bz_outcomes seen =
                counted_pairs(code & 7, code >> 3 & 7, code >> 6 & 7, code >> 9 & 7, code >> 12);

            if (bz_outcomes_total(&seen) == PAIRS)
                sum += covered(&seen, chances[i]);
        }
        assert_true(sum >= 0.95);
    }
}

/* Wilson's interval holds on average, and is never far off. */
static void many_games_are_covered_on_average(void **state)
{
    static const int counts[] = {40, 100, 300};
    enum { CHANCES = 80 };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(counts); i++) {
        double mean = 0, least = 1;

        for (int j = 0; j < CHANCES; j++) {
            double coverage = coverage_of_games(counts[i], 0.02 + 0.012 * j, 0);

            mean += coverage / CHANCES;
            least = fmin(least, coverage);
        }
        assert_true(mean > 0.945 && mean < 0.985);
        assert_true(least > 0.92);
    }
    for (int j = 1; j < 5; j++) /* half of them drawn */
        check_near(coverage_of_games(100, 0.1 * j, 0.5), 0.95, 0.02);
}

/* --- as text ---------------------------------------------------------------------------------- */

static void estimates_are_written(void **state)
{
    struct bz_estimate estimate = {35.24, 15.06, 55.61, false, false, "by hand"};
    struct bz_estimate none = {-0.01, -3, 3.04, false, false, "by hand"};
    struct bz_estimate share = {0.875, 0.4737, 0.9968, false, false, "by hand"};
    struct bz_estimate broken = {nan(""), -HUGE_VAL, HUGE_VAL, false, false, "by hand"};
    char text[200] = "";
    struct bz_buf out = BZ_BUF(text);

    (void)state;
    bz_estimate_format(&estimate, 1, &out);
    bz_buf_add(&out, "|");
    bz_estimate_format_short(&estimate, 1, &out);
    bz_buf_add(&out, "|");
    bz_estimate_format(&none, 1, &out);
    bz_buf_add(&out, "|");
    bz_estimate_format_share(&share, &out);
    assert_string_equal(text, "+35.2 [+15.1, +55.6]|+35.2 ± 20.4|+0.0 [-3.0, +3.0]|"
                              "87.5 % [47.4, 99.7]");
    bz_buf_clear(&out);
    bz_estimate_format(&broken, 1, &out);
    bz_estimate_format_short(&broken, 1, &out);
    bz_estimate_format_share(&broken, &out);
    assert_string_equal(text, "unknownunknownunknown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elo_is_as_published),
        cmocka_unit_test(normalised_elo_counts_deviations),
        cmocka_unit_test(pairs_that_are_all_alike_have_a_deviation),
        cmocka_unit_test(small_samples_have_the_exact_interval),
        cmocka_unit_test(the_exact_interval_is_what_it_says),
        cmocka_unit_test(large_samples_have_wilsons),
        cmocka_unit_test(many_pairs_have_the_usual_error),
        cmocka_unit_test(superiority_is_the_posterior_s),
        cmocka_unit_test(superiority_of_pairs_is_students),
        cmocka_unit_test(all_small_games_are_estimated),
        cmocka_unit_test(all_small_pairs_are_estimated),
        cmocka_unit_test(the_largest_counts_are_estimated),
        cmocka_unit_test(more_points_are_worth_more),
        cmocka_unit_test(few_games_are_covered_whatever_the_truth),
        cmocka_unit_test(draws_are_covered_too),
        cmocka_unit_test(pairs_are_covered_however_they_hang_together),
        cmocka_unit_test(many_games_are_covered_on_average),
        cmocka_unit_test(estimates_are_written),
    };

    return CHECK_RUN(tests);
}
