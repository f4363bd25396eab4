/*
 * plan_bound.c - bounds from a game that is easier than the real one.
 *
 * In the easier game diamonds are never in the way, and the agent remembers only some of those it
 * has taken, which ones depends on where it stands: what it has forgotten it may take again. The
 * best it can do then follows from the turns left, the stand and the memory, by going through the
 * turns from the last to the first. No real plan is better, so this is a bound.
 *
 * Taking a diamond twice is made to pay less by penalties: every time costs one, and each is given
 * back once at the end, so that plans that take nothing twice lose nothing. Any penalties that are
 * not negative make a bound; plan_penalty.c finds good ones. Where that is not enough, stands learn
 * to remember what the best walk took twice around them (ng-routes).
 */
#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "plan.h"

enum { WALK_MAX = 1024, NEAR_FIRST = 4, EFFORT_FIRST = 400000, PENALTY_FIRST = 150 };

/* The turns, or diamonds, that can be left there at most. */
static int most_left(const struct plan_bound *bound, int stand)
{
    const struct plan_model *model = bound->model;

    if (bound->limit == PLAN_TURNS)
        return model->within - model->early[plan_spot(model, stand)];
    return stand > 0 && stand <= model->gems ? bound->full - bound->unit[model->colour[stand]]
                                             : bound->full;
}

/* --- the layout of the tables ----------------------------------------------------------------- */

/* Every stand has a row for each number of turns left: a number for every memory, and after them
 * one that stands for what is not allowed. */
static size_t row_size(const struct plan_bound *bound, int stand)
{
    return ((size_t)1 << bound->near_count[stand]) + 1;
}

static uint64_t row_effort(const struct plan_bound *bound, int stand)
{
    return (uint64_t)bound->model->spots * row_size(bound, stand) / 8 + 1;
}

/* The number of ways from spot to spot at most, whatever the keys. */
static size_t most_ways(const struct plan_model *model, int from, int to)
{
    size_t most = 0;

    for (unsigned keys = 0; keys < PLAN_KEYSETS; keys++)
        if (plan_is_keyset(model, keys) && plan_leg(model, keys, from, to)->open_count > most)
            most = plan_leg(model, keys, from, to)->open_count;
    return most;
}

static bool lay_out(struct plan_bound *bound)
{
    const struct plan_model *model = bound->model;
    size_t all = 0, maps = 0, arcs = 0;

    bound->effort = 0;
    for (unsigned keys = 0; keys < PLAN_KEYSETS; keys++)
        for (int stand = 0; plan_is_keyset(model, keys) && stand < model->stands; stand++) {
            bound->base[keys][stand] = all;
            if (plan_may_stand(model, keys, stand) && most_left(bound, stand) >= 0) {
                all += row_size(bound, stand) * ((size_t)most_left(bound, stand) + 1);
                bound->effort += row_effort(bound, stand) * ((uint64_t)most_left(bound, stand) + 1);
            }
        }
    for (int stand = 0; stand < model->stands; stand++)
        for (int spot = 1; spot < model->spots; spot++) {
            bound->map_base[stand][spot] = (uint32_t)maps;
            maps += row_size(bound, stand) - 1;
            arcs += most_ways(model, plan_spot(model, stand), spot);
        }
    return all <= bound->table_room && maps <= bound->maps_room && arcs <= bound->arcs_room;
}

/* What is remembered at the next stand of what is remembered here and of this diamond. */
static void map_memory(struct plan_bound *bound, int stand, int spot)
{
    const struct plan_model *model = bound->model;
    int next = plan_stand(model, spot, plan_last(model, stand));
    uint16_t *map = bound->maps + bound->map_base[stand][spot];

    for (int memory = 0; memory < 1 << bound->near_count[stand]; memory++) {
        uint64_t taken = stand > 0 && stand <= model->gems ? UINT64_C(1) << (stand - 1) : 0;

        for (int i = 0; i < bound->near_count[stand]; i++)
            taken |= (uint64_t)(memory >> i & 1) << bound->near_list[stand][i];
        map[memory] = spot <= model->gems && (taken >> (spot - 1) & 1)
                          ? (uint16_t)(row_size(bound, next) - 1)
                          : (uint16_t)plan_memory(bound, next, taken);
    }
}

