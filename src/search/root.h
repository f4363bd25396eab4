/*
 * root.h - one thread's view of the position to be searched: its moves, and windows over them.
 */
#ifndef SEARCH_ROOT_H
#define SEARCH_ROOT_H

#include "search/searcher.h"

struct bz_root_move {
    bz_move move;
    int value;
};

struct bz_root {
    const struct bz_kernel *kernel;
    struct bz_searcher searcher;
    struct bz_root_move moves[BZ_MOVES_MAX];
    int count;
    int swing; /* by how much the value has changed lately from one depth to the next */
    union bz_pos pos;
};

/* All the memory it will need, from zeros; negative without. The searcher's table is the caller's
 * to set. */
int bz_root_init(struct bz_root *root, const struct bz_kernel *kernel,
                 const struct bz_rules *rules);
void bz_root_release(struct bz_root *root);

/* Begins with another position. */
void bz_root_enter(struct bz_root *root, const void *pos, const struct bz_deadline *deadline,
                   bool reduces);

/* Puts the move at `from` before those at `to` and after, which keep their order. */
void bz_root_bring(struct bz_root *root, int from, int to);
/* The same, by the move itself, to the front. */
void bz_root_prefer(struct bz_root *root, bz_move move);

/* Finds the best of the moves from `rank` on within the window and brings it there. False when
 * stopped before anything can be said: a loss needs every move looked at. */
bool bz_root_window(struct bz_root *root, int depth, int rank, int low, int high);
/* The same without a window of the caller's. */
bool bz_root_search(struct bz_root *root, int depth, int rank);

#endif
