/*
 * mcts_player.c - the player that plays games to the end at random and learns from what comes out.
 */
#include "search/mcts.h"
#include "search/player.h"

static int mcts_init(struct bz_engine *engine, struct bz_error *err)
{
    const struct bz_mcts_options options = {
        .megabytes = (int)bz_player_number(engine, "hash"),
        .threads = (int)bz_player_number(engine, "threads"),
        .rollout = (int)bz_player_number(engine, "rollout"),
        .lines = (int)bz_player_number(engine, "multipv"),
        .seed = (uint64_t)bz_player_number(engine, "seed"),
    };

    engine->state = bz_mcts_new(engine->rules, &options);
    return engine->state ? BZ_OK : bz_player_no_memory(engine, err);
}

static void mcts_release(struct bz_engine *engine)
{
    bz_mcts_free(engine->state);
}

static void mcts_think(struct bz_engine *engine, const void *pos, const struct bz_limits *given,
                       const struct bz_listener *listener, struct bz_answer *answer)
{
    struct bz_limits limits = bz_player_limits(engine, pos, given);

    answer->move = bz_mcts_run(engine->state, pos, &limits, listener, &answer->info);
}

static const struct bz_option mcts_options[] = {
    BZ_PLAYER_NODES("walks through the tree"),
    BZ_PLAYER_MOVETIME("nodes limit it"),
    BZ_PLAYER_HASH("megabytes of tree"),
    BZ_PLAYER_THREADS,
    {.name = "multipv",
     .type = BZ_INTEGER,
     .fallback = "1",
     .min = 1,
     .max = BZ_LINES_MAX,
     .brief = "how many lines to report: the move it plays, then others it has tried, by value"},
    {.name = "rollout",
     .type = BZ_INTEGER,
     .fallback = "0",
     .max = 1000,
     .brief = "random moves from a leaf before the position is evaluated"},
    BZ_PLAYER_SEED,
    BZ_PLAYER_RESIGN,
    BZ_PLAYER_END};

const struct bz_player_kind bz_player_mcts = {
    .shown = {"mcts", "Monte Carlo tree search, for any number of players", mcts_options},
    .init = mcts_init,
    .release = mcts_release,
    .think = mcts_think,
};
