/*
 * dismissal.h - players who have lost too many games in a row by what a program must not do.
 */
#ifndef TOURNEY_DISMISSAL_H
#define TOURNEY_DISMISSAL_H

#include "tourney/ledger.h"

/* Whoever is out by the ledger and was not yet: says so once, in an event. Games that nobody needs
 * to play because of those who are out become void. May be done again, and by several at once. */
int bz_dismiss(struct bz_store *store, int64_t tournament, const struct bz_plan *plan,
               const struct bz_ledger *ledger, struct bz_error *err);

#endif
