/*
 * oracle_bounds.c - one wealth after the other, the poorest first, and of each the distributions of
 * property, the fullest first: buying leads to a fuller one, selling and fines to a poorer wealth.
 * What is left within one distribution is renewed until it stays.
 *
 * A row has the first player's cash as its index, from 0 to all there is, in units: at 0 he has
 * lost, at the end of the row he has won, and payments only move along it. Finished rows are kept
 * in 32 bits, rounded to the safe side, for as long as somebody can come there.
 */
#include "oracle_bounds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FINE  4294967295.0 /* of a value kept */
#define STILL 1e-10

enum { THROWS_MAX = 12, PAD = 256, CASH_MAX = 1024 };

struct run {
    const struct mono_board *board;
    int n, unit, wealth, codes, throws;
    int price[MONO_SQUARES_MAX], pay[MONO_SQUARES_MAX], resale[MONO_SQUARES_MAX];
    int power[MONO_SQUARES_MAX]; /* of 3, by which its owner counts in a code; 0: nobody's ever */
    int lost[MONO_SQUARES_MAX];  /* wealth that goes when somebody sells or pays there */
    double chance[THROWS_MAX];
    bool upwards;

    /* Of finished values before a throw, by wealth and by the square of him who has just acted. */
    uint32_t **kept;
    size_t *start; /* of a code's rows there, by wealth and code */

    /* The one distribution at work, by mover and both squares, when the mover is to act: the value,
     * and what he gets by an action that leads elsewhere. */
    int now, code, cash;
    double *value[2], *leave[2];
    double mean[PAD + CASH_MAX + PAD];
};

static int owner(const struct run *run, int code, int square)
{
    return run->power[square] ? code / run->power[square] % 3 : 0;
}

/* All cash of a distribution; a game goes on if it is 2 at least. */
static int cash_of(const struct run *run, int wealth, int code)
{
    for (int i = 0; i < run->n; i++)
        wealth -= owner(run, code, i) ? run->price[i] : 0;
    return wealth;
}

static uint32_t *kept_row(const struct run *run, int wealth, int code, int acted, int x, int y)
{
    int here = acted ? y : x, other = acted ? x : y;
    size_t start = run->start[(size_t)wealth * (size_t)run->codes + (size_t)code];
    size_t row = (size_t)(acted * run->n + other) * (size_t)(cash_of(run, wealth, code) + 1);

    return run->kept[wealth * run->n + here] + start + row;
}

static double *row_of(const struct run *run, double *const rows[2], int mover, int x, int y)
{
    return rows[mover] + (size_t)(x * run->n + y) * (size_t)(run->cash + 1);
}

/* --- leaving -------------------------------------------------------------------------------- */

/* What an action brings that leads to another distribution, with the first player's cash changed by
 * `more`. Only if the mover has more than `needed`; else it is out of the question. */
static void look(const struct run *run, int mover, int x, int y, int code, int wealth, int more,
                 int needed)
{
    double *leave = row_of(run, run->leave, mover, x, y), never = mover ? 2 : -1;
    int all = cash_of(run, wealth, code);
    const uint32_t *kept = all >= 2 ? kept_row(run, wealth, code, mover, x, y) : NULL;

    for (int cash = 1; cash < run->cash; cash++) {
        int mine = mover ? run->cash - cash : cash, to = cash + more;

        leave[cash] = mine <= needed ? never : to <= 0 ? 0 : to >= all ? 1 : kept[to] / FINE;
    }
}

static void forbid(const struct run *run, int mover, int x, int y)
{
    double *leave = row_of(run, run->leave, mover, x, y);

    for (int cash = 1; cash < run->cash; cash++)
        leave[cash] = mover ? 2 : -1;
}

static void open_square(const struct run *run, int mover, int x, int y)
{
    int here = mover ? y : x, whose = owner(run, run->code, here), power = run->power[here];
    int price = run->price[here], pay = run->pay[here], resale = run->resale[here];

    if (price == 0 && pay > 0)
        look(run, mover, x, y, run->code, run->now - pay, mover ? 0 : -pay, -1);
    else if (price > 0 && whose == 0)
        look(run, mover, x, y, run->code + power * (1 + mover), run->now, mover ? 0 : -price,
             price);
    else if (price > 0 && whose == 1 + mover)
        look(run, mover, x, y, run->code - power * whose, run->now - price + resale,
             mover ? 0 : resale, -1);
    else
        forbid(run, mover, x, y);
}

