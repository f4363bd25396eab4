/*
 * think.c - iterative deepening over the kernel.
 *
 * The first searcher belongs to the calling thread and decides; helpers search the same position
 * and are heard only through the table, so that one thread alone always walks the same tree.
 */
#include "search/think.h"

#include <stdlib.h>

#include "base/clock.h"
#include "search/kernel.h"
#include "search/player.h"
#include "search/team.h"
#include "search/time.h"

struct root_move {
    bz_move move;
    int value;
};

/* One thread's view of the root. */
struct crew {
    struct bz_thinker *thinker;
    struct bz_searcher searcher;
    struct root_move moves[BZ_MOVES_MAX];
    int count;
    int swing; /* by how much the value has changed lately from one depth to the next */
    union bz_pos pos;
};

struct bz_thinker {
    const struct bz_kernel *kernel;
    const struct bz_rules *rules;
    struct bz_tt tt;
    struct bz_busy busy;
    struct crew *crew; /* [0] is the caller's */
    int threads;
    struct bz_team team;
    atomic_bool halt; /* stops the helpers' search */
    int depth_max;
    struct bz_manner manner;
    struct bz_info proved; /* what `between` has found, and its nodes so far */
    struct bz_info lines[BZ_LINES_MAX];
    int line_count;
};

/* The value of a root move's child for the player at the root, within the window. */
static int child_value(struct crew *c, bz_move move, int depth, int alpha, int beta)
{
    const struct bz_kernel *kernel = c->thinker->kernel;
    const struct bz_rules *rules = c->thinker->rules;
    struct bz_searcher *s = &c->searcher;
    const void *child = bz_child(&s->space, rules, &c->pos, move, 0, 0);
    bool same = bz_side(rules, s->hero, child) == bz_side(rules, s->hero, &c->pos);

    s->length[1] = 0;
    return bz_child_value(rules, kernel->node, s, child, same, depth - 1, 1, alpha, beta);
}

/* Puts the move at `from` before those at `to` and after, which keep their order. */
static void bring_forward(struct root_move *moves, int from, int to)
{
    struct root_move moved = moves[from];

    memmove(moves + to + 1, moves + to, (size_t)(from - to) * sizeof(*moves));
    moves[to] = moved;
}

/* Finds the best of the root moves from `rank` on within the window and brings it there. False when
 * stopped before anything can be said: a loss needs every move looked at. */
static bool search_window(struct crew *c, int depth, int rank, int low, int high)
{
    struct bz_searcher *s = &c->searcher;
    int alpha = low, best = rank;

    bz_searcher_enter(s, 0);
    for (int i = rank; i < c->count && alpha < high && !s->stopped; i++) {
        bz_move move = c->moves[i].move;
        int edge = i == rank ? high : alpha + 1;
        int value = child_value(c, move, depth, alpha, edge);

        if (value > alpha && value < high && i > rank && !s->stopped)
            value = child_value(c, move, depth, alpha, high);
        if (s->stopped)
            break;
        c->moves[i].value = value;
        if (value > alpha) {
            alpha = value;
            best = i;
            bz_searcher_extend(s, 0, move);
        }
    }
    if (s->stopped && (alpha == low || alpha <= -BZ_VALUE_DECIDED))
        return false;
    bring_forward(c->moves, best, rank);
    return true;
}

static int widened(int edge, int by)
{
    int far = edge + by;

    return far >= BZ_VALUE_DECIDED || far <= -BZ_VALUE_DECIDED
               ? (by > 0 ? BZ_VALUE_INFINITE : -BZ_VALUE_INFINITE)
               : far;
}

/* The same within a window around the last depth's value, opened on the side where that was too
 * narrow (aspiration: saves 5 % of the nodes). Its width follows how much values change, whatever
 * the game's scale. */
