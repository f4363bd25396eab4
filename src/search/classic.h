/*
 * classic.h - minimax, alpha-beta and expectiminimax, as textbooks write them, for any game.
 */
#ifndef SEARCH_CLASSIC_H
#define SEARCH_CLASSIC_H

#include "search/searcher.h"

struct bz_classic;

/* The value of pos for the player who asked, looking `depth` plies ahead, times `scale`. Values at
 * or below alpha, or at or above beta, need only be bounds; plain minimax pays no attention to
 * either. */
typedef double bz_classic_search(struct bz_classic *c, const void *pos, int depth, int ply,
                                 double alpha, double beta);

/* Greedy looks at the move and the chance right behind it, whatever the depth. */
bz_classic_search bz_minimax, bz_alphabeta, bz_expectiminimax, bz_greedy;

enum bz_prune { BZ_PRUNE_NONE, BZ_PRUNE_STAR1, BZ_PRUNE_STAR2 }; /* at chance nodes */

struct bz_classic {
    struct bz_searcher s;
    bz_classic_search *search;
    enum bz_prune prune; /* of expectiminimax */
    const struct bz_eval *given;

    /* Of the search that is running. */
    const struct bz_eval *eval; /* the given one, or what it becomes at this root */
    int me;                     /* the player who maximises; all others minimise */
    double scale;               /* all values are multiplied by this */
    bool exact;                 /* all values are whole numbers */
    double least, most;         /* no value is outside; only where prune asks for it */
};

/* Searches pos to exactly `depth` plies. The move is the first of the best, or BZ_MOVE_NONE if
 * every move is worth minus infinity. False if it was stopped: the move is then the best of those
 * looked at, or as it was if there were none, and the info stays untouched. */
bool bz_classic_root(struct bz_classic *c, const void *pos, int depth, bz_move *ret_move,
                     struct bz_info *ret_info);

/* Begins a search of that depth from pos: root is pos as the evaluation wants to see it. */
void bz_classic_enter(struct bz_classic *c, const void *pos, int depth, void *ret_root);

/* The child of pos, in the frame of this ply. */
static inline const void *bz_classic_child(struct bz_classic *c, const void *pos, bz_move move,
                                           int ply)
{
    return bz_child(&c->s.space, c->s.space.rules, pos, move, ply, 0);
}

/* Lists the outcomes of a chance node in the frame of this ply, with their weights and total. */
int bz_classic_deal(struct bz_classic *c, const void *pos, int ply, const uint32_t **ret_weights,
                    double *ret_total);

/* star.c: a chance node within a window. */
void bz_star_enter(struct bz_classic *c, const void *root);
double bz_star_value(struct bz_classic *c, const void *pos, int depth, int ply, double alpha,
                     double beta);

#endif
