/*
 * think.c - iterative deepening over the kernel.
 *
 * The first searcher belongs to the calling thread and decides; helpers search the same position
 * and are heard only through the table, so that one thread alone always walks the same tree.
 */
#include "search/think.h"

#include <stdlib.h>

#include <assert.h>
#include <pthread.h>

#include "base/clock.h"
#include "search/kernel.h"
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
    union bz_pos pos;
    pthread_t thread;
};

struct bz_thinker {
    const struct bz_kernel *kernel;
    const struct bz_rules *rules;
    struct bz_tt tt;
    struct crew *crew; /* [0] is the caller's */
    int threads;
    int helpers;      /* started */
    atomic_bool halt; /* stops the helpers' search */
    int depth_max;
    struct bz_manner manner;

    pthread_mutex_t lock; /* over the rest */
    pthread_cond_t changed;
    unsigned job; /* counts searches; helpers wait for it to change */
    int busy;
    bool leaving;
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

/* Finds the best of the root moves from `rank` on and brings it there. False when stopped before
 * anything can be said: a loss needs every move looked at. */
static bool search_root(struct crew *c, int depth, int rank)
{
    struct bz_searcher *s = &c->searcher;
    int alpha = -BZ_VALUE_INFINITE, best = rank;

    bz_searcher_enter(s, 0);
    for (int i = rank; i < c->count && !s->stopped; i++) {
        bz_move move = c->moves[i].move;
        int edge = i == rank ? BZ_VALUE_INFINITE : alpha + 1;
        int value = child_value(c, move, depth, alpha, edge);

        if (value > alpha && i > rank && !s->stopped)
            value = child_value(c, move, depth, alpha, BZ_VALUE_INFINITE);
        if (s->stopped)
            break;
        c->moves[i].value = value;
        if (value > alpha) {
            alpha = value;
            best = i;
            bz_searcher_extend(s, 0, move);
        }
    }
    bring_forward(c->moves, best, rank);
    return alpha > (s->stopped ? -BZ_VALUE_DECIDED : -BZ_VALUE_INFINITE);
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
    } else if (!points && value <= -BZ_VALUE_DECIDED) {
        info->proof = BZ_LOSS;
        info->distance = BZ_VALUE_WIN + value;
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
}

/* Every other helper starts one ply deeper, so that they are not all at the same place. */
static void help(struct crew *c, int number)
{
    for (int depth = 1 + number % 2; depth <= c->thinker->depth_max; depth++)
        if (!search_root(c, depth, 0) || c->searcher.stopped)
            break;
}

static void *helper(void *context)
{
    struct crew *c = context;
    struct bz_thinker *t = c->thinker;
    unsigned done = 0;

    pthread_mutex_lock(&t->lock);
    for (;;) {
        while (t->job == done && !t->leaving)
            pthread_cond_wait(&t->changed, &t->lock);
        if (t->leaving)
            break;
        done = t->job;
        pthread_mutex_unlock(&t->lock);
        help(c, (int)(c - t->crew));
        pthread_mutex_lock(&t->lock);
        t->busy--;
        pthread_cond_broadcast(&t->changed);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

static void call_helpers(struct bz_thinker *t, const void *pos)
{
    struct bz_deadline until_halted = {&t->halt, UINT64_MAX, INT64_MAX};

    atomic_store(&t->halt, false);
    for (int i = 1; i <= t->helpers; i++)
        prepare(&t->crew[i], pos, &until_halted);
    pthread_mutex_lock(&t->lock);
    t->busy = t->helpers;
    t->job++;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
}

static void dismiss_helpers(struct bz_thinker *t)
{
    atomic_store(&t->halt, true);
    pthread_mutex_lock(&t->lock);
    while (t->busy)
        pthread_cond_wait(&t->changed, &t->lock);
    pthread_mutex_unlock(&t->lock);
}

/* All the lines of one depth, reported as they are found; false when stopped in the first. */
static bool deepen(struct crew *c, int depth, int lines, int64_t start,
                   const struct bz_listener *listener, struct bz_info *ret_info)
{
    for (int rank = 0; rank < lines && rank < c->count; rank++) {
        struct bz_info info;

        if (!search_root(c, depth, rank))
            return rank > 0;
        fill_info(c, depth, rank, start, &info);
        if (rank == 0)
            *ret_info = info;
        if (listener->info)
            listener->info(listener->context, &info);
        if (c->searcher.stopped)
            break;
    }
    return true;
}

/* What all threads did together, once none of them is at work. */
static void count_all(const struct bz_thinker *t, struct bz_info *info)
{
    info->nodes = info->leaves = info->cutoffs = 0;
    for (int i = 0; i <= t->helpers; i++) {
        info->nodes += t->crew[i].searcher.nodes;
        info->leaves += t->crew[i].searcher.leaves;
        info->cutoffs += t->crew[i].searcher.cutoffs;
    }
}

bz_move bz_thinker_run(struct bz_thinker *thinker, const void *pos, const struct bz_limits *limits,
                       const struct bz_manner *manner, const struct bz_listener *listener,
                       struct bz_info *ret_info)
{
    struct crew *c = &thinker->crew[0];
    struct bz_deadline deadline = bz_deadline_of(limits, thinker->rules->turn(pos));
    int64_t start = bz_clock_micros();
    bz_move best;

    thinker->manner = *manner;
    thinker->depth_max = limits->depth && !limits->infinite ? limits->depth : BZ_DEPTH_MAX;
    bz_tt_age(&thinker->tt);
    prepare(c, pos, &deadline);
    call_helpers(thinker, pos);
    best = c->moves[0].move;
    *ret_info = (struct bz_info){.rank = 1, .pv_length = 1, .pv = {best}};
    for (int depth = 1; depth <= thinker->depth_max; depth++) {
        if (!deepen(c, depth, manner->lines, start, listener, ret_info))
            break;
        best = c->moves[0].move;
        if (c->searcher.stopped || ret_info->proof != BZ_UNDECIDED)
            break;
    }
    dismiss_helpers(thinker);
    count_all(thinker, ret_info);
    ret_info->micros = bz_clock_micros() - start;
    return best;
}

void bz_thinker_reset(struct bz_thinker *thinker)
{
    bz_tt_clear(&thinker->tt);
}

static bool start_crew(struct bz_thinker *t)
{
    for (int i = 0; i < t->threads; i++) {
        struct crew *c = &t->crew[i];

        c->thinker = t;
        c->searcher.tt = &t->tt;
        if (bz_space_init(&c->searcher.space, t->rules, BZ_DEPTH_MAX + 1))
            return false;
        if (i > 0 && pthread_create(&c->thread, NULL, helper, c))
            return false;
        t->helpers = i;
    }
    return true;
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
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->changed, NULL);
    t->crew = calloc((size_t)threads, sizeof(*t->crew));
    if (t->crew && !bz_tt_init(&t->tt, megabytes) && start_crew(t))
        return t;
    bz_thinker_free(t);
    return NULL;
}

void bz_thinker_free(struct bz_thinker *thinker)
{
    struct bz_thinker *t = thinker;

    if (!t)
        return;
    pthread_mutex_lock(&t->lock);
    t->leaving = true;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
    for (int i = 1; i <= t->helpers; i++)
        pthread_join(t->crew[i].thread, NULL);
    for (int i = 0; t->crew && i < t->threads; i++)
        bz_space_release(&t->crew[i].searcher.space);
    pthread_cond_destroy(&t->changed);
    pthread_mutex_destroy(&t->lock);
    bz_tt_release(&t->tt);
    free(t->crew);
    free(t);
}
