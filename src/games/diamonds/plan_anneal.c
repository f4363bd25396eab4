/*
 * plan_anneal.c - good plans soon, where there is too much for a beam to find them: an order of
 * spots is changed at random, and a change for the worse is kept the less likely the later it
 * comes (simulated annealing).
 *
 * An order goes by one way from spot to spot, the best for the price of a turn; turns it takes too
 * many are paid for. What a change may bring is guessed from a table first, as if all diamonds were
 * gone where some are: most changes are out by that. The best order of a run is for the label
 * search to look at, by all ways, which finds at least its value. Bounds play no part here.
 */
#include <math.h>
#include <string.h>

#include "plan.h"

enum {
    NO_WAY = UINT16_MAX,
    SEED = 3,            /* chosen of twelve: see below */
    CHANGES = 256,       /* of a run, by the square of the number of diamonds */
    CHANGES_AGAIN = 16,  /* the same of one that begins with an order */
    OVER = 60,           /* what a turn too many costs, and */
    KEY_GAIN = 60,       /* what a key counts for, lest none be fetched; by trial as well */
    TRIED_TOGETHER = 16, /* changes between two looks at the clock */
    WORK_CHANGE = 10,    /* of one, as measured */
    LEFT_OUT_MOST = 6    /* spots in one change */
};

/* In points, by trial on `giant` alone, where 25 of 200 runs with such heats found the best plan
 * known, 5313; from 80 to 15 and twice as long it was 18 of 180. In the first second six of twelve
 * seeds find it, the other six 5286, 5308 three times, 5310 and 5311. Going on from the best order
 * with less heat, in place of every other run, was not better. */
static const double HEAT_FIRST = 50, HEAT_LAST = 25;
/* Of a run that begins with an order, and may be over within the time of a move. */
static const double HEAT_AGAIN = 25, HEAT_LEAST = 5;

/* --- tables ----------------------------------------------------------------------------------- */

/* The way that is best when a turn costs so much. */
static struct plan_way choose_way(const struct plan_way *ways, int count, int toll)
{
    struct plan_way best = {.turns = NO_WAY};
    int least = INT32_MAX;

    for (int i = 0; i < count; i++) {
        int price = ways[i].cost + toll * ways[i].turns;

        if (price < least) {
            least = price;
            best = ways[i];
        }
    }
    return best;
}

static void choose_ways(struct plan_anneal *a, unsigned keys, int from)
{
    const struct plan_model *model = a->model;

    for (int to = 1; to < model->spots; to++) {
        const struct plan_leg *leg = plan_leg(model, keys, from, to);

        a->hop[keys][from][to] = (struct plan_hop){
            .barred = choose_way(model->ways + leg->barred, leg->barred_count, a->toll),
            .open = choose_way(model->ways + leg->open, leg->open_count, a->toll),
            .stones = leg->stones,
        };
    }
}

/* All spots worth a visit, the nearest first, as if all keys were at hand. */
static void list_near(struct plan_anneal *a, int from)
{
    const struct plan_model *model = a->model;
    const struct plan_hop *hops = a->hop[model->keys | model->useful][from];
    int count = 0;

    for (int to = 1; to < model->spots; to++) {
        int at = count;

        if (to == from || hops[to].open.turns == NO_WAY ||
            (to > model->gems && !(model->key[to] & model->useful)))
            continue;
        for (; at > 0 && hops[a->near[from][at - 1]].open.turns > hops[to].open.turns; at--)
            a->near[from][at] = a->near[from][at - 1];
        a->near[from][at] = (uint8_t)to;
        count++;
    }
    a->near_count[from] = (uint8_t)count;
}

void plan_anneal_init(struct plan_anneal *a, struct plan_model *model, int toll)
{
    a->model = model;
    a->toll = toll;
    for (unsigned keys = 0; keys < PLAN_KEYSETS; keys++)
        for (int from = 0; plan_is_keyset(model, keys) && from < model->spots; from++)
            choose_ways(a, keys, from);
    for (int from = 0; from < model->spots; from++)
        list_near(a, from);
    for (int i = 0; i < PLAN_ODDS; i++)
        a->odds[i] = -log((i + 0.5) / PLAN_ODDS);
    bz_random_seed(&a->random,
                   SEED + (uint64_t)model->cell[0] + (uint64_t)model->turns * CELLS_MAX);
    a->bits_left = 0;
}

/* --- what an order is worth ------------------------------------------------------------------- */

/* The way where diamonds that could be in it are gone. */
static struct plan_way clear_way(const struct plan_anneal *a, const struct plan_stage *from,
                                 int spot)
{
    const struct plan_way *ways;
    int count = plan_ways(a->model, from->keys, from->spot, spot, from->taken, &ways);

    return choose_way(ways, count, a->toll);
}

