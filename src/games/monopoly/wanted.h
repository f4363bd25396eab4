/*
 * wanted.h - a position and those one turn behind it: their values are picked up while all
 * positions pass by.
 */
#ifndef MONOPOLY_WANTED_H
#define MONOPOLY_WANTED_H

#include "round.h"

enum { WANTED_MAX = 1 + 2 * OUTCOMES_MAX };

struct wanted {
    const struct bz_setup *setup;
    const struct space *space;
    int count;
    struct place place[WANTED_MAX];
    double chance[WANTED_MAX]; /* X's */
};

/* Lists what the value of pos, and of everything up to the next throw but one, depends on. False if
 * something is not in the space. */
bool monopoly_wanted_init(struct wanted *wanted, const struct bz_setup *setup,
                          const struct space *space, const void *pos);

/* Takes what a settled round knows. Rounds of different holdings may be taken at the same time. */
void monopoly_wanted_take(struct wanted *wanted, const struct round *round, double *row);

/* In a cluster: rank r has taken what the holdings from cuts[r] to cuts[r + 1] of a layer know, and
 * all get it. */
void monopoly_wanted_share(struct wanted *wanted, const struct bz_cluster *cluster, int wealth,
                           const int *cuts);

/* The first player's chance at pos or at one of those behind it, with best play. */
double monopoly_wanted_chance(const struct wanted *wanted, const void *pos);

#endif
