/*
 * plan_whole.c - bounds from a game in which nothing is forgotten and turns are not limited but
 * paid for: what can be had from any set of diamonds taken, for every stand.
 *
 * Diamonds are never in the way, as in the other easier game. Sets are gone through from the whole
 * one down, so that what can be had after one diamond more is there already; all stands of a set
 * are raised together, which is the loop that costs the time.
 *
 * Memory decides on which maps this can be done, so only values of diamonds stood on are kept, two
 * sets to a row. Those of keys are needed once, by sets of the same diamonds with fewer keys: all
 * sets of keys are filled side by side, a block of sets at a time. Later they are found again from
 * what is kept.
 *
 * Numbers are in quarters of a point, so that sixteen bits hold them.
 */
#include <assert.h>
#include <string.h>

#include "plan.h"

enum {
    NEVER = -30000, /* less than anything can make up for */
    NO_LANE = UINT8_MAX
};

/* --- the layout ------------------------------------------------------------------------------- */

/* Diamonds that can be reached with these keys. */
static uint32_t reached_with(const struct plan_model *model, unsigned keys)
{
    uint32_t reached = 0;

    for (int to = 1; to <= model->gems; to++)
        if (plan_leg(model, keys, 0, to)->open_count > 0)
            reached |= 1u << (to - 1);
    return reached;
}

/* Numbers the sets of what can be reached, by bytes of their bits; their digits are the lanes. */
static void number_sets(struct plan_sets *sets)
{
    int digit = 0;

    memset(sets->part, 0, sizeof(sets->part));
    memset(sets->lane, NO_LANE, sizeof(sets->lane));
    for (uint32_t rest = sets->reached; rest; rest &= rest - 1, digit++) {
        int gem = bz_lowest(rest);

        sets->gem[digit] = (uint8_t)gem;
        sets->lane[gem + 1] = (uint8_t)digit;
        for (int byte = 0; byte < 256; byte++)
            if (byte >> gem % 8 & 1)
                sets->part[gem / 8][byte] |= 1u << digit;
    }
    sets->count = (size_t)1 << digit;
    sets->lanes = digit > PLAN_LANES ? digit : PLAN_LANES;
}

/* The other stands there can be: nobody stands where a key is that he does not have. */
static void add_lanes(const struct plan_model *model, unsigned keys, struct plan_sets *sets)
{
    int lanes = sets->lanes;

    for (int stand = model->gems + 1; stand < model->stands; stand++)
        if (plan_may_stand(model, keys, stand))
            sets->lane[stand] = (uint8_t)lanes++;
    if (keys == model->keys)
        sets->lane[0] = (uint8_t)lanes++;
    sets->all = lanes;
}

size_t plan_whole_init(struct plan_whole *whole, const struct plan_model *model)
{
    whole->model = model;
    whole->size = 0;
    whole->effort = 0;
    if (model->gems > PLAN_WHOLE_GEMS || model->stands > PLAN_WHOLE_STANDS - PLAN_LANES)
        return 0;
    for (unsigned keys = 0; keys < PLAN_KEYSETS; keys++) {
        struct plan_sets *sets = &whole->sets[keys];

        if (!plan_is_keyset(model, keys))
            continue;
        sets->reached = reached_with(model, keys);
        sets->base = whole->size;
        number_sets(sets);
        add_lanes(model, keys, sets);
        whole->size += (sets->count + 1) / 2 * (size_t)sets->lanes;
        whole->effort += sets->count * (uint64_t)sets->all;
    }
    return whole->size;
}

static inline size_t number_of(const struct plan_sets *sets, uint64_t taken)
{
    return sets->part[0][taken & 255] + sets->part[1][taken >> 8 & 255] +
           sets->part[2][taken >> 16 & 255];
}

