/*
 * clock.c - the monotonic clocks of the system.
 */
#include "base/clock.h"

#include <time.h>

static int64_t micros_of(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t bz_clock_micros(void)
{
    return micros_of(CLOCK_MONOTONIC);
}

int64_t bz_clock_thread_micros(void)
{
    return micros_of(CLOCK_THREAD_CPUTIME_ID);
}
