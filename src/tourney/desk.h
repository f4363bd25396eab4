/*
 * desk.h - puts games of a tournament into its queue; the director's own.
 */
#ifndef TOURNEY_DESK_H
#define TOURNEY_DESK_H

#include "tourney/director.h"

/* All games of a tournament whose rounds are known from the start. */
int bz_desk_queue_all(const struct bz_director *director, struct bz_error *err);
/* What follows from the results so far; how many encounters that is, and if any, of which round,
 * from 1 on. */
int bz_desk_queue_next(const struct bz_director *director, const struct bz_ledger *ledger,
                       int *ret_count, int *ret_round, struct bz_error *err);

#endif
