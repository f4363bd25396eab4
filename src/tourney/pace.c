/*
 * pace.c - speeds of workers, compared.
 */
#include "tourney/pace.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SLOW 0.7

struct look {
    struct bz_pace *pace;
    double fastest;
    void (*tell)(void *context, const char *text);
    void *context;
};

static int find_fastest(void *context, const struct bz_store_worker *worker)
{
    struct look *look = context;

    look->pace->workers++;
    if (worker->speed > look->fastest)
        look->fastest = worker->speed;
    return 0;
}

static bool is_told(const struct bz_pace *pace, int64_t worker)
{
    bool told = false;

    for (int i = 0; i < pace->told_count; i++)
        told = told || pace->told[i] == worker;
    return told;
}

static int tell_slow(void *context, const struct bz_store_worker *worker)
{
    struct look *look = context;
    struct bz_pace *pace = look->pace;
    char text[240];

    if (worker->speed <= 0 || worker->speed >= SLOW * look->fastest ||
        pace->told_count == BZ_PACE_WORKERS || is_told(pace, worker->id))
        return 0;
    pace->told[pace->told_count++] = worker->id;
    snprintf(text, sizeof(text),
             "worker %" PRId64 " on %s has speed %.2f, the fastest one %.2f; 'speed' in [clock] "
             "gives slow machines more time",
             worker->id, bz_quoted(worker->host, strlen(worker->host)).text, worker->speed,
             look->fastest);
    look->tell(look->context, text);
    return 0;
}

int bz_pace_look(struct bz_pace *pace, struct bz_store *store,
                 void (*tell)(void *context, const char *text), void *context, struct bz_error *err)
{
    struct look look = {.pace = pace, .tell = tell, .context = context};
    int code;

    pace->workers = 0;
    code = bz_store_workers(store, false, find_fastest, &look, err);
    return code ? code : bz_store_workers(store, false, tell_slow, &look, err);
}
