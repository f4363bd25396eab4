/*
 * cluster.h - several processes, on one machine or many, that solve one thing together.
 *
 * All of them make the same calls in the same order. What they tell each other goes through the one
 * function below, in which everyone waits for everyone.
 */
#ifndef BAZI_CLUSTER_H
#define BAZI_CLUSTER_H

#include <stdint.h>

enum { BZ_RANKS_MAX = 1024 };

struct bz_cluster {
    int rank, size; /* this process of how many, from 0 */
    /* Everyone brings the bytes of `data` between offsets[rank] and offsets[rank + 1], and has all
     * of them afterwards. There are size + 1 offsets, the same everywhere. */
    void (*share)(const struct bz_cluster *cluster, void *data, const uint64_t *offsets);
};

#endif