static bool search_root(struct crew *c, int depth, int rank)
{
    int before = c->moves[rank].value, by = 2 * c->swing + 1;
    bool narrow = rank == 0 && depth > 4;
    int low = narrow ? widened(before, -by) : -BZ_VALUE_INFINITE;
    int high = narrow ? widened(before, by) : BZ_VALUE_INFINITE;

    for (;; by *= 4) {
        int value;

        if (!search_window(c, depth, rank, low, high))
            return false;
        value = c->moves[rank].value;
        if (value <= low && low > -BZ_VALUE_INFINITE)
            low = widened(value, -by);
        else if (value >= high && high < BZ_VALUE_INFINITE)
            high = widened(value, by);
        else if (rank == 0)
            break;
        else
            return true;
        if (c->searcher.stopped)
            return true;
    }
    c->swing = (c->swing + abs(c->moves[0].value - before)) / 2;
    return true;
}

/* Each against each: that all the others together could beat one is no proof that they will. */
static bool is_alone(const struct bz_rules *rules)
{
    return rules->players > 2 && !rules->teams;
}

static void fill_info(const struct crew *c, int depth, int rank, int64_t start,
                      struct bz_info *info)
{
    const struct bz_searcher *s = &c->searcher;
    int value = c->moves[rank].value;
    bool points = s->space.rules->traits & BZ_HAS_POINTS;

    *info = (struct bz_info){
        .rank = rank + 1,
        .depth = depth,
        .seldepth = s->seldepth,
        .value = value,
        .nodes = s->nodes,
        .leaves = s->leaves,
        .cutoffs = s->cutoffs,
        .micros = bz_clock_micros() - start,
        .pv_length = s->length[0],
    };
    memcpy(info->pv, s->line[0], (size_t)s->length[0] * sizeof(bz_move));
    if (!points && value >= BZ_VALUE_DECIDED) {
        info->proof = BZ_WIN;
        info->distance = BZ_VALUE_WIN - value;
    } else if (!points && value <= -BZ_VALUE_DECIDED && !is_alone(s->space.rules)) {
        info->proof = BZ_LOSS;
        info->distance = BZ_VALUE_WIN + value;
    } else if (!points && value <= -BZ_VALUE_DECIDED) {
        info->value = -BZ_VALUE_SURE;
    } else if (c->thinker->proved.proof == BZ_LOSS) {
        info->proof = BZ_LOSS;
        info->distance = c->thinker->proved.distance;
    }
}

static void prepare(struct crew *c, const void *pos, const struct bz_deadline *deadline)
{
    const struct bz_rules *rules = c->thinker->rules;
    struct bz_searcher *s = &c->searcher;
    bz_move *moves = bz_frame_moves(&s->space, rules, 0);

    memcpy(&c->pos, pos, rules->pos_size);
    c->count = rules->moves(&c->pos, moves);
    for (int i = 0; i < c->count; i++)
        c->moves[i] = (struct root_move){.move = moves[i]};
    memset(s->fame, 0, sizeof(s->fame));
    s->deadline = *deadline;
    s->hero = rules->turn(pos);
    s->reduces = c->thinker->manner.reduces;
    s->nodes = s->leaves = s->cutoffs = s->look_at = 0;
    s->seldepth = 0;
    s->stopped = false;
    c->swing = 0;
}

/* The same depths in the same order: what is busy keeps them apart. */
static void help(void *context, int number)
{
    struct bz_thinker *t = context;
    struct crew *c = &t->crew[number];

    for (int depth = 1; depth <= t->depth_max; depth++)
        if (!search_root(c, depth, 0) || c->searcher.stopped)
            break;
}

static void call_helpers(struct bz_thinker *t, const void *pos)
{
    struct bz_deadline until_halted = {&t->halt, UINT64_MAX, INT64_MAX};

    atomic_store(&t->halt, false);
    for (int i = 1; i < t->threads; i++)
        prepare(&t->crew[i], pos, &until_halted);
    bz_team_call(&t->team);
}

static void dismiss_helpers(struct bz_thinker *t)
{
    atomic_store(&t->halt, true);
    bz_team_wait(&t->team);
}

/* All the lines of one depth, the best first: a search that leaves things out may find a better one
 * among those it thought less of. False when stopped in the first. */
