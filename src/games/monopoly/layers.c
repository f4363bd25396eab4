/*
 * layers.c - the threads meet at a barrier after every group of holdings that do not depend on each
 * other. The calling thread works like the others, and reports and saves in between.
 */
#include "layers.h"

#include <pthread.h>

#include "base/clock.h"
#include "search/cluster.h"

enum { REPORT = 500000 }; /* microseconds */

struct crew {
    struct layers *layers;
    pthread_mutex_t gate; /* closed until it is known how many there are */
    pthread_barrier_t barrier;
    atomic_int next, number; /* the next holding; of threads that have begun */
    int last, wealth;        /* one behind the group's last holding */
    bool quits, halted;      /* halted: somebody wants it to end, and all ranks know */
    double total, done;      /* work in all layers, and that of the finished ones */
    int64_t reported, saved;
    bool has_saved;
    struct bz_error trouble;
};

static bool is_stopped(const struct crew *crew)
{
    const atomic_bool *stop = crew->layers->options->stop;

    return stop && atomic_load(stop);
}

static double size_of(const struct space *space, int wealth)
{
    return (double)monopoly_space_states(space, wealth);
}

static void report(struct crew *crew)
{
    const struct bz_solve_options *options = crew->layers->options;
    const struct space *space = crew->layers->space;
    int64_t now = bz_clock_micros();
    double part = atomic_load(&crew->next) / (double)space->holdings;
    struct bz_progress progress = {
        .doing = crew->layers->doing,
        .seconds = (double)(now - crew->layers->start) * 1e-6,
        .saved = crew->has_saved ? (double)(now - crew->saved) * 1e-6 : -1,
        .trouble = *crew->trouble.text ? crew->trouble.text : NULL,
    };

    if (!options->progress || now - crew->reported < REPORT)
        return;
    crew->reported = now;
    progress.done =
        (crew->done + size_of(space, crew->wealth) * (part < 1 ? part : 1)) / crew->total;
    progress.nodes = (uint64_t)(progress.done * (double)space->states);
    options->progress(options->context, &progress);
}

static void work(struct crew *crew, int thread)
{
    const struct layers *layers = crew->layers;

    for (;;) {
        int holding = atomic_fetch_add(&crew->next, 1);

        if (holding >= crew->last || is_stopped(crew))
            return;
        if (space_row(layers->space, crew->wealth, holding) > 0)
            layers->work(layers->context, thread, crew->wealth, holding);
        if (thread == 0)
            report(crew);
    }
}

static void *labour(void *at)
{
    struct crew *crew = at;
    int thread = atomic_fetch_add(&crew->number, 1);

    pthread_mutex_lock(&crew->gate);
    pthread_mutex_unlock(&crew->gate);
    if (crew->quits) /* there is no barrier */
        return NULL;
    for (;;) {
        pthread_barrier_wait(&crew->barrier);
        if (crew->quits)
            return NULL;
        work(crew, thread);
        pthread_barrier_wait(&crew->barrier);
    }
}

/* Divides holdings up between ranks, so that each has about as many positions. */
static void cut_group(const struct crew *crew, int first, int last, int *ret_cuts)
{
    const struct space *space = crew->layers->space;
    int size = crew->layers->options->cluster->size, rank = 0;
    double total = 0, sum = 0;

    for (int i = first; i < last; i++)
        total += space_row(space, crew->wealth, i) > 0 ? space_row(space, crew->wealth, i) : 0;
    ret_cuts[0] = first;
    for (int i = first; i < last; i++) {
        while (rank + 1 < size && sum >= total * (rank + 1) / size)
            ret_cuts[++rank] = i;
        sum += space_row(space, crew->wealth, i) > 0 ? space_row(space, crew->wealth, i) : 0;
    }
    while (rank < size)
        ret_cuts[++rank] = last;
}

/* Whether it is to end, which all ranks must learn at the same place. */
static bool halts(const struct crew *crew)
{
    const struct bz_cluster *cluster = crew->layers->options->cluster;
    bool stopped[BZ_RANKS_MAX] = {0}, any = false;

    if (!cluster)
        return is_stopped(crew);
    stopped[cluster->rank] = is_stopped(crew);
    bz_cluster_share_each(cluster, stopped, sizeof(*stopped));
    for (int i = 0; i < cluster->size; i++)
        any |= stopped[i];
    return any;
}

