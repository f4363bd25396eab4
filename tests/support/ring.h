/*
 * ring.h - a cluster whose ranks are threads of the test, so that what ranks do together runs under
 * the sanitizers.
 */
#ifndef RING_H
#define RING_H

#include "bazi/cluster.h"

enum { RING_MAX = 8 };

/* Calls `work` in so many threads at once, each as another rank, and waits for all of them. */
void ring_run(int ranks, void (*work)(void *context, const struct bz_cluster *cluster),
              void *context);

#endif
