/*
 * plan.c - the planner: bounds and plans in turn, each pass wider and each bound sharper than the
 * one before, until they meet or time is up.
 *
 * A plan is kept as words and replayed by the rules before it is believed.
 */
#include "plan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/pages.h"

enum {
    WIDTH_FIRST = 16,
    WIDTH_FACTOR = 4,
    ROUNDS_FIRST = 200,
    WORK_FIRST = 20000000,
    ROUNDS_TURNS = 60,
    ROUNDS_LEAST = 8,
    ROUNDS_GROWTH = 4,
    ROUNDS_PAY = 6,
    WHOLE_PAYS = 16,
    FAR_SHARE = 50,   /* of a bound: more is much to be missing */
    RUNS_FIRST = 8,   /* of annealing: luck differs, and more of them keep bounds waiting */
    ANNEAL_SHARE = 4, /* of the work of a pass, before the next one */
    RUNS_IDLE = 12,   /* of annealing an old plan, one after the other */
    BEAM_PARTS = 8,
    BEAMS_FIRST = 3000000 /* work: what a tenth of a second allows beside all the rest */
};

struct plan {
    void *pages;
    size_t size;
    void *spare; /* NULL where there is none */
    size_t spare_size;
    struct plan_room room;
    struct plan_clock clock;
    struct plan_model model;
    struct plan_bound bound;
    struct plan_search search;
    struct plan_anneal anneal;
    struct plan_beam beam;
    bool goes_on;               /* the plan is the one that was given */
    int32_t penalty[CELLS_MAX]; /* of the move before, by cell */
    int32_t toll;               /* likewise */
    struct plan_answer answer;
    plan_listener *listener;
    void *context;
    int count; /* of words */
    uint8_t words[TURNS_MAX];
    union bz_pos pos; /* for replaying */
};

struct plan *plan_new(int megabytes, int spare_megabytes)
{
    struct plan *plan = calloc(1, sizeof(*plan));

    if (!plan)
        return NULL;
    plan->size = (size_t)(megabytes > PLAN_LEAST_MEGABYTES ? megabytes : PLAN_LEAST_MEGABYTES)
                 << 20;
    plan->pages = bz_pages_new(plan->size, false);
    if (!plan->pages) {
        free(plan);
        return NULL;
    }
    plan->spare_size = (size_t)spare_megabytes << 20;
    if (spare_megabytes > 0)
        plan->spare = bz_pages_new(plan->spare_size, false);
    return plan;
}

void plan_free(struct plan *plan)
{
    if (!plan)
        return;
    bz_pages_free(plan->pages, plan->size);
    bz_pages_free(plan->spare, plan->spare_size);
    free(plan);
}

/* The final score in whole points when these words are followed by NOOP to the end. */
static int replay(struct plan *plan, const struct diamonds *start, const uint8_t *words, int count)
{
    struct diamonds *pos = (struct diamonds *)(void *)plan->pos.bytes;
    struct story story;

    memcpy(pos, start, diamonds_size(start->world));
    for (int i = 0; !diamonds_is_over(pos); i++)
        diamonds_run(pos, i < count ? words[i] : NOOP, &story);
    return diamonds_points(diamonds_score(pos, 0));
}

/* No plan brings more: every diamond at the best price for its colour, a turn for each. */
static int coarse_bound(const struct plan_model *model)
{
    int turns = model->turns, best = 0;

    for (int price = 250; price > 0 && turns > 0; price--)
        for (int colour = 1; colour <= COLOURS; colour++) {
            int most = 0, count = model->kinds[colour - 1];

            for (int last = 0; last < PLAN_LASTS; last++)
                most = plan_gain(last, colour) > most ? plan_gain(last, colour) : most;
            if (most != price)
                continue;
            count = count < turns ? count : turns;
            turns -= count;
            best += count * (price - 1);
        }
    return best > model->idle ? best : model->idle;
}

