/*
 * slips_sample.c - what to fetch, and in which order, where there is too much to look at all of it.
 *
 * Orders are found by a beam search over the ways of ways.c, which only know what a way takes on
 * average. The promising ones are then walked many times over the true chances: slips, accidents
 * and turns that run out included. The more an order brings the more often it is walked, until one
 * is left. At last it is walked with every action as the first, in case another is better than the
 * one that leads to its first thing soonest.
 *
 * Everything is in tenths, of points and of turns. Chance comes from the position, so that the same
 * search finds the same.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "slips.h"

enum {
    TENTHS = 10,
    FAR = UINT16_MAX,
    TURN_WORTH = 4, /* points: how much dearer a way may be that is a turn shorter */
    KEY_GAIN = 600, /* what a key counts for in the beam, until it is used */
    BUCKETS = 2048, /* of scores, BUCKET wide: enough to tell what is kept of a layer */
    BUCKET = 20,
    GAIN_MOST = 2500, /* no diamond brings more */
    WIDTH_LEAST = 16,
    WIDTH_FIRST = 16,
    WALKS = 32,        /* of each order before half of them are put out */
    WALKS_MOST = 4096, /* of the last one, with each first action */
    ROUNDS = 20,       /* sweeps after which a policy is good enough */
    SURE = 9,          /* standard errors, squared, that tell a better action */
    SHARES = 3,        /* of what is allowed: for the beam, for orders, for actions */
    STEPS_A_NODE = 4,
    NO_ACTION = UINT8_MAX
};

static const double FAR_PRICE = 1e6;

/* The beginning of an order. */
struct label {
    uint64_t there; /* what is left */
    int32_t time, gain;
    uint32_t parent;
    uint8_t item, first; /* fetched last, and first */
    uint8_t last, keys;
};

/* What walking brought, in points. */
struct slip_tally {
    int walks;
    double sum, squares;
};

struct order {
    int32_t gain; /* as the beam sees it */
    int length;
    uint8_t item[THINGS_MAX];
    struct slip_tally tally;
};

struct slip_sampler {
    const struct slip_model *model;
    const struct diamonds *pos;
    int items, horizon;
    uint64_t there;
    double toll; /* what a tenth of a turn costs in the beam */
    uint64_t steps, look_at;
    const struct bz_deadline *deadline;
    struct bz_random random;
    uint32_t bucket[BUCKETS];
    int orders;
    struct order order[SLIP_ORDERS];
    uint32_t best_of[THINGS_MAX]; /* the label of the best order that begins with the thing, or 0 */
    uint32_t end, room;
    uint32_t *index, index_mask;
    struct label *labels;
    uint8_t *policy; /* of a set of keys, a thing and a cell */
    double price[CELLS_MAX];
};

/* --- the way to a thing ----------------------------------------------------------------------- */

/* The best action of a cell, and its price, if prices of cells are known roughly. */
static double improve(const struct slip_sampler *s, unsigned keys, int cell, uint8_t *ret_word)
{
    const struct slip_action *action = slip_actions(s->model, keys, cell);
    double best = FAR_PRICE;

    for (int word = 0; word < NOOP; word++, action++) {
        double price = TURN_WORTH - action->gain, stays = 0;

        for (uint32_t e = action->first; e < action[1].first; e++) {
            const struct slip_edge *edge = &s->model->edge[e];

            if (edge->cell == cell)
                stays += edge->chance;
            else
                price += edge->chance * s->price[edge->cell];
        }
        if (stays < 0.99 && price < best * (1 - stays)) {
            best = price / (1 - stays);
            *ret_word = (uint8_t)word;
        }
    }
    return best;
}

/* Where to go from each cell to get to the thing soon and cheaply: a few sweeps, there and back,
 * from what ways.c expects. */
