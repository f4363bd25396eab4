/*
 * round.c - exits first, then sweeps.
 *
 * A square is one of three kinds for the player who has come to it: he stays in the round (nothing
 * to do, or rent, which only divides the cash anew), he leaves it (a fine), or he has the choice
 * (to buy, to sell). What leaving brings does not change any more.
 */
#include "round.h"

#include <stdlib.h>
#include <string.h>

/* Nothing may change by more than this in the last sweep. A sweep takes the error down to about
 * half, so the error left is hardly larger. */
#define STILL 2e-10

enum { PAD = 8, SWEEPS_MAX = 100000, LOOK = 3 };

int monopoly_round_init(struct round *round, const struct space *space, const struct shelf *shelf,
                        bool sells, bool blends, struct bz_error *err)
{
    size_t stride = ((size_t)space->wealth + PAD - 1) / PAD * PAD;
    size_t size = (size_t)(space->squares * space->squares) * stride * sizeof(double);
    bool done;

    *round = (struct round){.space = space, .shelf = shelf, .sells = sells, .blends = blends};
    round->spare = malloc(stride * sizeof(double));
    done = round->spare;
    for (int mover = 0; mover < 2; mover++) {
        round->value[mover] = malloc(size);
        round->leave[mover] = malloc(size);
        round->share[mover] = blends ? malloc(size) : NULL;
        done =
            done && round->value[mover] && round->leave[mover] && (!blends || round->share[mover]);
    }
    if (done)
        return BZ_OK;
    monopoly_round_release(round);
    return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the places of both players");
}

void monopoly_round_release(struct round *round)
{
    free(round->spare);
    round->spare = NULL;
    for (int mover = 0; mover < 2; mover++) {
        free(round->value[mover]);
        free(round->leave[mover]);
        free(round->share[mover]);
        round->value[mover] = round->leave[mover] = round->share[mover] = NULL;
    }
}

static void fill(double *row, int count, double value)
{
    for (int i = 0; i < count; i++)
        row[i] = value;
}

/* A position outside, after the mover's action; X's cash there is `more` than here. */
struct outside {
    int wealth, code, more;
    int from, count; /* the divisions of cash from which it can be reached */
};

/* What the mover gets by leaving, where he can, and elsewhere `never`. */
static void look_outside(const struct round *round, const struct outside *to, int mover, int x,
                         int y, double below, double above)
{
    double *row = round_leave(round, mover, x, y);

    fill(row, to->from, below);
    if (to->count > 0)
        monopoly_shelf_get(round->shelf, to->wealth, to->code, !mover, x, y,
                           to->from + 1 + to->more, to->count, row + to->from);
    fill(row + to->from + to->count, round->length - to->from - to->count, above);
}

/* How many divisions are left when X, or Y, needs more than so much. */
static struct outside limited(const struct round *round, int mover, int needed)
{
    int count = round->length - needed;
    struct outside to = {.wealth = round->wealth, .code = round->space->code[round->holding]};

    to.count = count < 0 ? 0 : count;
    to.from = mover == 0 ? round->length - to.count : 0;
    return to;
}

/* Sets out the exits of one square, with the other player on any. */
static void open_square(struct round *round, int mover, int square, const struct outside *to,
                        double below, double above)
{
    int n = round->space->squares;

    for (int other = 0; other < n; other++)
        look_outside(round, to, mover, mover ? other : square, mover ? square : other, below,
                     above);
}

static void open_fine(struct round *round, int mover, int square)
{
    int amount = round->space->charge[square];
    struct outside to = limited(round, mover, amount);

    to.wealth -= amount;
    to.more = mover ? 0 : -amount;
    open_square(round, mover, square, &to, 0, 1);
    round->fixed[mover][square] = true;
}

/* A choice: where there is none, leaving is made worse than anything. */
static void open_choice(struct round *round, int mover, int square, const struct outside *to)
{
    double never = mover ? 2 : -1;

    open_square(round, mover, square, to, never, never);
    round->choice[mover][square] = mover ? SMALLER : LARGER;
}

static void open_purchase(struct round *round, int mover, int square)
{
    const struct space *space = round->space;
    struct outside to = limited(round, mover, space->price[square]);

    if (to.count == 0)
        return;
    to.code += (mover + 1) * space->power[square];
    to.more = mover ? 0 : -space->price[square];
    open_choice(round, mover, square, &to);
}

static void open_sale(struct round *round, int mover, int square)
{
    const struct space *space = round->space;
    struct outside to = limited(round, mover, 0);

    to.wealth -= space->depth[square];
    to.code -= (mover + 1) * space->power[square];
    to.more = mover ? 0 : space->resale[square];
    open_choice(round, mover, square, &to);
}

static void open_exits(struct round *round, int mover, int square)
{
    const struct space *space = round->space;
    int owner = space_owner(space, space->code[round->holding], square);

    round->choice[mover][square] = TAKE;
    round->fixed[mover][square] = false;
    round->shift[mover][square] = 0;
    if (space->kind[square] == PENALTY && space->charge[square] > 0)
        open_fine(round, mover, square);
    else if (owner == 2 - mover)
        round->shift[mover][square] = space->charge[square];
    else if (owner && round->sells)
        open_sale(round, mover, square);
    else if (!owner && space->power[square])
        open_purchase(round, mover, square);
}

