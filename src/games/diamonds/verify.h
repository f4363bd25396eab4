/*
 * verify.h - what the files of the verifier share.
 *
 *   verify.c        plays the plan
 *   verify_bound.c  lists all beginnings of plans that promise more than the bound
 *   verify_hope.c   what they promise: the easier game
 */
#ifndef DIAMONDS_VERIFY_H
#define DIAMONDS_VERIFY_H

#include "base/bits.h"
#include "plan_file.h"

enum {
    GEMS_MAX = 64,
    SPOTS_MAX = 128,
    SETS = 1 << KEYS,
    LASTS = COLOURS + 1,
    PART_OF = 16,
    WIRE = 20,
    FAR = 1 << 28,
    LOSS = -(1 << 28),
    LABELS_FIRST = 1 << 16,
    LABELS_MAX = 1 << 26,
    HOPES_MAX = 1 << 28,
    WHOLE_MAX = 22 /* diamonds, where every set of them has its hope */
};

struct way {
    int turns, cost;
};

/* The ways to one spot, the faster before the cheaper. */
struct leg {
    int count;
    struct way *ways;
};

/* The beginning of a plan. */
struct label {
    uint64_t taken;
    int32_t value, turns;
    uint8_t spot, last, keys;
};

struct list {
    struct label *labels;
    size_t count, room;
};

struct proof {
    const struct plan_file *file;
    const struct diamonds *pos;
    const struct diamonds_world *world;
    const atomic_bool *stop;
    struct bz_error *err;
    int turns, bound; /* what is left, what is claimed of it */
    unsigned doors;   /* keys that open any */
    int gems, spots;  /* spot 0 is the start, then diamonds, then keys */
    int cell[SPOTS_MAX], spot_at[CELLS_MAX];
    int near_count[SPOTS_MAX], near[SPOTS_MAX][PLAN_FILE_NEAR]; /* spots */
    /* The last walk. */
    int cost[CELLS_MAX];
    int count[SPOTS_MAX];
    struct way found[SPOTS_MAX][CELLS_MAX];
    struct leg free[SETS][SPOTS_MAX][SPOTS_MAX]; /* as if no diamond were in the way */
    int32_t best[SETS][SPOTS_MAX][SPOTS_MAX];    /* what walking there costs at least */
    int limit;                                   /* of what the file says is limited */
    int unit[LASTS], most[LASTS];                /* the digits of what is left, by colour */
    uint16_t *map[SPOTS_MAX][SPOTS_MAX];         /* from memory to memory */
    int32_t *hope[SETS][SPOTS_MAX][LASTS];       /* by what is left and memory */
    size_t hopes;                                /* of all tables */
    struct list now, next;
    uint64_t labels;
};

static inline int no_memory(const struct proof *p)
{
    return bz_fail(p->err, BZ_ERROR_MEMORY, "not enough memory to check this plan");
}

static inline bool is_stopped(const struct proof *p)
{
    return p->stop && atomic_load_explicit(p->stop, memory_order_relaxed);
}

static inline int stopped(const struct proof *p)
{
    return bz_fail(p->err, BZ_ERROR_STOPPED, "stopped after %llu beginnings of plans",
                   (unsigned long long)p->labels);
}

static inline bool is_gem(const struct proof *p, int spot)
{
    return spot > 0 && spot <= p->gems;
}

static inline unsigned key_of(const struct proof *p, int spot)
{
    return spot > p->gems ? p->world->place[p->cell[spot]].key : 0;
}

/* Whether the rest of the game from pos on can bring no more than `bound` points. */
int verify_bound(const struct plan_file *file, const struct diamonds *pos, int bound,
                 const atomic_bool *stop, uint64_t *ret_labels, struct bz_error *err);

/* --- verify_hope.c ---------------------------------------------------------------------------- */

/* Once, when the spots are known. */
int verify_begin(struct proof *p);
/* The tables for these keys, after those for more keys; `free` is known. */
int verify_hopes(struct proof *p, unsigned keys);
bool verify_promises(const struct proof *p, const struct label *label);
/* The colour taken last when a spot has been taken. */
int verify_last(const struct proof *p, int spot, int last);

#endif
