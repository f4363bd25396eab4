/*
 * layers.h - walks through all layers, the poorest first, and in each through its holdings, those
 * with the most owners first, on several threads.
 *
 * A holding is worked on when everything it can lead to is done, by one thread alone: what comes
 * out does not depend on how many there are. In a cluster the ranks divide the holdings up.
 */
#ifndef MONOPOLY_LAYERS_H
#define MONOPOLY_LAYERS_H

#include "bazi/search.h"
#include "space.h"

struct layers {
    const struct space *space;
    int threads;
    const char *doing; /* for progress */
    void *context;
    void (*begin)(void *context, int wealth);
    void (*work)(void *context, int thread, int wealth, int holding);
    /* In a cluster, after holdings that do not depend on each other: rank r has worked on those
     * from cuts[r] to cuts[r + 1], and everyone needs them all. Optional where there is none. */
    void (*share)(void *context, int wealth, const int *cuts);
    /* After all holdings: may fail. */
    int (*end)(void *context, int wealth, struct bz_error *err);
    /* Optional, now and then between two layers: `wealth` is done. */
    int (*save)(void *context, int wealth, struct bz_error *err);
    const struct bz_solve_options *options;

    /* Its own. */
    int64_t start;
};

/* From a layer on; BZ_ERROR_STOPPED when the options' flag was set. *ret_done is the last layer
 * that is whole. */
int monopoly_layers_run(struct layers *layers, int first, int *ret_done, struct bz_error *err);

#endif