/* Whether the shelf still has the same positions with one unit less. */
static bool has_poorer(const struct round *round, int mover, int x, int y)
{
    return round->wealth > 2 && round->space->occurs[round->wealth - 1] && round->length > 1 &&
           round->space->depth[mover ? y : x] > 0 && !round->blends;
}

/* Anything between 0 and 1 ends at the same values. It takes a few sweeps less from where X, or
 * Y, has one unit less, than from X's share of the cash. */
static void guess(struct round *round, int mover, int x, int y)
{
    double *row = round_value(round, mover, x, y), *poorer = round->spare;
    int length = round->length;

    if (round->fixed[mover][mover ? y : x]) {
        memcpy(row, round_leave(round, mover, x, y), (size_t)length * sizeof(*row));
    } else if (has_poorer(round, mover, x, y)) {
        monopoly_shelf_get(round->shelf, round->wealth - 1, round->space->code[round->holding],
                           !mover, x, y, 1, length - 1, poorer);
        for (int i = 0; i < length; i++)
            row[i] = 0.5 * (poorer[i < length - 1 ? i : i - 1] + poorer[i ? i - 1 : i]);
    } else {
        for (int i = 0; i < length; i++)
            row[i] = (i + 1.0) / (length + 1);
    }
}

void monopoly_round_enter(struct round *round, int wealth, int holding)
{
    int n = round->space->squares;

    round->wealth = wealth;
    round->holding = holding;
    round->length = space_row(round->space, wealth, holding);
    round->stride = ((size_t)round->length + PAD - 1) / PAD * PAD;
    for (int mover = 0; mover < 2; mover++) {
        for (int square = 0; square < n; square++)
            open_exits(round, mover, square);
        for (int i = 0; i < n * n; i++)
            guess(round, mover, i / n, i % n);
    }
}

static struct fan fan_of(const struct round *round, int roller, int x, int y)
{
    const struct space *space = round->space;
    struct fan fan = {.count = space->throws, .chance = space->chance};

    for (int k = 0; k < space->throws; k++)
        fan.row[k] = roller ? round_value(round, 1, x, space_ahead(space, y, space->least + k))
                            : round_value(round, 0, space_ahead(space, x, space->least + k), y);
    for (int k = space->throws; k < 11; k++)
        fan.row[k] = fan.row[0];
    return fan;
}

void monopoly_round_throw(const struct round *round, int roller, int x, int y, double *ret_row)
{
    struct fan fan = fan_of(round, roller, x, y);

    monopoly_means_put(ret_row, &fan, round->length, TAKE, NULL, NULL);
}

/* Rent divides the cash anew, and makes the poor bankrupt: the row is shifted. Returns how much of
 * it is left. */
static int pay_rent(const struct round *round, int mover, int rent, double **row, struct fan *fan)
{
    int length = rent < round->length ? round->length - rent : 0, gone = round->length - length;

    fill(mover ? *row + length : *row, gone, mover);
    if (mover == 0)
        *row += gone;
    else
        for (int k = 0; k < 11; k++)
            fan->row[k] += gone;
    return length;
}

/* One row renewed; whether it changed, if that is to be looked at. */
static bool renew(struct round *round, int mover, int x, int y, bool looks)
{
    int square = mover ? y : x, rent = round->shift[mover][square], length = round->length;
    double *row = round_value(round, mover, x, y);
    const double *leave = round_leave(round, mover, x, y);
    const double *share = round->blends ? round_share(round, mover, x, y) : NULL;
    struct fan fan;

    if (round->fixed[mover][square])
        return false;
    fan = fan_of(round, !mover, x, y);
    if (rent > 0)
        length = pay_rent(round, mover, rent, &row, &fan);
    if (looks)
        return monopoly_means_change(row, &fan, length, round->choice[mover][square], leave, share,
                                     STILL);
    monopoly_means_put(row, &fan, length, round->choice[mover][square], leave, share);
    return false;
}

static bool sweep(struct round *round, bool looks)
{
    int n = round->space->squares;
    bool changed = false;

    for (int i = 0; i < n * n; i++)
        for (int mover = 0; mover < 2; mover++) {
            int x = round->space->order[i] / n, y = round->space->order[i] % n;

            changed |= renew(round, mover, x, y, looks);
        }
    round->sweeps++;
    return changed;
}

void monopoly_round_settle(struct round *round)
{
    for (int i = 1; i < SWEEPS_MAX; i++)
        if (!sweep(round, i % LOOK == 0) && i % LOOK == 0)
            return;
}

void monopoly_round_keep(const struct round *round, const struct shelf *shelf)
{
    int n = round->space->squares;
    for (int i = 0; i < n * n; i++)
        for (int roller = 0; roller < 2; roller++) {
            int x = i / n, y = i % n;

            if (!round->space->depth[roller ? x : y])
                continue;
            monopoly_round_throw(round, roller, x, y, round->spare);
            monopoly_shelf_put(shelf, round->wealth, round->holding, roller, x, y, round->spare);
        }
}
