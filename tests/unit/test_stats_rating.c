/*
 * test_stats_rating.c - ratings of a field: at the peak of the posterior, with the curvature there,
 * both taken from the definition by differences; and fields that are hard.
 */
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bazi/random.h"
#include "stats/rating.h"

enum { MANY = BZ_RATED_MAX };

static int rate(const struct bz_meeting *meetings, int count, int players, int anchor,
                struct bz_estimate *ret_ratings, int *ret_groups)
{
    const struct bz_field field = {players, meetings, count, BZ_RATING_PRIOR, anchor};
    struct bz_error err;
    int groups = bz_rate(&field, ret_ratings, ret_groups, &err);

    if (groups < 0)
        fail_msg("%s", err.text);
    for (int i = 0; i < players; i++) {
        assert_true(isfinite(ret_ratings[i].low) && isfinite(ret_ratings[i].high));
        assert_true(ret_ratings[i].low <= ret_ratings[i].value);
        assert_true(ret_ratings[i].value <= ret_ratings[i].high);
        assert_non_null(ret_ratings[i].method);
    }
    return groups;
}

/* --- from the definition ---------------------------------------------------------------------- */

static const struct bz_meeting league[] = {
    {0, 1, {7, 2, 1}, 1}, {1, 2, {3, 4, 3}, 1}, {2, 3, {5, 0, 5}, 1}, {3, 0, {1, 1, 6}, 1},
    {0, 2, {4, 0, 0}, 1}, {1, 3, {2, 2, 5}, 1}, {2, 0, {1, 3, 2}, 1},
};
enum { LEAGUE = 4 };

static double log_chance(double lead)
{
    return -log1p(exp(-lead));
}

/* In natural units, up to a constant. */
static double log_posterior(const double *ratings)
{
    double sum = 0;

    for (int i = 0; i < LEAGUE; i++)
        sum += 0.5 * BZ_RATING_PRIOR * (log_chance(ratings[i]) + log_chance(-ratings[i]));
    for (int i = 0; i < CHECK_COUNT(league); i++) {
        double lead = ratings[league[i].a] - ratings[league[i].b];
        double draws = (double)league[i].wdl.draws;

        sum += ((double)league[i].wdl.wins + 0.5 * draws) * log_chance(lead) +
               ((double)league[i].wdl.losses + 0.5 * draws) * log_chance(-lead);
    }
    return sum;
}

/* The peak, by steps in one rating at a time that only ever go up. */
static void find_peak(double *ratings)
{
    memset(ratings, 0, LEAGUE * sizeof(*ratings));
    for (double step = 0.5; step > 1e-9;) {
        bool better = false;

        for (int i = 0; i < 2 * LEAGUE; i++) {
            double old = ratings[i / 2], here = log_posterior(ratings);

            ratings[i / 2] += i % 2 ? step : -step;
            if (log_posterior(ratings) > here)
                better = true;
            else
                ratings[i / 2] = old;
        }
        if (!better)
            step /= 2;
    }
}

/* Minus the second derivative, by differences. */
static double curvature(const double *at, int i, int j)
{
    const double h = 1e-3;
    double sum = 0;

    for (int corner = 0; corner < 4; corner++) {
        double there[LEAGUE];

        memcpy(there, at, sizeof(there));
        there[i] += corner & 1 ? h : -h;
        there[j] += corner & 2 ? h : -h;
        sum += (corner == 0 || corner == 3 ? 1 : -1) * log_posterior(there);
    }
    return -sum / (4 * h * h);
}

static void subtract_row(double *row, const double *other, double factor)
{
    for (int i = 0; i < LEAGUE; i++)
        row[i] -= factor * other[i];
}

/* Gauss and Jordan's elimination; the matrix is destroyed. */
static void invert(double matrix[LEAGUE][LEAGUE], double ret_inverse[LEAGUE][LEAGUE])
{
    for (int i = 0; i < LEAGUE; i++)
        for (int j = 0; j < LEAGUE; j++)
            ret_inverse[i][j] = i == j;
    for (int pivot = 0; pivot < LEAGUE; pivot++) {
        double scale = 1 - 1 / matrix[pivot][pivot];

        subtract_row(matrix[pivot], matrix[pivot], scale);
        subtract_row(ret_inverse[pivot], ret_inverse[pivot], scale);
        for (int row = 0; row < LEAGUE; row++) {
            double factor = row == pivot ? 0 : matrix[row][pivot];

            subtract_row(matrix[row], matrix[pivot], factor);
            subtract_row(ret_inverse[row], ret_inverse[pivot], factor);
        }
    }
}

