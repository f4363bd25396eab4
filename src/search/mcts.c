/*
 * mcts.c - a Monte Carlo tree search from beginning to end: threads, limits and reports.
 *
 * The calling thread decides and reports; helpers walk the same tree. One thread alone, with a
 * limit of nodes or depth, always grows the same tree, whatever the clock says.
 */
#include "search/mcts.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "search/mcts_walk.h"
#include "search/player.h"
#include "search/team.h"
#include "search/time.h"

enum {
    LOOK_PLIES = 256,      /* between two looks at clock and flag: well under a millisecond */
    DEPTH_WALKS = 64,      /* between two looks at the length of the best line */
    DEPTH_PATIENCE = 20000 /* walks for each ply asked for: a line need not ever be that long */
};

struct bz_mcts {
    struct bz_mcts_options options;
    struct bz_mcts_tree tree;
    struct bz_mcts_scale scale;
    struct bz_walker *walkers; /* [0] is the caller's */
    struct bz_team team;

    /* Of the search that is running. */
    struct bz_deadline deadline;
    _Atomic uint64_t walks; /* begun */
    atomic_bool halt;
    int depth; /* 0: any */
    int64_t start;
    uint64_t report_at;   /* walks */
    int64_t report_after; /* microseconds on the clock */
};

/* --- Reports -------------------------------------------------------------------------------- */

/* How much a move deserves to be played: what is proved to win, sooner before later; then by
 * visits; then what is proved to lose, later before sooner. Where all is known, by value. */
struct merit {
    int rank;
    double first, second;
};

static struct merit merit_of(const struct bz_mcts_tree *tree, uint32_t parent, uint32_t child,
                             int turn)
{
    /* Asked first: only then are value and distance what was proved. */
    bool proved = turn != BZ_CHANCE && bz_mcts_proved(tree, child);
    double value = turn == BZ_CHANCE ? 0 : bz_mcts_value(tree, child, turn);

    if (proved) {
        int distance = tree->nodes[child].distance;

        if (!tree->points && value >= 1)
            return (struct merit){3, -distance, 0};
        if (!tree->points && value <= -1)
            return (struct merit){0, distance, 0};
        if (bz_mcts_proved(tree, parent))
            return (struct merit){2, value, 0};
    }
    return (struct merit){1, bz_mcts_visits(tree, child), value};
}

static bool is_better(struct merit a, struct merit b)
{
    if (a.rank != b.rank)
        return a.rank > b.rank;
    return a.first != b.first ? a.first > b.first : a.second > b.second;
}

/* The child that deserves most to be played. */
static uint32_t best_child(const struct bz_mcts_tree *tree, uint32_t parent, int turn)
{
    uint32_t first = bz_mcts_first(tree, parent), best = first;
    struct merit most = merit_of(tree, parent, first, turn);

    for (uint32_t child = first + 1; child < first + tree->nodes[parent].count; child++) {
        struct merit merit = merit_of(tree, parent, child, turn);

        if (is_better(merit, most)) {
            best = child;
            most = merit;
        }
    }
    return best;
}

static bool is_among(const uint32_t *told, int count, uint32_t child)
{
    for (int i = 0; i < count; i++)
        if (told[i] == child)
            return true;
    return false;
}

/* The child of the root to be told next, by its value: how often it was visited says what would be
 * played, and that is told already. 0 if nothing is known of any other. */
static uint32_t next_child(const struct bz_mcts_tree *tree, int turn, const uint32_t *told,
                           int count)
{
    uint32_t first = bz_mcts_first(tree, 0), best = 0;
    struct merit most = {0};

    for (uint32_t child = first; child < first + tree->nodes[0].count; child++) {
        struct merit merit = merit_of(tree, 0, child, turn);

        if (merit.rank == 1 || merit.rank == 2)
            merit = (struct merit){1, bz_mcts_value(tree, child, turn), 0};
        if ((bz_mcts_visits(tree, child) || bz_mcts_proved(tree, child)) &&
            !is_among(told, count, child) && (!best || is_better(merit, most))) {
            best = child;
            most = merit;
        }
    }
    return best;
}

