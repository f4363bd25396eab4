/*
 * alone.c - the player who does not see the others: `best` of the game for one, asked anew with
 * every move. What is lost against it is what reckoning with others is worth.
 */
#include <stdlib.h>

#include "search/player.h"

struct alone {
    struct bz_setup setup; /* for one */
    struct bz_engine *engine;
    union bz_pos pos;
};

static void alone_release(struct bz_engine *engine)
{
    struct alone *alone = engine->state;

    if (!alone)
        return;
    bz_engine_free(alone->engine);
    bz_setup_release(&alone->setup);
    free(alone);
}

static int alone_init(struct bz_engine *engine, struct bz_error *err)
{
    const struct bz_game *game = engine->setup->game;
    struct alone *alone = calloc(1, sizeof(*alone));
    char spec[40];
    int code;

    engine->state = alone;
    if (!alone)
        return bz_player_no_memory(engine, err);
    if (!game->isolate)
        return bz_fail(err, BZ_ERROR_UNFIT, "%s cannot be played as if one were alone", game->name);
    code = bz_setup_vary(engine->setup, "players", "1", &alone->setup, err);
    if (code)
        return code;
    if (alone->setup.rules->players != 1)
        return bz_fail(err, BZ_ERROR_UNFIT, "%s, as it is set, cannot be played by one",
                       game->name);
    snprintf(spec, sizeof(spec), "best:hash=%d", (int)bz_player_number(engine, "hash"));
    return bz_engine_new(&alone->setup, spec, &alone->engine, err);
}

static void alone_reset(struct bz_engine *engine)
{
    struct alone *alone = engine->state;

    bz_engine_reset(alone->engine);
}

static void alone_think(struct bz_engine *engine, const void *pos, const struct bz_limits *given,
                        const struct bz_listener *listener, struct bz_answer *answer)
{
    struct alone *alone = engine->state;
    struct bz_limits limits = bz_player_limits(engine, pos, given);

    answer->move = engine->setup->game->isolate(&alone->setup, pos, &alone->pos);
    if (!bz_is_over(&alone->setup, &alone->pos))
        bz_engine_think(alone->engine, &alone->pos, &limits, listener, answer);
}

static const struct bz_option alone_options[] = {
    BZ_PLAYER_PLIES(0, "0"), BZ_PLAYER_NODES("positions"),
    BZ_PLAYER_MOVETIME("plies or nodes limit it"), BZ_PLAYER_HASH("megabytes of table"),
    BZ_PLAYER_END};

const struct bz_player_kind bz_player_alone = {
    .shown = {"alone", "best, for somebody who does not see the others", alone_options},
    .init = alone_init,
    .release = alone_release,
    .reset = alone_reset,
    .think = alone_think,
};