static void find_policy(struct slip_sampler *s, unsigned keys, int item, uint8_t *ret_policy)
{
    const struct diamonds_world *world = s->model->world;
    const uint16_t *open = slip_open(s->model, keys);
    double change = 2;

    for (int cell = 0; cell < s->model->cells; cell++) {
        const struct diamonds_way *way = &diamonds_ways_from(world, keys, cell)[item];

        s->price[cell] =
            way->turns == FAR ? FAR_PRICE : (double)(TURN_WORTH * way->turns + way->cost) / TENTHS;
    }
    memset(ret_policy, NO_ACTION, (size_t)s->model->cells);
    for (int round = 0; round < ROUNDS && change > 1; round++) {
        change = 0;
        for (int i = 1; i <= open[0]; i++) {
            int cell = open[round % 2 ? open[0] + 1 - i : i];
            double before = s->price[cell];

            if (cell == world->ways->cell_of[item] || before >= FAR_PRICE)
                continue;
            s->price[cell] = improve(s, keys, cell, &ret_policy[cell]);
            change += before > s->price[cell] ? before - s->price[cell] : s->price[cell] - before;
        }
    }
}

static uint8_t *policy_to(const struct slip_sampler *s, unsigned keys, int item)
{
    int at = s->model->world->ways->set_of[keys] * s->model->world->ways->items + item;

    return s->policy + (size_t)at * (size_t)s->model->cells;
}

/* --- orders ----------------------------------------------------------------------------------- */

/* The label that fetches one thing more; false where there is not the time. */
static bool extend(const struct slip_sampler *s, const struct label *from, int item,
                   struct label *ret_label)
{
    const struct diamonds_world *world = s->model->world;
    const struct diamonds_way *way =
        &diamonds_ways_from(world, from->keys,
                            from->parent == UINT32_MAX ? s->pos->agent[0].cell
                                                       : world->ways->cell_of[from->item])[item];
    const struct place *place = &world->place[world->ways->cell_of[item]];

    if (way->turns == FAR || from->time + way->turns > s->horizon)
        return false;
    if (place->key && !(place->key & world->doors & ~from->keys))
        return false;
    *ret_label = *from;
    ret_label->there &= ~(UINT64_C(1) << item);
    ret_label->time += way->turns;
    ret_label->gain -= way->cost;
    ret_label->keys |= place->key;
    ret_label->item = (uint8_t)item;
    if (place->gem) {
        ret_label->gain += TENTHS * diamonds_pairs[0][from->last][place->gem - 1];
        ret_label->last = place->gem;
    }
    return true;
}

static int score_of(const struct slip_sampler *s, const struct label *label)
{
    return label->gain - (int)(s->toll * label->time) +
           KEY_GAIN * bz_popcount(label->keys & s->model->world->doors);
}

static int bucket_of(const struct slip_sampler *s, const struct label *label, int top)
{
    int bucket = (top - score_of(s, label)) / BUCKET;

    return bucket < 0 ? 0 : bucket < BUCKETS ? bucket : BUCKETS - 1;
}

/* Counts by score what a layer's successors would be, and returns the last bucket to keep. */
static int find_last_bucket(struct slip_sampler *s, uint32_t begin, uint32_t end, int top,
                            uint32_t width)
{
    uint32_t count = 0;
    struct label label;

    memset(s->bucket, 0, sizeof(s->bucket));
    for (uint32_t i = begin; i < end; i++)
        for (uint64_t rest = s->labels[i].there; rest; rest &= rest - 1)
            if (extend(s, &s->labels[i], bz_lowest(rest), &label))
                s->bucket[bucket_of(s, &label, top)]++;
    for (int i = 0; i < BUCKETS; i++) {
        count += s->bucket[i];
        if (count > width)
            return i;
    }
    return BUCKETS;
}

/* Of two orders of the same things with the same last one the one with the better score stays. */
static void keep(struct slip_sampler *s, const struct label *label, uint32_t begin, uint32_t most)
{
    uint64_t at = bz_mix(label->there ^ (uint64_t)(label->item + 1) << 56);

    for (; s->index[at & s->index_mask]; at++) {
        struct label *there = &s->labels[s->index[at & s->index_mask]];

        if (there->there != label->there || there->item != label->item)
            continue;
        if (score_of(s, label) > score_of(s, there))
            *there = *label;
        return;
    }
    if (s->end - begin == most)
        return;
    s->index[at & s->index_mask] = s->end;
    s->labels[s->end++] = *label;
}

static void note_best(struct slip_sampler *s, uint32_t begin)
{
    for (uint32_t i = begin; i < s->end; i++) {
        uint32_t *best = &s->best_of[s->labels[i].first];

        if (!*best || s->labels[i].gain > s->labels[*best].gain)
            *best = i;
    }
}