static bool map_memories(struct plan_bound *bound, struct plan_clock *clock)
{
    const struct plan_model *model = bound->model;

    for (int stand = 0; stand < model->stands; stand++) {
        if (plan_tick(clock, row_effort(bound, stand) * 4))
            return false;
        for (int spot = 1; spot < model->spots; spot++)
            map_memory(bound, stand, spot);
    }
    bound->mapped = true;
    return true;
}

static bool remember(struct plan_bound *bound, int stand, int gem)
{
    if (bound->near_count[stand] == PLAN_NEAR || (bound->near[stand] >> gem & 1))
        return false;
    bound->near[stand] |= UINT64_C(1) << gem;
    bound->near_list[stand][bound->near_count[stand]++] = (int8_t)gem;
    return true;
}

/* The nearest diamonds, to begin with. */
static void seed_memory(struct plan_bound *bound, int stand, int count)
{
    const struct plan_model *model = bound->model;
    int from = plan_spot(model, stand);

    for (int n = 0; n < count; n++) {
        int best = 0, least = INT32_MAX;

        for (int spot = 1; spot <= model->gems; spot++) {
            const struct plan_leg *leg = plan_leg(model, model->keys | model->useful, from, spot);

            if (spot == from || (bound->near[stand] >> (spot - 1) & 1) || !leg->open_count)
                continue;
            if (model->ways[leg->open].cost < least) {
                least = model->ways[leg->open].cost;
                best = spot;
            }
        }
        if (best)
            remember(bound, stand, best - 1);
    }
}

static void seed_memories(struct plan_bound *bound, int count)
{
    memset(bound->near, 0, sizeof(bound->near));
    memset(bound->near_count, 0, sizeof(bound->near_count));
    for (int stand = 1; stand < bound->model->stands; stand++)
        seed_memory(bound, stand, count);
}

/* Room for the values of sets: beside everything else, or else where there is some to spare. */
static void place_sets(struct plan_bound *bound, const struct plan_room *room,
                       struct plan_room *spare, size_t *table)
{
    size_t whole = plan_whole_init(&bound->whole, bound->model) * sizeof(*bound->whole.values);

    bound->shares = whole > 0 && whole / PLAN_WHOLE_SHARE < room->left / 16;
    if (bound->shares && *table < whole / sizeof(*bound->table) + 1)
        *table = whole / sizeof(*bound->table) + 1;
    if (whole > 0 && !bound->shares)
        bound->whole.values = plan_take(spare, whole, 1);
}

static bool make_room(struct plan_bound *bound, struct plan_room *room, struct plan_room *spare)
{
    size_t table = room->left / 3 / sizeof(*bound->table);

    place_sets(bound, room, spare, &table);
    bound->table = plan_take(room, table, sizeof(*bound->table));
    bound->table_room = table;
    bound->maps_room = room->left / 8 / sizeof(*bound->maps);
    bound->maps = plan_take(room, bound->maps_room, sizeof(*bound->maps));
    bound->arcs_room = room->left / 8 / sizeof(*bound->arcs);
    bound->arcs = plan_take(room, bound->arcs_room, sizeof(*bound->arcs));
    if (bound->shares)
        bound->whole.values = (int16_t *)bound->table;
    return bound->table && bound->maps && bound->arcs;
}

bool plan_bound_init(struct plan_bound *bound, struct plan_model *model, struct plan_room *room,
                     struct plan_room *spare)
{
    static const enum plan_limit limits[] = {PLAN_KINDS, PLAN_COUNT};

    memset(bound, 0, sizeof(*bound));
    bound->model = model;
    bound->pace = PACE_FIRST;
    bound->top = bound->best_top = INT32_MAX;
    if (!make_room(bound, room, spare))
        return false;
    for (int i = 0; i < model->gems; i++)
        bound->penalty[i] = bound->best_penalty[i] = PENALTY_FIRST * PLAN_PART;
    for (int i = 0; i < 2; i++)
        for (int count = NEAR_FIRST; count >= 0; count--) {
            seed_memories(bound, count);
            if (plan_bound_limit(bound, limits[i]) && bound->effort < EFFORT_FIRST)
                return true;
        }
    return plan_bound_limit(bound, PLAN_COUNT);
}