/* A bound of the bound's own, as a final score. */
static int score_of(const struct plan *plan, int32_t top)
{
    int value = top < 0 ? 0 : top / PLAN_PART;

    if (!plan->answer.is_bounded || top == INT32_MAX)
        return INT32_MAX;
    return plan->model.score + (value > plan->model.idle ? value : plan->model.idle);
}

static void tell(struct plan *plan)
{
    plan->answer.count = plan->count;
    plan->answer.words = plan->words;
    plan->answer.work = plan->clock.work;
    plan->answer.forgets = plan->bound.limit != PLAN_WHOLE;
    plan->answer.easier = score_of(plan, plan->bound.best_top);
    if (plan->listener)
        plan->listener(plan->context, &plan->answer);
}

/* The words of the plan that the search has found. */
static void spell(struct plan *plan)
{
    struct plan_search *search = &plan->search;
    unsigned keys = plan->model.keys;
    uint64_t taken = 0;
    int from = 0;

    plan->count = search->length ? 0 : plan_idle_steps(&plan->model, plan->words);
    for (int i = 0; i < search->length; i++) {
        int spot = search->spots[i];

        plan->count += plan_steps(&plan->model, keys, from, spot, taken, search->ways[i],
                                  plan->words + plan->count);
        if (spot <= plan->model.gems)
            taken |= UINT64_C(1) << (spot - 1);
        keys |= plan->model.key[spot] & plan->model.useful;
        from = spot;
    }
}

/* Takes over what a pass has found. */
static void update(struct plan *plan, const struct diamonds *pos, int upper)
{
    bool better = plan->model.score + plan->search.best > plan->answer.lower;
    bool closer = upper < plan->answer.upper;

    if (better) {
        spell(plan);
        plan->answer.lower = plan->model.score + plan->search.best;
        assert(replay(plan, pos, plan->words, plan->count) == plan->answer.lower);
        (void)pos;
    }
    if (closer)
        plan->answer.upper = upper;
    if (plan->answer.upper < plan->answer.lower)
        plan->answer.upper = plan->answer.lower;
    if (better || closer)
        tell(plan);
}

static bool is_done(const struct plan *plan)
{
    return plan->answer.lower == plan->answer.upper;
}

/* Makes the bound better for about so much work; or, where none is given, for so many rounds at
 * most while it pays. */
static bool sharpen(struct plan *plan, const struct diamonds *pos, int rounds, uint64_t work)
{
    struct plan_bound *bound = &plan->bound;
    uint64_t until = plan->clock.work + (work ? work : WORK_FIRST);
    int lower = plan->answer.lower - plan->model.score;

    for (int round = 1; round <= ROUNDS_LEAST || plan->clock.work < until; round++) {
        if (bound->best_top < PLAN_PART * (lower + 1) ||
            (!work && (round > rounds || plan_bound_rests(bound))))
            break;
        plan_bound_adjust(bound, lower);
        if (!plan_bound_fill(bound, &plan->clock))
            return false;
        if (work > 0 && round % ROUNDS_GROWTH == 0 && plan_bound_grow(bound, work / ROUNDS_PAY) &&
            !plan_bound_fill(bound, &plan->clock))
            return false;
    }
    plan_bound_recall(bound);
    if (!plan_bound_fill(bound, &plan->clock))
        return false;
    update(plan, pos, score_of(plan, bound->best_top));
    return true;
}

/* One pass of that width; whether it came to its end. */
static bool pass(struct plan *plan, const struct diamonds *pos, uint32_t width)
{
    int upper = INT32_MAX;
    bool whole = plan_search_run(&plan->search, width, &plan->clock, &upper);

    if (whole && plan->answer.is_bounded)
        update(plan, pos, plan->model.score + upper);
    else
        update(plan, pos, INT32_MAX);
    return whole;
}

/* Whether it is turns or diamonds that should be counted: turns where they are short. */
static bool choose_limit(struct plan *plan, const struct diamonds *pos)
{
    struct plan_bound *bound = &plan->bound;
    int32_t by_count = bound->best_top;
    enum plan_limit before = bound->limit;

    if (bound->toll == 0 || !plan_bound_limit(bound, PLAN_TURNS))
        return true;
    if (!plan_bound_fill(bound, &plan->clock) || !sharpen(plan, pos, ROUNDS_TURNS, 0))
        return false;
    if (bound->best_top < by_count || !plan_bound_limit(bound, before))
        return true;
    return plan_bound_fill(bound, &plan->clock) && sharpen(plan, pos, ROUNDS_TURNS, 0);
}