/* Fills the line that begins with this child of the root. */
static void follow_line(const struct bz_mcts *m, uint32_t child, struct bz_info *info)
{
    const struct bz_rules *rules = m->tree.rules;
    union bz_pos pos = m->walkers[0].root;

    info->pv_length = 0;
    while (child && info->pv_length < BZ_DEPTH_MAX) {
        info->pv[info->pv_length++] = m->tree.nodes[child].move;
        rules->play(&pos, m->tree.nodes[child].move);
        if (!bz_mcts_first(&m->tree, child))
            break;
        child = best_child(&m->tree, child, rules->turn(&pos));
        if (!bz_mcts_visits(&m->tree, child))
            break;
    }
    info->depth = info->pv_length;
}

static void fill_proof(const struct bz_mcts_tree *tree, uint32_t child, int turn,
                       struct bz_info *info)
{
    double value;

    if (tree->points || !bz_mcts_proved(tree, child))
        return;
    value = bz_mcts_value(tree, child, turn); /* once it is proved: a mean may change under us */
    if (value > -1 && value < 1)
        return;
    info->proof = value > 0 ? BZ_WIN : BZ_LOSS;
    info->distance = tree->nodes[child].distance + 1;
}

static uint64_t walks_done(struct bz_mcts *m)
{
    uint64_t walks = atomic_load_explicit(&m->walks, memory_order_relaxed);

    return walks < m->deadline.nodes ? walks : m->deadline.nodes;
}

static void fill_info(struct bz_mcts *m, uint32_t child, int rank, struct bz_info *info)
{
    const struct bz_walker *w = &m->walkers[0];
    int turn = m->tree.rules->turn(&w->root);
    double value = bz_mcts_value(&m->tree, child, turn);

    *info = (struct bz_info){
        .rank = rank,
        .seldepth = w->seldepth,
        .value = floor(value * (m->tree.points ? 100 : 10000) + 0.5) / 100,
        .nodes = walks_done(m),
        .leaves = w->leaves,
        .micros = bz_clock_micros() - m->start,
    };
    follow_line(m, child, info);
    fill_proof(&m->tree, child, turn, info);
}

/* The line of the move to be played and the best others, to the listener; the first one comes back
 * as well. */
static void report(struct bz_mcts *m, const struct bz_listener *listener, struct bz_info *ret_info)
{
    int turn = m->tree.rules->turn(&m->walkers[0].root);
    uint32_t told[BZ_LINES_MAX];

    for (int rank = 0; rank < m->options.lines; rank++) {
        struct bz_info info;

        told[rank] =
            rank == 0 ? best_child(&m->tree, 0, turn) : next_child(&m->tree, turn, told, rank);
        if (!told[rank])
            break;
        fill_info(m, told[rank], rank + 1, &info);
        if (rank == 0)
            *ret_info = info;
        if (listener->info)
            listener->info(listener->context, &info);
    }
}

/* Whenever the walks have doubled, and every half second. */
static void report_in_time(struct bz_mcts *m, const struct bz_listener *listener)
{
    uint64_t walks = walks_done(m);
    struct bz_info info;

    if (walks < m->report_at && bz_clock_micros() < m->report_after)
        return;
    report(m, listener, &info);
    while (m->report_at <= walks)
        m->report_at *= 2;
    m->report_after = bz_clock_micros() + 500000;
}

/* --- Walking -------------------------------------------------------------------------------- */

static bool must_stop(const struct bz_mcts *m)
{
    const struct bz_deadline *d = &m->deadline;

    return atomic_load_explicit(d->stop, memory_order_relaxed) ||
           (d->micros != INT64_MAX && bz_clock_micros() >= d->micros);
}

/* Whether the best line is as long as was asked for. */
static bool is_deep(const struct bz_mcts *m, uint64_t walks)
{
    struct bz_info info;

    if (!m->depth || walks % DEPTH_WALKS)
        return false;
    if (walks >= (uint64_t)m->depth * DEPTH_PATIENCE)
        return true;
    follow_line(m, best_child(&m->tree, 0, m->tree.rules->turn(&m->walkers[0].root)), &info);
    return info.depth >= m->depth;
}