/* The next layer; false where nothing more can be fetched. */
static bool add_layer(struct slip_sampler *s, uint32_t begin, uint32_t end, uint32_t width)
{
    int top = INT32_MIN, last;

    for (uint32_t i = begin; i < end; i++) {
        int score = score_of(s, &s->labels[i]) + GAIN_MOST + KEY_GAIN;

        top = score > top ? score : top;
    }
    last = find_last_bucket(s, begin, end, top, width);
    memset(s->index, 0, (s->index_mask + 1) * sizeof(*s->index));
    for (uint32_t i = begin; i < end; i++)
        for (uint64_t rest = s->labels[i].there; rest; rest &= rest - 1) {
            struct label label;

            if (!extend(s, &s->labels[i], bz_lowest(rest), &label) ||
                bucket_of(s, &label, top) > last)
                continue;
            label.parent = i;
            if (i == 0)
                label.first = label.item;
            keep(s, &label, end, width);
        }
    s->steps += 2 * (uint64_t)(end - begin) * (uint64_t)bz_popcount(s->there);
    note_best(s, end);
    return s->end > end;
}

/* A beam of that width; returns what the best order promises. */
static int search_orders(struct slip_sampler *s, uint32_t width)
{
    uint32_t begin = 0;
    int best = 0;

    s->labels[0] = (struct label){.there = s->there,
                                  .parent = UINT32_MAX,
                                  .last = s->pos->agent[0].last,
                                  .keys = s->pos->agent[0].keys};
    s->end = 1;
    memset(s->best_of, 0, sizeof(s->best_of));
    for (;;) {
        uint32_t end = s->end;

        if (end + width > s->room || !add_layer(s, begin, end, width))
            break;
        begin = end;
    }
    for (int item = 0; item < THINGS_MAX; item++)
        if (s->best_of[item] && s->labels[s->best_of[item]].gain > best)
            best = s->labels[s->best_of[item]].gain;
    return best;
}

static void read_order(const struct slip_sampler *s, uint32_t at, struct order *ret_order)
{
    int length = 0;

    for (uint32_t i = at; i; i = s->labels[i].parent)
        length++;
    *ret_order = (struct order){.gain = s->labels[at].gain, .length = length};
    for (uint32_t i = at; i; i = s->labels[i].parent)
        ret_order->item[--length] = s->labels[i].item;
}

/* The best order for each first thing, and then the best of all others. */
static void list_orders(struct slip_sampler *s)
{
    s->orders = 0;
    for (int item = 0; item < THINGS_MAX && s->orders < SLIP_ORDERS; item++)
        if (s->best_of[item])
            read_order(s, s->best_of[item], &s->order[s->orders++]);
    while (s->orders < SLIP_ORDERS) {
        uint32_t best = 0;

        for (uint32_t i = 1; i < s->end; i++)
            if (s->labels[i].first != UINT8_MAX && s->best_of[s->labels[i].first] != i &&
                (!best || s->labels[i].gain > s->labels[best].gain))
                best = i;
        if (!best)
            return;
        read_order(s, best, &s->order[s->orders++]);
        s->labels[best].first = UINT8_MAX; /* listed */
        s->steps += s->end / 8;
    }
}

/* --- walks ------------------------------------------------------------------------------------ */

struct walk {
    uint64_t there;
    unsigned keys;
    int cell, last, left, gems;
    double gain;
};

/* What the order says is next, of what can still be got. */
static int next_goal(struct slip_sampler *s, const struct order *order, const struct walk *w)
{
    const struct diamonds_way *ways = diamonds_ways_from(s->model->world, w->keys, w->cell);

    for (int i = 0; i < order->length; i++) {
        int item = order->item[i];

        if (w->there >> item & 1 && ways[item].turns <= TENTHS * w->left)
            return item;
    }
    return -1;
}

static int draw_cell(struct slip_sampler *s, const struct slip_action *action)
{
    const struct slip_edge *edge = &s->model->edge[action->first],
                           *end = &s->model->edge[action[1].first - 1];
    double u = (double)(bz_random_next(&s->random) >> 11) * 0x1p-53;

    for (; edge < end; edge++) {
        if (u < edge->chance)
            break;
        u -= edge->chance;
    }
    return edge->cell;
}