/* Whether it is time to remember everything: it is when that is not much more work than was done
 * already. */
static bool should_remember(const struct plan *plan)
{
    const struct plan_bound *bound = &plan->bound;

    return bound->whole.values && bound->limit != PLAN_WHOLE && !plan->model.partial &&
           bound->whole.effort / WHOLE_PAYS <= plan->clock.work;
}

static bool remember(struct plan *plan, const struct diamonds *pos)
{
    if (!plan_bound_remember(&plan->bound, &plan->clock))
        return false;
    update(plan, pos, score_of(plan, plan->bound.best_top));
    return true;
}

/* Whether plans may be far from the best: not where everything can be remembered, which is soon
 * done, nor where the bound is near. */
static bool should_anneal(const struct plan *plan)
{
    return !plan->bound.whole.values && !is_done(plan) &&
           plan->answer.upper - plan->answer.lower > plan->answer.upper / FAR_SHARE;
}

/* Orders changed at random, for about so much work, but a few runs at least. False if stopped. */
static bool anneal(struct plan *plan, const struct diamonds *pos, int runs, uint64_t work)
{
    uint64_t until = plan->clock.work + work;

    for (int run = 0; run < runs || plan->clock.work < until; run++) {
        bool whole = plan_anneal_run(&plan->anneal, &plan->clock) &&
                     plan_search_order(&plan->search, &plan->anneal.best, &plan->clock);

        update(plan, pos, INT32_MAX);
        if (!whole)
            return false;
    }
    return true;
}

/* The spots that the plan takes, one after the other; none where one of them is left alone. */
static void read_order(struct plan *plan, const struct diamonds *start,
                       struct plan_order *ret_order)
{
    struct diamonds *pos = (struct diamonds *)(void *)plan->pos.bytes;
    struct story story;

    ret_order->length = 0;
    memcpy(pos, start, diamonds_size(start->world));
    for (int i = 0; i < plan->count && !diamonds_is_over(pos); i++) {
        unsigned left = pos->left, keys = pos->agent[0].keys;
        int spot;

        diamonds_run(pos, plan->words[i], &story);
        spot = plan->model.spot_at[pos->agent[0].cell];
        keys = pos->agent[0].keys & ~keys & plan->model.useful;
        if (pos->left == left && !keys)
            continue;
        if (spot <= 0 || ret_order->length == PLAN_LENGTH) {
            ret_order->length = 0;
            return;
        }
        ret_order->spot[ret_order->length++] = (uint8_t)spot;
    }
}

/* A plan from the move before is made better while that works; only then is it worth beginning
 * again. False if stopped. */
static bool refine(struct plan *plan, const struct diamonds *pos)
{
    struct plan_order order;

    if (!plan->goes_on || plan->bound.whole.values)
        return true;
    plan_anneal_init(&plan->anneal, &plan->model, plan->toll / PLAN_PART);
    for (int idle = 0; idle < RUNS_IDLE && !is_done(plan); idle++) {
        int before = plan->answer.lower;
        bool whole;

        read_order(plan, pos, &order);
        if (order.length == 0)
            return true;
        whole = plan_anneal_again(&plan->anneal, &order, &plan->clock) &&
                plan_search_order(&plan->search, &plan->anneal.best, &plan->clock);
        update(plan, pos, INT32_MAX);
        if (!whole)
            return false;
        if (plan->answer.lower > before)
            idle = -1;
    }
    return true;
}

/* Takes over words from elsewhere, if they are better than what there is. */
static bool adopt(struct plan *plan, const struct diamonds *pos, const uint8_t *words, int count)
{
    int value;

    if (count <= 0 || count > TURNS_MAX)
        return false;
    value = replay(plan, pos, words, count);
    if (value <= plan->answer.lower)
        return false;
    plan->answer.lower = value;
    memmove(plan->words, words, (size_t)count);
    plan->count = count;
    plan->search.best = value - plan->model.score;
    return true;
}

