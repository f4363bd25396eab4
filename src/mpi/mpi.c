/*
 * mpi.c - the cluster's one function by way of MPI. A fault of MPI ends all processes: that is its
 * own way, and what checkpoints are for.
 */
#include "mpi/mpi.h"

#include <mpi.h>
#include <stdlib.h>

enum { CHUNK = 1 << 30 }; /* bytes at once; MPI counts in ints */

static void share(const struct bz_cluster *cluster, void *data, const uint64_t *offsets)
{
    char *bytes = data;

    for (int rank = 0; rank < cluster->size; rank++)
        for (uint64_t at = offsets[rank]; at < offsets[rank + 1]; at += CHUNK) {
            uint64_t left = offsets[rank + 1] - at;

            MPI_Bcast(bytes + at, (int)(left < CHUNK ? left : CHUNK), MPI_BYTE, rank,
                      MPI_COMM_WORLD);
        }
}

bool bz_mpi_join(int *argc, char ***argv, struct bz_cluster *ret_cluster)
{
    struct bz_cluster cluster = {.share = share};

    /* Whoever waits leaves the core to whoever works, unless somebody has said otherwise. */
    setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
    if (MPI_Init(argc, argv) != MPI_SUCCESS)
        return false;
    MPI_Comm_rank(MPI_COMM_WORLD, &cluster.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &cluster.size);
    *ret_cluster = cluster;
    return cluster.size <= BZ_RANKS_MAX;
}

void bz_mpi_leave(void)
{
    MPI_Finalize();
}