/* Takes what lies where the agent is; whether there was anything. */
static bool take(const struct slip_sampler *s, struct walk *w)
{
    const struct place *place = &s->model->world->place[w->cell];

    if (place->item < 0 || !(w->there >> place->item & 1))
        return false;
    w->there &= ~(UINT64_C(1) << place->item);
    w->keys |= place->key;
    if (place->gem) {
        w->gain += diamonds_pairs[0][w->last][place->gem - 1];
        w->last = place->gem;
        w->gems--;
    }
    return true;
}

/* One action, whatever it leads to. */
static bool step(struct slip_sampler *s, struct walk *w, int word)
{
    const struct slip_action *action = slip_actions(s->model, w->keys, w->cell) + word;

    w->gain += action->gain;
    w->cell = draw_cell(s, action);
    w->left--;
    s->steps++;
    return take(s, w);
}

/* Goes for one thing until something is taken; false where the turns are over before. */
static bool walk_to(struct slip_sampler *s, struct walk *w, int goal)
{
    const uint8_t *policy = policy_to(s, w->keys, goal);

    while (w->left > 0 && policy[w->cell] != NO_ACTION)
        if (step(s, w, policy[w->cell]))
            return true;
    return false;
}

/* The order from its beginning to the last turn; `word` comes first, unless it is NO_ACTION. */
static void walk(struct slip_sampler *s, const struct order *order, int word,
                 struct slip_tally *tally)
{
    const struct agent *me = &s->pos->agent[0];
    struct walk w = {.there = s->there,
                     .keys = me->keys,
                     .cell = me->cell,
                     .last = me->last,
                     .left = s->horizon / TENTHS,
                     .gems = s->pos->left};
    int goal;

    if (word != NO_ACTION)
        step(s, &w, word);
    while (w.gems > 0 && w.left > 0 && (goal = next_goal(s, order, &w)) >= 0 &&
           walk_to(s, &w, goal))
        ;
    if (w.gems > 0)
        w.gain += w.left * slip_actions(s->model, w.keys, w.cell)[NOOP].gain;
    tally->walks++;
    tally->sum += w.gain;
    tally->squares += w.gain * w.gain;
}

static double mean_of(const struct order *order)
{
    return order->tally.walks ? order->tally.sum / order->tally.walks
                              : (double)order->gain / TENTHS;
}

/* The best first; there are few. */
static void sort_orders(struct slip_sampler *s, int count)
{
    for (int i = 1; i < count; i++) {
        struct order order = s->order[i];
        int at = i;

        for (; at > 0 && mean_of(&s->order[at - 1]) < mean_of(&order); at--)
            s->order[at] = s->order[at - 1];
        s->order[at] = order;
    }
}

static bool goes_on(struct slip_sampler *s, uint64_t most)
{
    return s->steps < most &&
           !bz_deadline_passed(s->deadline, s->steps / STEPS_A_NODE, &s->look_at);
}

/* Halves the number of orders until one is left, each time walking those in twice as often. */
static void compare_orders(struct slip_sampler *s, uint64_t most)
{
    int walks = WALKS;

    sort_orders(s, s->orders);
    for (int count = s->orders; count > 0; count /= 2, walks *= 2) {
        for (int i = 0; i < count * walks && goes_on(s, most); i++)
            walk(s, &s->order[i % count], NO_ACTION, &s->order[i % count].tally);
        sort_orders(s, count);
    }
}

/* --- the first action ------------------------------------------------------------------------- */

/* Of a mean, squared. */
static double error_of(const struct slip_tally *tally)
{
    double mean = tally->sum / tally->walks;

    return (tally->squares / tally->walks - mean * mean) / tally->walks;
}

/* What each action brings with the best order after it. One that only seems to be better than the
 * way to the order's first thing is said to be no better. */
