/*
 * roll.h - who the players of a plan are in the store.
 */
#ifndef TOURNEY_ROLL_H
#define TOURNEY_ROLL_H

#include "store/store.h"

struct bz_roll {
    int64_t *ids; /* by the numbers of the players */
    int count;
};

/* Calls the players of a tournament; BZ_ERROR_DAMAGED unless there are exactly so many. */
int bz_roll_call(struct bz_roll *ret_roll, struct bz_store *store, int64_t tournament, int count,
                 struct bz_error *err);
void bz_roll_release(struct bz_roll *roll);

/* The number of a player, or -1. */
int bz_roll_number(const struct bz_roll *roll, int64_t id);

#endif
