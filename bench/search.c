/*
 * search.c - how fast the engine thinks: fixed searches, with their node counts, which with one
 * thread are the same on every machine. What one search does in the time of another is told in
 * ratios of this run.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "board.h"

enum { TRIES = 3 };

static void play(const struct bz_setup *setup, const char *move_text, union bz_pos *pos)
{
    struct bz_error err;
    bz_move move;

    if (bz_parse_move(setup, pos, move_text, strlen(move_text), &move, &err))
        fail(err.text);
    setup->rules->play(pos, move);
}

/* The seconds of one search, the best of a few: whatever else the machine does only adds. */
static double think(const char *option, const char *spec)
{
    struct bz_setup setup;
    struct bz_engine *engine = NULL;
    struct bz_answer answer;
    struct bz_error err;
    union bz_pos pos;
    double seconds = 1e9;

    begin(&setup, "konane", option, &pos);
    play(&setup, !strcmp(option, "size=8") ? "e5" : "h8", &pos);
    play(&setup, !strcmp(option, "size=8") ? "d5" : "g8", &pos);
    if (bz_engine_new(&setup, spec, &engine, &err))
        fail(err.text);
    bz_engine_think(engine, &pos, NULL, NULL, &answer); /* its memory becomes real */
    for (int i = 0; i < TRIES; i++) {
        bz_engine_reset(engine);
        bz_engine_think(engine, &pos, NULL, NULL, &answer);
        if ((double)answer.info.micros * 1e-6 < seconds)
            seconds = (double)answer.info.micros * 1e-6;
    }
    printf("%-56s %-8s %11" PRIu64 " %8.3f %9.2f\n", spec, option, answer.info.nodes, seconds,
           (double)answer.info.nodes / seconds / 1e6);
    bz_engine_free(engine);
    bz_setup_release(&setup);
    return seconds;
}

int main(void)
{
    double one, two;

    printf("%-56s %-8s %11s %8s %9s\n", "search after a central opening, best of 3", "board",
           "nodes", "seconds", "M nodes/s");
    one = think("size=8", "best:plies=16,width=full,eval=mobility,prove=never");
    two = think("size=8", "best:plies=16,width=full,eval=mobility,prove=never,threads=2");
    think("size=8", "best:plies=16,width=full");
    think("size=8", "best:plies=16");
    think("size=16", "best:plies=9");
    think("size=8", "alphabeta:plies=10,eval=mobility");
    think("size=8", "minimax:plies=8,eval=mobility");
    printf("two threads reach depth 16 %.2f times as fast as one\n", one / two);
    return 0;
}
