/*
 * repeats.h - games that say nothing new: the same players have played them before.
 *
 * Players who draw no lots play the same game whenever they begin alike, and that is one
 * observation, however often it is made. Games are compared where the same players had the same
 * seats and began alike: with the same opening, deal and luck, or, whatever the luck was, behind
 * the same first position and opening moves, as the plan has them. Where all of these are the same
 * move for move and ended alike, all but the first are repeats. Where at least one differs somebody
 * draws lots there, or thinks by the clock; then what happens to be equal is evidence as well, and
 * none is a repeat.
 */
#ifndef TOURNEY_REPEATS_H
#define TOURNEY_REPEATS_H

#include "store/store.h"
#include "tourney/plan.h"

struct bz_repeats {
    int64_t *numbers; /* of such games, ascending */
    size_t count;
};

/* Looks through all games of a tournament that are over. */
int bz_repeats_find(struct bz_repeats *ret_repeats, struct bz_store *store, int64_t tournament,
                    const struct bz_plan *plan, struct bz_error *err);
void bz_repeats_release(struct bz_repeats *repeats);

bool bz_repeats_have(const struct bz_repeats *repeats, int64_t number);

#endif
