/*
 * best.c - the strongest player there is for a game: the kernel's search.
 */
#include <stdlib.h>

#include "search/kernel.h"
#include "search/player.h"
#include "search/think.h"

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
    return engine->state ? BZ_OK : bz_player_no_memory(engine, err);
}

static void best_release(struct bz_engine *engine)
{
    bz_thinker_free(engine->state);
}

static void best_reset(struct bz_engine *engine)
{
    bz_thinker_reset(engine->state);
}

static void best_think(struct bz_engine *engine, const void *pos, const struct bz_limits *given,
                       const struct bz_listener *listener, struct bz_answer *answer)
{
    struct bz_limits limits = bz_player_limits(engine, pos, given);
    struct bz_manner manner = {.lines = (int)bz_player_number(engine, "multipv"),
                               .reduces = !bz_player_number(engine, "width")};

    answer->move = bz_thinker_run(engine->state, pos, &limits, &manner, listener, &answer->info);
}

static const struct bz_option best_options[] = {
    BZ_PLAYER_PLIES(0, "0"),
    BZ_PLAYER_NODES("positions"),
    BZ_PLAYER_MOVETIME("plies or nodes limit it"),
    BZ_PLAYER_HASH("megabytes of table"),
    BZ_PLAYER_THREADS,
    BZ_PLAYER_MULTIPV,
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
