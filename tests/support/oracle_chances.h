/*
 * oracle_chances.h - expectiminimax to the end of the game, as plain as can be: every position that
 * can follow is listed by the rules alone, and looked at one turn deeper at a time, once as if an
 * unfinished game were lost and once as if it were won. The truth lies between the two.
 *
 * For the two-player games of win and loss whose positions wait for a throw or an action, and whose
 * `turns` the caller keeps at zero: here, small Monopoly.
 */
#ifndef ORACLE_CHANCES_H
#define ORACLE_CHANCES_H

#include "bazi/bazi.h"

struct chances;

/* How likely the first of two actions is; NAN for the best one. */
typedef double chances_policy(const void *pos, const bz_move *moves);

/* Lists all positions from pos on, which waits for a throw; NULL if they are more than `most`. */
struct chances *chances_new(const struct bz_setup *setup, const void *pos, int most);
void chances_free(struct chances *chances);

/* Goes deeper until every position is known but for `gap`; returns how many turns deep. */
int chances_deepen(struct chances *chances, double gap, chances_policy *policy);

int chances_count(const struct chances *chances);
const void *chances_position(const struct chances *chances, int index);
/* What the first player's chance is at least and at most. */
void chances_at(const struct chances *chances, int index, double *ret_least, double *ret_most);
/* The index of a position that waits for a throw, or -1. */
int chances_find(const struct chances *chances, const void *pos);

#endif