/* Where the values of a set are, among those of what it lacks. */
static inline int16_t *row_of(const struct plan_whole *whole, const struct plan_sets *sets,
                              size_t number)
{
    size_t row = number < sets->count / 2 ? number : sets->count - 1 - number;

    return whole->values + sets->base + row * (size_t)sets->lanes;
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
    struct plan_sets *sets = &whole->sets[keys];

    for (int row = 0; row < model->stands; row++)
        for (int lane = 0; lane < PLAN_WHOLE_STANDS + PLAN_LANES; lane++)
            sets->worth[row][lane] = NEVER;
    for (int stand = 0; stand < model->stands; stand++)
        for (int to = 1; to < model->spots && sets->lane[stand] != NO_LANE; to++)
            if (to != plan_spot(model, stand))
                sets->worth[plan_stand(model, to, plan_last(model, stand))][sets->lane[stand]] =
                    worth_from(whole, keys, stand, to);
}

/* --- filling ---------------------------------------------------------------------------------- */

/* What can come next. */
struct nexts {
    int count;
    int16_t value[PLAN_WHOLE_STANDS];
    const int16_t *worth[PLAN_WHOLE_STANDS];
};

static inline void raise(const struct nexts *nexts, int first, int16_t best[PLAN_LANES])
{
    memset(best, 0, PLAN_LANES * sizeof(*best));
    for (int i = 0; i < nexts->count; i++)
        for (int lane = 0; lane < PLAN_LANES; lane++) {
            int16_t sum = (int16_t)(nexts->value[i] + nexts->worth[i][first + lane]);

            best[lane] = sum > best[lane] ? sum : best[lane];
        }
}

/* Only the lanes of this set: the others in the row are not its own. */
static inline void keep(int16_t *row, size_t digits, const int16_t best[PLAN_LANES])
{
    for (int lane = 0; lane < PLAN_LANES; lane++) {
        int16_t own = (int16_t) - ((int16_t)digits >> lane & 1);

        row[lane] = (int16_t)((best[lane] & own) | (row[lane] & ~own));
    }
}

static void add_next(struct nexts *nexts, int16_t value, const int16_t *worth)
{
    nexts->value[nexts->count] = value;
    nexts->worth[nexts->count++] = worth;
}

static void add_gems(const struct plan_whole *whole, const struct plan_sets *sets, size_t number,
                     struct nexts *nexts)
{
    for (size_t left = ~number & (sets->count - 1); left; left &= left - 1) {
        int digit = bz_lowest(left);

        add_next(nexts, row_of(whole, sets, number | (left & -left))[digit],
                 sets->worth[sets->gem[digit] + 1]);
    }
}

/* A key can come next as well; what follows depends on the colour taken last. */
static void add_keys(const struct plan_whole *whole, unsigned keys, size_t in_block, bool begun,
                     struct nexts *nexts)
{
    const struct plan_model *model = whole->model;
    const struct plan_sets *sets = &whole->sets[keys];

    for (int to = model->gems + 1; to < model->spots; to++) {
        unsigned key = model->key[to] & model->useful & ~keys;
        const struct plan_sets *after = &whole->sets[keys | key];

        for (int last = begun ? 1 : 0; key && last < PLAN_LASTS; last++) {
            int stand = plan_stand(model, to, last);

            add_next(nexts,
                     whole->fleeting[keys | key][in_block][after->lane[stand] - after->lanes],
                     sets->worth[stand]);
        }
    }
}

static void fill_set(struct plan_whole *whole, unsigned keys, uint32_t taken, size_t in_block)
{
    const struct plan_sets *sets = &whole->sets[keys];
    size_t number = number_of(sets, taken);
    int16_t *row = row_of(whole, sets, number), best[PLAN_LANES];
    struct nexts nexts;

    nexts.count = 0;
    add_gems(whole, sets, number, &nexts);
    add_keys(whole, keys, in_block, taken != 0, &nexts);
    for (int first = 0; first < sets->lanes && number; first += PLAN_LANES) {
        int from = first < sets->lanes - PLAN_LANES ? first : sets->lanes - PLAN_LANES;

        raise(&nexts, from, best);
        keep(row + from, number >> from & 255, best);
    }
    for (int first = sets->lanes; first < sets->all; first += PLAN_LANES) {
        raise(&nexts, first, best);
        memcpy(whole->fleeting[keys][in_block] + (first - sets->lanes), best, sizeof(best));
    }
}

