/*
 * tourney.c - what a tournament costs beside the thinking: fifty players of our own that do not
 * think meet on a small board, about ten thousand games, from the queue into the store.
 *
 *   tourney [GAMES]      of an encounter, 8 unless given
 *
 * The store is a file in a temporary folder, or $BAZI_STORE, as tests/e2e/postgres.py sets it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "tourney/director.h"
#include "tourney/worker.h"

enum { PLAYERS = 50, EARLY = 1000, THREADS = 2, SILENCE = 60 };

#define TARGET 0.1 /* CPU-ms a ply */

struct count {
    int64_t games, plies, early_kilobytes;
};

static double processor(void)
{
    struct rusage used;

    getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
}

static int64_t peak_kilobytes(void)
{
    struct rusage used;

    getrusage(RUSAGE_SELF, &used);
    return used.ru_maxrss;
}

static void die(const struct bz_error *err)
{
    fprintf(stderr, "tourney: %s\n", err->text);
    exit(1);
}

static void note_game(void *context, const struct bz_work_done *done)
{
    struct count *count = context;

    count->plies += done->record->length;
    if (++count->games == EARLY)
        count->early_kilobytes = peak_kilobytes();
}

static void write_plan(struct bz_plan *plan, int games)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    struct bz_error err;

    if (!out)
        exit(1);
    fprintf(out, "{\"name\":\"bench\",\"game\":\"konane\",\"options\":[\"size=6\"],\"games\":%d,",
            games);
    fprintf(out, "\"clock\":{\"nodes\":1},\"players\":[");
    for (int i = 0; i < PLAYERS; i++)
        fprintf(out, "%s{\"name\":\"p%d\",\"spec\":\"random\"}", i ? "," : "", i);
    fprintf(out, "]}");
    if (fclose(out) || bz_plan_parse(plan, text, &err))
        die(&err);
    free(text);
}

static void play(struct bz_store *store, const char *url, int games, struct count *count)
{
    struct bz_work work = {.store = url,
                           .threads = THREADS,
                           .silence = SILENCE,
                           .finished = note_game,
                           .context = count};
    const struct timespec pause = {.tv_nsec = 500000000};
    struct bz_director director;
    struct bz_worker *worker;
    struct bz_plan plan;
    struct bz_error err;
    bool over = false;

    write_plan(&plan, games);
    if (bz_director_begin(&director, store, &plan, &err) || bz_worker_new(&work, &worker, &err))
        die(&err);
    while (!over) {
        nanosleep(&pause, NULL);
        if (bz_worker_beat(worker, &err) || bz_worker_trouble(worker, &err) ||
            bz_director_step(&director, &over, &err))
            die(&err);
    }
    bz_worker_free(worker);
    bz_director_release(&director);
}

static void measure(const char *what, const char *url, int games)
{
    struct count count = {0, 0, 0};
    struct bz_store *store;
    struct bz_error err;
    double before, used, seconds;
    int64_t begin;

    if (bz_store_open(url, BZ_STORE_CREATE, &store, &err))
        die(&err);
    before = processor();
    begin = bz_clock_micros();
    play(store, url, games, &count);
    used = processor() - before;
    seconds = (double)(bz_clock_micros() - begin) * 1e-6;
    printf("tournament, %-10s %6" PRId64 " games %7" PRId64 " plies  %.4f CPU-ms a ply (at most "
           "%.1f), %.0f games/s, at most %.1f MB after %d games, %.1f MB in the end\n",
           what, count.games, count.plies, used / (double)count.plies * 1e3, TARGET,
           (double)count.games / seconds, (double)count.early_kilobytes / 1024, EARLY,
           (double)peak_kilobytes() / 1024);
    bz_store_close(store);
}

int main(int argc, char **argv)
{
    int games = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 8;
    const char *remote = getenv("BAZI_STORE");
    char folder[] = "/tmp/bazi-bench-XXXXXX", file[80];

    if (games < 1)
        return 2;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (remote) {
        measure("PostgreSQL", remote, games);
        return 0;
    }
    if (!mkdtemp(folder))
        return 1;
    snprintf(file, sizeof(file), "%s/bench.db", folder);
    measure("SQLite", file, games);
    unlink(file);
    rmdir(folder);
    return 0;
}
