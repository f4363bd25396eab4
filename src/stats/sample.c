/*
 * sample.c - summaries of numbers, and Wilcoxon's test of paired ones.
 */
#include "stats/sample.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/special.h"

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static int compare_sizes(const void *a, const void *b)
{
    double x = fabs(*(const double *)a), y = fabs(*(const double *)b);

    return (x > y) - (x < y);
}

/* A copy the caller frees; NULL where there is no memory for it. */
static double *copy_of(const double *numbers, int count)
{
    double *copy = malloc(((size_t)count + 1) * sizeof(*copy));

    if (copy && count > 0)
        memcpy(copy, numbers, (size_t)count * sizeof(*copy));
    return copy;
}

static double quantile(const double *sorted, int count, double share)
{
    double place = share * (count - 1);
    int below = (int)place;

    if (below + 1 >= count)
        return sorted[count - 1];
    return sorted[below] + (place - below) * (sorted[below + 1] - sorted[below]);
}

int bz_summarise(const double *numbers, int count, struct bz_summary *ret_summary,
                 struct bz_error *err)
{
    struct bz_summary summary = {.count = count};
    double *sorted, squares = 0;

    assert(count >= 0);
    sorted = copy_of(numbers, count);
    if (!sorted)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for %d numbers", count);
    qsort(sorted, (size_t)count, sizeof(*sorted), compare);
    for (int i = 0; i < count; i++)
        summary.mean += sorted[i] / count;
    for (int i = 0; i < count; i++)
        squares += (sorted[i] - summary.mean) * (sorted[i] - summary.mean);
    if (count > 1)
        summary.deviation = sqrt(squares / (count - 1));
    if (count > 0) {
        summary.least = sorted[0];
        summary.lower = quantile(sorted, count, 0.25);
        summary.median = quantile(sorted, count, 0.5);
        summary.upper = quantile(sorted, count, 0.75);
        summary.most = sorted[count - 1];
    }
    free(sorted);
    *ret_summary = summary;
    return BZ_OK;
}

struct bz_estimate bz_mean(const struct bz_summary *summary)
{
    struct bz_estimate mean = {summary->mean, summary->mean, summary->mean,
                               true,          true,          "too few to tell"};
    double error;

    if (summary->count < 2)
        return mean;
    mean.method = "all the same: nothing is known of the spread";
    if (summary->least >= summary->most)
        return mean;
    error =
        bz_student_quantile(0.975, summary->count - 1) * summary->deviation / sqrt(summary->count);
    return (struct bz_estimate){.value = summary->mean,
                                .low = summary->mean - error,
                                .high = summary->mean + error,
                                .method = "Student's t"};
}

/* --- signed ranks ----------------------------------------------------------------------------- */

/* Everything in halves of ranks, so that shared ranks are whole. */
struct ranking {
    int64_t above, all;
    double ties; /* of every group of t equal sizes, t³ - t */
};

/* Ranks differences sorted by size. Where `ret_halves` is not NULL it gets the rank of each. */
static struct ranking rank(const double *sorted, int count, int *ret_halves)
{
    struct ranking ranking = {0, 0, 0};

    for (int first = 0, next; first < count; first = next) {
        double same;
        int halves;

        for (next = first + 1; next < count && !compare_sizes(&sorted[first], &sorted[next]);)
            next++;
        same = next - first;
        halves = first + 1 + next;
        ranking.ties += same * same * same - same;
        for (int i = first; i < next; i++) {
            ranking.all += halves;
            ranking.above += sorted[i] > 0 ? halves : 0;
            if (ret_halves)
                ret_halves[i] = halves;
        }
    }
    return ranking;
}

/* How often of all 2^count ways to set the signs the sum is as far from the middle, or farther. */
static double exact_probability(const double *sorted, int count)
{
    enum { SUMS = BZ_RANKS_EXACT_MAX * (BZ_RANKS_EXACT_MAX + 1) + 1 };
    double ways[SUMS] = {1}, far = 0;
    int halves[BZ_RANKS_EXACT_MAX];
    struct ranking ranking = rank(sorted, count, halves);
    int64_t off = llabs(2 * ranking.above - ranking.all), reach = 0;

    for (int i = 0; i < count; i++) {
        reach += halves[i];
        for (int64_t sum = reach; sum >= halves[i]; sum--)
            ways[sum] += ways[sum - halves[i]];
    }
    for (int64_t sum = 0; sum <= ranking.all; sum++)
        if (llabs(2 * sum - ranking.all) >= off)
            far += ways[sum];
    return ldexp(far, -count);
}

/* With half a rank taken off for continuity, and less variance for every tie. */
static double normal_probability(const struct ranking *ranking, int count)
{
    double n = count, off = fabs((double)ranking->above - 0.5 * (double)ranking->all) / 2;
    double variance = n * (n + 1) * (2 * n + 1) / 24 - ranking->ties / 48;

    return fmin(1, 2 * bz_normal_cdf(-fmax(0, off - 0.5) / sqrt(variance)));
}

int bz_signed_ranks(const double *differences, int count, struct bz_signed_ranks *ret_ranks,
                    struct bz_error *err)
{
    double *sorted = copy_of(differences, count);
    struct bz_signed_ranks ranks = {.method = "exact"};
    struct ranking ranking;

    if (!sorted)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for %d numbers", count);
    for (int i = 0; i < count; i++)
        if (differences[i] > 0 || differences[i] < 0)
            sorted[ranks.used++] = differences[i];
    qsort(sorted, (size_t)ranks.used, sizeof(*sorted), compare_sizes);
    ranking = rank(sorted, ranks.used, NULL);
    ranks.above = 0.5 * (double)ranking.above;
    if (ranks.used <= BZ_RANKS_EXACT_MAX) {
        ranks.probability = exact_probability(sorted, ranks.used);
    } else {
        ranks.probability = normal_probability(&ranking, ranks.used);
        ranks.method = "normal approximation";
    }
    free(sorted);
    *ret_ranks = ranks;
    return BZ_OK;
}
