/*
 * step.h - the small steps of the search, common to nodes where a player moves and where chance
 * does.
 */
#ifndef SEARCH_STEP_H
#define SEARCH_STEP_H

#include "search/body.h"
#include "search/searcher.h"

/* The value of pos for the side to move, searched `depth` >= 1 plies deep. */
typedef int bz_node_function(struct bz_searcher *s, const void *pos, int depth, int ply, int alpha,
                             int beta);

/* A position at the horizon. */
BZ_INLINE int bz_leaf_value(const struct bz_rules *rules, struct bz_searcher *s, const void *pos,
                            int ply)
{
    s->nodes++;
    s->leaves++;
    if (ply > s->seldepth)
        s->seldepth = ply;
    if (bz_reply_count(rules, &s->space, pos, ply) == 0)
        return bz_final_value(rules, s->hero, pos, ply);
    return bz_estimate(rules, s->hero, pos);
}

/* How bad a child is for us at first sight: the opponent's evaluation of it. */
BZ_INLINE int bz_first_sight(const struct bz_rules *rules, const struct bz_searcher *s,
                             const void *child, int side)
{
    int value = bz_estimate(rules, s->hero, child);

    return bz_side(rules, s->hero, child) == side ? -value : value;
}

/* Whether the table settles it: a search as deep whose bound is enough, or of any depth that proved
 * a win at least as near, or a loss. That there is none nearer takes the depth to see it. Returns
 * the entry too, for its choice. */
BZ_INLINE bool bz_recall(struct bz_searcher *s, uint64_t key, int depth, int ply, int alpha,
                         int beta, struct bz_tt_entry *entry, int *ret_value)
{
    bool deep;
    int value;

    if (!bz_tt_probe(s->tt, key, entry))
        return false;
    deep = entry->depth >= depth;
    value = bz_value_from_table(entry->value, ply);
    *ret_value = value;
    return (value >= beta && entry->bound & BZ_BOUND_LOWER &&
            (deep || value >= BZ_VALUE_DECIDED)) ||
           (value <= alpha && entry->bound & BZ_BOUND_UPPER &&
            (deep || value <= -BZ_VALUE_DECIDED));
}

/* Stores what a search within (floor, beta) found. */
BZ_INLINE void bz_remember(struct bz_searcher *s, uint64_t hash, int value, int floor, int beta,
                           int depth, int ply, int choice)
{
    enum bz_bound bound = value >= beta   ? BZ_BOUND_LOWER
                          : value > floor ? BZ_BOUND_EXACT
                                          : BZ_BOUND_UPPER;

    bz_tt_store(s->tt, hash,
                &(struct bz_tt_entry){.value = bz_value_to_table(value, ply),
                                      .depth = depth,
                                      .bound = bound,
                                      .choice = choice});
}

/* A child's value for the side that moved there, `same` if it is that side's turn again. */
BZ_INLINE int bz_child_value(const struct bz_rules *rules, bz_node_function *self,
                             struct bz_searcher *s, const void *child, bool same, int depth,
                             int ply, int alpha, int beta)
{
    int value;

    if (depth == 0)
        value = bz_leaf_value(rules, s, child, ply);
    else if (same)
        return self(s, child, depth, ply, alpha, beta);
    else
        return -self(s, child, depth, ply, -beta, -alpha);
    return same ? value : -value;
}

#endif