/* `hopes`: as if no diamond were in the way where one is gone. */
static inline bool go_on(const struct plan_anneal *a, const struct plan_stage *from, int spot,
                         bool hopes, struct plan_stage *ret_stage)
{
    const struct plan_model *model = a->model;
    const struct plan_hop *hop = &a->hop[from->keys][from->spot][spot];
    struct plan_way way = hop->barred;

    if (hop->stones & from->taken)
        way = hopes ? hop->open : clear_way(a, from, spot);
    if (way.turns == NO_WAY || (model->key[spot] & from->keys))
        return false;
    ret_stage->value = from->value - way.cost;
    ret_stage->turns = from->turns + way.turns;
    ret_stage->keys = from->keys | (model->key[spot] & model->useful);
    ret_stage->spot = spot;
    ret_stage->last = from->last;
    ret_stage->taken = from->taken;
    if (spot > model->gems) {
        ret_stage->value += KEY_GAIN;
    } else {
        ret_stage->value += plan_gain(from->last, model->colour[spot]);
        ret_stage->last = model->colour[spot];
        ret_stage->taken |= UINT64_C(1) << (spot - 1);
    }
    return true;
}

static inline int worth(const struct plan_anneal *a, const struct plan_stage *end)
{
    int over = end->turns - a->model->turns;

    return over > 0 ? end->value - OVER * over : end->value;
}

/* Of an order that is as the present one up to `first`. */
static int evaluate(const struct plan_anneal *a, const struct plan_order *order, int first)
{
    struct plan_stage stage = a->stage[first];

    for (int i = first; i < order->length; i++)
        if (!go_on(a, &stage, order->spot[i], false, &stage))
            return PLAN_NONE;
    return worth(a, &stage);
}

/* What it may be worth, more or less: the last `tail` spots are those of the present order, and are
 * taken to be worth what they are there. */
static int guess(const struct plan_anneal *a, const struct plan_order *order, int first, int tail)
{
    struct plan_stage stage = a->stage[first];
    const struct plan_stage *end = &a->stage[a->now.length];

    for (int i = first; i < order->length; i++) {
        const struct plan_stage *same = end - (order->length - i - 1);

        if (!go_on(a, &stage, order->spot[i], true, &stage))
            return PLAN_NONE;
        if (order->length - i <= tail && same->keys == stage.keys && same->last == stage.last) {
            stage.value += end->value - same->value;
            stage.turns += end->turns - same->turns;
            break;
        }
    }
    return worth(a, &stage);
}

/* --- changes ---------------------------------------------------------------------------------- */

/* The part of an order that a change leaves as it was: up to `first`, -1 where there is no change,
 * and the last `tail` spots. */
struct span {
    int first, tail;
};

/* Random numbers, a few from each drawn. */
static inline int draw(struct plan_anneal *a, int below)
{
    if (a->bits_left < 16) {
        a->bits = bz_random_next(&a->random);
        a->bits_left = 64;
    }
    below = (int)((a->bits & 0xffff) * (uint64_t)below >> 16);
    a->bits >>= 16;
    a->bits_left -= 16;
    return below;
}

static void insert(struct plan_order *order, int at, int spot)
{
    memmove(order->spot + at + 1, order->spot + at, (size_t)(order->length - at));
    order->spot[at] = (uint8_t)spot;
    order->length++;
}

static void cut_out(struct plan_order *order, int at, int count)
{
    memmove(order->spot + at, order->spot + at + count, (size_t)(order->length - at - count));
    order->length -= count;
}

/* Puts so many spots from `from` before what is at `to` now. */
static void shift(struct plan_order *order, int from, int count, int to)
{
    uint8_t segment[PLAN_LENGTH];

    memcpy(segment, order->spot + from, (size_t)count);
    cut_out(order, from, count);
    if (to > from)
        to -= count;
    memmove(order->spot + to + count, order->spot + to, (size_t)(order->length - to));
    memcpy(order->spot + to, segment, (size_t)count);
    order->length += count;
}

/* A spot not far from there: the nearer the likelier. */
static int draw_near(struct plan_anneal *a, int from)
{
    int count = a->near_count[from];

    return count ? a->near[from][draw(a, draw(a, count) + 1)] : 0;
}

/* Takes a few spots out. */
static struct span leave_out(struct plan_anneal *a, struct plan_order *next, int at)
{
    int count = 1 + draw(a, draw(a, LEFT_OUT_MOST) + 1);

    count = count < next->length - at ? count : next->length - at;
    cut_out(next, at, count);
    return (struct span){count ? at : -1, next->length - at};
}

