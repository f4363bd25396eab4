/*
 * tt.h - the transposition table, shared by all threads of a search without locks.
 *
 * A slot is two relaxed atomic words: data, and hash XOR data. Words from two different writes
 * fail the XOR, so a torn entry reads as a miss, never as a lie. Four slots share a cache line.
 */
#ifndef SEARCH_TT_H
#define SEARCH_TT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { BZ_TT_WAYS = 4 };

enum bz_bound { BZ_BOUND_LOWER = 1, BZ_BOUND_UPPER = 2, BZ_BOUND_EXACT = 3 };

struct bz_tt_slot {
    _Atomic uint64_t check, data;
};

struct bz_tt {
    struct bz_tt_slot *slots;
    uint64_t lines; /* a power of two */
    unsigned generation;
    uint64_t shade; /* searches under different shades do not see each other's entries */
};

struct bz_tt_entry {
    int value;
    int depth;
    enum bz_bound bound;
    int choice; /* index of the best move in generation order */
};

/* At most `megabytes`, rounded down to a power of two lines. Negative without memory. */
int bz_tt_init(struct bz_tt *tt, int megabytes);
void bz_tt_release(struct bz_tt *tt);
void bz_tt_clear(struct bz_tt *tt);

/* What earlier searches stored is replaced first from now on. */
static inline void bz_tt_age(struct bz_tt *tt)
{
    tt->generation = (tt->generation + 1) & 63;
}

/* data: value 22 bits | depth 8 | bound 2 | choice 12 | generation 6, from the low end. */
static inline uint64_t bz_tt_pack(const struct bz_tt_entry *entry, unsigned generation)
{
    return ((uint64_t)entry->value & 0x3fffff) | (uint64_t)entry->depth << 22 |
           (uint64_t)entry->bound << 30 | (uint64_t)entry->choice << 32 |
           (uint64_t)generation << 44;
}

static inline struct bz_tt_entry bz_tt_unpack(uint64_t data)
{
    return (struct bz_tt_entry){
        .value = (int)((uint32_t)data << 10) >> 10,
        .depth = (int)(data >> 22 & 0xff),
        .bound = (enum bz_bound)(data >> 30 & 3),
        .choice = (int)(data >> 32 & 0xfff),
    };
}

static inline struct bz_tt_slot *bz_tt_line(const struct bz_tt *tt, uint64_t hash)
{
    return &tt->slots[(hash & (tt->lines - 1)) * BZ_TT_WAYS];
}

/* Asks for the line now, because it will be looked at soon. */
static inline void bz_tt_prefetch(const struct bz_tt *tt, uint64_t hash)
{
    __builtin_prefetch(bz_tt_line(tt, hash));
}

static inline bool bz_tt_probe(const struct bz_tt *tt, uint64_t hash, struct bz_tt_entry *ret_entry)
{
    struct bz_tt_slot *line = bz_tt_line(tt, hash);

    hash ^= tt->shade;
    for (int i = 0; i < BZ_TT_WAYS; i++) {
        uint64_t data = atomic_load_explicit(&line[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&line[i].check, memory_order_relaxed);

        if ((check ^ data) == hash && data) {
            *ret_entry = bz_tt_unpack(data);
            return true;
        }
    }
    return false;
}

/* Takes the slot of the same position, else the one with the least depth, older ones first. */
static inline void bz_tt_store(struct bz_tt *tt, uint64_t hash, const struct bz_tt_entry *entry)
{
    struct bz_tt_slot *line = bz_tt_line(tt, hash), *victim = line;
    uint64_t packed = bz_tt_pack(entry, tt->generation);
    int least = INT32_MAX;

    hash ^= tt->shade;
    for (int i = 0; i < BZ_TT_WAYS; i++) {
        uint64_t data = atomic_load_explicit(&line[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&line[i].check, memory_order_relaxed);
        int worth = (int)(data >> 22 & 0xff) + ((data >> 44 & 63) == tt->generation ? 256 : 0);

        if ((check ^ data) == hash) {
            victim = &line[i];
            break;
        }
        if (worth < least) {
            least = worth;
            victim = &line[i];
        }
    }
    atomic_store_explicit(&victim->check, hash ^ packed, memory_order_relaxed);
    atomic_store_explicit(&victim->data, packed, memory_order_relaxed);
}

#endif
