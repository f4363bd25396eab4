/*
 * processors.c - counts those it was given, which `taskset` and clusters make fewer than there are.
 */
#include "base/processors.h"

#include <sched.h>
#include <unistd.h>

int bz_processors(int most)
{
    cpu_set_t set;
    long count =
        sched_getaffinity(0, sizeof(set), &set) ? sysconf(_SC_NPROCESSORS_ONLN) : CPU_COUNT(&set);

    return count < 1 ? 1 : count > most ? most : (int)count;
}