static bool deepen(struct crew *c, int depth, int64_t start, const struct bz_listener *listener,
                   struct bz_info *ret_info)
{
    struct bz_thinker *t = c->thinker;
    const int first = t->proved.proof == BZ_WIN; /* to be placed by its value */
    int count = 0;

    if (first)
        t->lines[count++] = t->proved;
    while (count < t->manner.lines && count < c->count && search_root(c, depth, count)) {
        int rank = count;

        while (rank > first && c->moves[count].value > c->moves[rank - 1].value)
            rank--;
        bring_forward(c->moves, count, rank);
        memmove(&t->lines[rank + 1], &t->lines[rank], (size_t)(count - rank) * sizeof(*t->lines));
        fill_info(c, depth, rank, start, &t->lines[rank]);
        count++;
        if (c->searcher.stopped)
            break;
    }
    for (int i = 0; i < count; i++) {
        t->lines[i].rank = i + 1;
        if (listener->info)
            listener->info(listener->context, &t->lines[i]);
    }
    t->line_count = count;
    if (count)
        *ret_info = t->lines[0];
    return count > 0;
}

/* Lets the other means have their share of the work; a winning move they find comes first. */
static void try_to_prove(struct crew *c, uint64_t nodes, int64_t micros)
{
    struct bz_thinker *t = c->thinker;
    struct bz_deadline *deadline = &c->searcher.deadline;
    struct bz_info found = {.nodes = 0};

    if (!t->manner.between || t->proved.proof != BZ_UNDECIDED)
        return;
    t->manner.between(t->manner.context, nodes, micros, &found);
    found.nodes += t->proved.nodes;
    if (deadline->nodes != UINT64_MAX)
        deadline->nodes -= deadline->nodes < found.nodes ? deadline->nodes : found.nodes;
    t->proved = found;
    for (int i = 0; found.proof == BZ_WIN && i < c->count; i++)
        if (c->moves[i].move == found.pv[0])
            bring_forward(c->moves, i, 0);
}

/* Whether deepening can change nothing any more. */
static bool is_settled(const struct crew *c)
{
    int value = c->moves[0].value;

    if (c->thinker->rules->traits & BZ_HAS_POINTS)
        return false;
    if (c->thinker->proved.proof == BZ_WIN)
        return c->thinker->manner.lines == 1;
    return value >= BZ_VALUE_DECIDED || value <= -BZ_VALUE_DECIDED;
}

/* What all threads did together, once none of them is at work. */
static void count_all(const struct bz_thinker *t, struct bz_info *info)
{
    info->nodes = t->proved.nodes;
    info->leaves = info->cutoffs = 0;
    for (int i = 0; i < t->threads; i++) {
        info->nodes += t->crew[i].searcher.nodes;
        info->leaves += t->crew[i].searcher.leaves;
        info->cutoffs += t->crew[i].searcher.cutoffs;
    }
}

/* Depth after depth, and between them whatever else may help; none is begun once it is time. */
static bz_move deepen_all(struct crew *c, int64_t start, int64_t enough,
                          const struct bz_listener *listener, struct bz_info *ret_info)
{
    bz_move best = c->moves[0].move;
    uint64_t nodes = 0;
    int64_t begun = start;

    *ret_info = (struct bz_info){.rank = 1, .pv_length = 1, .pv = {best}};
    for (int depth = 1; depth <= c->thinker->depth_max; depth++) {
        if (!deepen(c, depth, start, listener, ret_info))
            break;
        best = c->moves[0].move;
        if (c->searcher.stopped || is_settled(c))
            break;
        try_to_prove(c, c->searcher.nodes - nodes, bz_clock_micros() - begun);
        if (is_settled(c)) {
            deepen(c, depth, start, listener, ret_info); /* tells it */
            return c->moves[0].move;
        }
        nodes = c->searcher.nodes;
        begun = bz_clock_micros();
        if (begun >= enough)
            break;
    }
    return best;
}

/* --- how long a game that is decided lasts ---------------------------------------------------- */

