/*
 * matching.h - as many disjoint pairs as possible in a graph, by Edmonds' blossoms.
 *
 * Where not everybody can have a partner it is decided by a ranking who goes without; and pairs can
 * be taken out one by one as long as the others keep a partner.
 */
#ifndef TOURNEY_MATCHING_H
#define TOURNEY_MATCHING_H

#include <stdbool.h>

enum { BZ_MATCHING_MAX = 1000, BZ_MATCHING_NONE = -1 };

struct bz_matching {
    int count;
    const bool *joined;        /* count x count: who may be a pair */
    int mate[BZ_MATCHING_MAX]; /* BZ_MATCHING_NONE: has no partner */
    bool gone[BZ_MATCHING_MAX];
    /* Of one search: how an outer vertex was reached, the base of its blossom, what is to be looked
     * at. */
    int parent[BZ_MATCHING_MAX], base[BZ_MATCHING_MAX], queue[BZ_MATCHING_MAX], queued;
    bool outer[BZ_MATCHING_MAX], bent[BZ_MATCHING_MAX];
};

/* Nobody has a partner; those that are marked gone afterwards do not exist. */
void bz_matching_init(struct bz_matching *matching, const bool *joined, int count);

/* As many pairs as possible. `ranking` lists all vertices: there is no other matching of that size
 * which leaves out a lower one instead, comparing from the top. */
void bz_matching_cover(struct bz_matching *matching, const int *ranking);

/* Makes a and b, who have partners, a pair for good and takes them out, if all others who have a
 * partner can have one still. */
bool bz_matching_take(struct bz_matching *matching, int a, int b);

#endif