static double variance_of(double covariance[LEAGUE][LEAGUE], const double *weights)
{
    double sum = 0;

    for (int i = 0; i < LEAGUE; i++)
        for (int j = 0; j < LEAGUE; j++)
            sum += weights[i] * weights[j] * covariance[i][j];
    return sum;
}

static void ratings_are_at_the_peak(void **state)
{
    double peak[LEAGUE], curve[LEAGUE][LEAGUE], covariance[LEAGUE][LEAGUE], mean = 0;
    const double unit = 400 / log(10);
    struct bz_estimate free_ones[LEAGUE], anchored[LEAGUE];

    (void)state;
    find_peak(peak);
    for (int i = 0; i < LEAGUE; i++) {
        mean += peak[i] / LEAGUE;
        for (int j = 0; j < LEAGUE; j++)
            curve[i][j] = curvature(peak, i, j);
    }
    invert(curve, covariance);
    assert_int_equal(rate(league, CHECK_COUNT(league), LEAGUE, -1, free_ones, NULL), 1);
    assert_int_equal(rate(league, CHECK_COUNT(league), LEAGUE, 2, anchored, NULL), 1);
    for (int i = 0; i < LEAGUE; i++) {
        double weights[LEAGUE] = {-0.25, -0.25, -0.25, -0.25}, lead[LEAGUE] = {0};

        weights[i] += 1;
        lead[i] += 1;
        lead[2] -= 1;
        check_near(free_ones[i].value, unit * (peak[i] - mean), 1e-3);
        check_near(free_ones[i].high - free_ones[i].value,
                   unit * 1.959964 * sqrt(variance_of(covariance, weights)), 1e-2);
        check_near(anchored[i].value, unit * (peak[i] - peak[2]), 1e-3);
        check_near(anchored[i].high - anchored[i].value,
                   unit * 1.959964 * sqrt(fmax(0, variance_of(covariance, lead))), 1e-2);
    }
}

/* --- coverage --------------------------------------------------------------------------------- */

enum { TRIO = 3, EACH = 6 }; /* players, and the games of every two */

static const struct bz_meeting trio[TRIO] = {{0, 1, {0}, 1}, {1, 2, {0}, 1}, {0, 2, {0}, 1}};

/* How likely so many wins are, each of this chance. */
static double chance_of(int64_t wins, double chance)
{
    double ways = tgamma(EACH + 1) / tgamma((double)wins + 1) / tgamma((double)(EACH - wins) + 1);

    return ways * pow(chance, (double)wins) * pow(1 - chance, (double)(EACH - wins));
}

/* The mean of those who neither won nor lost everything, or of all without two of those. */
static double zero_of(const struct bz_meeting *all, const double *truth)
{
    double sum = 0, total = 0;
    int64_t wins[TRIO] = {0};
    int count = 0;

    for (int i = 0; i < TRIO; i++) {
        wins[all[i].a] += all[i].wdl.wins;
        wins[all[i].b] += all[i].wdl.losses;
    }
    for (int i = 0; i < TRIO; i++) {
        bool mixed = wins[i] > 0 && wins[i] < 2 * EACH;

        total += truth[i];
        sum += mixed ? truth[i] : 0;
        count += mixed;
    }
    return count > 1 ? sum / count : total / TRIO;
}

