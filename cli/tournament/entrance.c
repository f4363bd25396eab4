/*
 * entrance.c - waiting for a store before there is a worker that would do it.
 */
#include "entrance.h"

#include <stdio.h>

#include "command.h"
#include "interrupt.h"

#define PAUSE_SECONDS 0.2

void entrance_tell(const char *why)
{
    if (*why)
        fprintf(stderr, "bazi: waiting: %s; goes on by itself, Ctrl-C ends it\n", why);
    else
        fprintf(stderr, "bazi: goes on\n");
}

/* Whether to try again: the store is away for now, and nobody wants us to stop. */
static bool shall_retry(bool *told, int code, const struct bz_error *err)
{
    if (*told != (code == BZ_ERROR_BUSY) && !interrupt_signal())
        entrance_tell(code == BZ_ERROR_BUSY ? err->text : "");
    *told = code == BZ_ERROR_BUSY;
    return *told && interrupt_wait(-1, PAUSE_SECONDS) != WAIT_STOP;
}

int entrance_open(const char *url, enum bz_store_mode mode, struct bz_store **ret_store,
                  struct bz_error *err)
{
    bool plays = mode != BZ_STORE_READ, told = false;
    struct bz_store_wait wait = {plays ? BZ_WORK_PATIENCE : BZ_STORE_PATIENCE, interrupt_flag()};
    int code;

    do
        code = bz_store_open_waiting(url, mode, wait, ret_store, err);
    while (plays && shall_retry(&told, code, err));
    return code;
}

int entrance_begin(const char *url, struct bz_plan *plan, struct bz_store **ret_store,
                   struct bz_director *ret_director, struct bz_error *err)
{
    bool told = false;
    int code = entrance_open(url, BZ_STORE_CREATE, ret_store, err);

    if (code)
        return code;
    do
        code = bz_director_begin(ret_director, *ret_store, plan, err);
    while (shall_retry(&told, code, err));
    if (code)
        bz_store_close(*ret_store);
    return code;
}

int entrance_resume(const char *url, const char *name, bool plays, struct bz_store **ret_store,
                    struct bz_director *ret_director, struct bz_error *err)
{
    bool told = false;
    int code = entrance_open(url, plays ? BZ_STORE_OPEN : BZ_STORE_READ, ret_store, err);

    if (code)
        return code;
    do
        code = bz_director_resume(ret_director, *ret_store, name, !plays, err);
    while (plays && shall_retry(&told, code, err));
    if (code)
        bz_store_close(*ret_store);
    return code;
}

int entrance_work(const struct bz_work *work, struct bz_worker **ret_worker, struct bz_error *err)
{
    bool told = false;
    int code;

    do
        code = bz_worker_new(work, ret_worker, err);
    while (shall_retry(&told, code, err));
    return code;
}

int entrance_refuse(const char *command, const struct bz_error *err)
{
    if (err->code == BZ_ERROR_BUSY && interrupt_signal())
        return interrupt_status();
    return complain("%s: %s", command, err->text);
}