/* Numbers what can be left of the diamonds: all alike, or by colour. */
static void number_diamonds(struct plan_bound *bound, bool alike)
{
    const struct plan_model *model = bound->model;
    int unit = 1;

    bound->full = 0;
    for (int colour = 1; colour <= COLOURS; colour++) {
        int count = bz_popcount(model->of_colour[colour]);

        bound->unit[colour] = unit;
        bound->most[colour] = alike ? model->gems : count;
        bound->full += unit * count;
        unit *= alike ? 1 : count + 1;
    }
}

bool plan_bound_limit(struct plan_bound *bound, enum plan_limit limit)
{
    enum plan_limit was = bound->limit;

    bound->limit = limit;
    number_diamonds(bound, limit != PLAN_KINDS);
    if (!lay_out(bound)) {
        bound->limit = was;
        number_diamonds(bound, was != PLAN_KINDS);
        lay_out(bound);
        return false;
    }
    if (limit == PLAN_TURNS) {
        bound->last_toll = bound->best_toll;
        bound->toll = bound->best_toll = 0;
    }
    bound->mapped = false;
    bound->pace = PACE_FIRST;
    bound->stale = 0;
    bound->best_top = INT32_MAX;
    bound->ready = false;
    return true;
}

/* --- filling ---------------------------------------------------------------------------------- */

/* What a way uses up of what is limited. */
static inline int usage(const struct plan_bound *bound, int spot, struct plan_way way)
{
    if (bound->limit == PLAN_TURNS)
        return way.turns;
    return spot <= bound->model->gems ? bound->unit[bound->model->colour[spot]] : 0;
}

/* The colours of which some are left, as bits; bit 0 is for what has none. */
static unsigned colours_left(const struct plan_bound *bound, int left)
{
    unsigned colours = 1;

    for (int colour = 1; colour <= COLOURS; colour++)
        if (left / bound->unit[colour] % (bound->most[colour] + 1) > 0)
            colours |= 1u << colour;
    return colours;
}

static inline int32_t *row_of(const struct plan_bound *bound, unsigned keys, int stand, int turns)
{
    return bound->table + bound->base[keys][stand] + (size_t)turns * row_size(bound, stand);
}

/* What taking that spot next adds. */
static inline int32_t worth(const struct plan_bound *bound, int stand, int spot,
                            struct plan_way way)
{
    const struct plan_model *model = bound->model;
    int32_t cost = PLAN_PART * way.cost + bound->toll * way.turns;

    if (spot > model->gems)
        return -cost;
    return PLAN_PART * plan_gain(plan_last(model, stand), model->colour[spot]) -
           bound->penalty[spot - 1] - cost;
}

/* Whether a walk may go there next. */
static inline bool may_go(const struct plan_model *model, unsigned keys, int stand, int spot)
{
    if (spot == stand && stand <= model->gems)
        return false;
    return spot <= model->gems || (model->key[spot] & model->useful & ~keys);
}

/* Adds the arcs from a stand to a spot: one for every way where turns are limited, otherwise the
 * best one. */
static size_t add_arcs(struct plan_bound *bound, unsigned keys, int stand, int spot, size_t at)
{
    const struct plan_model *model = bound->model;
    const struct plan_leg *leg = plan_leg(model, keys, plan_spot(model, stand), spot);
    int next = plan_stand(model, spot, plan_last(model, stand));
    bool turns = bound->limit == PLAN_TURNS;
    size_t first = at;

    for (int i = 0; i < leg->open_count; i++) {
        struct plan_way way = model->ways[leg->open + (uint32_t)i];
        struct plan_arc arc = {
            .next = bound->base[keys | (model->key[spot] & model->useful)][next],
            .size = (uint32_t)row_size(bound, next),
            .map = bound->map_base[stand][spot],
            .worth = worth(bound, stand, spot, way),
            .use = (uint32_t)usage(bound, spot, way),
            .colour = model->colour[spot],
        };

        if (turns || at == first)
            bound->arcs[at++] = arc;
        else if (arc.worth > bound->arcs[first].worth)
            bound->arcs[first] = arc;
    }
    return at;
}

