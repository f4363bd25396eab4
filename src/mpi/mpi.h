/*
 * mpi.h - a cluster of processes that were started by mpirun, or of one that was not.
 */
#ifndef MPI_MPI_H
#define MPI_MPI_H

#include <stdbool.h>

#include "bazi/cluster.h"

/* Joins the others; *ret_cluster is this process's place among them. False where that cannot be, or
 * there are more than BZ_RANKS_MAX. Once, before anything else, and left at the end. */
bool bz_mpi_join(int *argc, char ***argv, struct bz_cluster *ret_cluster);
void bz_mpi_leave(void);

#endif