/* This rank's part of a group of holdings, on all threads; then everyone's. */
static void run_group(struct crew *crew, int first, int last)
{
    const struct layers *layers = crew->layers;
    const struct bz_cluster *cluster = layers->options->cluster;
    int cuts[BZ_RANKS_MAX + 1] = {first, last};

    if (cluster)
        cut_group(crew, first, last, cuts);
    atomic_store(&crew->next, cuts[cluster ? cluster->rank : 0]);
    crew->last = cuts[cluster ? cluster->rank + 1 : 1];
    pthread_barrier_wait(&crew->barrier);
    work(crew, 0);
    pthread_barrier_wait(&crew->barrier);
    crew->halted = halts(crew);
    if (cluster && !crew->halted)
        layers->share(layers->context, crew->wealth, cuts);
}

static void run_layer(struct crew *crew, int wealth)
{
    const struct space *space = crew->layers->space;

    crew->wealth = wealth;
    for (int i = 0; i <= space->properties && !crew->halted; i++)
        run_group(crew, space->first[i], space->first[i + 1]);
}

/* A failure to save is told with the progress; there is still the answer to hope for. */
static void save(struct crew *crew)
{
    struct layers *layers = crew->layers;
    int64_t now = bz_clock_micros(), since = crew->has_saved ? crew->saved : layers->start;

    if (!layers->save || !layers->options->interval ||
        !bz_cluster_leads(layers->options->cluster) ||
        now - since < layers->options->interval * INT64_C(1000000))
        return;
    crew->trouble = (struct bz_error){0};
    layers->save(layers->context, crew->wealth, &crew->trouble);
    crew->has_saved = true;
    crew->saved = bz_clock_micros();
}

static int run(struct crew *crew, int first, int *ret_done, struct bz_error *err)
{
    struct layers *layers = crew->layers;
    int code = BZ_OK;

    for (int wealth = first; wealth <= layers->space->wealth && !code; wealth++) {
        if (layers->space->occurs[wealth]) {
            layers->begin(layers->context, wealth);
            run_layer(crew, wealth);
            if (crew->halted)
                return bz_fail(err, BZ_ERROR_STOPPED, "stopped");
            code = layers->end(layers->context, wealth, err);
            crew->done += size_of(layers->space, wealth);
        }
        if (!code) {
            *ret_done = wealth;
            save(crew);
        }
    }
    return code;
}

/* With as many threads as there can be. */
static int with_crew(struct crew *crew, int first, int *ret_done, struct bz_error *err)
{
    pthread_t thread[BZ_THREADS_MAX];
    int started = 1, code;

    atomic_store(&crew->number, 1);
    pthread_mutex_lock(&crew->gate);
    while (started < crew->layers->threads && !pthread_create(&thread[started], NULL, labour, crew))
        started++;
    code = pthread_barrier_init(&crew->barrier, NULL, (unsigned)started);
    crew->quits = code != 0;
    pthread_mutex_unlock(&crew->gate);
    if (!code) {
        code = run(crew, first, ret_done, err);
        crew->quits = true;
        pthread_barrier_wait(&crew->barrier);
    } else {
        code = bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for threads");
    }
    for (int i = 1; i < started; i++)
        pthread_join(thread[i], NULL);
    pthread_barrier_destroy(&crew->barrier);
    return code;
}

int monopoly_layers_run(struct layers *layers, int first, int *ret_done, struct bz_error *err)
{
    struct crew crew = {.layers = layers, .gate = PTHREAD_MUTEX_INITIALIZER};

    layers->start = bz_clock_micros();
    crew.reported = layers->start;
    for (int wealth = 2; wealth <= layers->space->wealth; wealth++) {
        crew.total += size_of(layers->space, wealth);
        crew.done += wealth < first ? size_of(layers->space, wealth) : 0;
    }
    *ret_done = first - 1;
    return with_crew(&crew, first, ret_done, err);
}
