/*
 * solve.c - proving who wins: the kernel's prover on one thread or several that share a table.
 *
 * Whichever thread finishes first has the answer; the others are stopped. The calling thread
 * only waits, reports progress and passes the caller's stop on.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/pages.h"
#include "bazi/search.h"
#include "search/checkpoint.h"
#include "search/kernel.h"

struct proof;

struct worker {
    struct proof *proof;
    struct bz_prover prover;
    pthread_t thread;
    bool started;
};

struct proof {
    const struct bz_setup *setup;
    const void *pos;
    struct bz_proof_table table;
    struct worker workers[BZ_THREADS_MAX];
    int threads;
    atomic_bool stop;
    pthread_mutex_t lock; /* over the rest */
    pthread_cond_t changed;
    int running;
    bool solved, wins;
    bz_move winning;
};

static size_t table_bytes(const struct bz_proof_table *table)
{
    return table->lines * BZ_PROOF_WAYS * sizeof(*table->slots);
}

static int table_init(struct bz_proof_table *table, int megabytes)
{
    table->lines = 1;
    while (table_bytes(table) * 2 <= (size_t)megabytes << 20)
        table->lines *= 2;
    table->slots = bz_pages_new(table_bytes(table), false);
    return table->slots ? BZ_OK : BZ_ERROR_MEMORY;
}

/* From a sample: the whole table would take too long to look at. */
static double table_fill(const struct bz_proof_table *table)
{
    uint64_t sample = table->lines * BZ_PROOF_WAYS, used = 0;

    if (sample > 4096)
        sample = 4096;
    for (uint64_t i = 0; i < sample; i++)
        used += atomic_load_explicit(&table->slots[i].word, memory_order_relaxed) != 0;
    return (double)used / (double)sample;
}

static void *work(void *context)
{
    struct worker *worker = context;
    struct proof *proof = worker->proof;
    const struct bz_setup *setup = proof->setup;
    bool wins = bz_is_over(setup, proof->pos)
                    ? bz_final_value(setup->rules, 0, proof->pos, 0) > 0
                    : setup->kernel->prove(&worker->prover, proof->pos, 0);

    pthread_mutex_lock(&proof->lock);
    if (!worker->prover.stopped && !proof->solved) {
        proof->solved = true;
        proof->wins = wins;
        proof->winning = worker->prover.winning;
        atomic_store(&proof->stop, true);
    }
    proof->running--;
    pthread_cond_signal(&proof->changed);
    pthread_mutex_unlock(&proof->lock);
    return NULL;
}

static uint64_t count_nodes(const struct proof *proof)
{
    uint64_t nodes = 0;

    for (int i = 0; i < proof->threads; i++)
        nodes += atomic_load_explicit(&proof->workers[i].prover.nodes, memory_order_relaxed);
    return nodes;
}

static int start_workers(struct proof *proof, struct bz_error *err)
{
    for (int i = 0; i < proof->threads; i++) {
        struct worker *worker = &proof->workers[i];
        struct bz_prover *prover = &worker->prover;

        worker->proof = proof;
        prover->table = &proof->table;
        prover->stop = &proof->stop;
        prover->seed = (uint64_t)i;
        if (bz_space_init(&prover->space, proof->setup->rules, BZ_DEPTH_MAX + 1))
            return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for %d threads",
                           proof->threads);
        pthread_mutex_lock(&proof->lock);
        proof->running++;
        pthread_mutex_unlock(&proof->lock);
        if (pthread_create(&worker->thread, NULL, work, worker)) {
            pthread_mutex_lock(&proof->lock);
            proof->running--;
            pthread_mutex_unlock(&proof->lock);
            return bz_fail(err, BZ_ERROR_MEMORY, "thread %d cannot be started", i + 1);
        }
        worker->started = true;
    }
    return BZ_OK;
}

static void wait_a_moment(struct proof *proof)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += 50 * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_cond_timedwait(&proof->changed, &proof->lock, &until);
}

/* Until every worker is done: looks at the caller's flag, reports twice a second. */
static void supervise(struct proof *proof, const struct bz_solve_options *options, int64_t start)
{
    int64_t reported = start;

    pthread_mutex_lock(&proof->lock);
    while (proof->running > 0) {
        int64_t now;

        wait_a_moment(proof);
        now = bz_clock_micros();
        if (options->stop && atomic_load(options->stop))
            atomic_store(&proof->stop, true);
        if (options->progress && now - reported >= 500000) {
            reported = now;
            pthread_mutex_unlock(&proof->lock);
            options->progress(options->context, count_nodes(proof), (double)(now - start) * 1e-6,
                              table_fill(&proof->table));
            pthread_mutex_lock(&proof->lock);
        }
    }
    pthread_mutex_unlock(&proof->lock);
}

