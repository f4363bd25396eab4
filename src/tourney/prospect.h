/*
 * prospect.h - whether all rounds a small field has left can be paired without a second meeting.
 *
 * The field is even: where it is odd, the bye is one more in it, to be met by whoever may have one.
 * Counted steps bound it, not time: the answers are the same on every machine.
 */
#ifndef TOURNEY_PROSPECT_H
#define TOURNEY_PROSPECT_H

#include <stdbool.h>
#include <stdint.h>

enum { BZ_PROSPECT_MAX = 16 };

struct bz_prospect {
    int count;                      /* even, at most BZ_PROSPECT_MAX */
    int rounds;                     /* the one that is being paired, and those after it */
    uint32_t open[BZ_PROSPECT_MAX]; /* whom each may meet in the rounds left, as bits */
    uint32_t now[BZ_PROSPECT_MAX];  /* and of these in the round that is being paired */
    int mate[BZ_PROSPECT_MAX];      /* that round, such that all others can follow */
    int steps;                      /* how many more may be taken */
};

/* Nobody may meet anybody yet; the caller sets both bits of each pair in open[]. */
void bz_prospect_init(struct bz_prospect *prospect, int count, int rounds);

/* Whether all rounds can be paired, if it can be told in time. Comes before the two below. */
bool bz_prospect_find(struct bz_prospect *prospect);

/* Has nobody meet others in this round than the bits say, if all rounds can be paired so. Only
 * pairs of which both have the bit of the other count. */
bool bz_prospect_narrow(struct bz_prospect *prospect, const uint32_t *now);

/* Makes a and b a pair of this round for good, if all rounds can be paired so. His mate for now is
 * never refused. */
bool bz_prospect_take(struct bz_prospect *prospect, int a, int b);

#endif
