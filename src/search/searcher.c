/*
 * searcher.c - looking at the limits, seldom enough that it costs nothing.
 */
#include "search/searcher.h"

#include "base/clock.h"

bool bz_deadline_passed(const struct bz_deadline *d, uint64_t nodes, uint64_t *ret_look_at)
{
    enum { INTERVAL = 1024 }; /* nodes: well under a millisecond */

    *ret_look_at = nodes + INTERVAL < d->nodes ? nodes + INTERVAL : d->nodes;
    return nodes > d->nodes || atomic_load_explicit(d->stop, memory_order_relaxed) ||
           (d->micros != INT64_MAX && bz_clock_micros() >= d->micros);
}

void bz_searcher_look(struct bz_searcher *s)
{
    if (bz_deadline_passed(&s->deadline, s->nodes, &s->look_at))
        s->stopped = true;
}
