/*
 * test_stats_sample.c - summaries and signed ranks, against tables and against all ways to set the
 * signs.
 */
#include "check.h"

#include <math.h>
#include <string.h>

#include "stats/sample.h"

static struct bz_summary summary_of(const double *numbers, int count)
{
    struct bz_summary summary;

    assert_int_equal(bz_summarise(numbers, count, &summary, NULL), BZ_OK);
    return summary;
}

static void numbers_are_summarised(void **state)
{
    static const double numbers[] = {5, 1, 4, 2, 3}, even[] = {10, 40, 20, 30};
    struct bz_summary summary = summary_of(numbers, 5);
    struct bz_estimate mean = bz_mean(&summary);

    (void)state;
    check_near(summary.mean, 3, 1e-12);
    check_near(summary.deviation, sqrt(2.5), 1e-12);
    check_near(summary.median, 3, 0);
    check_near(summary.lower, 2, 0);
    check_near(summary.upper, 4, 0);
    check_near(summary.least, 1, 0);
    check_near(summary.most, 5, 0);
    check_near(mean.high, 3 + 2.776445 * sqrt(2.5 / 5), 1e-5); /* Student's t with 4 degrees */
    check_near(mean.low, 3 - 2.776445 * sqrt(2.5 / 5), 1e-5);
    summary = summary_of(even, 4);
    check_near(summary.lower, 17.5, 1e-12);
    check_near(summary.median, 25, 1e-12);
    check_near(summary.upper, 32.5, 1e-12);
}

static void few_numbers_say_little(void **state)
{
    static const double one[] = {7};
    struct bz_summary summary = summary_of(NULL, 0);
    struct bz_estimate mean = bz_mean(&summary);

    (void)state;
    check_near(mean.value, 0, 0);
    assert_true(mean.low_open && mean.high_open);
    summary = summary_of(one, 1);
    mean = bz_mean(&summary);
    check_near(mean.value, 7, 0);
    check_near(mean.low, 7, 0);
    check_near(summary.deviation, 0, 0);
    check_near(summary.upper, 7, 0);
    assert_true(mean.low_open && mean.high_open);
}

/* No interval without width: their number proves nothing about what was never seen to vary. */
static void equal_numbers_say_nothing_of_their_spread(void **state)
{
    static const double same[] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
    struct bz_summary summary = summary_of(same, 7);
    struct bz_estimate mean = bz_mean(&summary);

    (void)state;
    check_near(mean.value, 0.1, 1e-12);
    assert_true(mean.low_open && mean.high_open);
}

static struct bz_signed_ranks ranks_of(const double *differences, int count)
{
    struct bz_signed_ranks ranks;

    assert_int_equal(bz_signed_ranks(differences, count, &ranks, NULL), BZ_OK);
    assert_true(ranks.probability >= 0 && ranks.probability <= 1);
    return ranks;
}

/* The rank of a size among all of them, by counting: smaller ones, and half of its equals. */
static double rank_of(const double *differences, int count, int which)
{
    double rank = 0.5, size = fabs(differences[which]);

    for (int i = 0; i < count; i++) {
        rank += fabs(differences[i]) < size ? 1 : 0;
        rank += fabs(fabs(differences[i]) - size) < 1e-12 ? 0.5 : 0;
    }
    return rank;
}

/* The share of all ways to set the signs that is at least as far from the middle. */
static double enumerated(const double *differences, int count)
{
    double above = 0, all = 0, ranks[16];
    int far = 0;

    for (int i = 0; i < count; i++) {
        ranks[i] = rank_of(differences, count, i);
        all += ranks[i];
        above += differences[i] > 0 ? ranks[i] : 0;
    }
    for (int signs = 0; signs < 1 << count; signs++) {
        double sum = 0;

        for (int i = 0; i < count; i++)
            sum += signs >> i & 1 ? ranks[i] : 0;
        far += fabs(sum - all / 2) >= fabs(above - all / 2) - 1e-9;
    }
    return (double)far / (1 << count);
}

static void signed_ranks_are_exact(void **state)
{
    static const double all[][12] = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12},
                                     {1, -2, 3, -4, 5, -6, 7, 8, 9, -10, 11, 12},
                                     {1, 1, 1, -1, 2, 2, -2, 3, 3, 3, 3, -5},
                                     {-4, -4, -4, -4, -4, -4, -4, -4, 1, 1, 1, 1},
                                     {0.5, 0.5, -0.5, 9, 8, 7, -7, 6, 6, 6, 5, 4}};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(all); i++)
        for (int count = 1; count <= 12; count++)
            check_near(ranks_of(all[i], count).probability, enumerated(all[i], count), 1e-12);
    check_near(ranks_of(all[0], 5).probability, 2.0 / 32, 1e-12);
    check_near(ranks_of(all[0], 5).above, 15, 0);
    assert_string_equal(ranks_of(all[0], 5).method, "exact");
}

static void what_is_equal_says_nothing(void **state)
{
    static const double some[] = {0, 3, 0, -1, 2, 0}, none[] = {0, 0, 0};
    struct bz_signed_ranks ranks = ranks_of(some, 6);

    (void)state;
    assert_int_equal(ranks.used, 3);
    check_near(ranks.above, 5, 0);
    check_near(ranks.probability, 0.5, 1e-12); /* a sum of 5 or 6, or of 0 or 1: four of eight */
    ranks = ranks_of(none, 3);
    assert_int_equal(ranks.used, 0);
    check_near(ranks.probability, 1, 0);
    check_near(ranks_of(NULL, 0).probability, 1, 0);
}

/* Just above the limit the normal distribution must say nearly what exact counting would. */
static void the_normal_distribution_takes_over(void **state)
{
    enum { COUNT = BZ_RANKS_EXACT_MAX + 10, SUMS = COUNT * (COUNT + 1) / 2 + 1 };
    static double ways[SUMS];
    double numbers[COUNT], above = 0, far = 0, middle = 0.5 * (SUMS - 1);

    (void)state;
    ways[0] = 1;
    for (int i = 0; i < COUNT; i++) {
        numbers[i] = (i + 1) * (i % 3 ? 1.0 : -1.0);
        above += i % 3 ? i + 1 : 0;
        for (int sum = SUMS - 1; sum > i; sum--)
            ways[sum] += ways[sum - i - 1];
    }
    for (int sum = 0; sum < SUMS; sum++)
        far += fabs(sum - middle) >= fabs(above - middle) ? ldexp(ways[sum], -COUNT) : 0;
    check_near(ranks_of(numbers, COUNT).above, above, 0);
    check_near(ranks_of(numbers, COUNT).probability, far, 2e-3);
    assert_string_equal(ranks_of(numbers, COUNT).method, "normal approximation");
    for (int i = 0; i < COUNT; i++) /* all sizes tied: a test of signs, 40 of 60 */
        numbers[i] = i % 3 ? 1 : -1;
    check_near(ranks_of(numbers, COUNT).probability, erfc(9.83333333 / sqrt(15.0) / sqrt(2)), 1e-2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_summarised),
        cmocka_unit_test(few_numbers_say_little),
        cmocka_unit_test(equal_numbers_say_nothing_of_their_spread),
        cmocka_unit_test(signed_ranks_are_exact),
        cmocka_unit_test(what_is_equal_says_nothing),
        cmocka_unit_test(the_normal_distribution_takes_over),
    };

    return CHECK_RUN(tests);
}