/* A beam from somewhere on the best plan's way. False if stopped. */
static bool beam(struct plan *plan, const struct diamonds *pos, int from)
{
    uint8_t words[TURNS_MAX];
    int count;
    bool whole;

    memcpy(words, plan->words, (size_t)from);
    whole = plan_beam_run(&plan->beam, from, &plan->clock, words, &count);
    if (adopt(plan, pos, words, count))
        tell(plan);
    return whole;
}

/* Beams, wider and wider, for about so much work: from the start, and from later on where the best
 * plan leads to, so that what is soon to come is seen in full width. False if stopped. */
static bool broaden(struct plan *plan, const struct diamonds *pos, uint64_t work)
{
    uint64_t until = plan->clock.work + work;

    while (!is_done(plan) && plan->clock.work < until && plan_beam_fits(&plan->beam)) {
        for (int part = 0; part < BEAM_PARTS; part++)
            if (!beam(plan, pos, plan->count * part / BEAM_PARTS))
                return false;
        plan_beam_widen(&plan->beam);
    }
    return true;
}

/* Passes of growing width, and before each of them better bounds. */
static void improve(struct plan *plan, const struct diamonds *pos)
{
    uint64_t work = 0;

    if (!refine(plan, pos) || !pass(plan, pos, WIDTH_FIRST) ||
        !sharpen(plan, pos, ROUNDS_FIRST, 0) || !pass(plan, pos, WIDTH_FIRST) ||
        !pass(plan, pos, WIDTH_FIRST * WIDTH_FACTOR))
        return;
    plan_anneal_init(&plan->anneal, &plan->model, plan->bound.toll / PLAN_PART);
    if (should_anneal(plan) && !anneal(plan, pos, RUNS_FIRST, 0))
        return;
    if (!is_done(plan) && !should_remember(plan) && !choose_limit(plan, pos))
        return;
    for (uint32_t width = WIDTH_FIRST * WIDTH_FACTOR; !is_done(plan); width *= WIDTH_FACTOR) {
        if (should_remember(plan) && !remember(plan, pos))
            return;
        if (work > 0 && plan->bound.limit != PLAN_WHOLE && !sharpen(plan, pos, ROUNDS_LEAST, work))
            return;
        if (should_anneal(plan) && !anneal(plan, pos, 0, work / ANNEAL_SHARE))
            return;
        if (!broaden(plan, pos, work))
            return;
        work = plan->clock.work;
        if (!pass(plan, pos, width))
            return;
        if (width > plan->search.label_room)
            break;
        work = plan->clock.work - work;
    }
    broaden(plan, pos, UINT64_MAX - plan->clock.work);
}

/* Whether there was memory, and time enough. */
static bool prepare(struct plan *plan)
{
    struct plan_room spare = {plan->spare, plan->spare ? plan->spare_size : 0};

    return plan_model_measure(&plan->model, &plan->room, &plan->clock) &&
           plan_bound_init(&plan->bound, &plan->model, &plan->room, &spare) &&
           plan_search_init(&plan->search, &plan->model, &plan->bound, &plan->room);
}

/* What memory would hold the values of all sets where this one does not: they beside the rest. */
static int enough_megabytes(const struct plan *plan)
{
    const struct plan_whole *whole = &plan->bound.whole;
    size_t size = whole->size * sizeof(*whole->values);

    if (size == 0 || whole->values || plan->model.partial)
        return 0;
    return (int)((size / PLAN_WHOLE_SHARE * 16 / 8 * 9 >> 20) + PLAN_LEAST_MEGABYTES);
}

