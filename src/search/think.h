/*
 * think.h - the engine: the kernel's search, deepened ply by ply, on one thread or several.
 */
#ifndef SEARCH_THINK_H
#define SEARCH_THINK_H

#include "bazi/search.h"

struct bz_thinker;

/* Whether the kernel can search this game: no chance, at most two players, none of them both
 * gaining. */
bool bz_thinker_fits(const struct bz_rules *rules);

struct bz_thinker *bz_thinker_new(const struct bz_setup *setup, int megabytes, int threads);
void bz_thinker_free(struct bz_thinker *thinker);
void bz_thinker_reset(struct bz_thinker *thinker);

/* The best move, with what is known about it; reports every finished iteration, `lines` lines
 * each. Some move comes back however soon it is stopped. */
bz_move bz_thinker_run(struct bz_thinker *thinker, const void *pos, const struct bz_limits *limits,
                       int lines, const struct bz_listener *listener, struct bz_info *ret_info);

#endif
