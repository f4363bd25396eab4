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

#include "search/body.h"
#include "search/dfpn.h"
#include "search/prove.h"
#include "search/searcher.h"

typedef uint64_t bz_perft_function(const struct bz_space *space, const void *pos, int depth,
                                   int ply);
typedef int bz_node_function(struct bz_searcher *s, const void *pos, int depth, int ply, int alpha,
                             int beta);

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

/* A position at the horizon. */
BZ_INLINE int bz_leaf_value(const struct bz_rules *rules, struct bz_searcher *s, const void *pos,
                            int ply)
{
    s->nodes++;
    s->leaves++;
    if (ply > s->seldepth)
        s->seldepth = ply;
    if (bz_reply_count(rules, &s->space, pos, ply) == 0)
        return bz_final_value(rules, pos, ply);
    return rules->eval ? rules->eval(pos) : 0;
}

/* How bad a child is for us at first sight: the opponent's evaluation of it. */
BZ_INLINE int bz_first_sight(const struct bz_rules *rules, const void *child, int mover)
{
    int value = rules->eval ? rules->eval(child) : 0;

    return rules->turn(child) == mover ? -value : value;
}

/* The last ply: the best of the children, all of them leaves, in generation order. */
BZ_INLINE int bz_frontier_value(const struct bz_rules *rules, struct bz_searcher *s,
                                const void *pos, int count, int ply, int alpha, int beta)
{
    const bz_move *moves = bz_frame_moves(&s->space, rules, ply);
    int mover = rules->turn(pos), best = -BZ_VALUE_INFINITE;

    for (int i = 0; i < count; i++) {
        const void *child = bz_child(&s->space, rules, pos, moves[i], ply, 0);
        int value = bz_leaf_value(rules, s, child, ply + 1);

        if (rules->turn(child) != mover)
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

/* Stores what a search within (floor, beta) found. */
BZ_INLINE void bz_remember(struct bz_searcher *s, uint64_t hash, int value, int floor, int beta,
                           int depth, int ply, int choice)
{
    enum bz_bound bound = value >= beta   ? BZ_BOUND_LOWER
                          : value > floor ? BZ_BOUND_EXACT
                                          : BZ_BOUND_UPPER;

    bz_tt_store(s->tt, hash,
                &(struct bz_tt_entry){.value = bz_value_to_table(value, ply),
                                      .depth = depth,
                                      .bound = bound,
                                      .choice = choice});
}

/* A child's value for the player who moved there, `same` if it is that player's turn again. */
BZ_INLINE int bz_child_value(bz_node_function *self, struct bz_searcher *s, const void *child,
                             bool same, int depth, int ply, int alpha, int beta)
{
    return same ? self(s, child, depth, ply, alpha, beta)
                : -self(s, child, depth, ply, -beta, -alpha);
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
    int mover = rules->turn(pos), count, best = -BZ_VALUE_INFINITE, choice = 0;
    int floor = alpha;
    struct bz_tt_entry known = {.choice = -1};
    uint64_t hash = 0;

    /* Step 1. Stop when told to. */
    bz_searcher_enter(s, ply);
    if (s->stopped)
        return 0;

    /* Step 2. Transposition: an earlier search may settle it (saves 41 % of the nodes). */
    if (depth > 1) {
        hash = rules->hash(pos);
        if (bz_tt_probe(s->tt, hash, &known) && known.depth >= depth && beta - alpha == 1) {
            int value = bz_value_from_table(known.value, ply);

            if (known.bound & (value >= beta ? BZ_BOUND_LOWER : BZ_BOUND_UPPER))
                return value;
        }
    }

    /* Step 3. No move: the game is over. */
    count = rules->moves(pos, moves);
    if (count == 0)
        return bz_final_value(rules, pos, ply);

    /* Step 4. The frontier: children are leaves. */
    if (depth == 1)
        return bz_frontier_value(rules, s, pos, count, ply, alpha, beta);

    /* Step 5. All children, ordered: the table's move (12 %), then those worst for the opponent at
     * first sight (64 %). */
    for (int i = 0; i < count; i++) {
        const void *child = bz_child(&s->space, rules, pos, moves[i], ply, i);

        places[i] = i;
        keys[i] = i == known.choice ? INT32_MIN : bz_first_sight(rules, child, mover);
    }

    /* Step 6. The first child with the whole window, the others only to be shown worse (1 %). */
    for (int i = 0; i < count; i++) {
        int place = bz_pick(keys, places, count, i), value;
        const void *child = bz_frame_child(&s->space, rules, ply, place);
        bool same = rules->turn(child) == mover;
        int edge = i == 0 ? beta : alpha + 1;

        value = bz_child_value(self, s, child, same, depth - 1, ply + 1, alpha, edge);
        if (value > alpha && value < beta && edge < beta)
            value = bz_child_value(self, s, child, same, depth - 1, ply + 1, alpha, beta);
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
            break;
        }
    }

    /* Step 7. Remember. */
    bz_remember(s, hash, best, floor, beta, depth, ply, choice);
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