/* --- staying -------------------------------------------------------------------------------- */

/* The rows that a throw leads to. */
static const double *thrown(const struct run *run, int roller, int x, int y, int k)
{
    int there = ((roller ? y : x) + k + run->board->dice) % run->n;

    return row_of(run, run->value, roller, roller ? x : there, roller ? there : y);
}

/* The means of what may follow when the roller throws. Three throws at a time, the last of which
 * may have no chance. */
static void throw_from(struct run *run, int roller, int x, int y)
{
    double *restrict mean = run->mean + PAD;

    memset(mean, 0, (size_t)(run->cash + 1) * sizeof(*mean));
    for (int k = 0; k < run->throws; k += 3) {
        const double *a = thrown(run, roller, x, y, k), *b = thrown(run, roller, x, y, k + 1);
        const double *c = thrown(run, roller, x, y, k + 2), *chance = run->chance + k;

        for (int cash = 0; cash <= run->cash; cash++)
            mean[cash] += chance[0] * a[cash] + chance[1] * b[cash] + chance[2] * c[cash];
    }
}

/* How far cash moves along the row if the mover stays in the distribution. */
static int rent(const struct run *run, int mover, int here)
{
    int whose = owner(run, run->code, here);

    if (whose == 0 || whose == 1 + mover)
        return 0;
    return mover ? run->pay[here] : -run->pay[here];
}

/* Whether anything changed. */
static bool renew(struct run *run, int mover, int x, int y)
{
    double *row = row_of(run, run->value, mover, x, y);
    const double *leave = row_of(run, run->leave, mover, x, y), *stay;
    int here = mover ? y : x, shift = rent(run, mover, here), changes = 0;

    if (run->price[here] == 0 && run->pay[here] > 0) {
        memcpy(row + 1, leave + 1, (size_t)(run->cash - 1) * sizeof(*row));
        return false;
    }
    throw_from(run, !mover, x, y);
    for (int i = 1; i <= shift; i++) /* who cannot pay has lost; before the row are zeros */
        run->mean[PAD + run->cash + i] = 1;
    stay = run->mean + PAD + shift;
    for (int cash = 1; cash < run->cash; cash++) {
        double more = stay[cash] > leave[cash] ? stay[cash] : leave[cash];
        double less = stay[cash] < leave[cash] ? stay[cash] : leave[cash];
        double value = mover ? less : more;

        changes |= fabs(value - row[cash]) > STILL;
        row[cash] = value;
    }
    return changes != 0;
}

static bool sweep(struct run *run)
{
    bool changed = false;

    for (int x = run->n - 1; x >= 0; x--)
        for (int y = run->n - 1; y >= 0; y--)
            for (int mover = 0; mover < 2; mover++)
                changed |= renew(run, mover, x, y);
    return changed;
}

/* --- one distribution after the other ------------------------------------------------------- */

static void begin(struct run *run)
{
    for (int i = 0; i < 2 * run->n * run->n; i++) {
        int mover = i % 2, x = i / 2 / run->n, y = i / 2 % run->n;
        double *row = row_of(run, run->value, mover, x, y);

        for (int cash = 1; cash < run->cash; cash++)
            row[cash] = run->upwards ? 0 : 1;
        row[0] = 0;
        row[run->cash] = 1;
        open_square(run, mover, x, y);
    }
}

static void keep(struct run *run)
{
    for (int i = 0; i < 2 * run->n * run->n; i++) {
        int acted = i % 2, x = i / 2 / run->n, y = i / 2 % run->n;
        uint32_t *row = kept_row(run, run->now, run->code, acted, x, y);

        throw_from(run, !acted, x, y);
        for (int cash = 1; cash < run->cash; cash++) {
            double value = run->mean[PAD + cash] * FINE;

            row[cash] = (uint32_t)(run->upwards ? floor(value) : fmin(ceil(value), FINE));
        }
    }
}

static int count_owned(int code)
{
    int owned = 0;

    for (; code; code /= 3)
        owned += code % 3 != 0;
    return owned;
}

