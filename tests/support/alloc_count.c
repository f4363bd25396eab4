/*
 * alloc_count.c - the allocator's names, defined here a second time: they count, and pass the
 * call on to the C library under the other names it has for them.
 */
#include "alloc_count.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#endif

#if defined(__GLIBC__) && defined(__LP64__) && !defined(SANITIZED)

static _Atomic uint64_t count;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t items, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size)
{
    atomic_fetch_add(&count, 1);
    return __libc_malloc(size);
}

void *calloc(size_t items, size_t size)
{
    atomic_fetch_add(&count, 1);
    return __libc_calloc(items, size);
}

void *realloc(void *old, size_t size)
{
    atomic_fetch_add(&count, 1);
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    atomic_fetch_add(&count, 1);
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **ret_memory, size_t alignment, size_t size)
{
    void *memory = aligned_alloc(alignment, size);

    if (!memory)
        return ENOMEM;
    *ret_memory = memory;
    return 0;
}

void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset)
{
    long result;

    atomic_fetch_add(&count, 1);
    result = syscall(SYS_mmap, address, length, protection, flags, fd, offset);
    return (void *)result;
}

bool alloc_count_works(void)
{
    return true;
}

uint64_t alloc_count(void)
{
    return atomic_load(&count);
}

#else

bool alloc_count_works(void)
{
    return false;
}

uint64_t alloc_count(void)
{
    return 0;
}

#endif
