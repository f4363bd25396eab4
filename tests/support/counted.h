/*
 * counted.h - counts for the statistics, as tests write them down.
 */
#ifndef COUNTED_H
#define COUNTED_H

#include "stats/counts.h"

static inline struct bz_outcomes counted_games(int64_t wins, int64_t draws, int64_t losses)
{
    return bz_outcomes_of_wdl(&(struct bz_wdl){wins, draws, losses});
}

/* Pairs of 0, a half, 1, one and a half, and 2 points. */
static inline struct bz_outcomes counted_pairs(int64_t none, int64_t half, int64_t one,
                                               int64_t more, int64_t both)
{
    return bz_outcomes_of_pairs(&(struct bz_pairs){{none, half, one, more, both}});
}

#endif
