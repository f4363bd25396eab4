/*
 * plan_search.c - plans grown layer by layer, one spot a layer.
 *
 * A label is the beginning of a plan. Of two that have taken the same, have the same keys and stand
 * on the same spot, one that is neither faster nor richer than the other is dropped; so is whatever
 * cannot become better than the best plan known, by its bound. A layer that is still too wide keeps
 * the labels with the best bounds. If that never happened, the best plan is the best there is;
 * otherwise no plan is better than the best bound of what was left out.
 */
#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "plan.h"

enum {
    SLACK = 4, /* a layer may be so many times too wide before it is cut */
    /* What a label costs for each spot, where one number of a table of bounds counts as an eighth;
     * as measured. */
    WORK_SPOT = 4
};

/* One pass. */
struct pass {
    struct plan_search *s;
    struct plan_clock *clock;
    uint32_t width, begin, end;     /* of the next layer */
    uint32_t room;                  /* labels it may have before it is cut */
    int32_t least;                  /* what has no better hope is left out */
    int32_t lost;                   /* the best hope of what was left out */
    uint32_t best;                  /* the label where the best plan ends, or UINT32_MAX */
    const struct plan_order *order; /* the only one to look at, or NULL */
    int layer;                      /* spots of a plan in the layer that grows */
};

bool plan_search_init(struct plan_search *search, struct plan_model *model,
                      struct plan_bound *bound, struct plan_room *room)
{
    size_t labels = room->left / (sizeof(*search->labels) + 2 * sizeof(*search->index)) / 8 * 7;
    uint32_t slots = 1024;

    labels = labels < UINT32_MAX / 4 ? labels : UINT32_MAX / 4;
    while (slots * 2 <= labels)
        slots *= 2;
    memset(search, 0, sizeof(*search));
    search->model = model;
    search->bound = bound;
    search->best = model->idle;
    search->index = plan_take(room, slots, sizeof(*search->index));
    search->index_mask = slots - 1;
    search->label_room = (uint32_t)labels;
    search->labels = plan_take(room, labels, sizeof(*search->labels));
    if (search->index) /* what was planned before may have left other things there */
        memset(search->index, 0, slots * sizeof(*search->index));
    return search->index && search->labels;
}

static inline bool same_state(const struct plan_label *a, const struct plan_label *b)
{
    return a->taken == b->taken && a->stand == b->stand && a->keys == b->keys;
}

static uint32_t *slot_of(const struct pass *p, const struct plan_label *label)
{
    const struct plan_search *s = p->s;
    uint64_t at = bz_mix(label->taken ^ (uint64_t)label->stand << 56 ^ (uint64_t)label->keys << 50);

    while (s->index[at & s->index_mask]) {
        const struct plan_label *there = &s->labels[s->index[at & s->index_mask] - 1];

        if (same_state(there, label))
            break;
        at++;
    }
    return &s->index[at & s->index_mask];
}

/* Whether another label is as good; those that are not better than this one are put out. */
static bool is_dominated(const struct pass *p, uint32_t first, const struct plan_label *label)
{
    for (uint32_t i = first; i; i = p->s->labels[i - 1].next) {
        struct plan_label *other = &p->s->labels[i - 1];

        if (other->turns <= label->turns && other->value >= label->value &&
            other->hope != PLAN_NONE)
            return true;
        if (label->turns <= other->turns && label->value >= other->value)
            other->hope = PLAN_NONE;
    }
    return false;
}

/* The index of a layer is cleared by its labels: it is mostly empty. */
static void clear_index(const struct pass *p)
{
    if (p->end - p->begin > p->s->index_mask / 8) {
        memset(p->s->index, 0, ((size_t)p->s->index_mask + 1) * sizeof(*p->s->index));
        return;
    }
    for (uint32_t i = p->begin; i < p->end; i++) {
        const struct plan_label *label = &p->s->labels[i];
        uint64_t at =
            bz_mix(label->taken ^ (uint64_t)label->stand << 56 ^ (uint64_t)label->keys << 50);

        while (p->s->index[at & p->s->index_mask])
            p->s->index[at++ & p->s->index_mask] = 0;
    }
}

static void list_label(const struct pass *p, uint32_t at)
{
    uint32_t *slot = slot_of(p, &p->s->labels[at]);

    p->s->labels[at].next = *slot;
    *slot = at + 1;
}