/* Room for a wealth, and none any more for what nobody comes to from it. */
static bool make_room(struct run *run, int wealth)
{
    size_t sum = 0;

    for (int code = 0; code < run->codes; code++) {
        int cash = cash_of(run, wealth, code);

        run->start[(size_t)wealth * (size_t)run->codes + (size_t)code] = sum;
        sum += cash >= 2 ? 2 * (size_t)run->n * (size_t)(cash + 1) : 0;
    }
    for (int here = 0; here < run->n; here++) {
        int old = wealth - run->lost[here] - 1;

        if (old >= 0) {
            free(run->kept[old * run->n + here]);
            run->kept[old * run->n + here] = NULL;
        }
        run->kept[wealth * run->n + here] = malloc(sum * sizeof(uint32_t));
        if (!run->kept[wealth * run->n + here])
            return false;
    }
    return true;
}

static void find_wealth(struct run *run, int wealth)
{
    run->now = wealth;
    for (int owned = run->n; owned >= 0; owned--)
        for (run->code = 0; run->code < run->codes; run->code++) {
            run->cash = cash_of(run, wealth, run->code);
            if (count_owned(run->code) != owned || run->cash < 2)
                continue;
            begin(run);
            while (sweep(run))
                ;
            keep(run);
        }
}

static int divisor(int a, int b)
{
    return b ? divisor(b, a % b) : a;
}

static void set_board(struct run *run)
{
    const struct mono_board *board = run->board;
    struct mono start;
    int all = board->dice == 1 ? 6 : 36;

    run->n = board->squares;
    run->unit = board->cash;
    for (int i = 0; i < run->n; i++) {
        const struct mono_square *square = &board->square[i];

        run->unit =
            divisor(divisor(run->unit, square->price), divisor(square->pay, square->resale));
    }
    run->codes = 1;
    for (int i = 0; i < run->n; i++) {
        run->price[i] = board->square[i].price / run->unit;
        run->pay[i] = board->square[i].pay / run->unit;
        run->resale[i] = board->square[i].resale / run->unit;
        run->lost[i] = run->price[i] ? run->price[i] - run->resale[i] : run->pay[i];
        run->power[i] = run->price[i] ? run->codes : 0;
        run->codes *= run->price[i] ? 3 : 1;
    }
    run->wealth = 2 * board->cash / run->unit;
    run->throws = 5 * board->dice + 1;
    mono_start(&start, board, 1);
    for (int k = 0; k < run->throws; k++)
        run->chance[k] = (double)mono_weight(&start, k + board->dice) / all;
}

static bool allocate(struct run *run)
{
    size_t rows = (size_t)(run->n * run->n) * (size_t)(run->wealth + 1) * sizeof(double);
    bool done;

    run->kept = calloc((size_t)((run->wealth + 1) * run->n), sizeof(*run->kept));
    run->start = calloc((size_t)(run->wealth + 1) * (size_t)run->codes, sizeof(*run->start));
    done = run->kept && run->start && run->wealth < CASH_MAX;
    for (int i = 0; i < run->n; i++)
        done = done && run->pay[i] <= PAD;
    for (int mover = 0; mover < 2; mover++) {
        run->value[mover] = malloc(rows);
        run->leave[mover] = malloc(rows);
        done = done && run->value[mover] && run->leave[mover];
    }
    return done;
}

static void release(struct run *run)
{
    for (int i = 0; run->kept && i < (run->wealth + 1) * run->n; i++)
        free(run->kept[i]);
    free(run->kept);
    free(run->start);
    for (int mover = 0; mover < 2; mover++) {
        free(run->value[mover]);
        free(run->leave[mover]);
    }
    free(run);
}

static bool find_bound(const struct mono_board *board, bool upwards, double *ret_bound)
{
    struct run *run = calloc(1, sizeof(*run));
    bool done;

    if (!run)
        return false;
    run->board = board;
    run->upwards = upwards;
    set_board(run);
    done = allocate(run);
    for (int wealth = 2; wealth <= run->wealth && done; wealth++) {
        done = make_room(run, wealth);
        if (done)
            find_wealth(run, wealth);
    }
    if (done) { /* as if the second player had just come to the start, and done nothing */
        uint32_t bound = kept_row(run, run->wealth, 0, 1, 0, 0)[board->cash / run->unit];

        *ret_bound = bound / FINE;
    }
    release(run);
    return done;
}

bool bounds_find(const struct mono_board *board, double *ret_least, double *ret_most)
{
    return find_bound(board, true, ret_least) && find_bound(board, false, ret_most);
}
