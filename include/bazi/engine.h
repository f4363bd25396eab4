/*
 * engine.h - the players that compute, each known by a spec such as "random",
 * "minimax:plies=3" or "alphabeta:plies=5,eval=report,resign=lost".
 */
#ifndef BAZI_ENGINE_H
#define BAZI_ENGINE_H

#include "bazi/game.h"
#include "bazi/search.h"

struct bz_engine;

struct bz_engine_kind {
    const char *name;
    const char *brief;
    const struct bz_option *options; /* the keys of its spec */
};

/* bz_engine_kind_at(0) …, NULL after the last. */
const struct bz_engine_kind *bz_engine_kind_at(int index);
const struct bz_engine_kind *bz_engine_kind_find(const char *name, size_t length,
                                                 struct bz_error *err);

/* Writes the spec with key=value behind it, which takes the place of an earlier one. False, and
 * nothing is written, where such a player has no such key. */
bool bz_spec_add(const char *spec, const char *key, const char *value, struct bz_buf *out);

/* Writes the spec, with a seed behind it where such a player can be seeded and is not yet. */
void bz_spec_seed(const char *spec, uint64_t seed, struct bz_buf *out);

/* Makes the engine for this setup, with all the memory it will ever use. The setup must outlive
 * it, unchanged. A wrong spec gets an error that lists what exists. */
int bz_engine_new(const struct bz_setup *setup, const char *spec, struct bz_engine **ret_engine,
                  struct bz_error *err);
void bz_engine_free(struct bz_engine *engine);

/* Forgets what it learned from earlier positions, as before a new game. */
void bz_engine_reset(struct bz_engine *engine);

struct bz_answer {
    bz_move move;        /* BZ_MOVE_NONE when it resigns */
    bool resigned;       /* only with resign=lost */
    struct bz_info info; /* of the last finished iteration; zero for random and simple */
    /* What kept it from knowing more, told once for each engine; code 0 where nothing did. */
    struct bz_error trouble;
};

/* Chooses a move in a position that is neither finished nor a chance node. Limits given here
 * take the place of the spec's own. Allocates nothing. */
void bz_engine_think(struct bz_engine *engine, const void *pos, const struct bz_limits *limits,
                     const struct bz_listener *listener, struct bz_answer *ret_answer);

#endif
