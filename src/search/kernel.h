/*
 * kernel.h - the engine's loops, written once.
 *
 * Each body below is always inlined and takes the rules and the function it recurs into. A game
 * writes BZ_KERNEL(name, rules) at the end of its rules, where both are constant: every hook
 * becomes a direct call and is inlined, an unset one disappears. kernel.c compiles the same text
 * with the rules read at run time. Both walk the same tree, node for node, which a test checks.
 */
#ifndef SEARCH_KERNEL_H
#define SEARCH_KERNEL_H

#include "search/chance.h"
#include "search/dfpn.h"
#include "search/prove.h"
#include "search/step.h"

typedef uint64_t bz_perft_function(const struct bz_space *space, const void *pos, int depth,
                                   int ply);

struct bz_kernel {
    const struct bz_rules *rules; /* NULL in the generic kernel, which takes any */
    bz_perft_function *perft;
    bz_node_function *node;
    bz_prove_function *prove;
    bz_dfpn_function *dfpn;
};

extern const struct bz_kernel bz_kernel_generic;

BZ_INLINE uint64_t bz_perft_body(const struct bz_rules *rules, bz_perft_function *self,
                                 const struct bz_space *space, const void *pos, int depth, int ply)
{
    bz_move *moves = bz_frame_moves(space, rules, ply);
    uint64_t total = 0;
    int count;

    if (depth == 0)
        return 1;
    if (depth > 4 && space->stop && atomic_load_explicit(space->stop, memory_order_relaxed))
        return 0;
    if (depth == 1 && rules->count)
        return (uint64_t)rules->count(pos);
    count = rules->moves(pos, moves);
    if (depth == 1)
        return (uint64_t)count;
    for (int i = 0; i < count; i++) {
        const void *child = bz_child(space, rules, pos, moves[i], ply, 0);

        if (depth == 2 && rules->count)
            total += (uint64_t)rules->count(child);
        else
            total += self(space, child, depth - 1, ply + 1);
    }
    return total;
}

/* Plies by which a search that foretells another is less deep: even, so that the same player has
 * the last word. */
enum { BZ_FORESIGHT = 4 };

/* Whether there is hardly any doubt on which side of a window without an inside the value is: near
 * the leaves as the evaluation says, elsewhere a search less deep. Only a bound of the value is
 * then told, unless that search has proved it. */
BZ_INLINE bool bz_foresee(const struct bz_rules *rules, bz_node_function *self,
                          struct bz_searcher *s, const void *pos, int depth, int ply, int alpha,
                          int beta, int *ret_value)
{
    int shallow = depth > BZ_FORESIGHT ? depth - BZ_FORESIGHT : 0, drift, low, high, value;

    if (!rules->drift || !s->reduces || beta - alpha > 1)
        return false;
    drift = rules->drift(pos, depth - shallow);
    low = alpha - drift;
    high = beta + drift;
    if (low <= -BZ_VALUE_DECIDED || high >= BZ_VALUE_DECIDED)
        return false;
    value =
        shallow ? self(s, pos, shallow, ply, high - 1, high) : bz_leaf_value(rules, s, pos, ply);
    if (value < high && value > low && shallow)
        value = self(s, pos, shallow, ply, low, low + 1);
    s->length[ply] = 0;
    if (value < high && value > low)
        return false;
    *ret_value = value >= BZ_VALUE_DECIDED || value <= -BZ_VALUE_DECIDED ? value
                 : value >= high                                         ? beta
                                                                         : alpha;
    return true;
}

