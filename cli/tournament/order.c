/*
 * order.c - sensible answers to what the command line leaves open.
 */
#include "order.h"

#include <string.h>

#include "base/processors.h"
#include "tourney/worker.h"

enum { THREADS_MAX = 64, SILENCE_MAX = 86400 };

int order_threads(const struct invocation *inv, int wanted, int *ret_threads)
{
    int64_t threads = wanted ? wanted : bz_processors(THREADS_MAX);
    int status = invocation_number(inv, "concurrency", 1, THREADS_MAX, &threads);

    *ret_threads = (int)threads;
    return status;
}

int order_silence(const struct invocation *inv, int *ret_seconds)
{
    int64_t seconds = BZ_WORK_SILENCE;
    int status = invocation_number(inv, "silence", 1, SILENCE_MAX, &seconds);

    *ret_seconds = (int)seconds;
    return status;
}

void order_store(const char *file, char *ret_store, size_t size)
{
    size_t length = strlen(file);

    if (length > 5 && (!strcmp(file + length - 5, ".toml") || !strcmp(file + length - 5, ".json")))
        snprintf(ret_store, size, "%.*s.db", (int)(length - 5), file);
    else
        snprintf(ret_store, size, "%s", file);
}