/* Walks until somebody calls a halt; the listener is the caller's alone. */
static void walk_on(struct bz_mcts *m, struct bz_walker *w, const struct bz_listener *listener)
{
    uint64_t look_at = 0;

    while (!atomic_load_explicit(&m->halt, memory_order_relaxed)) {
        uint64_t walks;

        if (w->plies >= look_at) {
            look_at = w->plies + LOOK_PLIES;
            if (must_stop(m))
                break;
            if (listener)
                report_in_time(m, listener);
        }
        walks = atomic_fetch_add_explicit(&m->walks, 1, memory_order_relaxed);
        if (walks >= m->deadline.nodes)
            break;
        bz_walk(w);
        if (bz_mcts_proved(&m->tree, 0) || (listener && is_deep(m, walks + 1)))
            break;
    }
    atomic_store(&m->halt, true);
}

static void help(void *context, int number)
{
    struct bz_mcts *m = context;

    walk_on(m, &m->walkers[number], NULL);
}

static void prepare(struct bz_mcts *m, const void *pos, const struct bz_limits *limits)
{
    const struct bz_rules *rules = m->tree.rules;
    bz_move *moves = bz_frame_moves(&m->walkers[0].space, rules, 0);

    m->start = bz_clock_micros();
    m->deadline = bz_deadline_of(limits, rules->turn(pos));
    m->depth = limits->infinite ? 0 : limits->depth;
    m->report_at = 256;
    m->report_after = m->start + 500000;
    atomic_store(&m->walks, 0);
    atomic_store(&m->halt, false);
    bz_mcts_scale_clear(&m->scale);
    bz_mcts_tree_clear(&m->tree);
    bz_mcts_expand(&m->tree, 0, moves, rules->moves(pos, moves));
    for (int i = 0; i < m->options.threads; i++) {
        struct bz_walker *w = &m->walkers[i];

        memcpy(&w->root, pos, rules->pos_size);
        bz_random_seed(&w->random, m->options.seed + (uint64_t)i);
        w->seldepth = 0;
        w->plies = w->leaves = 0;
    }
}

bz_move bz_mcts_run(struct bz_mcts *mcts, const void *pos, const struct bz_limits *limits,
                    const struct bz_listener *listener, struct bz_info *ret_info)
{
    struct bz_mcts *m = mcts;
    uint64_t leaves = 0;

    prepare(m, pos, limits);
    bz_team_call(&m->team);
    walk_on(m, &m->walkers[0], listener);
    bz_team_wait(&m->team);
    report(m, listener, ret_info);
    for (int i = 0; i < m->options.threads; i++)
        leaves += m->walkers[i].leaves;
    ret_info->leaves = leaves;
    return ret_info->pv[0];
}

/* --- Memory --------------------------------------------------------------------------------- */

static bool furnish(struct bz_mcts *m, const struct bz_rules *rules)
{
    if (bz_mcts_tree_init(&m->tree, rules, m->options.megabytes))
        return false;
    m->walkers = calloc((size_t)m->options.threads, sizeof(*m->walkers));
    if (!m->walkers)
        return false;
    for (int i = 0; i < m->options.threads; i++) {
        struct bz_walker *w = &m->walkers[i];

        w->tree = &m->tree;
        w->scale = &m->scale;
        w->rollout = m->options.rollout;
        if (bz_space_init(&w->space, rules, BZ_DEPTH_MAX + 1))
            return false;
    }
    return bz_team_init(&m->team, m->options.threads - 1, help, m) == BZ_OK;
}

struct bz_mcts *bz_mcts_new(const struct bz_rules *rules, const struct bz_mcts_options *options)
{
    struct bz_mcts *m = calloc(1, sizeof(*m));

    if (!m)
        return NULL;
    m->options = *options;
    if (furnish(m, rules))
        return m;
    bz_mcts_free(m);
    return NULL;
}

void bz_mcts_free(struct bz_mcts *mcts)
{
    struct bz_mcts *m = mcts;

    if (!m)
        return;
    bz_team_release(&m->team);
    for (int i = 0; m->walkers && i < m->options.threads; i++)
        bz_space_release(&m->walkers[i].space);
    bz_mcts_tree_release(&m->tree);
    free(m->walkers);
    free(m);
}