/* Brings in a spot that is not visited yet, maybe instead of another. */
static struct span bring_in(struct plan_order *next, int at, int spot, bool instead)
{
    if (instead && at < next->length)
        next->spot[at] = (uint8_t)spot;
    else if (next->length < PLAN_LENGTH)
        insert(next, at, spot);
    else
        return (struct span){-1, 0};
    return (struct span){at, next->length - at - 1};
}

/* Moves a spot, with some that follow it. */
static struct span bring_here(struct plan_anneal *a, struct plan_order *next, int at, int where)
{
    int count = 1 + draw(a, draw(a, next->length) + 1);
    int most = where < at ? at - where : next->length - where;

    count = count < most ? count : most;
    shift(next, where, count, at);
    if (where < at)
        return (struct span){where, next->length - at};
    return (struct span){at, next->length - where - count};
}

static struct span swap(struct plan_order *next, int at, int where)
{
    int first = at < where ? at : where, last = at < where ? where : at;
    uint8_t spot = next->spot[at];

    next->spot[at] = next->spot[where];
    next->spot[where] = spot;
    return (struct span){first, next->length - last - 1};
}

/* Changes what comes after a place in the order, mostly to something near. */
static struct span change(struct plan_anneal *a, struct plan_order *next)
{
    int at = draw(a, next->length + 1), kind = draw(a, 8);
    int spot = draw_near(a, a->stage[at].spot), where = a->place[spot];

    if (kind == 0 || !spot)
        return leave_out(a, next, at);
    if (where < 0)
        return bring_in(next, at, spot, kind < 4);
    if (where == at)
        return (struct span){-1, 0};
    if (kind < 3 && at < next->length)
        return swap(next, at, where);
    return bring_here(a, next, at, where);
}

/* --- a run ------------------------------------------------------------------------------------ */

static void settle(struct plan_anneal *a, const struct plan_order *order, int first)
{
    for (int i = first; i < a->now.length; i++)
        a->place[a->now.spot[i]] = -1;
    a->now = *order;
    for (int i = first; i < order->length; i++) {
        a->place[order->spot[i]] = (int8_t)i;
        go_on(a, &a->stage[i], order->spot[i], false, &a->stage[i + 1]);
    }
}

static void start(struct plan_anneal *a)
{
    struct plan_order empty = {.length = 0};

    a->stage[0] = (struct plan_stage){.keys = a->model->keys, .last = a->model->colour[0]};
    memset(a->place, -1, sizeof(a->place));
    a->now.length = 0;
    settle(a, &empty, 0);
    a->best.length = 0;
    a->best_value = 0;
}

static void try_change(struct plan_anneal *a, double heat)
{
    struct plan_order next = a->now;
    int least = worth(a, &a->stage[a->now.length]), value;
    struct span span = change(a, &next);

    if (span.first < 0)
        return;
    least -= (int)(heat * a->odds[draw(a, PLAN_ODDS)]);
    if (guess(a, &next, span.first, span.tail) < least)
        return;
    value = evaluate(a, &next, span.first);
    if (value < least)
        return;
    settle(a, &next, span.first);
    value -= KEY_GAIN * bz_popcount(a->stage[next.length].keys & ~a->model->keys);
    if (value > a->best_value && a->stage[next.length].turns <= a->model->turns) {
        a->best = next;
        a->best_value = value;
    }
}

/* So many changes, cooler and cooler. False if stopped. */
static bool cool(struct plan_anneal *a, int changes, double first, double last,
                 struct plan_clock *clock)
{
    int rounds = (changes + TRIED_TOGETHER) / TRIED_TOGETHER;
    double heat = first, cooling = pow(last / first, 1.0 / rounds);
    uint64_t searches = a->model->searches;

    for (int round = 0; round < rounds; round++) {
        uint64_t more = a->model->searches - searches;

        if (plan_tick(clock, TRIED_TOGETHER * WORK_CHANGE + more * PLAN_WORK_SEARCH))
            return false;
        searches += more;
        for (int i = 0; i < TRIED_TOGETHER; i++)
            try_change(a, heat);
        heat *= cooling;
    }
    return true;
}

bool plan_anneal_run(struct plan_anneal *a, struct plan_clock *clock)
{
    start(a);
    return cool(a, a->model->gems * a->model->gems * CHANGES, HEAT_FIRST, HEAT_LAST, clock);
}

bool plan_anneal_again(struct plan_anneal *a, const struct plan_order *order,
                       struct plan_clock *clock)
{
    start(a);
    a->best = *order;
    if (evaluate(a, order, 0) == PLAN_NONE)
        return plan_anneal_run(a, clock);
    settle(a, order, 0);
    return cool(a, a->model->gems * a->model->gems * CHANGES_AGAIN, HEAT_AGAIN, HEAT_LEAST, clock);
}