/* The last ply where the game evaluates all children at once. */
BZ_INLINE int bz_frontier_batch(const struct bz_rules *rules, struct bz_searcher *s,
                                const void *pos, int ply, int beta)
{
    bz_move *moves = bz_frame_moves(&s->space, rules, ply);
    int *values = bz_frame_keys(&s->space, rules, ply);
    int count = rules->expand(pos, moves, NULL, values), least = 0;

    if (count == 0)
        return bz_final_value(rules, s->hero, pos, ply);
    s->nodes += (uint64_t)count;
    s->leaves += (uint64_t)count;
    if (ply >= s->seldepth)
        s->seldepth = ply + 1;
    for (int i = 1, low = values[0]; i < count; i++) {
        least = values[i] < low ? i : least;
        low = values[i] < low ? values[i] : low;
    }
    bz_searcher_lead(s, ply, moves[least]);
    if (values[least] == BZ_ENDED)
        return -bz_final_value(rules, s->hero,
                               bz_child(&s->space, rules, pos, moves[least], ply, 0), ply + 1);
    if (-values[least] >= beta)
        s->cutoffs++;
    return -values[least];
}

/* The last ply one by one: the best of the children, in generation order. */
BZ_INLINE int bz_frontier_each(const struct bz_rules *rules, struct bz_searcher *s, const void *pos,
                               int ply, int alpha, int beta)
{
    bz_move *moves = bz_frame_moves(&s->space, rules, ply);
    int count = rules->moves(pos, moves);
    int side = bz_side(rules, s->hero, pos), best = -BZ_VALUE_INFINITE;

    if (count == 0)
        return bz_final_value(rules, s->hero, pos, ply);
    for (int i = 0; i < count; i++) {
        const void *child = bz_child(&s->space, rules, pos, moves[i], ply, 0);
        int value = bz_leaf_value(rules, s, child, ply + 1);

        if (bz_side(rules, s->hero, child) != side)
            value = -value;
        if (value <= best)
            continue;
        best = value;
        bz_searcher_lead(s, ply, moves[i]);
        if (best > alpha)
            alpha = best;
        if (alpha >= beta) {
            s->cutoffs++;
            break;
        }
    }
    return best;
}

/* The last ply: all children are leaves. */
BZ_INLINE int bz_frontier_value(const struct bz_rules *rules, bz_node_function *self,
                                struct bz_searcher *s, const void *pos, int ply, int alpha,
                                int beta)
{
    int value;

    if (bz_foresee(rules, self, s, pos, 1, ply, alpha, beta, &value))
        return value;
    return rules->expand ? bz_frontier_batch(rules, s, pos, ply, beta)
                         : bz_frontier_each(rules, s, pos, ply, alpha, beta);
}

/* Makes all children in the frame of this ply, their keys what their movers think of them. */
BZ_INLINE int bz_spread(const struct bz_rules *rules, struct bz_searcher *s, const void *pos,
                        int ply)
{
    bz_move *moves = bz_frame_moves(&s->space, rules, ply);
    int *keys = bz_frame_keys(&s->space, rules, ply);
    int side = bz_side(rules, s->hero, pos), count;

    if (rules->expand)
        return rules->expand(pos, moves, bz_frame_child(&s->space, rules, ply, 0), keys);
    count = rules->moves(pos, moves);
    for (int i = 0; i < count; i++)
        keys[i] = bz_first_sight(rules, s, bz_child(&s->space, rules, pos, moves[i], ply, i), side);
    return count;
}

/* Asks the table for all children that will look there. */
BZ_INLINE void bz_prefetch_children(const struct bz_rules *rules, struct bz_searcher *s, int depth,
                                    int ply, int count)
{
    for (int i = 0; depth > 2 && i < count; i++)
        bz_tt_prefetch(s->tt, bz_searcher_key(rules, s, bz_frame_child(&s->space, rules, ply, i)));
}

/* Whether the table already knows a child that is good enough, and then its value. */
BZ_INLINE bool bz_child_refutes(const struct bz_rules *rules, struct bz_searcher *s, int side,
                                int count, int depth, int ply, int beta, int *ret_value)
{
    for (int i = 0; i < count; i++) {
        const void *child = bz_frame_child(&s->space, rules, ply, i);
        bool same = bz_side(rules, s->hero, child) == side;
        struct bz_tt_entry known;
        int value;

        if (!bz_tt_probe(s->tt, bz_searcher_key(rules, s, child), &known) ||
            known.depth < depth - 1 || !(known.bound & (same ? BZ_BOUND_LOWER : BZ_BOUND_UPPER)))
            continue;
        value = bz_value_from_table(known.value, ply + 1);
        if (!same)
            value = -value;
        if (value < beta)
            continue;
        *ret_value = value;
        return true;
    }
    return false;
}

