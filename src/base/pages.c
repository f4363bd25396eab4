/*
 * pages.c - memory straight from the system. Huge pages are a wish: harmless where there are none.
 */
#include "base/pages.h"

#include <string.h>
#include <sys/mman.h>

void *bz_pages_new(size_t size, bool huge)
{
    void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (pages == MAP_FAILED)
        return NULL;
    if (huge)
        madvise(pages, size, MADV_HUGEPAGE);
    madvise(pages, size, MADV_DONTFORK); /* a guardian of an agent needs no copy of a table */
    return pages;
}

/* The system has zeros at hand, and hands them out when they are needed. */
void bz_pages_clear(void *pages, size_t size)
{
    if (madvise(pages, size, MADV_DONTNEED))
        memset(pages, 0, size);
}

void bz_pages_free(void *pages, size_t size)
{
    if (pages)
        munmap(pages, size);
}
