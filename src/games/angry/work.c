/*
 * work.c - when a solver has to stop, and what it tells meanwhile.
 */
#include "base/clock.h"
#include "outlook.h"
#include "solve.h"

enum { TELL_EVERY = 500000 };

void angry_work_begin(struct angry_work *work)
{
    work->begun = work->told = bz_clock_micros();
    work->nodes = 0;
    work->stopped = false;
}

static void tell(struct angry_work *work, int64_t now)
{
    const struct bz_solve_options *options = work->options;
    struct bz_progress progress = {
        .nodes = work->nodes,
        .seconds = (double)(now - work->begun) * 1e-6,
        .doing = work->doing,
        .saved = -1,
    };

    work->told = now;
    if (options && options->progress)
        options->progress(options->context, &progress);
}

bool angry_work_on(struct angry_work *work, uint64_t nodes)
{
    int64_t now = bz_clock_micros();

    work->nodes += nodes;
    if (now - work->told >= TELL_EVERY)
        tell(work, now);
    if (now >= work->until || work->nodes >= work->most ||
        (work->stop && atomic_load_explicit(work->stop, memory_order_relaxed)))
        work->stopped = true;
    return !work->stopped;
}

int angry_worst(const struct angry *pos)
{
    int left = angry_limit(pos->rules) + 1 - pos->n;

    return points(pos) + LOSS_POINTS + PIG_POINTS * angry_count(pos, PIG) - (left > 0 ? left : 0);
}
