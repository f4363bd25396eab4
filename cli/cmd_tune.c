/*
 * cmd_tune.c - `bazi tune`: an evaluation learned from games of the program against itself.
 */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "command.h"
#include "interrupt.h"
#include "text/terminal.h"

enum { GAMES_DEFAULT = 100000, ROUNDS_DEFAULT = 2, MATCH_DEFAULT = 100, TIME_DEFAULT = 100 };

/* What is being done since when, and when that was last told. */
struct watch {
    bool rewrites;
    const char *doing;
    double done;
    int64_t since, told;
};

static void tell_progress(void *context, const char *doing, double done)
{
    struct watch *watch = context;
    int64_t now = bz_clock_micros(), pause = watch->rewrites ? 500000 : 20000000;
    double seconds;

    if (doing != watch->doing || done < watch->done) {
        watch->doing = doing;
        watch->since = now;
    }
    watch->done = done;
    seconds = (double)(now - watch->since) * 1e-6;
    if (now - watch->told < pause || done <= 0)
        return;
    watch->told = now;
    if (watch->rewrites)
        terminal_erase_line(stderr);
    fprintf(stderr, "%s: %.0f%%, %.0f s, %.0f s to go%s", doing, 100 * done, seconds,
            seconds / done - seconds, watch->rewrites ? "" : "\n");
}

static void tell_line(void *context, const char *line)
{
    const struct watch *watch = context;

    if (watch->rewrites)
        terminal_erase_line(stderr);
    printf("%s\n", line);
    fflush(stdout);
}

static int tune(const struct bz_setup *setup, struct bz_tuning tuning)
{
    struct watch watch = {.rewrites = terminal_can_rewrite(stderr), .told = bz_clock_micros()};
    struct bz_error err;
    int code;

    tuning.progress = tell_progress;
    tuning.tell = tell_line;
    tuning.context = &watch;
    tuning.stop = interrupt_flag();
    interrupt_catch();
    code = setup->game->tune(setup, &tuning, &err);
    if (watch.rewrites)
        terminal_erase_line(stderr);
    if (code == BZ_ERROR_STOPPED)
        return interrupt_status();
    if (code)
        return complain("tune: %s", err.text);
    return STATUS_DONE;
}

int cmd_tune(const struct invocation *inv)
{
    const char *name = invocation_operand(inv, 0), *out = invocation_value(inv, "out");
    int64_t games = GAMES_DEFAULT, rounds = ROUNDS_DEFAULT, match = MATCH_DEFAULT;
    int64_t movetime = TIME_DEFAULT, threads = 1, seed = 1;
    struct bz_setup setup;
    union bz_pos pos;
    char file[80];
    int status;

    if (invocation_number(inv, "games", 1, BZ_TUNE_GAMES_MAX, &games) ||
        invocation_number(inv, "rounds", 1, BZ_TUNE_ROUNDS_MAX, &rounds) ||
        invocation_number(inv, "match", 0, BZ_TUNE_GAMES_MAX, &match) ||
        invocation_number(inv, "time", 1, 86400000, &movetime) ||
        invocation_number(inv, "threads", 1, BZ_THREADS_MAX, &threads) ||
        invocation_number(inv, "seed", 0, INT64_MAX, &seed) ||
        invocation_setup(inv, name, &setup, &pos))
        return STATUS_USAGE;
    snprintf(file, sizeof(file), "%s.weights", name);
    status = !setup.game->tune
                 ? complain("tune: %s has no evaluation that learns", setup.game->name)
                 : tune(&setup, (struct bz_tuning){.games = (int)games,
                                                   .rounds = (int)rounds,
                                                   .match = (int)match,
                                                   .movetime = movetime,
                                                   .threads = (int)threads,
                                                   .seed = (uint64_t)seed,
                                                   .out = out ? out : file});
    bz_setup_release(&setup);
    return status;
}
