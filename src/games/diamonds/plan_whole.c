/*
 * plan_whole.c - bounds from a game in which nothing is forgotten and turns are not limited but
 * paid for: what can be had from any set of diamonds taken, for every stand.
 *
 * Diamonds are never in the way, as in the other easier game. Sets are gone through from the whole
 * one down, so that what can be had after one diamond more is there already; all stands of a set
 * are raised together, which is the loop that costs the time.
 *
 * Numbers are in quarters of a point, so that sixteen bits hold them.
 */
#include <assert.h>
#include <string.h>

#include "plan.h"

enum {
    NEVER = -30000, /* less than anything can make up for */
    NO_LANE = UINT8_MAX,
    LOOK_EACH = 1024
};

/* Gives a lane to every stand there can be: nobody stands where a key is that he does not have. */
static void lay_lanes(const struct plan_model *model, unsigned keys, struct plan_sets *sets)
{
    int lanes = 0;

    for (int stand = 0; stand < model->stands; stand++)
        sets->lane[stand] = plan_may_stand(model, keys, stand) ? (uint8_t)lanes++ : NO_LANE;
    sets->lanes = (lanes + PLAN_LANES - 1) / PLAN_LANES * PLAN_LANES;
}

/* Diamonds that can be reached with these keys. */
static uint32_t reached_with(const struct plan_model *model, unsigned keys)
{
    uint32_t reached = 0;

    for (int to = 1; to <= model->gems; to++)
        if (plan_leg(model, keys, 0, to)->open_count > 0)
            reached |= 1u << (to - 1);
    return reached;
}

/* Numbers the sets of what can be reached, by bytes of their bits. */
static void number_sets(struct plan_sets *sets)
{
    int digit = 0;

    memset(sets->part, 0, sizeof(sets->part));
    for (uint32_t rest = sets->reached; rest; rest &= rest - 1, digit++) {
        int gem = bz_lowest(rest);

        sets->gem[digit] = (uint8_t)gem;
        for (int byte = 0; byte < 256; byte++)
            if (byte >> gem % 8 & 1)
                sets->part[gem / 8][byte] |= 1u << digit;
    }
    sets->count = (size_t)1 << digit;
}

size_t plan_whole_init(struct plan_whole *whole, const struct plan_model *model)
{
    whole->model = model;
    whole->size = 0;
    if (model->gems > PLAN_WHOLE_GEMS || model->stands > PLAN_WHOLE_STANDS)
        return 0;
    for (unsigned keys = 0; keys < PLAN_KEYSETS; keys++) {
        struct plan_sets *sets = &whole->sets[keys];

        if (!plan_is_keyset(model, keys))
            continue;
        sets->reached = reached_with(model, keys);
        sets->base = whole->size;
        number_sets(sets);
        lay_lanes(model, keys, sets);
        whole->size += sets->count * (size_t)sets->lanes;
    }
    return whole->size;
}

/* --- what a leg is worth ---------------------------------------------------------------------- */

/* What it adds to go there from a stand. */
static int16_t worth_from(const struct plan_whole *whole, unsigned keys, int stand, int to)
{
    const struct plan_model *model = whole->model;
    const struct plan_leg *leg = plan_leg(model, keys, plan_spot(model, stand), to);
    int best = NEVER, gain = 0;

    if (to <= model->gems)
        gain = PLAN_QUARTERS * plan_gain(plan_last(model, stand), model->colour[to]);
    for (int i = 0; i < leg->open_count; i++) {
        struct plan_way way = model->ways[leg->open + (uint32_t)i];
        int worth = gain - PLAN_QUARTERS * way.cost - whole->toll * way.turns;

        best = worth > best ? worth : best;
    }
    return (int16_t)best;
}

/* For a key there is a row for every colour taken last. */
static void weigh_legs(struct plan_whole *whole, unsigned keys)
{
    const struct plan_model *model = whole->model;
    const struct plan_sets *sets = &whole->sets[keys];

    for (int row = 0; row < model->stands; row++)
        for (int lane = 0; lane < sets->lanes; lane++)
            whole->worth[row][lane] = NEVER;
    for (int stand = 0; stand < model->stands; stand++)
        for (int to = 1; to < model->spots && sets->lane[stand] != NO_LANE; to++)
            if (to != plan_spot(model, stand))
                whole->worth[plan_stand(model, to, plan_last(model, stand))][sets->lane[stand]] =
                    worth_from(whole, keys, stand, to);
}

