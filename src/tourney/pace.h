/*
 * pace.h - machines that are clearly slower than the others: their players get less done in the
 * same time, and somebody should know.
 */
#ifndef TOURNEY_PACE_H
#define TOURNEY_PACE_H

#include "store/store.h"

enum { BZ_PACE_WORKERS = 256 };

struct bz_pace {
    int64_t told[BZ_PACE_WORKERS]; /* workers of which it has been said */
    int told_count;
    int workers; /* alive at the last look */
};

/* Calls `tell` once for each worker whose speed is less than 0.7 of the fastest one's. Those whose
 * speed is not known are let alone. */
int bz_pace_look(struct bz_pace *pace, struct bz_store *store,
                 void (*tell)(void *context, const char *text), void *context,
                 struct bz_error *err);

#endif