static void compare_actions(struct slip_sampler *s, uint64_t most, double ret_values[SLIP_ACTIONS])
{
    static const struct order nothing = {.length = 0};
    const struct agent *me = &s->pos->agent[0];
    const struct order *order = s->orders ? &s->order[0] : &nothing;
    struct slip_tally tally[SLIP_ACTIONS] = {{0}};
    int word = order->length ? policy_to(s, me->keys, order->item[0])[me->cell] : NOOP;
    double value;

    for (int i = 0; i < WALKS_MOST && (i < WALKS || goes_on(s, most)); i++)
        for (int other = 0; other < SLIP_ACTIONS; other++)
            walk(s, order, other, &tally[other]);
    value = tally[word].sum / tally[word].walks;
    for (int other = 0; other < SLIP_ACTIONS; other++) {
        double more = tally[other].sum / tally[other].walks - value;
        bool is_sure = more * more > SURE * (error_of(&tally[other]) + error_of(&tally[word]));

        ret_values[other] = value + (more < 0 || is_sure ? more : 0);
    }
    ret_values[word] += 1e-6;
}

/* --- the door --------------------------------------------------------------------------------- */

struct slip_sampler *slip_sampler_new(const struct slip_model *model, size_t bytes)
{
    struct slip_sampler *s = calloc(1, sizeof(*s));
    size_t items = (size_t)model->world->ways->items, ways = (size_t)model->sets * items;
    uint32_t slots = 1024;

    if (!s)
        return NULL;
    s->model = model;
    s->room = (uint32_t)(bytes / (sizeof(*s->labels) + 1) / 2);
    while (slots < s->room / 4)
        slots *= 2;
    s->index_mask = slots - 1;
    s->labels = malloc(s->room * sizeof(*s->labels));
    s->index = malloc(slots * sizeof(*s->index));
    s->policy = malloc(ways * (size_t)model->cells + 1);
    if (!s->labels || !s->index || !s->policy) {
        slip_sampler_free(s);
        return NULL;
    }
    for (unsigned keys = 0; keys < NEED_MORE; keys++)
        for (int item = 0; item < model->world->ways->items && !(keys & ~model->world->doors);
             item++)
            find_policy(s, keys, item, policy_to(s, keys, item));
    return s;
}

void slip_sampler_free(struct slip_sampler *s)
{
    if (!s)
        return;
    free(s->labels);
    free(s->index);
    free(s->policy);
    free(s);
}

/* What is left and can be reached with all keys. */
static uint64_t things_left(const struct diamonds *pos)
{
    const struct diamonds_ways *ways = pos->world->ways;
    const struct diamonds_way *way =
        diamonds_ways_from(pos->world, NEED_MORE - 1, pos->agent[0].cell);
    uint64_t there = 0;

    for (int item = 0; item < ways->items; item++)
        if (!diamonds_has(pos->bits, item) && way[item].turns != FAR)
            there |= UINT64_C(1) << item;
    return there;
}

/* How wide the beam may be: with its share of the steps, and the memory there is. */
static uint32_t width_for(const struct slip_sampler *s, double steps)
{
    double items = bz_popcount(s->there) + 1, width = steps / (2 * items * items);

    width = width < s->room / items - 1 ? width : s->room / items - 1;
    width = width < 0.5 * s->index_mask ? width : 0.5 * s->index_mask;
    return width < WIDTH_LEAST ? WIDTH_LEAST : (uint32_t)width;
}

void slip_sample(struct slip_sampler *s, const struct diamonds *pos, double nodes,
                 const struct bz_deadline *deadline, double ret_values[SLIP_ACTIONS],
                 uint64_t *ret_nodes)
{
    double most = STEPS_A_NODE * nodes;

    s->pos = pos;
    s->there = things_left(pos);
    s->horizon = TENTHS * (pos->world->turns - pos->turn + 1);
    s->deadline = deadline;
    s->steps = s->look_at = 0;
    s->toll = 0;
    bz_random_seed(&s->random, diamonds_rules_of(pos->world)->hash(pos));
    s->toll = (double)search_orders(s, WIDTH_FIRST) / (s->horizon + 1);
    search_orders(s, width_for(s, most / SHARES));
    list_orders(s);
    compare_orders(s, (uint64_t)(most * (SHARES - 1) / SHARES));
    compare_actions(s, (uint64_t)most, ret_values);
    *ret_nodes += s->steps / STEPS_A_NODE;
}
