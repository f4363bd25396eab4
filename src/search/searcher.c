/*
 * searcher.c - looking at the limits, seldom enough that it costs nothing.
 */
#include "search/searcher.h"

#include "base/clock.h"

void bz_searcher_look(struct bz_searcher *s)
{
    enum { INTERVAL = 1024 }; /* nodes: well under a millisecond */
    const struct bz_deadline *d = &s->deadline;

    if (s->nodes > d->nodes || atomic_load_explicit(d->stop, memory_order_relaxed) ||
        (d->micros != INT64_MAX && bz_clock_micros() >= d->micros))
        s->stopped = true;
    s->look_at = s->nodes + INTERVAL;
    if (s->look_at > d->nodes)
        s->look_at = d->nodes;
}
