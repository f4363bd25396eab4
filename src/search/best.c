/*
 * best.c - the strongest player there is for a game: the kernel's search where it fits,
 * expectiminimax where it does not.
 */
#include <stdlib.h>

#include "search/player.h"
#include "search/think.h"

/* The state is a thinker where that fits, and otherwise the textbook's. */

static int best_init(struct bz_engine *engine, struct bz_error *err)
{
    if (!bz_thinker_fits(engine->rules))
        return bz_textbook_init(engine, bz_expectiminimax, engine->rules->evals, err);
    engine->state = bz_thinker_new(engine->setup, (int)bz_player_number(engine, "hash"),
                                   (int)bz_player_number(engine, "threads"));
    return engine->state ? BZ_OK : bz_player_no_memory(engine, err);
}

static void best_release(struct bz_engine *engine)
{
    if (bz_thinker_fits(engine->rules))
        bz_thinker_free(engine->state);
    else
        bz_textbook_release(engine);
}

static void best_reset(struct bz_engine *engine)
{
    if (bz_thinker_fits(engine->rules))
        bz_thinker_reset(engine->state);
}

static void best_think(struct bz_engine *engine, const void *pos, const struct bz_limits *given,
                       const struct bz_listener *listener, struct bz_answer *answer)
{
    struct bz_limits limits = bz_player_limits(engine, pos, given);

    if (bz_thinker_fits(engine->rules))
        answer->move =
            bz_thinker_run(engine->state, pos, &limits, (int)bz_player_number(engine, "multipv"),
                           listener, &answer->info);
    else
        bz_textbook_deepen(engine, pos, &limits, 1,
                           limits.depth && !limits.infinite ? limits.depth : BZ_DEPTH_MAX, listener,
                           answer);
}

static const struct bz_option best_options[] = {BZ_PLAYER_PLIES(0, "0"),
                                                BZ_PLAYER_NODES("positions"),
                                                BZ_PLAYER_MOVETIME("plies or nodes limit it"),
                                                BZ_PLAYER_HASH("megabytes of table"),
                                                BZ_PLAYER_THREADS,
                                                BZ_PLAYER_MULTIPV,
                                                BZ_PLAYER_RESIGN,
                                                BZ_PLAYER_END};

const struct bz_player_kind bz_player_best = {
    .shown = {"best", "the strongest there is for the game", best_options},
    .init = best_init,
    .release = best_release,
    .reset = best_reset,
    .think = best_think,
};
