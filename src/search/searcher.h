/*
 * searcher.h - one thread's search: its memory, its counters, its line, and when to stop.
 */
#ifndef SEARCH_SEARCHER_H
#define SEARCH_SEARCHER_H

#include <string.h>

#include "base/bits.h"
#include "bazi/search.h"
#include "search/space.h"
#include "search/tt.h"

/* The limits of one search, as the loops look at them. */
struct bz_deadline {
    const atomic_bool *stop; /* never NULL */
    uint64_t nodes;          /* UINT64_MAX: none */
    int64_t micros;          /* on the clock; INT64_MAX: none */
};

/* What is left of the limit of nodes when so many are done. */
static inline uint64_t bz_deadline_left(const struct bz_deadline *deadline, uint64_t done)
{
    return deadline->nodes == UINT64_MAX ? UINT64_MAX
           : deadline->nodes > done      ? deadline->nodes - done
                                         : 0;
}

/* How well a move has done, whatever the position: only to order moves that look the same. */
enum { BZ_FAME_SLOTS = 4096, BZ_FAME_MAX = 1024 };
/* Whether a search that has entered so many nodes must stop, and at which count to ask again. */
bool bz_deadline_passed(const struct bz_deadline *deadline, uint64_t nodes, uint64_t *ret_look_at);

/* What the threads of a search are at, by key: others turn to something else first. A mark that is
 * lost, or wrong, costs time and nothing else. Nearer to the leaves marks cost more than they save:
 * two threads reach depth 16 on 8x8 1.4 times as fast as one with a depth of 4, 1.6 times with 5 to
 * 8. */
enum { BZ_BUSY_SLOTS = 4096, BZ_BUSY_DEPTH = 6 };

struct bz_busy {
    _Atomic uint64_t slots[BZ_BUSY_SLOTS];
};

struct bz_searcher {
    struct bz_space space;
    struct bz_tt *tt;
    struct bz_deadline deadline;
    bool stopped;
    int hero;             /* who is to move at the root */
    struct bz_busy *busy; /* NULL with one thread */
    bool reduces;         /* what promises little is searched less deeply */
    int seldepth;
    uint64_t nodes, leaves, cutoffs;
    uint64_t look_at; /* node count at which to look at flag and clock again */
    uint16_t fame[BZ_PLAYERS_MAX][BZ_FAME_SLOTS];
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

static inline uint16_t *bz_searcher_fame(struct bz_searcher *s, int player, bz_move move)
{
    return &s->fame[player][move * 2654435761u >> 20];
}

/* A move was good enough: its fame grows with how much that saved, ever more slowly. */
static inline void bz_searcher_praise(struct bz_searcher *s, int player, bz_move move, int depth)
{
    uint16_t *fame = bz_searcher_fame(s, player, move);
    int praise = depth < 16 ? depth * depth : 256;

    *fame = (uint16_t)(*fame + praise - *fame * praise / BZ_FAME_MAX);
}

static inline bool bz_busy_has(const struct bz_busy *busy, uint64_t key)
{
    return atomic_load_explicit(&busy->slots[key % BZ_BUSY_SLOTS], memory_order_relaxed) == key;
}

/* `what` is the key, or 0 when it is done. */
static inline void bz_busy_mark(struct bz_busy *busy, uint64_t key, uint64_t what)
{
    atomic_store_explicit(&busy->slots[key % BZ_BUSY_SLOTS], what, memory_order_relaxed);
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

/* What is worth the same has the same key; of more than two players that depends on the hero. */
BZ_INLINE uint64_t bz_searcher_key(const struct bz_rules *rules, const struct bz_searcher *s,
                                   const void *pos)
{
    return rules->players > 2 ? bz_mix(rules->hash(pos) + (uint64_t)s->hero) : rules->hash(pos);
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