/* What is known before the map is measured: to do nothing, the plan given, a greedy one. */
static void begin(struct plan *plan, const struct diamonds *pos, const struct plan_hint *hint)
{
    uint8_t words[TURNS_MAX];

    plan_model_begin(&plan->model, pos);
    plan->room = (struct plan_room){plan->pages, plan->size};
    plan->beam.room.left = 0;
    if (plan->model.partial)
        plan_beam_init(&plan->beam, pos, &plan->room);
    plan->bound.limit = PLAN_TURNS;
    plan->bound.best_top = INT32_MAX;
    plan->answer = (struct plan_answer){.is_bounded = !plan->model.partial,
                                        .fraction = plan->model.fraction,
                                        .lower = plan->model.score + plan->model.idle,
                                        .coarse = plan->model.score + coarse_bound(&plan->model)};
    plan->answer.upper = plan->answer.coarse;
    plan->search.length = 0;
    spell(plan);
    plan->goes_on = adopt(plan, pos, hint->words, hint->count);
    adopt(plan, pos, words, plan_greedy(&plan->model, &plan->clock, words));
    if (hint->upper < plan->answer.upper)
        plan->answer.upper = hint->upper;
    broaden(plan, pos, BEAMS_FIRST);
}

/* What is known before any search belongs to it as well. */
static void equip(struct plan *plan, const struct plan_hint *hint)
{
    plan->search.best = plan->answer.lower - plan->model.score;
    plan->answer.enough = enough_megabytes(plan);
    for (int i = 0; i < plan->model.gems && hint->penalties; i++)
        plan->bound.penalty[i] = hint->penalties[plan->model.cell[i + 1]];
    if (!plan->goes_on || hint->penalties)
        return;
    for (int i = 0; i < plan->model.gems; i++)
        plan->bound.penalty[i] = plan->penalty[plan->model.cell[i + 1]];
    plan->bound.toll = plan->toll;
}

/* For the next move. */
static void keep(struct plan *plan)
{
    const struct plan_bound *bound = &plan->bound;

    plan->toll = bound->limit == PLAN_TURNS ? bound->last_toll : bound->best_toll;
    for (int i = 0; i < plan->model.gems; i++)
        plan->penalty[plan->model.cell[i + 1]] = bound->best_penalty[i];
}

bool plan_think(struct plan *plan, const struct diamonds *pos, const struct bz_deadline *deadline,
                const struct plan_hint *hint, plan_listener *listener, void *context,
                struct plan_answer *ret_answer)
{
    static const struct plan_hint nothing = {.upper = INT32_MAX};

    plan->clock.deadline = *deadline;
    plan->clock.work = plan->clock.look_at = 0;
    plan->clock.stopped = false;
    plan->listener = listener;
    plan->context = context;
    plan->clock.look = hint ? hint->look : NULL;
    plan->clock.context = hint ? hint->context : NULL;
    begin(plan, pos, hint ? hint : &nothing);
    if (prepare(plan))
        equip(plan, hint ? hint : &nothing);
    else if (!plan->clock.stopped)
        return false;
    tell(plan);
    if (!plan->clock.stopped && !is_done(plan) && plan_bound_fill(&plan->bound, &plan->clock)) {
        improve(plan, pos);
        keep(plan);
    }
    plan->listener = NULL;
    tell(plan);
    *ret_answer = plan->answer;
    return true;
}

static void export_spot(const struct plan *plan, int spot, struct plan_file *file)
{
    const struct plan_bound *bound = &plan->bound;
    int stand = plan_stand(&plan->model, spot, 0), cell = plan->model.cell[spot];

    if (spot > 0 && spot <= plan->model.gems)
        file->penalty[cell] = bound->best_penalty[spot - 1];
    file->near_count[cell] = (uint8_t)bound->near_count[stand];
    for (int i = 0; i < bound->near_count[stand]; i++)
        file->near[cell][i] = plan->model.cell[bound->near_list[stand][i] + 1];
}

void plan_export(const struct plan *plan, struct plan_file *file)
{
    memset(file->penalty, 0, sizeof(file->penalty));
    memset(file->near_count, 0, sizeof(file->near_count));
    file->limit = plan->bound.limit;
    file->toll = plan->bound.best_toll;
    for (int spot = 1; spot < plan->model.spots; spot++)
        export_spot(plan, spot, file);
}
