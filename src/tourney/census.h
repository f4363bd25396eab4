/*
 * census.h - which workers of a store are dead: those whose process on this machine is gone, and
 * those of whom nothing has been heard for too long. No two clocks are compared.
 */
#ifndef TOURNEY_CENSUS_H
#define TOURNEY_CENSUS_H

#include "store/store.h"
#include "tourney/identity.h"

enum { BZ_CENSUS_MAX = 1024 };

/* Another worker, and for how long its beat has been the same, by our clock. Only the time counts
 * in which we could have seen it change: not while the store was away, or we were stopped. */
struct bz_watched {
    int64_t id, beat, silent;
    bool there; /* in the last census */
};

struct bz_census {
    struct bz_store *store;
    const struct bz_identity *identity; /* our own */
    int64_t silence;                    /* microseconds that are too long */
    struct bz_watched others[BZ_CENSUS_MAX];
    int count;
    int64_t last_look; /* at them, microseconds; 0: never */
};

/* Looks at all workers but the one of that number, and ends those that are dead. */
int bz_census_hold(struct bz_census *census, int64_t self, struct bz_error *err);

#endif
