/*
 * prover.h - one thread of a proof, and the table all its threads share.
 *
 * A line of the table is a cache line of relaxed atomic words. The depth-first prover of prove.h
 * takes a word a position, df-pn (dfpn.h) a pair; which of the two a game is proved by is decided
 * in decide.c, and one table serves one of them only.
 *
 * Here the slot is one word: the hash with its two lowest bits replaced by the verdict; those two
 * are known from the line the slot is in. A word is written whole, so threads need no lock.
 */
#ifndef SEARCH_PROVER_H
#define SEARCH_PROVER_H

#include <stdatomic.h>

#include "base/bits.h"
#include "search/searcher.h"
#include "search/space.h"

/* BUSY: a thread is at it. */
enum bz_verdict { BZ_VERDICT_NONE, BZ_VERDICT_LOSS, BZ_VERDICT_WIN, BZ_VERDICT_BUSY };

enum { BZ_PROOF_WAYS = 8 }; /* a cache line */

struct bz_proof_slot {
    _Atomic uint64_t word;
};

struct bz_proof_table {
    struct bz_proof_slot *slots;
    uint64_t lines;      /* a power of two, at least 4 */
    unsigned generation; /* of df-pn's entries: older ones are replaced first */
};

/* What a thread has found out, for whoever carries it to other processes. One writes, one reads;
 * what there is no room for is not told. */
enum { BZ_PROOF_LOG = 1 << 16 };
struct bz_proof_entry {
    uint64_t hash, data;
};
struct bz_proof_log {
    struct bz_proof_entry entries[BZ_PROOF_LOG];
    _Atomic uint64_t written, read;
};

static inline void bz_proof_log_add(struct bz_proof_log *log, uint64_t hash, uint64_t data)
{
    uint64_t at = atomic_load_explicit(&log->written, memory_order_relaxed);

    if (at - atomic_load_explicit(&log->read, memory_order_acquire) == BZ_PROOF_LOG)
        return;
    log->entries[at % BZ_PROOF_LOG] = (struct bz_proof_entry){hash, data};
    atomic_store_explicit(&log->written, at + 1, memory_order_release);
}

static inline bool bz_proof_log_take(struct bz_proof_log *log, struct bz_proof_entry *ret_entry)
{
    uint64_t at = atomic_load_explicit(&log->read, memory_order_relaxed);

    if (at == atomic_load_explicit(&log->written, memory_order_acquire))
        return false;
    *ret_entry = log->entries[at % BZ_PROOF_LOG];
    atomic_store_explicit(&log->read, at + 1, memory_order_release);
    return true;
}

/* A child as df-pn sees it: the effort still needed to prove that the player who moves there from
 * its parent wins by it, and that he does not. */
struct bz_branch {
    uint64_t key;
    struct bz_effort effort;
    int16_t place;  /* among the moves */
    int16_t length; /* once decided: plies to the end, at most */
};

enum { BZ_STAY = BZ_DEPTH_MAX + 1 };

struct bz_prover {
    struct bz_space space;
    struct bz_branch *branches; /* of df-pn: moves_max a ply */
    struct bz_proof_table *table;
    struct bz_proof_log *log; /* of df-pn: NULL where nobody else is to hear of it */
    struct bz_deadline deadline;
    const atomic_bool *halt; /* another thread has the answer */
    _Atomic uint64_t nodes;  /* written by its own thread only, as the two below */
    _Atomic uint64_t root;   /* of df-pn: its numbers, packed as in the table */
    _Atomic int open;        /* of df-pn: moves of the root not yet known to lose */
    uint64_t look_at;        /* node count at which to look at flag and clock again */
    uint64_t look_back_at;   /* node count at which to look at the way here again */
    bz_move winning;         /* at the root, once it has proved a win */
    int length;              /* at the root, once it is decided: plies to the end, at most */
    bool stopped;
    bool shared;           /* there are other threads: they are to be told and heard */
    uint64_t seed;         /* of df-pn: 0 keeps the numbers of new positions as they are */
    int retreat;           /* the ply to go back to, or BZ_STAY */
    enum bz_verdict known; /* why: of the position there, from another thread */
    uint64_t path[BZ_DEPTH_MAX + 1]; /* keys of the positions on the way here */
};

static inline void bz_prover_enter(struct bz_prover *p, int ply)
{
    uint64_t nodes = atomic_load_explicit(&p->nodes, memory_order_relaxed) + 1;

    atomic_store_explicit(&p->nodes, nodes, memory_order_relaxed);
    if (nodes > p->look_at && (bz_deadline_passed(&p->deadline, nodes, &p->look_at) ||
                               atomic_load_explicit(p->halt, memory_order_relaxed)))
        p->stopped = true;
    if (ply == BZ_DEPTH_MAX) /* no frame beyond: a game this long is not decided here */
        p->stopped = true;
}

/* Nodes that a game's own search has visited. */
static inline void bz_prover_count(struct bz_prover *p, uint64_t visited)
{
    atomic_store_explicit(&p->nodes,
                          atomic_load_explicit(&p->nodes, memory_order_relaxed) + visited,
                          memory_order_relaxed);
}

/* Positions that are mirror images share a proof, where the game says which they are: 65 % fewer
 * nodes on a 6x6 board from the start, 46 % on 5x8. */
static inline uint64_t bz_proof_key(const struct bz_rules *rules, const void *pos)
{
    return rules->image_hash ? rules->image_hash(pos) : rules->hash(pos);
}

static inline struct bz_proof_slot *bz_proof_table_line(const struct bz_proof_table *table,
                                                        uint64_t hash)
{
    return &table->slots[(hash & (table->lines - 1)) * BZ_PROOF_WAYS];
}

static inline enum bz_verdict bz_proof_table_probe(const struct bz_proof_table *table,
                                                   uint64_t hash)
{
    const struct bz_proof_slot *line = bz_proof_table_line(table, hash);

    for (int i = 0; i < BZ_PROOF_WAYS; i++) {
        uint64_t word = atomic_load_explicit(&line[i].word, memory_order_relaxed);

        if ((word | 3) == (hash | 3) && word & 3)
            return (enum bz_verdict)(word & 3);
    }
    return BZ_VERDICT_NONE;
}

/* Over what is known of the same position, into a slot that says nothing, or over whichever the
 * hash points at. */
static inline void bz_proof_table_store(struct bz_proof_table *table, uint64_t hash,
                                        enum bz_verdict verdict)
{
    struct bz_proof_slot *line = bz_proof_table_line(table, hash);
    int way = -1;

    for (int i = 0; i < BZ_PROOF_WAYS; i++) {
        uint64_t word = atomic_load_explicit(&line[i].word, memory_order_relaxed);

        if (way < 0 && !(word & 3))
            way = i;
        if ((word | 3) == (hash | 3)) {
            way = i;
            break;
        }
    }
    if (way < 0)
        way = (int)(hash >> 61);
    atomic_store_explicit(&line[way].word, (hash & ~UINT64_C(3)) | (uint64_t)verdict,
                          memory_order_relaxed);
}

#endif
