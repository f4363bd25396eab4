/*
 * hotk.c - how long it takes to prove whole deals of Hand of the King, phase 1, from move one:
 * a line a deal, then the median and the 95th percentile. Beside the time on the clock stands the
 * processors' time, which tells a busy machine from a slow search.
 *
 *   hotk [FIRST [LAST [THREADS [MEGABYTES]]]]      seeds 1 … 50, two threads, 2 GiB
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bazi/bazi.h"

enum { DEALS_MAX = 1000 };

static void fail(const char *what)
{
    fprintf(stderr, "hotk: %s\n", what);
    exit(1);
}

static long argument(int argc, char **argv, int index, long fallback, long min, long max)
{
    char *end = NULL;
    long value = argc > index ? strtol(argv[index], &end, 10) : fallback;

    if (argc > index && (*end || end == argv[index]))
        fail("arguments are numbers");
    if (value < min || value > max)
        fail("an argument is out of range");
    return value;
}

static int compare(const void *a, const void *b)
{
    double difference = *(const double *)a - *(const double *)b;

    return difference < 0 ? -1 : difference > 0;
}

/* The smallest time that so many percent of the deals do not exceed. */
static double percentile(const double *sorted, int count, int percent)
{
    return sorted[(count * percent + 99) / 100 - 1];
}

static void prove(long seed, const struct bz_solve_options *options, double *ret_seconds,
                  double *ret_cpu)
{
    char assignment[32];
    const char *assignments[] = {assignment};
    struct bz_setup setup;
    struct bz_solution solution;
    struct bz_error err;
    union bz_pos pos;
    clock_t before = clock();

    snprintf(assignment, sizeof(assignment), "seed=%ld", seed);
    if (bz_setup_init(&setup, bz_game_find("hotk", NULL), assignments, 1, &err))
        fail(err.text);
    bz_start(&setup, &pos);
    if (bz_solve(&setup, &pos, options, &solution, &err))
        fail(err.text);
    *ret_seconds = solution.seconds;
    *ret_cpu = (double)(clock() - before) / CLOCKS_PER_SEC;
    printf("%4ld  player %d %14" PRIu64 " %9.2f %9.2f\n", seed, solution.lower > 0 ? 1 : 2,
           solution.nodes, *ret_seconds, *ret_cpu);
    fflush(stdout);
    bz_setup_release(&setup);
}

int main(int argc, char **argv)
{
    static double seconds[DEALS_MAX], cpu[DEALS_MAX];
    long first = argument(argc, argv, 1, 1, 0, 1000000);
    long last = argument(argc, argv, 2, first + 49, first, first + DEALS_MAX - 1);
    struct bz_solve_options options = {
        .threads = (int)argument(argc, argv, 3, 2, 1, BZ_THREADS_MAX),
        .megabytes = (int)argument(argc, argv, 4, 2048, 1, BZ_MEGABYTES_MAX)};
    int count = (int)(last - first + 1);

    printf("%4s  %8s %14s %9s %9s\n", "seed", "winner", "nodes", "seconds", "CPU");
    for (int i = 0; i < count; i++)
        prove(first + i, &options, &seconds[i], &cpu[i]);
    qsort(seconds, (size_t)count, sizeof(*seconds), compare);
    qsort(cpu, (size_t)count, sizeof(*cpu), compare);
    printf("%d deals, %d threads: median %.2f s (CPU %.2f), 95 %% within %.2f s (CPU %.2f)\n",
           count, options.threads, percentile(seconds, count, 50), percentile(cpu, count, 50),
           percentile(seconds, count, 95), percentile(cpu, count, 95));
    return 0;
}
