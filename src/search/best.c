/*
 * best.c - the strongest player there is for a game: the kernel's search.
 */
#include <stdlib.h>

#include "search/kernel.h"
#include "search/player.h"
#include "search/think.h"
#include "search/time.h"

/* The kernel compiled with the evaluation of that name; NULL, with an error, if there is none. */
static const struct bz_kernel *find_kernel(const struct bz_setup *setup, const char *name,
                                           struct bz_error *err)
{
    const struct bz_eval *eval = bz_player_eval(setup, name, err);

    if (eval && !eval->kernel)
        bz_fail(err, BZ_ERROR_UNFIT, "player best cannot search %s with evaluation '%s' here",
                setup->game->name, name);
    return eval ? eval->kernel : NULL;
}

static int best_init(struct bz_engine *engine, struct bz_error *err)
{
    const char *name = bz_player_value(engine, "eval")->text;
    const struct bz_kernel *kernel = engine->setup->kernel;

    if (*name) {
        kernel = find_kernel(engine->setup, name, err);
        if (!kernel)
            return BZ_ERROR_UNFIT;
    }
    engine->state = bz_thinker_new(kernel, kernel->rules ? kernel->rules : engine->rules,
                                   (int)bz_player_number(engine, "hash"),
                                   (int)bz_player_number(engine, "threads"));
    if (!engine->state)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for %s MB of table and %s threads",
                       bz_player_value(engine, "hash")->text,
                       bz_player_value(engine, "threads")->text);
    return BZ_OK;
}

static void best_release(struct bz_engine *engine)
{
    bz_thinker_free(engine->state);
}

static void best_reset(struct bz_engine *engine)
{
    bz_thinker_reset(engine->state);
}

enum { FORCED_MILLISECONDS = 20 }; /* for a value; the move itself needs no thought */

static bool is_forced(const struct bz_engine *engine, const void *pos)
{
    bz_move moves[BZ_MOVES_MAX];

    return engine->rules->moves(pos, moves) == 1;
}

static void best_think(struct bz_engine *engine, const void *pos, const struct bz_limits *given,
                       const struct bz_listener *listener, struct bz_answer *answer)
{
    struct bz_limits limits = *given;
    struct bz_manner manner = {.lines = (int)bz_player_number(engine, "multipv"),
                               .reduces = !bz_player_number(engine, "width")};

    if (!bz_limits_any(&limits, engine->rules->turn(pos))) {
        limits.depth = (int)bz_player_number(engine, "plies");
        limits.nodes = (uint64_t)bz_player_number(engine, "nodes");
        limits.movetime = bz_player_number(engine, "movetime");
        if (limits.depth || limits.nodes)
            limits.movetime = 0;
    }
    if (!limits.depth && !limits.nodes && !limits.infinite && is_forced(engine, pos))
        limits = (struct bz_limits){.movetime = FORCED_MILLISECONDS, .stop = limits.stop};
    answer->move = bz_thinker_run(engine->state, pos, &limits, &manner, listener, &answer->info);
}

static const struct bz_option best_options[] = {
    BZ_PLAYER_PLIES(0, "0"),
    {.name = "nodes",
     .type = BZ_INTEGER,
     .fallback = "0",
     .max = INT64_MAX,
     .brief = "stop after so many positions; 0 for no such limit"},
    {.name = "movetime",
     .type = BZ_INTEGER,
     .fallback = "1000",
     .min = 1,
     .max = 86400000,
     .brief = "milliseconds a move, unless plies or nodes limit it"},
    {.name = "hash",
     .type = BZ_INTEGER,
     .fallback = "64",
     .min = 1,
     .max = BZ_MEGABYTES_MAX,
     .brief = "megabytes of table"},
    {.name = "threads",
     .type = BZ_INTEGER,
     .fallback = "1",
     .min = 1,
     .max = BZ_THREADS_MAX,
     .brief = "how many threads search together"},
    {.name = "multipv",
     .type = BZ_INTEGER,
     .fallback = "1",
     .min = 1,
     .max = BZ_LINES_MAX,
     .brief = "how many lines to report"},
    {.name = "eval",
     .type = BZ_TEXT,
     .fallback = "",
     .choices = "a name of the game's list",
     .brief = "how leaves are judged, where the search is compiled with it; its own unless given"},
    {.name = "width",
     .type = BZ_CHOICE,
     .fallback = "auto",
     .choices = "auto|full",
     .brief = "full: late moves are searched as deeply as the first ones"},
    BZ_PLAYER_RESIGN,
    BZ_PLAYER_END};

const struct bz_player_kind bz_player_best = {
    .shown = {"best", "the strongest there is for the game", best_options},
    .init = best_init,
    .release = best_release,
    .reset = best_reset,
    .think = best_think,
};
