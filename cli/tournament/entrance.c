/*
 * entrance.c - waiting for a store before there is a worker that would do it.
 */
#include "entrance.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/clock.h"
#include "command.h"
#include "interrupt.h"
#include "text/terminal.h"

#define PAUSE_SECONDS 0.2 /* at first */
#define PAUSE_LONGEST 2.0
#define TELL_SECONDS  10 /* from one line to the next that is not rewritten */
#define DRAW_SECONDS  0.1

/* Somebody at the door. */
struct visit {
    bool early; /* also waits for a store that nobody has made yet */
    bool told;  /* why he waits */
    double pause;
};

void entrance_tell(const char *why)
{
    if (*why)
        fprintf(stderr, "bazi: waiting: %s; goes on by itself, Ctrl-C ends it\n", why);
    else
        fprintf(stderr, "bazi: goes on\n");
}

/* Whether to try again: the store is away for now, and nobody wants us to stop. A lab that waits
 * all night does not knock all the time. */
static bool shall_retry(struct visit *visit, int code, const struct bz_error *err)
{
    bool waits = code == BZ_ERROR_BUSY || (visit->early && code == BZ_ERROR_UNKNOWN);

    if (visit->told != waits && !interrupt_signal())
        entrance_tell(waits ? err->text : "");
    visit->told = waits;
    visit->pause = fmin(PAUSE_LONGEST, fmax(PAUSE_SECONDS, 1.2 * visit->pause));
    return waits && interrupt_wait(-1, visit->pause) != WAIT_STOP;
}

int entrance_open(const char *url, enum bz_store_mode mode, struct bz_store **ret_store,
                  struct bz_error *err)
{
    bool plays = mode != BZ_STORE_READ;
    struct visit visit = {0};
    struct bz_store_wait wait = {plays ? BZ_WORK_PATIENCE : BZ_STORE_PATIENCE, interrupt_flag()};
    int code;

    do
        code = bz_store_open_waiting(url, mode, wait, ret_store, err);
    while (plays && shall_retry(&visit, code, err));
    return code;
}

int entrance_begin(const char *url, struct bz_plan *plan, struct bz_store **ret_store,
                   struct bz_director *ret_director, struct bz_error *err)
{
    struct visit visit = {0};
    int code = entrance_open(url, BZ_STORE_CREATE, ret_store, err);

    if (code)
        return code;
    do
        code = bz_director_begin(ret_director, *ret_store, plan, err);
    while (shall_retry(&visit, code, err));
    if (code)
        bz_store_close(*ret_store);
    return code;
}

int entrance_resume(const char *url, const char *name, bool plays, struct bz_store **ret_store,
                    struct bz_director *ret_director, struct bz_error *err)
{
    struct visit visit = {0};
    int code = entrance_open(url, plays ? BZ_STORE_OPEN : BZ_STORE_READ, ret_store, err);

    if (code)
        return code;
    do
        code = bz_director_resume(ret_director, *ret_store, name, !plays, err);
    while (plays && shall_retry(&visit, code, err));
    if (code)
        bz_store_close(*ret_store);
    return code;
}

/* The line that says how full the queue is. */
struct gauge {
    bool rewrites, drawn;
    int64_t told; /* microseconds */
};

static void show_filling(void *context, int64_t queued, int64_t total)
{
    struct gauge *gauge = context;
    int64_t now = bz_clock_micros();
    double seconds = (double)(now - gauge->told) * 1e-6;

    if (seconds < (gauge->rewrites ? DRAW_SECONDS : TELL_SECONDS))
        return;
    gauge->told = now;
    gauge->drawn = gauge->rewrites;
    if (gauge->rewrites)
        terminal_erase_line(stderr);
    fprintf(stderr, "%squeueing %" PRId64 " of %" PRId64 " games%s",
            gauge->rewrites ? "" : "bazi: ", queued, total, gauge->rewrites ? "" : "\n");
    fflush(stderr);
}

int entrance_fill(struct bz_director *director, bool mute, struct bz_error *err)
{
    struct gauge gauge = {.rewrites = terminal_can_rewrite(stderr), .told = bz_clock_micros()};
    struct visit visit = {0};
    int code;

    director->filling = (struct bz_filling){
        .stop = interrupt_flag(), .tell = mute ? NULL : show_filling, .context = &gauge};
    do {
        code = bz_director_fill(director, err);
        if (gauge.drawn)
            terminal_erase_line(stderr);
        gauge.drawn = false;
    } while (shall_retry(&visit, code, err));
    director->filling = (struct bz_filling){.stop = NULL};
    return code;
}

int entrance_work(const struct bz_work *work, struct bz_worker **ret_worker, struct bz_error *err)
{
    struct visit visit = {.early = !work->tournament};
    int code;

    do
        code = bz_worker_new(work, ret_worker, err);
    while (shall_retry(&visit, code, err));
    return code;
}

int entrance_refuse(const char *command, const struct bz_error *err)
{
    bool waited = err->code == BZ_ERROR_BUSY || err->code == BZ_ERROR_UNKNOWN;

    if (interrupt_signal() && (waited || err->code == BZ_ERROR_STOPPED))
        return interrupt_status();
    return complain("%s: %s", command, err->text);
}