static void finish_workers(struct proof *proof)
{
    for (int i = 0; i < proof->threads; i++) {
        struct worker *worker = &proof->workers[i];

        if (worker->started)
            pthread_join(worker->thread, NULL);
        bz_space_release(&worker->prover.space);
    }
}

/* What is being proved, as one number. */
static uint64_t subject_of(const struct bz_setup *setup, const void *pos)
{
    char text[BZ_POS_TEXT_MAX];
    struct bz_buf out = BZ_BUF(text);
    uint64_t subject = 0;

    bz_buf_add(&out, "%s ", setup->game->name);
    for (int i = 0; setup->game->options[i].name; i++)
        bz_buf_add(&out, "%s ", setup->values[i].text);
    setup->game->text->format(pos, &out);
    for (size_t i = 0; i < out.length; i++)
        subject = bz_mix(subject ^ (unsigned char)text[i]);
    return subject;
}

static void conclude(const struct proof *proof, double seconds, struct bz_solution *ret_solution)
{
    const struct bz_rules *rules = proof->setup->rules;
    bz_move moves[BZ_MOVES_MAX];
    int sign = rules->turn(proof->pos) == 0 ? 1 : -1;

    *ret_solution = (struct bz_solution){
        .solved = proof->solved,
        .move = BZ_MOVE_NONE,
        .nodes = count_nodes(proof),
        .seconds = seconds,
    };
    if (!proof->solved)
        return;
    ret_solution->value = proof->wins ? sign : -sign;
    if (rules->moves(proof->pos, moves) > 0) /* where all lose, one is as good as another */
        ret_solution->move = proof->wins ? proof->winning : moves[0];
}

static int run(struct proof *proof, const struct bz_solve_options *options,
               struct bz_solution *ret_solution, struct bz_error *err)
{
    uint64_t subject = subject_of(proof->setup, proof->pos);
    int64_t start = bz_clock_micros();
    int code = BZ_OK;

    if (table_init(&proof->table, options->megabytes))
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a table of %d MB",
                       options->megabytes);
    if (options->checkpoint)
        code = bz_checkpoint_try(options->checkpoint, err);
    if (options->checkpoint && !code)
        code = bz_checkpoint_load(options->checkpoint, subject, &proof->table, err);
    if (!code) {
        code = start_workers(proof, err);
        if (code)
            atomic_store(&proof->stop, true);
        supervise(proof, options, start);
        finish_workers(proof);
    }
    /* A proof that is done needs no checkpoint: failing to write one must not lose the answer. */
    if (!code && options->checkpoint)
        code = bz_checkpoint_save(options->checkpoint, subject, &proof->table, err);
    if (!code || proof->solved) {
        code = BZ_OK;
        conclude(proof, (double)(bz_clock_micros() - start) * 1e-6, ret_solution);
    }
    bz_pages_free(proof->table.slots, table_bytes(&proof->table));
    return code;
}

static int check_fit(const struct bz_setup *setup, const struct bz_solve_options *options,
                     struct bz_error *err)
{
    const unsigned wanted = BZ_ZERO_SUM | BZ_NO_DRAWS;
    unsigned traits = setup->rules->traits;

    if ((traits & wanted) != wanted || traits & (BZ_HAS_CHANCE | BZ_HAS_POINTS))
        return bz_fail(err, BZ_ERROR_UNFIT, "%s with these options has no solver yet",
                       setup->game->name);
    if (options->threads < 1 || options->threads > BZ_THREADS_MAX)
        return bz_fail(err, BZ_ERROR_RANGE, "threads: %d is not between 1 and %d", options->threads,
                       BZ_THREADS_MAX);
    if (options->megabytes < 1 || options->megabytes > BZ_MEGABYTES_MAX)
        return bz_fail(err, BZ_ERROR_RANGE, "memory: %d MB is not between 1 and %d",
                       options->megabytes, BZ_MEGABYTES_MAX);
    return BZ_OK;
}

/* Its time-outs do not follow changes of the calendar clock. */
static void init_condition(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;

    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

int bz_solve(const struct bz_setup *setup, const void *pos, const struct bz_solve_options *options,
             struct bz_solution *ret_solution, struct bz_error *err)
{
    struct proof *proof;
    int code = check_fit(setup, options, err);

    if (code)
        return code;
    proof = calloc(1, sizeof(*proof));
    if (!proof)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory to start a proof");
    proof->setup = setup;
    proof->pos = pos;
    proof->threads = options->threads;
    pthread_mutex_init(&proof->lock, NULL);
    init_condition(&proof->changed);
    code = run(proof, options, ret_solution, err);
    pthread_cond_destroy(&proof->changed);
    pthread_mutex_destroy(&proof->lock);
    free(proof);
    return code;
}
