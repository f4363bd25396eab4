/*
 * diamonds.c - plans of a lone agent: the score and its bound after one second, how long it took to
 * the best plan and to the proof that there is no better one. Our own maps, or those given.
 *
 *   diamonds [SECONDS [OPTION | MAP]...]      10 seconds a map at most; an option has a '='
 *
 * Beside the time on the clock stands the processor's, which tells a busy machine from a slow
 * planner.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "board.h"

enum { OPTIONS = 8 };

static const char *const own[] = {"first-steps", "corridor",      "two-colours", "rainbow",
                                  "village",     "wire-shortcut", "three-keys",  "door-maze",
                                  "crowded",     "false-friends", "locked-out",  "giant"};

/* What was heard while the planner ran. */
struct heard {
    int64_t start;
    double best, early, early_bound;
    double when; /* seconds to the best plan */
};

static void listen(void *context, const struct bz_info *info)
{
    struct heard *heard = context;
    double seconds = (double)(bz_clock_micros() - heard->start) * 1e-6;

    if (info->value > heard->best) {
        heard->best = info->value;
        heard->when = seconds;
    }
    if (seconds <= 1) {
        heard->early = info->value;
        heard->early_bound = info->bound;
    }
}

static void plan(const char *map, const char *const *given, int count, long seconds)
{
    const char *assignments[OPTIONS + 1];
    char chosen[512];
    struct bz_setup setup;
    struct bz_engine *engine;
    struct bz_error err;
    struct bz_answer answer;
    struct bz_limits limits = {.movetime = seconds * 1000};
    struct heard heard = {.best = -1e9};
    struct bz_listener listener = {listen, &heard};
    union bz_pos pos;
    clock_t before;

    snprintf(chosen, sizeof(chosen), "map=%s", map);
    memcpy(assignments, given, (size_t)count * sizeof(*given));
    assignments[count] = chosen;
    if (bz_setup_init(&setup, bz_game_find("diamonds", NULL), assignments, count + 1, &err) ||
        bz_engine_new(&setup, "best:hash=512", &engine, &err))
        fail(err.text);
    bz_start(&setup, &pos);
    heard.start = bz_clock_micros();
    before = clock();
    bz_engine_think(engine, &pos, &limits, &listener, &answer);
    printf("%-24.24s %7.0f %7.0f   %7.0f %7.0f %-6s %8.3f %8.3f %8.3f\n",
           strlen(map) > 24 ? map + strlen(map) - 24 : map, heard.early, heard.early_bound,
           answer.info.value, answer.info.bound, answer.info.exact ? "proved" : "", heard.when,
           (double)(bz_clock_micros() - heard.start) * 1e-6,
           (double)(clock() - before) / CLOCKS_PER_SEC);
    fflush(stdout);
    bz_engine_free(engine);
    bz_setup_release(&setup);
}

int main(int argc, char **argv)
{
    long seconds = argc > 1 ? strtol(argv[1], NULL, 10) : 10;
    const char *given[OPTIONS];
    int count = 0, maps = 0;

    if (seconds < 1 || seconds > 100000)
        fail("the first argument is a number of seconds");
    printf("%-24s %15s   %15s %-6s %8s %8s %8s\n", "diamonds, one agent", "after 1 s: plan, bound",
           "plan, bound", "", "to best", "to end", "CPU");
    for (int i = 2; i < argc; i++) {
        if (strchr(argv[i], '=') && count < OPTIONS)
            given[count++] = argv[i];
        else
            plan(argv[i], given, count, seconds);
        maps += !strchr(argv[i], '=');
    }
    for (size_t i = 0; maps == 0 && i < sizeof(own) / sizeof(own[0]); i++)
        plan(own[i], given, count, seconds);
    return 0;
}
