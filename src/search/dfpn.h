/*
 * dfpn.h - depth-first proof-number search: win or loss, by way of whatever seems least work.
 *
 * Every position has two numbers, the effort it may still take to prove that the player to move
 * wins and that he loses. A win takes the cheapest of the moves, a loss takes them all. The search
 * stays below a position until one of its numbers reaches the limit at which another position
 * has become the better investment.
 *
 * A slot of the table is two relaxed atomic words: data, and hash XOR data, so that words of two
 * different writes read as a miss. What a frame knows it keeps, so that a table too small for the
 * proof makes it slower but not wrong.
 */
#ifndef SEARCH_DFPN_H
#define SEARCH_DFPN_H

#include "search/body.h"
#include "search/prover.h"

enum {
    BZ_DFPN_WAYS = BZ_PROOF_WAYS / 2,
    BZ_EFFORT_MAX = (1 << 23) - 1, /* of what can never be proved; sums stay below */
    BZ_GENERATIONS = 32
};

/* What a search brought back: numbers for the player to move, and, once one of them is zero, after
 * how many plies the game is over at the latest. */
struct bz_proven {
    struct bz_effort effort;
    int length;
};

typedef struct bz_proven bz_dfpn_function(struct bz_prover *p, const void *pos, uint64_t key,
                                          struct bz_effort limit, int ply);

static inline bool bz_is_decided(struct bz_effort effort)
{
    return effort.win == 0 || effort.loss == 0;
}

/* data: win 23 bits | loss 23 | length 8 | size 5 | generation 5, from the low end. The size is the
 * logarithm of the nodes spent. Never 0: not both numbers are. */
static inline uint64_t bz_dfpn_pack(const struct bz_proven *proven, uint64_t nodes)
{
    uint64_t size = (uint64_t)bz_highest(nodes | 1);

    return (uint64_t)proven->effort.win | (uint64_t)proven->effort.loss << 23 |
           (uint64_t)proven->length << 46 | (size < 31 ? size : 31) << 54;
}

static inline struct bz_proven bz_dfpn_unpack(uint64_t data)
{
    return (struct bz_proven){
        .effort = {(int)(data & BZ_EFFORT_MAX), (int)(data >> 23 & BZ_EFFORT_MAX)},
        .length = (int)(data >> 46 & 0xff),
    };
}

static inline bool bz_dfpn_probe(const struct bz_proof_table *table, uint64_t hash,
                                 struct bz_proven *ret_proven)
{
    const struct bz_proof_slot *line = bz_proof_table_line(table, hash);

    for (int i = 0; i < BZ_PROOF_WAYS; i += 2) {
        uint64_t data = atomic_load_explicit(&line[i + 1].word, memory_order_relaxed);

        if ((atomic_load_explicit(&line[i].word, memory_order_relaxed) ^ data) == hash && data) {
            *ret_proven = bz_dfpn_unpack(data);
            return true;
        }
    }
    return false;
}

/* Takes the slot of the same position, else the one that cost the fewest nodes, older ones first;
 * so most of a full line keeps what was dear, and one slot of it goes on changing. */
static inline void bz_dfpn_store(struct bz_proof_table *table, uint64_t hash, uint64_t packed)
{
    struct bz_proof_slot *line = bz_proof_table_line(table, hash), *victim = line;
    uint64_t data = packed | (uint64_t)table->generation << 59;
    int least = INT32_MAX;

    for (int i = 0; i < BZ_PROOF_WAYS; i += 2) {
        uint64_t old = atomic_load_explicit(&line[i + 1].word, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&line[i].word, memory_order_relaxed);
        int worth = (int)(old >> 54 & 31) + (old >> 59 == table->generation ? 32 : 0);

        if ((check ^ old) == hash) {
            victim = &line[i];
            break;
        }
        if (!old)
            worth = -1;
        if (worth < least) {
            least = worth;
            victim = &line[i];
        }
    }
    atomic_store_explicit(&victim[0].word, hash ^ data, memory_order_relaxed);
    atomic_store_explicit(&victim[1].word, data, memory_order_relaxed);
}

/* A child's numbers for the player who moves there, `same` if it is his turn again. */
BZ_INLINE void bz_branch_take(struct bz_branch *branch, const struct bz_proven *proven, bool same)
{
    branch->effort =
        same ? proven->effort : (struct bz_effort){proven->effort.loss, proven->effort.win};
    branch->length = (int16_t)proven->length;
}

BZ_INLINE struct bz_proven bz_decided(bool wins, int length)
{
    return (struct bz_proven){
        .effort = {wins ? 0 : BZ_EFFORT_MAX, wins ? BZ_EFFORT_MAX : 0},
        .length = length < BZ_DEPTH_MAX ? length : BZ_DEPTH_MAX,
    };
}