static uint32_t set_of(const struct plan_sets *sets, size_t number)
{
    uint32_t taken = 0;

    for (; number; number &= number - 1)
        taken |= 1u << sets->gem[bz_lowest(number)];
    return taken;
}

/* Sets of diamonds in a row, with all keys and then with fewer. */
static bool fill_block(struct plan_whole *whole, size_t first, size_t count,
                       struct plan_clock *clock)
{
    const struct plan_model *model = whole->model;
    uint32_t taken[PLAN_WHOLE_BLOCK];

    for (size_t i = 0; i < count; i++)
        taken[i] = set_of(&whole->sets[model->keys | model->useful], first + i);
    for (unsigned keys = PLAN_KEYSETS; keys-- > 0;) {
        const struct plan_sets *sets = &whole->sets[keys];

        if (!plan_is_keyset(model, keys))
            continue;
        if (plan_tick(clock, count * (uint64_t)sets->all))
            return false;
        for (size_t i = count; i-- > 0;)
            if (!(taken[i] & ~sets->reached))
                fill_set(whole, keys, taken[i], i);
    }
    return true;
}

bool plan_whole_fill(struct plan_whole *whole, int32_t toll, struct plan_clock *clock)
{
    const struct plan_model *model = whole->model;
    size_t left = whole->sets[model->keys | model->useful].count;

    assert(toll % (PLAN_PART / PLAN_QUARTERS) == 0);
    whole->toll = toll / (PLAN_PART / PLAN_QUARTERS);
    for (unsigned keys = 0; keys < PLAN_KEYSETS; keys++)
        if (plan_is_keyset(model, keys))
            weigh_legs(whole, keys);
    while (left > 0) {
        size_t count = left < PLAN_WHOLE_BLOCK ? left : PLAN_WHOLE_BLOCK;

        left -= count;
        if (!fill_block(whole, left, count, clock))
            return false;
    }
    return true;
}

/* --- what was not kept ------------------------------------------------------------------------ */

/* The most from a stand on, as it was when the set was filled, but for keys yet to come. */
static int hope_of_gems(const struct plan_whole *whole, unsigned keys, int stand, uint64_t taken)
{
    const struct plan_sets *sets = &whole->sets[keys];
    size_t number = number_of(sets, taken);
    int best = 0;

    for (size_t left = ~number & (sets->count - 1); left; left &= left - 1) {
        int digit = bz_lowest(left);
        int value = row_of(whole, sets, number | (left & -left))[digit] +
                    sets->worth[sets->gem[digit] + 1][sets->lane[stand]];

        best = value > best ? value : best;
    }
    return best;
}

/* The same with the keys: one after another, so no deeper than there are keys. */
static int hope_of_stand(const struct plan_whole *whole, unsigned keys, int stand, uint64_t taken)
{
    const struct plan_model *model = whole->model;
    const struct plan_sets *sets = &whole->sets[keys];
    int best = hope_of_gems(whole, keys, stand, taken);

    for (int to = model->gems + 1; to < model->spots; to++) {
        unsigned key = model->key[to] & model->useful & ~keys;
        int next = plan_stand(model, to, plan_last(model, stand)), value;

        if (!key || sets->worth[next][sets->lane[stand]] == NEVER)
            continue;
        value =
            hope_of_stand(whole, keys | key, next, taken) + sets->worth[next][sets->lane[stand]];
        best = value > best ? value : best;
    }
    return best;
}

int plan_whole_hope(const struct plan_whole *whole, unsigned keys, int stand, uint64_t taken)
{
    const struct plan_sets *sets = &whole->sets[keys];

    if (stand && stand <= whole->model->gems)
        return row_of(whole, sets, number_of(sets, taken))[sets->lane[stand]];
    return hope_of_stand(whole, keys, stand, taken);
}
