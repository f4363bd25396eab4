/*
 * rating.c - Newton's method on the posterior, which has one peak.
 *
 * Ratings are natural logarithms of odds until they are handed out. The matrix of second
 * derivatives is symmetric and positive definite thanks to the prior, so Cholesky's factor of it
 * exists, however the field hangs together.
 */
#include "stats/rating.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/special.h"

enum { STEPS_MAX = 100 };

static const double STEP_LONGEST = 1; /* farther, the curve no longer tells where the peak is */
static const double STEP_LAST = 1e-10;
static const double PIVOT_LEAST = 1e-12; /* rounding must not make one negative */

struct work {
    const struct bz_field *field;
    size_t n;
    double *ratings, *slope; /* the slope becomes the step */
    double *curve;           /* n rows: the matrix; then its factor and that one's inverse */
    double *column;          /* of the inverse, while it is made; then the zero's, as a mean */
    double *share;           /* everybody's part in the zero */
};

static double *cell(const struct work *work, size_t row, size_t column)
{
    return &work->curve[row * work->n + column];
}

/* --- the posterior ---------------------------------------------------------------------------- */

/* Adds `games` of which a scored `points`, against b or, where b is negative, against 0. */
static void add_games(struct work *work, int a, int b, double games, double points)
{
    size_t i = (size_t)a, j = (size_t)b;
    double chance = 1 / (1 + exp((b < 0 ? 0 : work->ratings[j]) - work->ratings[i]));
    double weight = games * chance * (1 - chance);

    work->slope[i] += points - games * chance;
    *cell(work, i, i) += weight;
    if (b < 0)
        return;
    work->slope[j] -= points - games * chance;
    *cell(work, j, j) += weight;
    *cell(work, i, j) -= weight;
    *cell(work, j, i) -= weight;
}

static void differentiate(struct work *work)
{
    const struct bz_field *field = work->field;

    memset(work->slope, 0, work->n * sizeof(*work->slope));
    memset(work->curve, 0, work->n * work->n * sizeof(*work->curve));
    for (int i = 0; i < field->players; i++)
        add_games(work, i, -1, field->prior, 0.5 * field->prior);
    for (int i = 0; i < field->count; i++) {
        const struct bz_meeting *met = &field->meetings[i];
        double wins = (double)met->wdl.wins, draws = (double)met->wdl.draws;
        double games = wins + draws + (double)met->wdl.losses;

        add_games(work, met->a, met->b, met->worth * games, met->worth * (wins + 0.5 * draws));
    }
}

/* --- the matrix ------------------------------------------------------------------------------- */

