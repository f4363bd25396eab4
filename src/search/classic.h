/*
 * classic.h - minimax, alpha-beta and expectiminimax, as textbooks write them, for any game.
 */
#ifndef SEARCH_CLASSIC_H
#define SEARCH_CLASSIC_H

#include "search/searcher.h"

struct bz_classic;

/* The value of pos for the player who asked, looking `depth` plies ahead. Values at or below
 * alpha, or at or above beta, need only be bounds; plain minimax pays no attention to either. */
typedef double bz_classic_search(struct bz_classic *c, const void *pos, int depth, int ply,
                                 double alpha, double beta);

bz_classic_search bz_minimax, bz_alphabeta, bz_expectiminimax;

struct bz_classic {
    struct bz_searcher s;
    bz_classic_search *search;
    const struct bz_eval *eval;
    int me; /* the player who asked: maximises, all others minimise */
};

/* Searches pos to exactly `depth` plies. The move is the first of the best, or BZ_MOVE_NONE if
 * every move is worth minus infinity. False if it was stopped: the move is then the best of those
 * looked at, or as it was if there were none, and the info stays untouched. */
bool bz_classic_root(struct bz_classic *c, const void *pos, int depth, bz_move *ret_move,
                     struct bz_info *ret_info);

#endif