/* --- filling ---------------------------------------------------------------------------------- */

/* What can come next. */
struct nexts {
    int count;
    int16_t value[PLAN_WHOLE_STANDS];
    const int16_t *worth[PLAN_WHOLE_STANDS];
};

static inline void raise(const struct nexts *nexts, int first, int16_t *row)
{
    int16_t best[PLAN_LANES] = {0};

    for (int i = 0; i < nexts->count; i++)
        for (int lane = 0; lane < PLAN_LANES; lane++) {
            int16_t sum = (int16_t)(nexts->value[i] + nexts->worth[i][first + lane]);

            best[lane] = sum > best[lane] ? sum : best[lane];
        }
    memcpy(row + first, best, sizeof(best));
}

static void add_next(struct nexts *nexts, int16_t value, const int16_t *worth)
{
    nexts->value[nexts->count] = value;
    nexts->worth[nexts->count++] = worth;
}

/* A key can come next as well; what follows depends on the colour taken last. */
static void add_keys(const struct plan_whole *whole, unsigned keys, uint32_t taken,
                     struct nexts *nexts)
{
    const struct plan_model *model = whole->model;

    for (int to = model->gems + 1; to < model->spots; to++) {
        unsigned key = model->key[to] & model->useful & ~keys;
        const int16_t *next = key ? plan_whole_row(whole, keys | key, taken) : NULL;
        const uint8_t *lane = whole->sets[keys | key].lane;

        for (int last = taken ? 1 : 0; key && last < PLAN_LASTS; last++)
            add_next(nexts, next[lane[plan_stand(model, to, last)]],
                     whole->worth[plan_stand(model, to, last)]);
    }
}

static void fill_set(const struct plan_whole *whole, unsigned keys, size_t number, uint32_t taken)
{
    const struct plan_sets *sets = &whole->sets[keys];
    int16_t *row = whole->values + sets->base + number * (size_t)sets->lanes;
    struct nexts nexts;

    nexts.count = 0;
    for (size_t left = ~number & (sets->count - 1); left; left &= left - 1) {
        int gem = sets->gem[bz_lowest(left)];

        add_next(&nexts, row[(left & -left) * (size_t)sets->lanes + sets->lane[gem + 1]],
                 whole->worth[gem + 1]);
    }
    if (keys != (whole->model->keys | whole->model->useful))
        add_keys(whole, keys, taken, &nexts);
    for (int first = 0; first < sets->lanes; first += PLAN_LANES)
        raise(&nexts, first, row);
}

static uint32_t set_of(const struct plan_sets *sets, size_t number)
{
    uint32_t taken = 0;

    for (; number; number &= number - 1)
        taken |= 1u << sets->gem[bz_lowest(number)];
    return taken;
}

static bool fill_sets(struct plan_whole *whole, unsigned keys, struct plan_clock *clock)
{
    const struct plan_sets *sets = &whole->sets[keys];
    bool all = keys == (whole->model->keys | whole->model->useful);

    weigh_legs(whole, keys);
    for (size_t number = sets->count; number-- > 0;) {
        if (number % LOOK_EACH == 0 && plan_tick(clock, LOOK_EACH * (uint64_t)sets->lanes))
            return false;
        fill_set(whole, keys, number, all ? 0 : set_of(sets, number));
    }
    return true;
}

bool plan_whole_fill(struct plan_whole *whole, int32_t toll, struct plan_clock *clock)
{
    assert(toll % (PLAN_PART / PLAN_QUARTERS) == 0);
    whole->toll = toll / (PLAN_PART / PLAN_QUARTERS);
    for (unsigned keys = PLAN_KEYSETS; keys-- > 0;)
        if (plan_is_keyset(whole->model, keys) && !fill_sets(whole, keys, clock))
            return false;
    return true;
}
