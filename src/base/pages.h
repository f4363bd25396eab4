/*
 * pages.h - large memory from the system: zeroed, page-aligned, and real only where touched.
 */
#ifndef BASE_PAGES_H
#define BASE_PAGES_H

#include <stdbool.h>
#include <stddef.h>

/* NULL if there is not that much. Huge pages make looking up at random faster and the first touch
 * slower: for memory that will be used all over. */
void *bz_pages_new(size_t size, bool huge);
/* Zeroes all of it. */
void bz_pages_clear(void *pages, size_t size);
void bz_pages_free(void *pages, size_t size);

#endif
