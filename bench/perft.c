/*
 * perft.c - how fast positions are made: the library's compiled kernel, the same text compiled for
 * any game, and the plain array program of the tests, counted in one run on one thread.
 *
 * Each rate is the best of a few rounds taken in turn, so that a busy moment of the machine spoils
 * none of them. A wrong count is a failure; a slow one is only printed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bazi/bazi.h"
#include "oracle_konane.h"
#include "search/kernel.h"

enum { ROUNDS = 3 };

/* One way of counting. */
struct counter {
    const char *name;
    bool plain;            /* the oracle's */
    struct bz_setup setup; /* otherwise */
    int rows, cols, depth;
    uint64_t leaves;
    double seconds; /* of the best round */
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void fail(const char *what)
{
    fprintf(stderr, "perft: %s\n", what);
    exit(1);
}

static uint64_t count_once(const struct counter *counter)
{
    struct bz_error err;
    uint64_t leaves = 0;

    if (counter->plain) {
        struct oracle oracle;

        oracle_start(&oracle, counter->rows, counter->cols);
        leaves = oracle_perft(&oracle, counter->depth);
    } else {
        union bz_pos pos;

        bz_start(&counter->setup, &pos);
        if (bz_perft(&counter->setup, &pos, counter->depth, NULL, &leaves, &err))
            fail(err.text);
    }
    return leaves;
}

static void run_round(struct counter *counter)
{
    double start = now(), seconds;
    uint64_t leaves = count_once(counter);

    seconds = now() - start;
    if (counter->leaves && counter->leaves != leaves)
        fail("two rounds counted differently");
    counter->leaves = leaves;
    if (counter->seconds <= 0 || seconds < counter->seconds)
        counter->seconds = seconds;
}

static double rate(const struct counter *counter)
{
    return (double)counter->leaves / counter->seconds;
}

static struct counter make(const char *name, int size, int depth, bool plain, bool generic)
{
    struct counter counter = {
        .name = name, .plain = plain, .rows = size, .cols = size, .depth = depth};
    const char *assignment;
    struct bz_error err;
    char option[32];

    snprintf(option, sizeof(option), "size=%d", size);
    assignment = option;
    if (bz_setup_init(&counter.setup, bz_game_find("konane", NULL), &assignment, 1, &err))
        fail(err.text);
    if (generic)
        counter.setup.kernel = &bz_kernel_generic;
    return counter;
}

static void print_row(const struct counter *counter)
{
    printf("%-16s %2dx%-2d %5d %12" PRIu64 " %9.3f %10.1f\n", counter->name, counter->rows,
           counter->cols, counter->depth, counter->leaves, counter->seconds, rate(counter) / 1e6);
}

int main(void)
{
    struct counter counters[] = {
        make("kernel", 8, 10, false, false),     make("generic kernel", 8, 10, false, true),
        make("plain array", 8, 9, true, false),  make("kernel", 16, 9, false, false),
        make("plain array", 16, 8, true, false),
    };
    const int count = (int)(sizeof(counters) / sizeof(counters[0]));

    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < count; i++)
            run_round(&counters[i]);
    if (counters[0].leaves != 51883544 || counters[1].leaves != 51883544 ||
        counters[2].leaves != 4633660)
        fail("8x8: a wrong count");

    printf("%-16s %-5s %5s %12s %9s %10s\n", "perft", "board", "depth", "leaves", "seconds",
           "M leaves/s");
    for (int i = 0; i < count; i++)
        print_row(&counters[i]);
    printf("8x8: the kernel counts %.1f times as fast as the plain array\n",
           rate(&counters[0]) / rate(&counters[2]));
    printf("8x8: the kernel counts %.1f times as fast as the generic kernel\n",
           rate(&counters[0]) / rate(&counters[1]));
    printf("16x16: the kernel counts %.1f times as fast as the plain array\n",
           rate(&counters[3]) / rate(&counters[4]));
    for (int i = 0; i < count; i++)
        bz_setup_release(&counters[i].setup);
    return 0;
}
