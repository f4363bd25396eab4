/*
 * time.h - from what a caller allows to when a search has to stop.
 */
#ifndef SEARCH_TIME_H
#define SEARCH_TIME_H

#include "search/searcher.h"

/* The deadline of a search by `player` that starts now. */
struct bz_deadline bz_deadline_of(const struct bz_limits *limits, int player);

/* By a clock: when a search begun at `start` that deepens has had its time, because one more depth
 * would hardly be finished. INT64_MAX where time saved now is of no use later. */
int64_t bz_time_enough(const struct bz_limits *limits, int player, int64_t start);

/* Whether the limits say anything about a search by `player`, besides the stop flag. */
bool bz_limits_any(const struct bz_limits *limits, int player);

#endif
