/*
 * plain.c - players that do not look ahead: random and simple.
 */
#include <stdlib.h>

#include "bazi/random.h"
#include "search/player.h"

static void random_reset(struct bz_engine *engine)
{
    bz_random_seed(engine->state, (uint64_t)bz_player_number(engine, "seed"));
}

static int random_init(struct bz_engine *engine, struct bz_error *err)
{
    engine->state = malloc(sizeof(struct bz_random));
    if (!engine->state)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a player");
    random_reset(engine);
    return BZ_OK;
}

static void random_release(struct bz_engine *engine)
{
    free(engine->state);
}

static void random_think(struct bz_engine *engine, const void *pos, const struct bz_limits *limits,
                         const struct bz_listener *listener, struct bz_answer *answer)
{
    bz_move moves[BZ_MOVES_MAX];
    int count = engine->rules->moves(pos, moves);

    (void)limits;
    (void)listener;
    answer->move = moves[bz_random_below(engine->state, (uint64_t)count)];
}

static void simple_think(struct bz_engine *engine, const void *pos, const struct bz_limits *limits,
                         const struct bz_listener *listener, struct bz_answer *answer)
{
    bz_move moves[BZ_MOVES_MAX];

    (void)limits;
    (void)listener;
    engine->rules->moves(pos, moves);
    answer->move = moves[0];
}

static const struct bz_option simple_options[] = {BZ_PLAYER_END};
static const struct bz_option random_options[] = {BZ_PLAYER_SEED, BZ_PLAYER_END};

const struct bz_player_kind bz_player_random = {
    .shown = {"random", "any legal move", random_options},
    .init = random_init,
    .release = random_release,
    .reset = random_reset,
    .think = random_think,
};

const struct bz_player_kind bz_player_simple = {
    .shown = {"simple", "the first legal move", simple_options},
    .think = simple_think,
};