/* How many of the three intervals hold the truth, on average over all that can happen. */
static double coverage(const double *truth)
{
    double sum = 0;

    for (int code = 0; code < (EACH + 1) * (EACH + 1) * (EACH + 1); code++) {
        struct bz_meeting all[TRIO];
        struct bz_estimate ratings[TRIO];
        double likely = 1, zero;

        for (int i = 0, rest = code; i < TRIO; i++, rest /= EACH + 1) {
            all[i] = trio[i];
            all[i].wdl =
                (struct bz_wdl){.wins = rest % (EACH + 1), .losses = EACH - rest % (EACH + 1)};
            likely *=
                chance_of(all[i].wdl.wins, bz_share_of_elo(truth[all[i].a] - truth[all[i].b]));
        }
        rate(all, TRIO, TRIO, -1, ratings, NULL);
        zero = zero_of(all, truth);
        for (int i = 0; i < TRIO; i++)
            if (ratings[i].low <= truth[i] - zero && truth[i] - zero <= ratings[i].high)
                sum += likely / TRIO;
    }
    return sum;
}

static void intervals_hold_the_truth(void **state)
{
    static const double truths[][TRIO] = {{0, 0, 0},       {100, 0, -100}, {250, -50, -200},
                                          {400, 0, -400},  {500, 0, -500}, {600, -300, -300},
                                          {300, 300, -600}};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(truths); i++)
        if (coverage(truths[i]) < 0.92)
            fail_msg("of %g, %g and %g: %g", truths[i][0], truths[i][1], truths[i][2],
                     coverage(truths[i]));
}

/* --- one player alone on a start -------------------------------------------------------------- */

enum { ALONE_MAX = 20 };

/* Scores of equals, every start compared among all, and how many intervals miss the truth. */
struct pool {
    int players, starts, runs;
    struct bz_random dice;
    struct bz_wdl wdl[ALONE_MAX][ALONE_MAX];
    int ratings_off, shares_off;
};

static void play_start(struct pool *pool)
{
    uint64_t scores[ALONE_MAX];

    for (int a = 0; a < pool->players; a++)
        scores[a] = bz_random_next(&pool->dice);
    for (int a = 0; a < pool->players; a++)
        for (int b = 0; b < pool->players; b++) {
            pool->wdl[a][b].wins += scores[a] > scores[b];
            pool->wdl[a][b].losses += scores[a] < scores[b];
        }
}

static bool is_off(const struct bz_estimate *estimate, double truth)
{
    return truth < estimate->low || estimate->high < truth;
}

static void judge_pool(struct pool *pool)
{
    struct bz_meeting all[ALONE_MAX * ALONE_MAX];
    struct bz_estimate ratings[ALONE_MAX];
    double worth = bz_worth_among(pool->players);
    int count = 0;

    for (int a = 0; a < pool->players; a++) {
        struct bz_wdl sum = {0};
        struct bz_outcomes outcomes;
        struct bz_estimate share;

        for (int b = 0; b < pool->players; b++) {
            sum.wins += pool->wdl[a][b].wins;
            sum.losses += pool->wdl[a][b].losses;
            if (a < b)
                all[count++] = (struct bz_meeting){a, b, pool->wdl[a][b], worth};
        }
        outcomes = bz_outcomes_of_wdl(&sum);
        share = bz_share_worth(&outcomes, worth);
        pool->shares_off += is_off(&share, 0.5);
    }
    rate(all, count, pool->players, -1, ratings, NULL);
    for (int a = 0; a < pool->players; a++)
        pool->ratings_off += is_off(&ratings[a], 0);
}

static void intervals_of_players_alone_hold_the_truth(void **state)
{
    static const struct pool pools[] = {
        {.players = 2, .starts = 20, .runs = 300}, {.players = 3, .starts = 4, .runs = 300},
        {.players = 3, .starts = 20, .runs = 300}, {.players = 20, .starts = 4, .runs = 60},
        {.players = 20, .starts = 20, .runs = 60}, {.players = 20, .starts = 1, .runs = 60}};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(pools); i++) {
        struct pool pool = pools[i];
        double all = pool.players * pool.runs;

        bz_random_seed(&pool.dice, 1);
        for (int run = 0; run < pool.runs; run++) {
            memset(pool.wdl, 0, sizeof(pool.wdl));
            for (int start = 0; start < pool.starts; start++)
                play_start(&pool);
            judge_pool(&pool);
        }
        if (pool.ratings_off > 0.07 * all || pool.shares_off > 0.07 * all ||
            (pool.starts >= 20 && pool.ratings_off < 0.02 * all))
            fail_msg("%d players, %d starts: %d ratings and %d shares of %g are off", pool.players,
                     pool.starts, pool.ratings_off, pool.shares_off, all);
    }
}