static void list_arcs(struct plan_bound *bound, unsigned keys)
{
    const struct plan_model *model = bound->model;
    size_t at = 0;

    for (int stand = 0; stand < model->stands; stand++) {
        for (int spot = 1; spot < model->spots && plan_may_stand(model, keys, stand); spot++)
            if (may_go(model, keys, stand, spot))
                at = add_arcs(bound, keys, stand, spot, at);
        bound->arc_end[stand] = at;
    }
}

static inline void raise_row(int32_t *row, int count, const int32_t *next, const uint16_t *map,
                             int32_t plus)
{
    for (int i = 0; i < count; i++) {
        int32_t value = next[map[i]] + plus;

        row[i] = value > row[i] ? value : row[i];
    }
}

static void fill_row(struct plan_bound *bound, unsigned keys, int stand, int left, unsigned colours)
{
    int32_t *row = row_of(bound, keys, stand, left);
    int count = 1 << bound->near_count[stand];

    for (int i = 0; i < count; i++)
        row[i] = 0;
    row[count] = PLAN_NONE;
    for (size_t i = stand ? bound->arc_end[stand - 1] : 0; i < bound->arc_end[stand]; i++) {
        const struct plan_arc *arc = &bound->arcs[i];

        if (bound->limit == PLAN_TURNS ? (int)arc->use <= left : colours >> arc->colour & 1)
            raise_row(row, count, bound->table + arc->next + ((size_t)left - arc->use) * arc->size,
                      bound->maps + arc->map, arc->worth);
    }
}

/* --- the best walk ---------------------------------------------------------------------------- */

struct walker {
    unsigned keys;
    int stand, left, memory;
    int turns; /* used */
};

/* One step on: to a spot from which the rest is worth what it should be. */
static int step_on(const struct plan_bound *bound, struct walker *w)
{
    const struct plan_model *model = bound->model;
    int32_t value = row_of(bound, w->keys, w->stand, w->left)[w->memory];
    unsigned colours = colours_left(bound, w->left);

    for (int spot = 1; spot < model->spots && value > 0; spot++) {
        bool there_is = bound->limit == PLAN_TURNS || (colours >> model->colour[spot] & 1);
        const struct plan_leg *leg = plan_leg(model, w->keys, plan_spot(model, w->stand), spot);
        int next = plan_stand(model, spot, plan_last(model, w->stand));
        int memory = bound->maps[bound->map_base[w->stand][spot] + (uint32_t)w->memory];
        unsigned then = w->keys | (model->key[spot] & model->useful);

        for (int i = 0; there_is && may_go(model, w->keys, w->stand, spot) && i < leg->open_count;
             i++) {
            struct plan_way way = model->ways[leg->open + (uint32_t)i];

            int left = w->left - usage(bound, spot, way);

            if (left >= 0 &&
                row_of(bound, then, next, left)[memory] + worth(bound, w->stand, spot, way) ==
                    value) {
                *w = (struct walker){then, next, left, memory, w->turns + way.turns};
                return spot;
            }
        }
    }
    return 0;
}

static void follow(struct plan_bound *bound)
{
    const struct plan_model *model = bound->model;
    struct walker w = {model->keys, 0, most_left(bound, 0), 0, 0};
    int spot;

    memset(bound->visits, 0, sizeof(bound->visits));
    bound->walk_length = 0;
    while (bound->walk_length < WALK_MAX && (spot = step_on(bound, &w)) > 0) {
        bound->walk[bound->walk_length++] = (uint8_t)spot;
        if (spot <= model->gems)
            bound->visits[spot - 1]++;
    }
    bound->walk_turns = w.turns;
}

