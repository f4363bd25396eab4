/*
 * stopwatch.h - seconds gone by.
 */
#ifndef CLI_STOPWATCH_H
#define CLI_STOPWATCH_H

#include <time.h>

/* Seconds since some fixed moment; never goes back. */
static inline double stopwatch_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

#endif
