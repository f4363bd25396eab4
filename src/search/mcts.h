/*
 * mcts.h - Monte Carlo tree search, for any game, on one thread or several.
 */
#ifndef SEARCH_MCTS_H
#define SEARCH_MCTS_H

#include "bazi/search.h"

struct bz_mcts;

struct bz_mcts_options {
    int megabytes, threads;
    int rollout; /* plies of a playout before it is evaluated */
    int lines;   /* to report */
    uint64_t seed;
};

/* NULL without memory. */
struct bz_mcts *bz_mcts_new(const struct bz_rules *rules, const struct bz_mcts_options *options);
void bz_mcts_free(struct bz_mcts *mcts);

/* The best move, with what is known about it. Nothing is kept from one search to the next. A node
 * is a walk through the tree, with its playout; a depth is a number of plies the best line should
 * have. Values are 100 for a certain win, -100 for a certain loss; or points. */
bz_move bz_mcts_run(struct bz_mcts *mcts, const void *pos, const struct bz_limits *limits,
                    const struct bz_listener *listener, struct bz_info *ret_info);

#endif
