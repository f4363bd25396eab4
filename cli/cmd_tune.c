/*
 * cmd_tune.c - `bazi tune`: an evaluation learned from games of the program against itself.
 */
#include <stdio.h>

#include "command.h"
#include "interrupt.h"
#include "watch.h"

enum { GAMES_DEFAULT = 100000, ROUNDS_DEFAULT = 2, MATCH_DEFAULT = 100, TIME_DEFAULT = 100 };

static int tune(const struct bz_setup *setup, struct bz_tuning tuning)
{
    struct watch watch = watch_start();
    struct bz_error err;
    int code;

    tuning.progress = watch_progress;
    tuning.tell = watch_line;
    tuning.context = &watch;
    tuning.stop = interrupt_flag();
    interrupt_catch();
    code = setup->game->tune(setup, &tuning, &err);
    watch_end(&watch);
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
    int64_t movetime = TIME_DEFAULT, seed = 1;
    struct bz_setup setup;
    union bz_pos pos;
    char file[80];
    int threads, status;

    if (invocation_number(inv, "games", 1, BZ_TUNE_GAMES_MAX, &games) ||
        invocation_number(inv, "rounds", 1, BZ_TUNE_ROUNDS_MAX, &rounds) ||
        invocation_number(inv, "match", 0, BZ_TUNE_GAMES_MAX, &match) ||
        invocation_number(inv, "time", 1, 86400000, &movetime) ||
        invocation_threads(inv, &threads) || invocation_number(inv, "seed", 0, INT64_MAX, &seed) ||
        invocation_setup(inv, name, &setup, &pos))
        return STATUS_USAGE;
    snprintf(file, sizeof(file), "%s.weights", name);
    status = tune(&setup, (struct bz_tuning){.games = (int)games,
                                             .rounds = (int)rounds,
                                             .match = (int)match,
                                             .movetime = movetime,
                                             .threads = threads,
                                             .seed = (uint64_t)seed,
                                             .out = out ? out : file});
    bz_setup_release(&setup);
    return status;
}