/* Turns what movers think of the children into keys for bz_pick; `first` goes first. */
BZ_INLINE void bz_rank(struct bz_searcher *s, int mover, const bz_move *moves, int *keys,
                       int *places, int count, int first)
{
    for (int i = 0; i < count; i++) {
        places[i] = i;
        keys[i] = keys[i] == BZ_ENDED
                      ? INT32_MIN + 1
                      : keys[i] * BZ_FAME_MAX - *bz_searcher_fame(s, mover, moves[i]);
    }
    if (first >= 0)
        keys[first] = INT32_MIN;
}

/* By how many plies a late move is looked at less deeply before it has shown promise. */
BZ_INLINE int bz_reduction(int depth, int index)
{
    return depth >= 3 && index >= 3;
}

BZ_INLINE bool bz_is_busy(const struct bz_rules *rules, const struct bz_searcher *s,
                          const void *child, int depth)
{
    return s->busy && depth >= BZ_BUSY_DEPTH &&
           bz_busy_has(s->busy, bz_searcher_key(rules, s, child));
}

/* The value of the index-th child: the first with the whole window, the others only to be shown
 * worse (1 %), and late ones less deeply before that. */
BZ_INLINE int bz_try_child(const struct bz_rules *rules, bz_node_function *self,
                           struct bz_searcher *s, const void *child, int side, int depth, int ply,
                           int alpha, int beta, int index)
{
    bool same = bz_side(rules, s->hero, child) == side, marks = s->busy && depth >= BZ_BUSY_DEPTH;
    int edge = index == 0 ? beta : alpha + 1, less = s->reduces ? bz_reduction(depth, index) : 0;
    uint64_t key = marks ? bz_searcher_key(rules, s, child) : 0;
    int value;

    if (marks)
        bz_busy_mark(s->busy, key, key);
    value = bz_child_value(rules, self, s, child, same, depth - 1 - less, ply + 1, alpha, edge);
    if (less && value > alpha)
        value = bz_child_value(rules, self, s, child, same, depth - 1, ply + 1, alpha, edge);
    if (value > alpha && value < beta && edge < beta)
        value = bz_child_value(rules, self, s, child, same, depth - 1, ply + 1, alpha, beta);
    if (marks)
        bz_busy_mark(s->busy, key, 0);
    return value;
}

/*
 * Principal variation search: the value of pos for the player to move, searched `depth` >= 1
 * plies deep, exact between alpha and beta and a bound outside. What a step saves was measured on
 * twelve positions of random games on an 8x8 board, nine plies deep, by leaving it out.
 */
