/*
 * evaluate.c - the exact chance of the first player when both players are known: nothing is chosen
 * any more, and every round becomes a set of linear equations.
 *
 * Seats matter here, so holdings are not exchanged: X is the first player. Where a player plays
 * perfectly, or perfectly without ever selling, that game is solved alongside, layer by layer, and
 * tells what he does.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "layers.h"
#include "perfect.h"

/* Where choices are equal but for rounding on the way, the first of the menu is taken. */
#define EQUAL 1e-8

enum guide { NOBODY = -1, PERFECT, NEVER_SELLS, GUIDES };

/* How a player decides: by a solved game, or with such chances to buy and to sell. */
struct seat {
    enum guide guide;
    double buys, sells;
};

struct bench {
    struct round guide[GUIDES], round;
};

struct assay {
    const struct bz_setup *setup;
    const struct bz_solve_options *options;
    struct seat seat[SEATS];
    bool needs[GUIDES];
    struct space mirrored, space;
    struct shelf guide[GUIDES], shelf;
    struct bench *bench; /* one a thread */
    struct wanted wanted;
};

/* Exactly what the engines of these names do, where two actions are equal to them the first of the
 * menu. `report` looks at the robot's wealth only, its own as the second player; as the first it
 * cannot tell selling from doing nothing, and sells. */
static const struct known {
    const char *name;
    struct seat seat[SEATS];
} known[] = {
    {"best", {{PERFECT, 0, 0}, {PERFECT, 0, 0}}},
    {"never-sell", {{NEVER_SELLS, 0, 0}, {NEVER_SELLS, 0, 0}}},
    {"greedy", {{NOBODY, 1, 0}, {NOBODY, 1, 0}}},
    {"report", {{NOBODY, 1, 1}, {NOBODY, 1, 0}}},
    {"simple", {{NOBODY, 1, 1}, {NOBODY, 1, 1}}},
    {"random", {{NOBODY, 0.5, 0.5}, {NOBODY, 0.5, 0.5}}},
    {NULL, {{NOBODY, 0, 0}, {NOBODY, 0, 0}}},
};

static int find_seat(struct assay *assay, int player, const char *spec, struct bz_error *err)
{
    for (const struct known *k = known; k->name; k++)
        if (strcmp(k->name, spec) == 0) {
            assay->seat[player] = k->seat[player];
            if (k->seat[player].guide != NOBODY)
                assay->needs[k->seat[player].guide] = true;
            return BZ_OK;
        }
    return bz_fail(err, BZ_ERROR_UNFIT,
                   "player '%s' cannot be computed; best, never-sell, greedy, report, simple and "
                   "random can",
                   bz_quoted(spec, strlen(spec)).text);
}

/* What the solved game says: for each division of cash, whether to deal. */
static void ask_guide(const struct round *guide, bool swapped, int mover, int x, int y,
                      double *ret_share)
{
    int his = swapped ? !mover : mover, a = swapped ? y : x, b = swapped ? x : y;
    int square = his ? b : a, length = guide->length;
    const double *leave = round_leave(guide, his, a, b);
    double sign = his ? -1 : 1;

    if (guide->choice[his][square] == TAKE) {
        for (int i = 0; i < length; i++)
            ret_share[i] = 0;
        return;
    }
    monopoly_round_throw(guide, !his, a, b, guide->spare);
    for (int i = 0; i < length; i++)
        ret_share[swapped ? length - 1 - i : i] =
            sign * (leave[i] - guide->spare[i]) >= -EQUAL ? 1 : 0;
}

/* Turns a choice into a mixture. Where there is no choice leaving was made impossible. */
static void fix_choice(struct round *round, const struct seat *seat, const struct bench *bench,
                       bool swapped, int mover, int x, int y)
{
    double *leave = round_leave(round, mover, x, y), *share = round_share(round, mover, x, y);
    int code = round->space->code[round->holding];
    bool is_sale = space_owner(round->space, code, mover ? y : x) != 0;

    if (seat->guide != NOBODY)
        ask_guide(&bench->guide[seat->guide], swapped, mover, x, y, share);
    for (int i = 0; i < round->length; i++) {
        double deals = seat->guide != NOBODY ? share[i] : is_sale ? seat->sells : seat->buys;

        if (leave[i] < 0 || leave[i] > 1)
            deals = leave[i] = 0;
        leave[i] *= deals;
        share[i] = 1 - deals;
    }
}

static void fix_choices(const struct assay *assay, struct bench *bench, bool swapped)
{
    struct round *round = &bench->round;
    int n = assay->space.squares;

    for (int mover = 0; mover < 2; mover++)
        for (int square = 0; square < n; square++) {
            if (round->choice[mover][square] == TAKE)
                continue;
            for (int other = 0; other < n; other++)
                fix_choice(round, &assay->seat[mover], bench, swapped, mover,
                           mover ? other : square, mover ? square : other);
            round->choice[mover][square] = BLEND;
        }
}

static void evaluate_code(struct assay *assay, struct bench *bench, int wealth, int code)
{
    struct round *round = &bench->round;

    monopoly_round_enter(round, wealth, assay->space.holding[code]);
    fix_choices(assay, bench, assay->mirrored.swapped[code]);
    monopoly_round_settle(round);
    monopoly_wanted_take(&assay->wanted, round, round->spare);
    monopoly_round_keep(round, &assay->shelf);
}