/* Four sums at a time, in an order that does not depend on the compiler. */
static double dot(const double *a, const double *b, size_t count)
{
    double sums[4] = {0, 0, 0, 0};
    size_t i = 0;

    for (; i + 4 <= count; i += 4)
        for (size_t k = 0; k < 4; k++)
            sums[k] += a[i + k] * b[i + k];
    for (; i < count; i++)
        sums[0] += a[i] * b[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/* The lower triangle becomes its factor; what stands above is not touched. */
static void factorise(struct work *work)
{
    for (size_t row = 0; row < work->n; row++) {
        double *mine = cell(work, row, 0);

        for (size_t column = 0; column < row; column++) {
            const double *other = cell(work, column, 0);

            mine[column] = (mine[column] - dot(mine, other, column)) / other[column];
        }
        mine[row] = sqrt(fmax(PIVOT_LEAST, mine[row] - dot(mine, mine, row)));
    }
}

/* Solves factor × factorᵀ x = slope in place. */
static void solve(struct work *work)
{
    double *x = work->slope;

    for (size_t row = 0; row < work->n; row++)
        x[row] = (x[row] - dot(cell(work, row, 0), x, row)) / *cell(work, row, row);
    for (size_t row = work->n; row-- > 0;) {
        x[row] /= *cell(work, row, row);
        for (size_t column = 0; column < row; column++)
            x[column] -= *cell(work, row, column) * x[row];
    }
}

/* The inverse of the factor, transposed, takes the upper triangle with the diagonal. */
static void invert_factor(struct work *work)
{
    for (size_t column = 0; column < work->n; column++) {
        work->column[column] = 1 / *cell(work, column, column);
        for (size_t row = column + 1; row < work->n; row++) {
            const double *factor = cell(work, row, 0);

            work->column[row] =
                -dot(factor + column, work->column + column, row - column) / factor[row];
        }
        /* Of this row only what is left of the diagonal is part of the factor from now on. */
        memcpy(cell(work, column, column), work->column + column,
               (work->n - column) * sizeof(double));
    }
}

/* The inverse of the matrix is made from that of its factor. */
static double covariance(const struct work *work, size_t i, size_t j)
{
    size_t from = i > j ? i : j;

    return dot(cell(work, i, from), cell(work, j, from), work->n - from);
}

/* --- the answer ------------------------------------------------------------------------------- */

static void climb(struct work *work)
{
    for (int step = 0; step < STEPS_MAX; step++) {
        double longest = 0, scale;

        differentiate(work);
        factorise(work);
        solve(work);
        for (size_t i = 0; i < work->n; i++)
            longest = fmax(longest, fabs(work->slope[i]));
        scale = longest > STEP_LONGEST ? STEP_LONGEST / longest : 1;
        for (size_t i = 0; i < work->n; i++)
            work->ratings[i] += scale * work->slope[i];
        if (longest < STEP_LAST)
            break;
    }
    differentiate(work);
    factorise(work);
    invert_factor(work);
}

/* The zero is the anchor, or else the mean of all who neither won nor lost everything: of others
 * nobody can tell how far away they are, and they would make everybody's place uncertain. A mean of
 * one would make his certain. */
static void share_zero(struct work *work)
{
    const struct bz_field *field = work->field;
    bool scored[BZ_RATED_MAX] = {false}, yielded[BZ_RATED_MAX] = {false};
    int count = 0;

    for (int i = 0; i < field->count; i++) {
        const struct bz_meeting *met = &field->meetings[i];

        if (met->wdl.wins + met->wdl.draws)
            scored[met->a] = yielded[met->b] = true;
        if (met->wdl.losses + met->wdl.draws)
            scored[met->b] = yielded[met->a] = true;
    }
    for (int i = 0; i < field->players; i++)
        count += scored[i] && yielded[i];
    for (int i = 0; i < field->players; i++)
        if (field->anchor >= 0)
            work->share[i] = i == field->anchor;
        else if (count < 2)
            work->share[i] = 1 / (double)field->players;
        else
            work->share[i] = scored[i] && yielded[i] ? 1 / (double)count : 0;
}

/* The variance of a rating less the zero's. The zero's column gives the covariance with it without
 * a pass over all pairs. */
static double variance_from_zero(const struct work *work, size_t i)
{
    return covariance(work, i, i) - 2 * dot(cell(work, i, i), work->column + i, work->n - i) +
           dot(work->column, work->column, work->n);
}

static void hand_out(struct work *work, struct bz_estimate *ret_ratings)
{
    double zero;

    share_zero(work);
    zero = dot(work->share, work->ratings, work->n);
    memset(work->column, 0, work->n * sizeof(*work->column));
    for (size_t i = 0; i < work->n; i++)
        for (size_t k = i; k < work->n; k++)
            work->column[k] += work->share[i] * *cell(work, i, k);
    for (size_t i = 0; i < work->n; i++) {
        double value = BZ_ELO_UNIT * (work->ratings[i] - zero);
        double error = BZ_ELO_UNIT * BZ_NORMAL_95 * sqrt(fmax(0, variance_from_zero(work, i)));

        ret_ratings[i] = (struct bz_estimate){.value = value,
                                              .low = value - error,
                                              .high = value + error,
                                              .method = "Bradley-Terry with a prior"};
    }
}

/* --- the field -------------------------------------------------------------------------------- */

static bool is_count(int64_t count)
{
    return count >= 0 && count <= BZ_COUNT_MAX;
}

static int check(const struct bz_field *field, struct bz_error *err)
{
    if (field->players < 1 || field->players > BZ_RATED_MAX)
        return bz_fail(err, BZ_ERROR_RANGE, "%d players cannot be rated; 1 to %d can",
                       field->players, BZ_RATED_MAX);
    if (!(field->prior > 0 && field->prior <= 1e6))
        return bz_fail(err, BZ_ERROR_RANGE, "the prior must be above 0 games");
    if (field->anchor < -1 || field->anchor >= field->players)
        return bz_fail(err, BZ_ERROR_RANGE, "there is no player %d to be the anchor",
                       field->anchor);
    for (int i = 0; i < field->count; i++) {
        const struct bz_meeting *met = &field->meetings[i];

        if (met->a < 0 || met->b < 0 || met->a >= field->players || met->b >= field->players ||
            met->a == met->b)
            return bz_fail(err, BZ_ERROR_RANGE, "meeting %d is not between two of the players", i);
        if (!is_count(met->wdl.wins) || !is_count(met->wdl.draws) || !is_count(met->wdl.losses))
            return bz_fail(err, BZ_ERROR_RANGE, "meeting %d has an impossible count", i);
        if (!(met->worth > 0 && met->worth <= 1))
            return bz_fail(err, BZ_ERROR_RANGE, "meeting %d has an impossible worth", i);
    }
    return BZ_OK;
}

/* Gives every player the least number of anybody he can be compared with, then numbers the groups.
 * Short enough: a pass joins chains, and there are never more passes than players. */
static int find_groups(const struct bz_field *field, int *groups)
{
    bool changed = true;
    int count = 0;

    for (int i = 0; i < field->players; i++)
        groups[i] = i;
    while (changed) {
        changed = false;
        for (int i = 0; i < field->count; i++) {
            const struct bz_meeting *met = &field->meetings[i];
            int least = groups[met->a] < groups[met->b] ? groups[met->a] : groups[met->b];

            if (groups[met->a] == groups[met->b] ||
                met->wdl.wins + met->wdl.draws + met->wdl.losses == 0)
                continue;
            groups[met->a] = groups[met->b] = least;
            changed = true;
        }
    }
    /* A group's least player has its own number and comes first. */
    for (int i = 0; i < field->players; i++)
        groups[i] = groups[i] == i ? count++ : groups[groups[i]];
    return count;
}

int bz_rate(const struct bz_field *field, struct bz_estimate *ret_ratings, int *ret_groups,
            struct bz_error *err)
{
    struct work work = {.field = field};
    int groups[BZ_RATED_MAX];
    int code = check(field, err), count;

    if (code)
        return code;
    work.n = (size_t)field->players;
    work.ratings = calloc((4 + work.n) * work.n, sizeof(double));
    if (!work.ratings)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory to rate %d players",
                       field->players);
    work.slope = work.ratings + work.n;
    work.column = work.slope + work.n;
    work.share = work.column + work.n;
    work.curve = work.share + work.n;
    climb(&work);
    hand_out(&work, ret_ratings);
    free(work.ratings);
    count = find_groups(field, groups);
    if (ret_groups)
        memcpy(ret_groups, groups, work.n * sizeof(*groups));
    return count;
}
