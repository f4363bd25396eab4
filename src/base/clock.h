/*
 * clock.h - times that only go forward.
 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* Microseconds since some fixed moment. */
int64_t bz_clock_micros(void);
/* Microseconds of a processor that the calling thread has had. */
int64_t bz_clock_thread_micros(void);

#endif