/* What is known of a child at first sight: that it is over, that it is settled, or a guess. */
BZ_INLINE struct bz_proven bz_first_guess(const struct bz_rules *rules, struct bz_prover *p,
                                          const void *child, int ply)
{
    int replies = bz_reply_count(rules, &p->space, child, ply);
    int settled = replies > 0 && rules->settled ? rules->settled(child) : 0;

    if (replies == 0)
        return bz_decided(bz_final_value(rules, 0, child, 0) > 0, 0);
    if (settled)
        return bz_decided(settled > 0, BZ_DEPTH_MAX); /* nobody says how long it goes on */
    return (struct bz_proven){.effort = rules->effort ? rules->effort(child)
                                                      : (struct bz_effort){1, replies}};
}

/* The same where the game has told it of all children at once. */
BZ_INLINE struct bz_proven bz_told(struct bz_effort effort)
{
    return effort.loss == 0 ? bz_decided(false, 0) : (struct bz_proven){.effort = effort};
}

/* Every thread but the first sees new positions through glasses of its own, up to three quarters
 * dearer, and so works elsewhere; what one decides the others find in the table. Two threads
 * visited 29 % more nodes than one on a 6x6 board, in one run. */
BZ_INLINE void bz_branch_disguise(const struct bz_prover *p, struct bz_branch *branch)
{
    if (p->seed) {
        uint64_t taste = bz_mix(p->seed ^ branch->key);

        branch->effort.win += (int)((uint64_t)branch->effort.win * (taste & 3) / 4);
        branch->effort.loss += (int)((uint64_t)branch->effort.loss * (taste >> 8 & 3) / 4);
    }
}

/* Makes all children in the frame of this ply. */
BZ_INLINE int bz_dfpn_children(const struct bz_rules *rules, struct bz_prover *p, const void *pos,
                               int ply)
{
    bz_move *moves = bz_frame_moves(&p->space, rules, ply);
    int count;

    if (rules->efforts)
        return rules->efforts(pos, moves, bz_frame_child(&p->space, rules, ply, 0),
                              bz_frame_efforts(&p->space, rules, ply));
    count = rules->moves(pos, moves);
    for (int i = 0; i < count; i++)
        bz_child(&p->space, rules, pos, moves[i], ply, i);
    return count;
}

/* Keeps the children that are not known to lose; *ret_longest is the length of the longest of the
 * others. If one is known to win, it is the only one. */
BZ_INLINE int bz_dfpn_expand(const struct bz_rules *rules, struct bz_prover *p, const void *pos,
                             int ply, int *ret_longest)
{
    struct bz_branch *branches = p->branches + (size_t)ply * (size_t)rules->moves_max;
    int mover = rules->turn(pos), count = bz_dfpn_children(rules, p, pos, ply);
    int open = 0, longest = 0;

    for (int i = 0; i < count; i++) {
        const void *child = bz_frame_child(&p->space, rules, ply, i);
        struct bz_branch *branch = &branches[open];
        struct bz_proven guess = rules->efforts
                                     ? bz_told(bz_frame_efforts(&p->space, rules, ply)[i])
                                     : bz_first_guess(rules, p, child, ply + 1);

        branch->place = (int16_t)i;
        bz_branch_take(branch, &guess, rules->turn(child) == mover);
        if (branch->effort.win == 0) {
            branches[0] = *branch;
            return 1;
        }
        if (branch->effort.loss == 0) {
            longest = branch->length > longest ? branch->length : longest;
            continue;
        }
        branch->key = bz_proof_key(rules, child);
        bz_branch_disguise(p, branch);
        __builtin_prefetch(bz_proof_table_line(p->table, branch->key));
        open++;
    }
    *ret_longest = longest;
    return open;
}

/* Puts what the table knows into the branches. */
BZ_INLINE void bz_dfpn_recall(const struct bz_rules *rules, struct bz_prover *p, int ply, int mover,
                              struct bz_branch *branches, int open)
{
    struct bz_proven known;

    for (int i = 0; i < open; i++) {
        const void *child = bz_frame_child(&p->space, rules, ply, branches[i].place);

        if (!bz_is_decided(branches[i].effort) && bz_dfpn_probe(p->table, branches[i].key, &known))
            bz_branch_take(&branches[i], &known, rules->turn(child) == mover);
    }
}

/* Where a node stands: its numbers, its cheapest branch and what the next cheapest costs. */
struct bz_stand {
    struct bz_proven proven;
    struct bz_branch *best;
    int next, open;
};

/* Of two wins the shorter, so that a winner who asks again after every move does get there. */
BZ_INLINE bool bz_is_cheaper(const struct bz_branch *a, const struct bz_branch *b)
{
    if (a->effort.win != b->effort.win)
        return a->effort.win < b->effort.win;
    return a->effort.win == 0 ? a->length < b->length : a->effort.loss < b->effort.loss;
}