/* Reads the best plan back from its last label. */
static void read_plan(struct plan_search *s, uint32_t at)
{
    int length = 0;

    for (uint32_t i = at; i; i = s->labels[i].parent)
        length++;
    s->length = length;
    for (uint32_t i = at; i; i = s->labels[i].parent) {
        const struct plan_label *label = &s->labels[i], *from = &s->labels[label->parent];
        int spot = plan_spot(s->model, label->stand), gain = 0;

        if (spot <= s->model->gems)
            gain = plan_gain(plan_last(s->model, from->stand), s->model->colour[spot]);
        s->spots[--length] = (uint8_t)spot;
        s->ways[length] = (struct plan_way){(uint16_t)(label->turns - from->turns),
                                            (uint16_t)(from->value + gain - label->value)};
    }
}

/* --- cutting a layer -------------------------------------------------------------------------- */

static uint32_t count_above(const struct pass *p, int32_t hope)
{
    uint32_t count = 0;

    for (uint32_t i = p->begin; i < p->end; i++)
        count += p->s->labels[i].hope > hope;
    return count;
}

/* The least hope such that at most `width` labels have a better one. */
static int32_t find_least(const struct pass *p)
{
    int32_t low = PLAN_PART * p->s->best, high = low;

    for (uint32_t i = p->begin; i < p->end; i++)
        high = p->s->labels[i].hope > high ? p->s->labels[i].hope : high;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;

        if (count_above(p, middle) > p->width)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_hopeless(const struct pass *p, const struct plan_label *label)
{
    return label->hope < PLAN_PART * (p->s->best + 1);
}

/* Keeps the labels that are still in and above `least`, and so many of those that equal it. */
static void sweep(struct pass *p, uint32_t equals)
{
    uint32_t kept = p->begin;

    clear_index(p);
    for (uint32_t i = p->begin; i < p->end; i++) {
        struct plan_label *label = &p->s->labels[i];

        if (label->hope == PLAN_NONE || is_hopeless(p, label))
            continue;
        if (label->hope < p->least || (label->hope == p->least && equals == 0)) {
            p->lost = label->hope > p->lost ? label->hope : p->lost;
            continue;
        }
        equals -= label->hope == p->least;
        p->s->labels[kept++] = *label;
    }
    p->end = kept;
}

static void list_all(const struct pass *p)
{
    for (uint32_t i = p->begin; i < p->end; i++)
        list_label(p, i);
}

/* Makes the layer no wider than it may be. Labels move: the best plan is read before. */
static void cut(struct pass *p)
{
    if (p->best != UINT32_MAX)
        read_plan(p->s, p->best);
    p->best = UINT32_MAX;
    sweep(p, p->room);
    if (p->end - p->begin > p->width) {
        p->least = find_least(p);
        sweep(p, p->width - count_above(p, p->least));
    }
}

/* --- growing ---------------------------------------------------------------------------------- */

static void note_best(struct pass *p, const struct plan_label *label, uint32_t at)
{
    if (label->value > p->s->best) {
        p->s->best = label->value;
        p->best = at;
    }
}

static void add_label(struct pass *p, struct plan_label *label)
{
    const struct plan_model *model = p->s->model;
    uint32_t *slot;

    label->hope = PLAN_PART * label->value + label->rest +
                  plan_hope(p->s->bound, label->keys, label->stand, model->turns - label->turns,
                            label->taken);
    if (is_hopeless(p, label))
        return;
    if (label->hope < p->least) {
        p->lost = label->hope > p->lost ? label->hope : p->lost;
        return;
    }
    slot = slot_of(p, label);
    if (is_dominated(p, *slot, label))
        return;
    if (p->end - p->begin == p->room) {
        cut(p);
        list_all(p);
        slot = slot_of(p, label);
    }
    note_best(p, label, p->end);
    label->next = *slot;
    p->s->labels[p->end++] = *label;
    *slot = p->end;
}

/* All plans that are one spot longer. */
static void grow(struct pass *p, uint32_t parent, int spot)
{
    const struct plan_label *from = &p->s->labels[parent];
    struct plan_model *model = p->s->model;
    const struct plan_way *ways;
    bool gem = spot <= model->gems;
    int last = plan_last(model, from->stand);
    int count =
        plan_ways(model, from->keys, plan_spot(model, from->stand), spot, from->taken, &ways);

    for (int i = 0; i < count; i++) {
        struct plan_label label = {
            .taken = from->taken | (gem ? UINT64_C(1) << (spot - 1) : 0),
            .value = from->value + (gem ? plan_gain(last, model->colour[spot]) : 0) - ways[i].cost,
            .rest = from->rest - (gem ? p->s->bound->penalty[spot - 1] : 0),
            .parent = parent,
            .turns = (uint16_t)(from->turns + ways[i].turns),
            .stand = (uint8_t)plan_stand(model, spot, last),
            .keys = (uint8_t)(from->keys | (model->key[spot] & model->useful)),
        };

        if (label.turns > model->within)
            break;
        add_label(p, &label);
    }
}

static void grow_all(struct pass *p, uint32_t parent)
{
    const struct plan_model *model = p->s->model;
    const struct plan_label *from = &p->s->labels[parent];

    if (p->order) {
        if (p->layer < p->order->length)
            grow(p, parent, p->order->spot[p->layer]);
        return;
    }
    for (int spot = 1; spot < model->spots; spot++) {
        if (spot <= model->gems ? from->taken >> (spot - 1) & 1
                                : !(model->key[spot] & model->useful & ~from->keys))
            continue;
        grow(p, parent, spot);
    }
}

/* --- a pass ----------------------------------------------------------------------------------- */

/* The next layer gets at most half of the memory that is left. */
static bool open_layer(struct pass *p, uint32_t width)
{
    uint32_t left = p->s->label_room - p->end;

    p->begin = p->end;
    p->room = left / 2 < p->s->index_mask / 2 ? left / 2 : p->s->index_mask / 2;
    if (width < p->room / SLACK)
        p->room = width * SLACK;
    p->width = width < p->room / 2 ? width : p->room / 2;
    p->least = PLAN_NONE;
    return p->width > 0;
}

static bool run_layers(struct pass *p, uint32_t width)
{
    const struct plan_model *model = p->s->model;
    uint32_t begin = 0, end = 1;
    uint64_t searches;

    p->end = 1;
    while (begin < end && open_layer(p, width)) {
        for (uint32_t i = begin; i < end; i++) {
            if (p->s->labels[i].hope == PLAN_NONE || is_hopeless(p, &p->s->labels[i]))
                continue;
            searches = model->searches;
            grow_all(p, i);
            if (plan_tick(p->clock, (uint64_t)model->spots * WORK_SPOT +
                                        (model->searches - searches) * PLAN_WORK_SEARCH))
                return false;
        }
        cut(p);
        begin = p->begin;
        end = p->end;
        p->layer++;
    }
    if (begin < end)
        p->lost = p->s->labels[0].hope;
    return true;
}

/* Whether all was looked at that is in the pass. */
static bool run(struct pass *p, uint32_t width)
{
    struct plan_search *s = p->s;
    struct plan_label *root = &s->labels[0];

    assert(s->bound->ready);
    *root = (struct plan_label){.keys = (uint8_t)s->model->keys};
    for (int i = 0; i < s->model->gems; i++)
        root->rest += s->bound->penalty[i];
    root->hope = s->bound->top;
    if (run_layers(p, width))
        return true;
    if (p->best != UINT32_MAX)
        read_plan(s, p->best);
    clear_index(p);
    return false;
}

bool plan_search_run(struct plan_search *search, uint32_t width, struct plan_clock *clock,
                     int *ret_upper)
{
    struct pass p = {.s = search, .clock = clock, .lost = PLAN_NONE, .best = UINT32_MAX};

    if (!run(&p, width))
        return false;
    *ret_upper = search->best;
    if (p.lost != PLAN_NONE && p.lost / PLAN_PART > search->best)
        *ret_upper = p.lost / PLAN_PART;
    return true;
}

bool plan_search_order(struct plan_search *search, const struct plan_order *order,
                       struct plan_clock *clock)
{
    struct pass p = {
        .s = search, .clock = clock, .lost = PLAN_NONE, .best = UINT32_MAX, .order = order};

    return run(&p, UINT32_MAX);
}