/* Half the worth is as good as half the games. */
static void worth_is_games(void **state)
{
    static const struct bz_meeting half = {0, 1, {12, 4, 8}, 0.5}, games = {0, 1, {6, 2, 4}, 1};
    static const struct bz_outcomes many = {{80, 0, 120}, 3}, few = {{40, 0, 60}, 3};
    struct bz_estimate there[2], here[2], share = bz_share_worth(&many, 0.5);

    (void)state;
    rate(&half, 1, 2, -1, there, NULL);
    rate(&games, 1, 2, -1, here, NULL);
    check_near(there[0].low, here[0].low, 1e-9);
    check_near(there[0].value, here[0].value, 1e-9);
    check_near(share.low, bz_share(&few).low, 1e-9);
    check_near(bz_worth_among(2), 1, 0);
    check_near(bz_worth_among(5), 0.5, 0);
}

/* --- hard fields ------------------------------------------------------------------------------ */

static void winners_of_everything_stay_finite(void **state)
{
    static const struct bz_meeting all[] = {
        {0, 1, {10, 0, 0}, 1}, {1, 2, {10, 0, 0}, 1}, {0, 2, {1000000, 0, 0}, 1}};
    struct bz_estimate ratings[3];

    (void)state;
    rate(all, 3, 3, -1, ratings, NULL);
    assert_true(ratings[0].value > ratings[1].value && ratings[1].value > ratings[2].value);
    assert_true(ratings[0].value < 3000);
    check_near(ratings[0].value + ratings[1].value + ratings[2].value, 0, 1e-6);
    assert_true(ratings[1].high - ratings[1].low > 100); /* he alone lost some, and is not the 0 */
}

/* Whoever lost everything may be as bad as he likes: the others are as sure of theirs. */
static void losers_of_everything_disturb_nobody(void **state)
{
    static const struct bz_meeting all[] = {
        {0, 1, {60, 0, 40}, 1}, {0, 2, {20, 0, 0}, 1}, {1, 2, {20, 0, 0}, 1}, {0, 3, {5, 0, 0}, 1}};
    struct bz_estimate alone[2], ratings[4];

    (void)state;
    rate(all, 1, 2, -1, alone, NULL);
    rate(all, 4, 4, -1, ratings, NULL);
    for (int i = 0; i < 2; i++) {
        check_near(ratings[i].value, alone[i].value, 1);
        check_near(ratings[i].high - ratings[i].low, alone[i].high - alone[i].low, 1);
    }
    assert_true(ratings[2].high - ratings[2].low > 300);
}

static void more_games_make_it_surer(void **state)
{
    double last = HUGE_VAL;

    (void)state;
    for (int games = 1; games < 100000; games *= 4) {
        const struct bz_meeting met = {0, 1, {3 * games, games, games}, 1};
        struct bz_estimate ratings[2];

        rate(&met, 1, 2, 1, ratings, NULL);
        assert_true(ratings[0].high - ratings[0].low < last);
        last = ratings[0].high - ratings[0].low;
        if (games > 10000) /* the prior no longer matters: 70 % */
            check_near(ratings[0].value, 147.19, 0.1);
    }
}

static void strangers_are_told_apart(void **state)
{
    static const struct bz_meeting all[] = {
        {3, 1, {2, 0, 1}, 1}, {4, 2, {1, 1, 1}, 1}, {0, 4, {0, 0, 0}, 1}, {5, 3, {1, 0, 0}, 1}};
    struct bz_estimate ratings[7];
    int groups[7];

    (void)state;
    assert_int_equal(rate(all, 4, 7, -1, ratings, groups), 4);
    for (int i = 0; i < 7; i++)
        assert_int_equal(groups[i], ((const int[]){0, 1, 2, 1, 2, 1, 3})[i]);
    assert_int_equal(rate(NULL, 0, 1, 0, ratings, groups), 1);
    check_near(ratings[0].value, 0, 0);
}