BZ_INLINE struct bz_stand bz_dfpn_stand(struct bz_branch *branches, int count, int longest)
{
    struct bz_stand stand = {.next = BZ_EFFORT_MAX};
    int64_t sum = 0;

    stand.proven.effort.win = BZ_EFFORT_MAX;
    for (int i = 0; i < count; i++) {
        struct bz_branch *branch = &branches[i];
        struct bz_effort effort = branch->effort;

        if (effort.loss == 0) {
            longest = branch->length > longest ? branch->length : longest;
            continue;
        }
        stand.open++;
        sum += effort.loss;
        if (!stand.best || bz_is_cheaper(branch, stand.best)) {
            stand.next = stand.best ? stand.best->effort.win : BZ_EFFORT_MAX;
            stand.best = branch;
        } else if (effort.win < stand.next) {
            stand.next = effort.win;
        }
    }
    if (!stand.best)
        stand.proven = bz_decided(false, longest + 1);
    else if (stand.best->effort.win == 0)
        stand.proven = bz_decided(true, stand.best->length + 1);
    else
        stand.proven.effort = (struct bz_effort){
            stand.best->effort.win, (int)(sum < BZ_EFFORT_MAX ? sum : BZ_EFFORT_MAX - 1)};
    return stand;
}

/* How far to go into the best branch, as its parent counts: until it costs a quarter more than the
 * next one, or the parent's limit is met. Were it a half, sixty positions of 8x8 after 26 plies
 * would take 3 % more nodes and 2 % less time; were it twice as much, 31 % and 27 % more. */
BZ_INLINE struct bz_effort bz_branch_limit(const struct bz_stand *stand, struct bz_effort limit)
{
    struct bz_effort effort = stand->proven.effort, below = limit;
    int patience = stand->next < BZ_EFFORT_MAX ? stand->next + stand->next / 4 + 1 : BZ_EFFORT_MAX;

    if (patience < below.win)
        below.win = patience;
    if (below.loss < BZ_EFFORT_MAX)
        below.loss -= effort.loss - stand->best->effort.loss;
    return below;
}

/* What others may want to know of the root while the search goes on. */
BZ_INLINE void bz_prover_tell(struct bz_prover *p, const struct bz_stand *stand)
{
    p->length = stand->proven.length;
    atomic_store_explicit(&p->root, bz_dfpn_pack(&stand->proven, 0), memory_order_relaxed);
    atomic_store_explicit(&p->open, stand->open, memory_order_relaxed);
}

enum { BZ_TOLD_NODES = 16 }; /* what took fewer is sooner found again than told to others */

BZ_INLINE void bz_dfpn_remember(struct bz_prover *p, uint64_t key, const struct bz_proven *proven,
                                uint64_t nodes)
{
    uint64_t packed = bz_dfpn_pack(proven, nodes);

    bz_dfpn_store(p->table, key, packed);
    if (p->log && nodes >= BZ_TOLD_NODES)
        bz_proof_log_add(p->log, key, packed);
}

/*
 * Searches below pos, which is not finished, until one of its numbers has reached the limit.
 */
BZ_INLINE struct bz_proven bz_dfpn_body(const struct bz_rules *rules, bz_dfpn_function *self,
                                        struct bz_prover *p, const void *pos, uint64_t key,
                                        struct bz_effort limit, int ply)
{
    struct bz_branch *branches = p->branches + (size_t)ply * (size_t)rules->moves_max;
    uint64_t before = atomic_load_explicit(&p->nodes, memory_order_relaxed);
    int mover = rules->turn(pos), longest = 0, count;
    struct bz_stand stand;

    /* Step 1. Stop when told to. */
    bz_prover_enter(p, ply);
    if (p->stopped)
        return (struct bz_proven){.effort = limit};

    /* Step 2. All children, made once and kept; what the table knows of them. */
    count = bz_dfpn_expand(rules, p, pos, ply, &longest);
    bz_dfpn_recall(rules, p, ply, mover, branches, count);

    /* Step 3. Into the cheapest, until something else has become cheaper. */
    for (;;) {
        struct bz_effort below;
        struct bz_proven found;
        const void *child;
        bool same;

        stand = bz_dfpn_stand(branches, count, longest);
        if (ply == 0)
            bz_prover_tell(p, &stand);
        if (bz_is_decided(stand.proven.effort) || stand.proven.effort.win >= limit.win ||
            stand.proven.effort.loss >= limit.loss)
            break;
        child = bz_frame_child(&p->space, rules, ply, stand.best->place);
        same = rules->turn(child) == mover;
        below = bz_branch_limit(&stand, limit);
        if (!same)
            below = (struct bz_effort){below.loss, below.win};
        found = self(p, child, stand.best->key, below, ply + 1);
        if (p->stopped)
            break;
        bz_branch_take(stand.best, &found, same);
        if (p->shared)
            bz_dfpn_recall(rules, p, ply, mover, branches, count);
    }

    /* Step 4. Remember, even when stopped: another search may go on from here. */
    if (ply == 0 && stand.proven.effort.win == 0)
        p->winning = bz_frame_moves(&p->space, rules, 0)[stand.best->place];
    bz_dfpn_remember(p, key, &stand.proven,
                     atomic_load_explicit(&p->nodes, memory_order_relaxed) - before);
    return stand.proven;
}

#endif
