/*
 * searcher.h - one thread's search: its memory, its counters, its line, and when to stop.
 */
#ifndef SEARCH_SEARCHER_H
#define SEARCH_SEARCHER_H

#include <string.h>

#include "bazi/search.h"
#include "search/space.h"
#include "search/tt.h"

/* The limits of one search, as the loops look at them. */
struct bz_deadline {
    const atomic_bool *stop; /* never NULL */
    uint64_t nodes;          /* UINT64_MAX: none */
    int64_t micros;          /* on the clock; INT64_MAX: none */
};

/* Whether a search that has entered so many nodes must stop, and at which count to ask again. */
bool bz_deadline_passed(const struct bz_deadline *deadline, uint64_t nodes, uint64_t *ret_look_at);

struct bz_searcher {
    struct bz_space space;
    struct bz_tt *tt;
    struct bz_deadline deadline;
    bool stopped;
    int seldepth;
    uint64_t nodes, leaves, cutoffs;
    uint64_t look_at; /* node count at which to look at flag and clock again */
    int length[BZ_DEPTH_MAX + 2];
    bz_move line[BZ_DEPTH_MAX + 2][BZ_DEPTH_MAX + 2];
};

/* Looks at the limits, and sets when to look again. */
void bz_searcher_look(struct bz_searcher *s);

static inline void bz_searcher_enter(struct bz_searcher *s, int ply)
{
    s->length[ply] = 0;
    if (ply > s->seldepth)
        s->seldepth = ply;
    if (s->nodes++ >= s->look_at)
        bz_searcher_look(s);
}

/* The line of this ply is this move alone. */
static inline void bz_searcher_lead(struct bz_searcher *s, int ply, bz_move move)
{
    s->line[ply][0] = move;
    s->length[ply] = 1;
}

/* The line of this ply is this move and the line found after it. */
static inline void bz_searcher_extend(struct bz_searcher *s, int ply, bz_move move)
{
    int tail = s->length[ply + 1];

    s->line[ply][0] = move;
    memcpy(&s->line[ply][1], s->line[ply + 1], (size_t)tail * sizeof(bz_move));
    s->length[ply] = tail + 1;
}

/* In the table a win counts from the position it is stored with, in the search from the root. */
static inline int bz_value_to_table(int value, int ply)
{
    return value >= BZ_VALUE_DECIDED    ? value + ply
           : value <= -BZ_VALUE_DECIDED ? value - ply
                                        : value;
}

static inline int bz_value_from_table(int value, int ply)
{
    return value >= BZ_VALUE_DECIDED    ? value - ply
           : value <= -BZ_VALUE_DECIDED ? value + ply
                                        : value;
}

#endif