static int exchanged(const struct space *space, int code)
{
    int other = 0;

    for (int i = 0; i < space->squares; i++)
        other += (3 - space_owner(space, code, i)) % 3 * space->power[i];
    return other;
}

static void do_holding(void *context, int thread, int wealth, int holding)
{
    struct assay *assay = context;
    struct bench *bench = &assay->bench[thread];
    int code = assay->mirrored.code[holding], other = exchanged(&assay->mirrored, code);

    for (int i = 0; i < GUIDES; i++) {
        if (!assay->needs[i])
            continue;
        monopoly_round_enter(&bench->guide[i], wealth, holding);
        monopoly_round_settle(&bench->guide[i]);
    }
    evaluate_code(assay, bench, wealth, code);
    if (other != code)
        evaluate_code(assay, bench, wealth, other);
    for (int i = 0; i < GUIDES; i++)
        if (assay->needs[i])
            monopoly_round_keep(&bench->guide[i], &assay->guide[i]);
}

static void begin(void *context, int wealth)
{
    struct assay *assay = context;

    monopoly_shelf_turn(&assay->shelf, wealth);
    for (int i = 0; i < GUIDES; i++)
        if (assay->needs[i])
            monopoly_shelf_turn(&assay->guide[i], wealth);
}

static int end(void *context, int wealth, struct bz_error *err)
{
    (void)context;
    (void)wealth;
    (void)err;
    return BZ_OK;
}

static int make_bench(struct assay *assay, struct bench *bench, struct bz_error *err)
{
    int code = monopoly_round_init(&bench->round, &assay->space, &assay->shelf, true, true, err);

    for (int i = 0; i < GUIDES && !code; i++)
        if (assay->needs[i])
            code = monopoly_round_init(&bench->guide[i], &assay->mirrored, &assay->guide[i],
                                       i == PERFECT, false, err);
    return code;
}

static int set_up(struct assay *assay, const struct monopoly *pos, struct bz_error *err)
{
    int unit, wealth, code;

    monopoly_perfect_measure(pos, &unit, &wealth);
    code = monopoly_space_init(&assay->mirrored, pos->board, unit, wealth, true, err);
    if (!code)
        code = monopoly_space_init(&assay->space, pos->board, unit, wealth, false, err);
    if (!code && !monopoly_wanted_init(&assay->wanted, assay->setup, &assay->space, pos))
        code = bz_fail(err, BZ_ERROR_UNFIT, "so much money does not occur together in this game");
    if (!code)
        code = monopoly_shelf_init(&assay->shelf, &assay->space, err);
    for (int i = 0; i < GUIDES && !code; i++)
        if (assay->needs[i])
            code = monopoly_shelf_init(&assay->guide[i], &assay->mirrored, err);
    assay->bench = calloc((size_t)assay->options->threads, sizeof(*assay->bench));
    if (!assay->bench && !code)
        code = bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for threads");
    for (int i = 0; i < assay->options->threads && !code; i++)
        code = make_bench(assay, &assay->bench[i], err);
    return code;
}

static void tear_down(struct assay *assay)
{
    for (int i = 0; assay->bench && i < assay->options->threads; i++) {
        monopoly_round_release(&assay->bench[i].round);
        for (int k = 0; k < GUIDES; k++)
            monopoly_round_release(&assay->bench[i].guide[k]);
    }
    free(assay->bench);
    for (int i = 0; i < GUIDES; i++)
        monopoly_shelf_release(&assay->guide[i]);
    monopoly_shelf_release(&assay->shelf);
    monopoly_space_release(&assay->mirrored);
    monopoly_space_release(&assay->space);
}

static int run(struct assay *assay, const void *pos, struct bz_solution *ret_solution,
               struct bz_error *err)
{
    struct layers layers = {
        .space = &assay->mirrored,
        .threads = assay->options->threads,
        .doing = "layers of wealth",
        .context = assay,
        .begin = begin,
        .work = do_holding,
        .end = end,
        .options = assay->options,
    };
    int64_t start = bz_clock_micros();
    int done, code = monopoly_layers_run(&layers, 2, &done, err);
    double chance = code ? 0 : monopoly_wanted_chance(&assay->wanted, pos);

    if (code && code != BZ_ERROR_STOPPED)
        return code;
    *ret_solution = (struct bz_solution){
        .solved = !code,
        .lower = chance,
        .upper = code ? 1 : chance,
        .move = BZ_MOVE_NONE,
        .nodes = assay->space.states,
        .seconds = (double)(bz_clock_micros() - start) * 1e-6,
    };
    return BZ_OK;
}

int monopoly_evaluate(const struct bz_setup *setup, const void *at, const char *const specs[],
                      const struct bz_solve_options *options, struct bz_solution *ret_solution,
                      struct bz_error *err)
{
    struct assay assay = {.setup = setup, .options = options};
    const struct monopoly *pos = at;
    int code = monopoly_perfect_fits(setup, 4, err);

    if (!code && pos->phase != ROLL)
        code = bz_fail(err, BZ_ERROR_UNFIT,
                       "players are evaluated from a position in which a throw is due");
    for (int i = 0; i < SEATS && !code; i++)
        code = find_seat(&assay, i, specs[i], err);
    if (!code)
        code = monopoly_perfect_check_cap(pos, err);
    if (code)
        return code;
    code = set_up(&assay, pos, err);
    if (!code)
        code = run(&assay, pos, ret_solution, err);
    tear_down(&assay);
    return code;
}