/* Whatever took a move to prove, this much more is always spent on how far the end is. */
enum { MEASURE_LEAST = 20000 };

/* Entries of searches that leave things out say nothing about what is not there. */
#define MEASURE_SHADE UINT64_C(0x9e3779b97f4a7c15)

static bool is_measured(const struct bz_rules *rules)
{
    return rules->players == 2 && !(rules->traits & (BZ_HAS_CHANCE | BZ_HAS_POINTS));
}

/* The value of the root's best move that is known to be above `low`, or the most that they all are
 * worth. */
static int best_value(const struct crew *c, int low)
{
    int best = c->moves[0].value;

    for (int i = 1; i < c->count && best <= low; i++)
        best = c->moves[i].value > best ? c->moves[i].value : best;
    return best;
}

/* The line just found, unless what is there begins alike and goes on for longer. */
static void take_line(const struct bz_searcher *s, bool always, struct bz_info *info)
{
    if (!always && s->line[0][0] == info->pv[0] && s->length[0] < info->pv_length)
        return;
    info->pv_length = s->length[0];
    memcpy(info->pv, s->line[0], (size_t)s->length[0] * sizeof(bz_move));
}

/* Whether the winner can have it sooner, until a search that would see that finds that he cannot.
 * Stopped before, the distance is as good as it was proved. */
static void measure(struct crew *c, struct bz_info *info)
{
    bool wins = info->proof == BZ_WIN, done = info->distance < 2;

    while (!done) {
        int value = info->proof * (BZ_VALUE_WIN - info->distance), low = wins ? value : value - 1;
        int found;

        if (!search_window(c, info->distance - 1, 0, low, low + 1) || c->searcher.stopped)
            return;
        found = best_value(c, low);
        done = wins == (found <= low) || abs(found) >= BZ_VALUE_WIN - 1;
        if (found > low)
            take_line(&c->searcher, wins, info);
        if (wins == (found > low))
            info->distance = BZ_VALUE_WIN - abs(found);
    }
}

static struct bz_deadline measure_deadline(const struct bz_deadline *deadline, uint64_t nodes)
{
    uint64_t most = nodes + MEASURE_LEAST;
    struct bz_deadline own = *deadline;

    if (own.nodes != UINT64_MAX && own.nodes - (own.nodes < nodes ? own.nodes : nodes) < most)
        most = own.nodes - (own.nodes < nodes ? own.nodes : nodes);
    own.nodes = most;
    return own;
}

/* A line that may begin with any move, or only with that which it begins with. */
static void measure_line(struct bz_thinker *t, const void *pos, bool any,
                         const struct bz_deadline *deadline, struct bz_info *info)
{
    struct crew *c = &t->crew[0];
    struct bz_deadline own = measure_deadline(deadline, info->nodes);
    int64_t begun = bz_clock_micros();

    if (info->proof == BZ_UNDECIDED)
        return;
    prepare(c, pos, &own);
    c->searcher.reduces = false;
    for (int i = 0; i < c->count; i++)
        if (c->moves[i].move == info->pv[0])
            bring_forward(c->moves, i, 0);
    if (!any)
        c->count = 1;
    t->tt.shade = MEASURE_SHADE;
    measure(c, info);
    t->tt.shade = 0;
    info->value = info->proof * (BZ_VALUE_WIN - info->distance);
    info->nodes += c->searcher.nodes;
    info->leaves += c->searcher.leaves;
    info->cutoffs += c->searcher.cutoffs;
    info->micros += bz_clock_micros() - begun;
}

void bz_thinker_measure(struct bz_thinker *thinker, const void *pos,
                        const struct bz_deadline *deadline, const struct bz_listener *listener,
                        struct bz_info *info)
{
    int before = info->distance;

    if (!is_measured(thinker->rules))
        return;
    measure_line(thinker, pos, true, deadline, info);
    if (info->distance != before && listener->info)
        listener->info(listener->context, info);
}

