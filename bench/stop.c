/*
 * stop.c - how long a search without limits takes to answer once its flag is set: every game, the
 * engine and the Monte Carlo player. 10 ms is the promise, where there is a core for every thread;
 * where there is not, the work done meanwhile, by all threads together, tells more.
 *
 * A search may have ended by itself before: then there is nothing to measure, and the row says so.
 */
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "board.h"

enum { TIMES = 20, LEAST = 50, STEP = 450 / (TIMES - 1) }; /* milliseconds before the flag is set */

struct search {
    struct bz_engine *engine;
    const union bz_pos *pos;
    atomic_bool stop;
    int64_t answered; /* on the clock */
    int64_t worked;   /* on the processors' */
};

struct delay {
    int64_t wait, work; /* microseconds */
};

static int64_t work_micros(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000;
}

static void *think(void *context)
{
    struct search *search = context;
    const struct bz_limits limits = {.infinite = true, .stop = &search->stop};
    struct bz_answer answer;

    bz_engine_think(search->engine, search->pos, &limits, NULL, &answer);
    search->answered = bz_clock_micros();
    search->worked = work_micros();
    return NULL;
}

/* From the flag to the answer; negative if that came first, or if this thread itself was kept from
 * setting the flag when it had looked at the clock. */
static struct delay stop_after(struct search *search, int millis)
{
    enum { AT_ONCE = 200 };
    const struct timespec pause = {.tv_nsec = millis * 1000000L};
    pthread_t thread;
    int64_t set, done, worked;

    atomic_store(&search->stop, false);
    if (pthread_create(&thread, NULL, think, search))
        fail("no thread");
    nanosleep(&pause, NULL);
    set = bz_clock_micros();
    worked = work_micros();
    atomic_store(&search->stop, true);
    done = bz_clock_micros();
    pthread_join(thread, NULL);
    if (done - set > AT_ONCE)
        return (struct delay){-1, 0};
    return (struct delay){search->answered - set, search->worked - worked};
}

static int by_wait(const void *a, const void *b)
{
    const struct delay *x = a, *y = b;

    return x->wait < y->wait ? -1 : x->wait > y->wait;
}

static void print(const struct delay *delays, int count)
{
    const struct delay *median = &delays[count / 2];
    int64_t work = 0;

    for (int i = 0; i < count; i++)
        work = delays[i].work > work ? delays[i].work : work;
    if (count)
        printf(" %8.2f %8.2f %10.2f\n", (double)median->wait * 1e-3,
               (double)delays[count - 1].wait * 1e-3, (double)work * 1e-3);
    else
        printf(" %8s\n", "none");
    fflush(stdout);
}

static void row(const char *game, const char *option, const char *spec)
{
    struct search search = {.engine = NULL};
    struct bz_setup setup;
    struct bz_error err;
    union bz_pos pos;
    struct delay delays[TIMES];
    int count = 0;

    begin(&setup, game, option, &pos);
    search.pos = &pos;
    if (bz_engine_new(&setup, spec, &search.engine, &err))
        fail(err.text);
    for (int i = 0; i < TIMES; i++) {
        bz_engine_reset(search.engine);
        delays[count] = stop_after(&search, LEAST + i * STEP);
        count += delays[count].wait >= 0;
    }
    qsort(delays, (size_t)count, sizeof(*delays), by_wait);
    printf("%-10s %-26s", game, spec);
    print(delays, count);
    bz_engine_free(search.engine);
    bz_setup_release(&setup);
}

/* All rows, or those of the game that is named. */
int main(int argc, char **argv)
{
    static const struct {
        const char *game, *option, *spec;
    } rows[] = {
        {"konane", NULL, "best"},
        {"konane", NULL, "mcts"},
        {"konane", NULL, "best:threads=2"},
        {"konane", NULL, "mcts:threads=2"},
        {"hotk", NULL, "best"},
        {"hotk", NULL, "mcts"},
        {"hotk", NULL, "best:threads=2,hash=2048"},
        {"hotk", NULL, "mcts:threads=2,hash=2048"},
        {"monopoly", NULL, "best"},
        {"monopoly", NULL, "mcts"},
        {"diamonds", NULL, "best"},
        {"diamonds", NULL, "mcts"},
        {"angry", NULL, "best"},
        {"angry", NULL, "mcts"},
    };

    printf("%-37s %8s %8s %10s\n", "milliseconds from stop to the answer", "median", "worst",
           "most work");
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (argc < 2 || !strcmp(argv[1], rows[i].game))
            row(rows[i].game, rows[i].option, rows[i].spec);
    return 0;
}
