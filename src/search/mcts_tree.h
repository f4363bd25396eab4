/*
 * mcts_tree.h - the tree of a Monte Carlo search: its memory, its values, its proofs.
 *
 * All nodes come from one pool that is made with the player; when it is used up the tree stops
 * growing and nothing else changes. Children of a node stand side by side in the order of `moves`;
 * positions are not kept, whoever walks the tree plays the moves again. A chance node is a node
 * like any other, its children are the outcomes.
 *
 * Values are what a player gets: 1, 0, -1 for win, draw, loss; points in a one-player game or where
 * one's gain is the other's loss; else the points by which the player leads the best of the
 * others. One value a player is kept, but a single one where two players' are opposite.
 *
 * Any number of threads may walk at once: counters are atomic, children appear all at once behind
 * `first`, and a proof once published never changes.
 */
#ifndef SEARCH_MCTS_TREE_H
#define SEARCH_MCTS_TREE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bazi/game.h"

/* Sums are whole numbers of this fraction of a point, so that the order of adding is nothing. */
enum { BZ_VALUE_PARTS = 1024 };

struct bz_mcts_node {
    _Atomic uint32_t visits;
    _Atomic uint32_t first;  /* index of the first child; 0: none yet */
    bz_move move;            /* that led here */
    _Atomic uint16_t flying; /* visits whose value is not known yet */
    uint16_t count;          /* children, once there are any */
    uint16_t distance;       /* once proved: plies to the end */
    atomic_bool claimed;     /* somebody has begun to expand it, or tried in vain */
    _Atomic uint8_t proof;   /* enum proof_state in mcts_tree.c */
};

struct bz_mcts_tree {
    const struct bz_rules *rules;
    int width; /* values kept a node */
    bool points;
    bool lead; /* values are leads */

    void *pages;
    size_t size;
    uint32_t capacity;
    _Atomic uint32_t used;
    struct bz_mcts_node *nodes; /* [0] is the root */
    _Atomic int64_t *sums;      /* width a node, in parts */
    double *known;              /* width a node: the value once proved */
};

/* A pool of at most that many megabytes, but never too small for a root and its children. Negative
 * without memory. */
int bz_mcts_tree_init(struct bz_mcts_tree *tree, const struct bz_rules *rules, int megabytes);
void bz_mcts_tree_release(struct bz_mcts_tree *tree);

/* Begins anew, with a root alone. */
void bz_mcts_tree_clear(struct bz_mcts_tree *tree);

/* Gives the node a child for each move, unless somebody else does or the pool is used up; true if
 * it has children now. */
bool bz_mcts_expand(struct bz_mcts_tree *tree, uint32_t index, const bz_move *moves, int count);

/* The result of a finished game. */
void bz_mcts_result(const struct bz_mcts_tree *tree, const void *pos, double *ret_values);

/* The node is proved to be worth this. */
void bz_mcts_publish(struct bz_mcts_tree *tree, uint32_t index, const double *values, int distance);

/* Proves the node from what is proved of its children, if that suffices. At a chance node `weights`
 * are the outcomes'. */
void bz_mcts_prove(struct bz_mcts_tree *tree, uint32_t index, int turn, const uint32_t *weights);

bool bz_mcts_proved(const struct bz_mcts_tree *tree, uint32_t index);

/* What these values, `width` of them, are worth to that player. */
static inline double bz_mcts_share(const struct bz_mcts_tree *tree, const double *values,
                                   int player)
{
    return tree->width > 1 ? values[player] : player ? -values[0] : values[0];
}

/* The node's value as far as it is known: proved, or the mean of its visits; 0 without any. */
double bz_mcts_value(const struct bz_mcts_tree *tree, uint32_t index, int player);

/* Makes this the mean of all visits so far. */
void bz_mcts_assign(struct bz_mcts_tree *tree, uint32_t index, int slot, double value);

static inline uint32_t bz_mcts_visits(const struct bz_mcts_tree *tree, uint32_t index)
{
    return atomic_load_explicit(&tree->nodes[index].visits, memory_order_relaxed);
}

/* 0 if it has none. */
static inline uint32_t bz_mcts_first(const struct bz_mcts_tree *tree, uint32_t index)
{
    return atomic_load_explicit(&tree->nodes[index].first, memory_order_acquire);
}

#endif
