/*
 * cluster.c - small things said by all ranks to all ranks.
 */
#include "search/cluster.h"

#include <string.h>

bool bz_cluster_leads(const struct bz_cluster *cluster)
{
    return !cluster || cluster->rank == 0;
}

void bz_cluster_share_each(const struct bz_cluster *cluster, void *elements, size_t size)
{
    uint64_t offsets[BZ_RANKS_MAX + 1];

    for (int i = 0; i <= cluster->size; i++)
        offsets[i] = (uint64_t)i * size;
    cluster->share(cluster, elements, offsets);
}

/* The rank that fails first brings its error, the others bring nothing. */
static void share_error(const struct bz_cluster *cluster, int from, struct bz_error *error)
{
    uint64_t offsets[BZ_RANKS_MAX + 1] = {0};

    for (int i = from + 1; i <= cluster->size; i++)
        offsets[i] = sizeof(*error);
    cluster->share(cluster, error, offsets);
}

int bz_cluster_agree(const struct bz_cluster *cluster, int code, struct bz_error *err)
{
    int codes[BZ_RANKS_MAX], from = 0;
    struct bz_error error = {0};

    if (!cluster)
        return code;
    codes[cluster->rank] = code;
    bz_cluster_share_each(cluster, codes, sizeof(*codes));
    while (from < cluster->size && !codes[from])
        from++;
    if (from == cluster->size)
        return BZ_OK;
    if (from == cluster->rank && err)
        error = *err;
    share_error(cluster, from, &error);
    return bz_fail(err, codes[from], "%s", error.text);
}
