/*
 * program.h - the whole program, for each of its mains.
 */
#ifndef CLI_PROGRAM_H
#define CLI_PROGRAM_H

#include "bazi/cluster.h"

/* Does what the command line says and returns the exit status. `cluster` is NULL for a process
 * alone; of several the first one speaks. */
int program_run(int argc, char **argv, const struct bz_cluster *cluster);

#endif
