/*
 * main_mpi.c - bazi-mpi, the same program as one of several processes. `bazi solve --mpi` becomes
 * this one.
 *
 * All of them read the same command line and come to the same answers; the first one tells them.
 */
#include <stdio.h>
#include <stdlib.h>

#include "mpi/mpi.h"
#include "program.h"

static void be_silent(void)
{
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
        exit(1);
}

int main(int argc, char **argv)
{
    struct bz_cluster cluster;
    int status;

    if (!bz_mpi_join(&argc, &argv, &cluster)) {
        fprintf(stderr, "bazi: MPI cannot be used, or there are more than %d processes\n",
                BZ_RANKS_MAX);
        return 1;
    }
    if (cluster.rank > 0)
        be_silent();
    status = program_run(argc, argv, &cluster);
    bz_mpi_leave();
    return cluster.rank > 0 ? 0 : status;
}