BZ_INLINE int bz_node_body(const struct bz_rules *rules, bz_node_function *self,
                           struct bz_searcher *s, const void *pos, int depth, int ply, int alpha,
                           int beta)
{
    bz_move *moves = bz_frame_moves(&s->space, rules, ply);
    int *keys = bz_frame_keys(&s->space, rules, ply);
    int *places = bz_frame_places(&s->space, rules, ply);
    int side = bz_side(rules, s->hero, pos), mover = rules->turn(pos);
    int count, later = 0, best = -BZ_VALUE_INFINITE, choice = 0, floor = alpha;
    struct bz_tt_entry known = {.choice = -1};
    uint64_t key;

    /* Step 0. Where chance moves it is another story. */
    if (rules->traits & BZ_HAS_CHANCE && mover == BZ_CHANCE)
        return bz_chance_body(rules, self, s, pos, depth, ply, alpha, beta);

    /* Step 1. Stop when told to. */
    bz_searcher_enter(s, ply);
    if (s->stopped)
        return 0;

    /* Step 2. The frontier: children are leaves, evaluated all at once where the game can. */
    if (depth == 1)
        return bz_frontier_value(rules, self, s, pos, ply, alpha, beta);

    /* Step 3. Transposition: an earlier search may settle it (saves 41 % of the nodes). Not where
     * the window is wide, so that lines stay whole; behind chance they have ended anyway. */
    key = bz_searcher_key(rules, s, pos);
    if (bz_recall(s, key, depth, ply, alpha, beta, &known, &best) &&
        (beta - alpha == 1 || rules->traits & BZ_HAS_CHANCE))
        return best;
    best = -BZ_VALUE_INFINITE;

    /* Step 4. Foresight: what is far outside the window need not be searched to the end. */
    if (bz_foresee(rules, self, s, pos, depth, ply, alpha, beta, &best))
        return s->stopped ? 0 : best;

    /* Step 5. All children. Without any the game is over. */
    count = bz_spread(rules, s, pos, ply);
    if (count == 0)
        return bz_final_value(rules, s->hero, pos, ply);

    /* Step 6. A child's own entry in the table may be enough (17 %). All are asked for at once,
     * for what follows too (a sixth of the time on 8x8). */
    bz_prefetch_children(rules, s, depth, ply, count);
    if (depth >= 4 && bz_child_refutes(rules, s, side, count, depth, ply, beta, &best))
        return best;

    /* Step 7. Their order: the table's move (12 %), then those worst for the opponent at first
     * sight (64 %), of equals those that were good elsewhere (9 %). */
    bz_rank(s, mover, moves, keys, places, count, known.choice);

    /* Step 8. The children, those another thread is at after the others. */
    for (int i = 0; i < count + later; i++) {
        int place = i < count ? bz_pick(keys, places, count, i) : places[i - count], value;
        const void *child = bz_frame_child(&s->space, rules, ply, place);

        if (i > 0 && i < count && bz_is_busy(rules, s, child, depth)) {
            places[later++] = place;
            continue;
        }
        value = bz_try_child(rules, self, s, child, side, depth, ply, alpha, beta, i);
        if (s->stopped)
            return 0;
        if (value <= best)
            continue;
        best = value;
        choice = place;
        if (value > alpha) {
            alpha = value;
            bz_searcher_extend(s, ply, moves[place]);
        }
        if (alpha >= beta) {
            s->cutoffs++;
            bz_searcher_praise(s, mover, moves[place], depth);
            break;
        }
    }

    /* Step 9. Remember. */
    bz_remember(s, key, best, floor, beta, depth, ply, choice);
    return best;
}

/* Stamps the bodies out for constant rules, as a kernel with external linkage. Once a file. */
#define BZ_KERNEL(name, rules_)                                                                   \
    static uint64_t kernel_perft(const struct bz_space *space, const void *pos, int depth,        \
                                 int ply)                                                         \
    {                                                                                             \
        return bz_perft_body(&(rules_), kernel_perft, space, pos, depth, ply);                    \
    }                                                                                             \
    static int kernel_node(struct bz_searcher *s, const void *pos, int depth, int ply, int alpha, \
                           int beta)                                                              \
    {                                                                                             \
        return bz_node_body(&(rules_), kernel_node, s, pos, depth, ply, alpha, beta);             \
    }                                                                                             \
    static bool kernel_prove(struct bz_prover *p, const void *pos, int ply)                       \
    {                                                                                             \
        return bz_prove_body(&(rules_), kernel_prove, p, pos, ply);                               \
    }                                                                                             \
    static struct bz_proven kernel_dfpn(struct bz_prover *p, const void *pos, uint64_t key,       \
                                        struct bz_effort limit, int ply)                          \
    {                                                                                             \
        return bz_dfpn_body(&(rules_), kernel_dfpn, p, pos, key, limit, ply);                     \
    }                                                                                             \
    const struct bz_kernel name = {                                                               \
        .rules = &(rules_),                                                                       \
        .perft = kernel_perft,                                                                    \
        .node = kernel_node,                                                                      \
        .prove = kernel_prove,                                                                    \
        .dfpn = kernel_dfpn,                                                                      \
    };

#endif