static bool fill_tables(struct plan_bound *bound, unsigned keys, struct plan_clock *clock)
{
    const struct plan_model *model = bound->model;

    list_arcs(bound, keys);
    for (int left = 0; left <= most_left(bound, 0); left++) {
        unsigned colours = colours_left(bound, left);

        for (int stand = 0; stand < model->stands; stand++) {
            if (!plan_may_stand(model, keys, stand) || left > most_left(bound, stand))
                continue;
            if (plan_tick(clock, row_effort(bound, stand)))
                return false;
            fill_row(bound, keys, stand, left, colours);
        }
    }
    return true;
}

bool plan_bound_fill(struct plan_bound *bound, struct plan_clock *clock)
{
    const struct plan_model *model = bound->model;

    bound->ready = false;
    if (!bound->mapped && !map_memories(bound, clock))
        return false;
    for (unsigned keys = PLAN_KEYSETS; keys-- > 0;)
        if (plan_is_keyset(model, keys) && !fill_tables(bound, keys, clock))
            return false;
    bound->top = row_of(bound, model->keys, 0, most_left(bound, 0))[0] + bound->toll * model->turns;
    for (int i = 0; i < model->gems; i++)
        bound->top += bound->penalty[i];
    if (bound->top < bound->best_top) {
        bound->best_top = bound->top;
        memcpy(bound->best_penalty, bound->penalty, sizeof(bound->penalty));
        bound->best_toll = bound->toll;
        bound->stale = 0;
    } else {
        bound->stale++;
    }
    follow(bound);
    bound->ready = true;
    return true;
}

/* --- better memories -------------------------------------------------------------------------- */

/* All stands at the spots between two visits remember the diamond visited. */
static bool remember_between(struct plan_bound *bound, int from, int to)
{
    const struct plan_model *model = bound->model;
    int gem = bound->walk[from] - 1;
    bool more = false;

    for (int i = from + 1; i < to; i++) {
        int spot = bound->walk[i];

        if (spot <= model->gems) {
            more |= remember(bound, spot, gem);
            continue;
        }
        for (int last = 0; last < PLAN_LASTS; last++)
            more |= remember(bound, plan_stand(model, spot, last), gem);
    }
    return more;
}

static bool remember_repeats(struct plan_bound *bound)
{
    bool more = false;

    for (int from = 0; from < bound->walk_length; from++)
        for (int to = from + 1; to < bound->walk_length; to++)
            if (bound->walk[to] == bound->walk[from] && bound->walk[from] <= bound->model->gems) {
                more |= remember_between(bound, from, to);
                break;
            }
    return more;
}

bool plan_bound_grow(struct plan_bound *bound, uint64_t effort)
{
    uint64_t near[PLAN_STANDS];
    int8_t list[PLAN_STANDS][PLAN_NEAR], count[PLAN_STANDS];
    bool more;

    memcpy(near, bound->near, sizeof(near));
    memcpy(list, bound->near_list, sizeof(list));
    memcpy(count, bound->near_count, sizeof(count));
    more = remember_repeats(bound);
    if (!more || !lay_out(bound) || bound->effort > effort) {
        memcpy(bound->near, near, sizeof(near));
        memcpy(bound->near_list, list, sizeof(list));
        memcpy(bound->near_count, count, sizeof(count));
        lay_out(bound);
        more = false;
    }
    bound->mapped = false;
    bound->ready = false;
    bound->stale = 0;
    if (more && bound->pace < PACE_AGAIN)
        bound->pace = PACE_AGAIN;
    return more;
}

bool plan_bound_remember(struct plan_bound *bound, struct plan_clock *clock)
{
    assert(bound->whole.values);
    if (bound->limit == PLAN_TURNS)
        bound->best_toll = bound->last_toll;
    bound->limit = PLAN_WHOLE;
    bound->toll = bound->best_toll -= bound->best_toll % (PLAN_PART / PLAN_QUARTERS);
    memset(bound->penalty, 0, sizeof(bound->penalty));
    memset(bound->best_penalty, 0, sizeof(bound->best_penalty));
    bound->ready = plan_whole_fill(&bound->whole, bound->toll, clock);
    bound->top = plan_hope(bound, bound->model->keys, 0, bound->model->turns, 0);
    bound->best_top = bound->ready ? bound->top : INT32_MAX;
    return bound->ready;
}
