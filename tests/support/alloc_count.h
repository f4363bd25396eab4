/*
 * alloc_count.h - how often this program has asked for memory so far, in whatever thread.
 */
#ifndef ALLOC_COUNT_H
#define ALLOC_COUNT_H

#include <stdbool.h>
#include <stdint.h>

/* False where something else (a sanitizer, another C library) owns the allocator: then nothing is
 * counted, and there is nothing to test. */
bool alloc_count_works(void);

/* Calls of malloc, calloc, realloc, the aligned ones and mmap since the program began. */
uint64_t alloc_count(void);

#endif
