/*
 * clock.h - time that only goes forward.
 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* Microseconds since some fixed moment. */
int64_t bz_clock_micros(void);

#endif
