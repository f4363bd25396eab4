/*
 * search.c - how fast the engine thinks: fixed searches, with their node counts, which are the
 * same on every machine.
 */
#include <inttypes.h>
#include <stdio.h>

#include "board.h"

static void print_row(const char *what, const char *option, uint64_t nodes, double seconds)
{
    printf("%-40s %-8s %12" PRIu64 " %9.3f %10.2f\n", what, option, nodes, seconds,
           (double)nodes / (seconds > 0 ? seconds : 1e-6) / 1e6);
}

static void think(const char *option, const char *spec)
{
    struct bz_setup setup;
    struct bz_engine *engine = NULL;
    struct bz_answer answer;
    struct bz_error err;
    union bz_pos pos;

    begin(&setup, "konane", option, &pos);
    if (bz_engine_new(&setup, spec, &engine, &err))
        fail(err.text);
    bz_engine_think(engine, &pos, NULL, NULL, &answer); /* its memory becomes real */
    bz_engine_reset(engine);
    bz_engine_think(engine, &pos, NULL, NULL, &answer);
    print_row(spec, option, answer.info.nodes, (double)answer.info.micros * 1e-6);
    bz_engine_free(engine);
    bz_setup_release(&setup);
}

int main(void)
{
    printf("%-40s %-8s %12s %9s %10s\n", "search from the start", "board", "nodes", "seconds",
           "M nodes/s");
    think("size=8", "best:plies=16");
    think("size=16", "best:plies=12");
    think("size=8", "alphabeta:plies=10,eval=mobility");
    think("size=8", "minimax:plies=8,eval=mobility");
    return 0;
}