/* The same for all lines, which are told once more, in the order that they have then. */
static void measure_lines(struct bz_thinker *t, const void *pos, const struct bz_deadline *deadline,
                          const struct bz_listener *listener, struct bz_info *info)
{
    struct bz_info moved;
    bool any = false;

    for (int i = 0, to; i < t->line_count; i++) {
        t->lines[i].nodes = info->nodes;
        t->lines[i].micros = info->micros;
        any = any || t->lines[i].proof != BZ_UNDECIDED;
        measure_line(t, pos, false, deadline, &t->lines[i]);
        info->nodes = t->lines[i].nodes;
        info->micros = t->lines[i].micros;
        moved = t->lines[i];
        for (to = i; to > 0 && t->lines[to - 1].value < moved.value; to--)
            t->lines[to] = t->lines[to - 1];
        t->lines[to] = moved;
    }
    for (int i = 0; i < t->line_count && any; i++) {
        t->lines[i].rank = i + 1;
        t->lines[i].nodes = info->nodes;
        t->lines[i].micros = info->micros;
        if (listener->info)
            listener->info(listener->context, &t->lines[i]);
    }
    if (any)
        *info = t->lines[0];
}

bz_move bz_thinker_run(struct bz_thinker *thinker, const void *pos, const struct bz_limits *limits,
                       const struct bz_manner *manner, const struct bz_listener *listener,
                       struct bz_info *ret_info)
{
    struct crew *c = &thinker->crew[0];
    int player = thinker->rules->turn(pos);
    struct bz_deadline deadline = bz_deadline_of(limits, player);
    int64_t start = bz_clock_micros(), enough = bz_time_enough(limits, player, start);
    bz_move best;

    thinker->manner = *manner;
    thinker->proved = (struct bz_info){.nodes = 0};
    thinker->depth_max = limits->depth && !limits->infinite ? limits->depth : BZ_DEPTH_MAX;
    bz_tt_age(&thinker->tt);
    prepare(c, pos, &deadline);
    call_helpers(thinker, pos);
    best = deepen_all(c, start, enough, listener, ret_info);
    dismiss_helpers(thinker);
    count_all(thinker, ret_info);
    ret_info->micros = bz_clock_micros() - start;
    if (manner->lines == 1)
        bz_thinker_measure(thinker, pos, &deadline, listener, ret_info);
    else if (is_measured(thinker->rules))
        measure_lines(thinker, pos, &deadline, listener, ret_info);
    return ret_info->proof == BZ_UNDECIDED ? best : ret_info->pv[0];
}

void bz_thinker_reset(struct bz_thinker *thinker)
{
    bz_tt_clear(&thinker->tt);
}

static bool init_crew(struct bz_thinker *t)
{
    for (int i = 0; i < t->threads; i++) {
        t->crew[i].thinker = t;
        t->crew[i].searcher.tt = &t->tt;
        t->crew[i].searcher.busy = t->threads > 1 ? &t->busy : NULL;
        if (bz_space_init(&t->crew[i].searcher.space, t->rules, BZ_DEPTH_MAX + 1))
            return false;
    }
    return bz_team_init(&t->team, t->threads - 1, help, t) == BZ_OK;
}

struct bz_thinker *bz_thinker_new(const struct bz_kernel *kernel, const struct bz_rules *rules,
                                  int megabytes, int threads)
{
    struct bz_thinker *t = calloc(1, sizeof(*t));

    if (!t)
        return NULL;
    t->kernel = kernel;
    t->rules = rules;
    t->threads = threads;
    t->crew = calloc((size_t)threads, sizeof(*t->crew));
    if (t->crew && !bz_tt_init(&t->tt, megabytes) && init_crew(t))
        return t;
    bz_thinker_free(t);
    return NULL;
}

void bz_thinker_free(struct bz_thinker *thinker)
{
    struct bz_thinker *t = thinker;

    if (!t)
        return;
    bz_team_release(&t->team);
    for (int i = 0; t->crew && i < t->threads; i++)
        bz_space_release(&t->crew[i].searcher.space);
    bz_tt_release(&t->tt);
    free(t->crew);
    free(t);
}
