/*
 * cluster.h - what processes that solve together agree upon. A NULL cluster is a process alone.
 */
#ifndef SEARCH_CLUSTER_H
#define SEARCH_CLUSTER_H

#include <stdbool.h>
#include <stddef.h>

#include "bazi/cluster.h"
#include "bazi/error.h"

/* Whether this is the process that speaks, reads and writes for all. */
bool bz_cluster_leads(const struct bz_cluster *cluster);

/* Shares an array with one element of that size for every rank. */
void bz_cluster_share_each(const struct bz_cluster *cluster, void *elements, size_t size);

/* Fails everywhere if it failed anywhere, with the error of the first rank that did. */
int bz_cluster_agree(const struct bz_cluster *cluster, int code, struct bz_error *err);

#endif