/* Twice the same, a list in another order, and meetings seen from the other side. */
static void the_order_does_not_matter(void **state)
{
    struct bz_meeting turned[CHECK_COUNT(league)];
    struct bz_estimate there[LEAGUE], again[LEAGUE], back[LEAGUE];

    (void)state;
    for (int i = 0; i < CHECK_COUNT(league); i++) {
        const struct bz_meeting *met = &league[CHECK_COUNT(league) - 1 - i];

        turned[i] = (struct bz_meeting){
            met->b, met->a, {met->wdl.losses, met->wdl.draws, met->wdl.wins}, 1};
    }
    rate(league, CHECK_COUNT(league), LEAGUE, -1, there, NULL);
    rate(league, CHECK_COUNT(league), LEAGUE, -1, again, NULL);
    rate(turned, CHECK_COUNT(league), LEAGUE, -1, back, NULL);
    for (int i = 0; i < LEAGUE; i++) {
        check_number(again[i].value, there[i].value, "value");
        check_number(again[i].low, there[i].low, "low");
        check_number(again[i].high, there[i].high, "high");
        check_near(back[i].value, there[i].value, 1e-6);
        check_near(back[i].high, there[i].high, 1e-6);
    }
}

/* A thousand players in a ring, each a little better than the next but one. */
static void a_thousand_are_rated(void **state)
{
    struct bz_meeting *all = calloc(2 * MANY, sizeof(*all));
    struct bz_estimate *ratings = calloc(MANY, sizeof(*ratings));
    double sum = 0;

    (void)state;
    assert_true(all && ratings);
    for (int i = 0; i < MANY; i++) {
        all[2 * i] = (struct bz_meeting){i, (i + 1) % MANY, {1, 1, 1}, 1};
        all[2 * i + 1] = (struct bz_meeting){i, (i + 7) % MANY, {2, 0, 1}, 1};
    }
    assert_int_equal(rate(all, 2 * MANY, MANY, -1, ratings, NULL), 1);
    for (int i = 0; i < MANY; i++) {
        sum += ratings[i].value;
        check_near(ratings[i].value, 0, 1e-6); /* as good as everybody, by symmetry */
        check_near(ratings[i].high, ratings[0].high, 1e-6);
    }
    check_near(sum, 0, 1e-4);
    free(all);
    free(ratings);
}

static void refuse(struct bz_field field, const char *words)
{
    struct bz_estimate ratings[3];
    struct bz_error err;

    assert_int_equal(bz_rate(&field, ratings, NULL, &err), BZ_ERROR_RANGE);
    check_error(&err, BZ_ERROR_RANGE, words);
}

static void what_is_no_field_is_refused(void **state)
{
    static const struct bz_meeting self = {1, 1, {1, 0, 0}, 1}, beyond = {0, 3, {1, 0, 0}, 1},
                                   negative = {0, 1, {-1, 0, 0}, 1},
                                   worthless = {0, 1, {1, 0, 0}, 0};

    (void)state;
    refuse((struct bz_field){0, NULL, 0, 2, -1}, "0 players");
    refuse((struct bz_field){BZ_RATED_MAX + 1, NULL, 0, 2, -1}, "1001");
    refuse((struct bz_field){3, NULL, 0, 0, -1}, "prior");
    refuse((struct bz_field){3, NULL, 0, nan(""), -1}, "prior");
    refuse((struct bz_field){3, NULL, 0, 2, 3}, "anchor");
    refuse((struct bz_field){3, &self, 1, 2, -1}, "between");
    refuse((struct bz_field){3, &beyond, 1, 2, -1}, "between");
    refuse((struct bz_field){3, &negative, 1, 2, -1}, "count");
    refuse((struct bz_field){3, &worthless, 1, 2, -1}, "worth");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratings_are_at_the_peak),
        cmocka_unit_test(intervals_hold_the_truth),
        cmocka_unit_test(intervals_of_players_alone_hold_the_truth),
        cmocka_unit_test(worth_is_games),
        cmocka_unit_test(winners_of_everything_stay_finite),
        cmocka_unit_test(losers_of_everything_disturb_nobody),
        cmocka_unit_test(more_games_make_it_surer),
        cmocka_unit_test(strangers_are_told_apart),
        cmocka_unit_test(the_order_does_not_matter),
        cmocka_unit_test(a_thousand_are_rated),
        cmocka_unit_test(what_is_no_field_is_refused),
    };

    return CHECK_RUN(tests);
}
