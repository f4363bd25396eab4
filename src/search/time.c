/*
 * time.c - how much of a clock to spend on one move.
 */
#include "search/time.h"

#include "base/clock.h"

static const atomic_bool never_stop = false;

#define MILLIS_MAX INT64_C(1000000000000) /* three decades, and no overflow in microseconds */

/* A fifteenth of what is left and most of the increment, keeping a margin for the way there and
 * back. */
static int64_t clock_budget(const struct bz_limits *limits, int player)
{
    const int64_t margin = 20;
    int64_t left = limits->time[player], increment = limits->increment[player];
    int64_t budget = left / 15 + (increment < MILLIS_MAX ? increment : MILLIS_MAX) * 3 / 4;

    if (budget > left - margin)
        budget = left - margin;
    if (budget > MILLIS_MAX)
        budget = MILLIS_MAX;
    return budget > 1 ? budget : 1;
}

struct bz_deadline bz_deadline_of(const struct bz_limits *limits, int player)
{
    struct bz_deadline deadline = {
        .stop = limits->stop ? limits->stop : &never_stop,
        .nodes = limits->nodes ? limits->nodes : UINT64_MAX,
        .micros = INT64_MAX,
    };
    int64_t millis = limits->movetime;

    if (!millis && limits->time[player])
        millis = clock_budget(limits, player);
    if (millis > MILLIS_MAX)
        millis = MILLIS_MAX;
    if (millis && !limits->infinite)
        deadline.micros = bz_clock_micros() + millis * 1000;
    if (limits->infinite)
        deadline.nodes = UINT64_MAX;
    return deadline;
}

int64_t bz_time_enough(const struct bz_limits *limits, int player, int64_t start)
{
    if (limits->infinite || limits->movetime || !limits->time[player])
        return INT64_MAX;
    return start + clock_budget(limits, player) * 1000 / 2;
}

bool bz_limits_any(const struct bz_limits *limits, int player)
{
    return limits->depth || limits->nodes || limits->movetime || limits->infinite ||
           limits->time[player];
}
