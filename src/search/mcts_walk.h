/*
 * mcts_walk.h - one thread's walks through the tree of a Monte Carlo search.
 */
#ifndef SEARCH_MCTS_WALK_H
#define SEARCH_MCTS_WALK_H

#include "bazi/random.h"
#include "search/mcts_tree.h"
#include "search/space.h"

/* What all walkers of one search share beside the tree. */
struct bz_mcts_scale {
    /* Of points: the least and the most any playout has brought so far, in parts, so that values
     * can be put on a scale from 0 to 1; one a value of the tree. */
    _Atomic int64_t least[BZ_PLAYERS_MAX], most[BZ_PLAYERS_MAX];
    /* Of evaluations that have to become a value between loss and win: their sizes so far. */
    _Atomic int64_t sizes;
    _Atomic uint32_t sized;
};

void bz_mcts_scale_clear(struct bz_mcts_scale *scale);

struct bz_walker {
    struct bz_mcts_tree *tree;
    struct bz_mcts_scale *scale;
    int rollout; /* plies of a playout before it is evaluated */
    struct bz_space space;
    struct bz_random random;
    union bz_pos root;
    uint32_t path[BZ_DEPTH_MAX + 1];
    int depth;    /* of the last walk */
    int seldepth; /* of all since the search began */
    uint64_t leaves;
    uint64_t plies; /* played so far, in the tree and in playouts: a measure of time */
};

/* From the root to a leaf, a playout from there, and back with what it brought. */
void bz_walk(struct bz_walker *walker);

#endif
