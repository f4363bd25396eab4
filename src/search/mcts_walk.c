/*
 * mcts_walk.c - UCT: down the tree by the upper confidence bound, a playout, and back up.
 *
 * Each player takes what is best for himself (max^n); chance takes its outcomes by their weights.
 * Nothing here depends on a mathematical library whose last digit differs between machines: the
 * logarithm is an approximation of our own, and a square root is exact by definition.
 */
#include "search/mcts_walk.h"

#include <assert.h>
#include <math.h>

#include "base/bits.h"

/* How far a bound reaches above a value. Of 0.2, 0.35 and 0.7 this won most where a game is won or
 * lost (3000 walks a move against alpha-beta of 4 plies, 20 games each of two games: 90 % and
 * 100 %, with 0.35 65 % and 80 %, with 0.7 85 % and 70 %: few games, so only a rough choice). */
#define EXPLORATION 0.2

void bz_mcts_scale_clear(struct bz_mcts_scale *scale)
{
    for (int i = 0; i < BZ_PLAYERS_MAX; i++) {
        atomic_store(&scale->least[i], INT64_MAX);
        atomic_store(&scale->most[i], INT64_MIN);
    }
    atomic_store(&scale->sizes, 0);
    atomic_store(&scale->sized, 0);
}

/* --- Playouts ------------------------------------------------------------------------------- */

/* Lists the outcomes of a chance node in this frame and draws one by its weight. */
static int draw(struct bz_walker *w, const void *pos, int ply)
{
    const struct bz_rules *rules = w->tree->rules;
    uint32_t *weights = (uint32_t *)bz_frame_keys(&w->space, rules, ply);
    int count = rules->deal(pos, bz_frame_moves(&w->space, rules, ply), weights), i = 0;
    uint64_t total = 0, at;

    for (int k = 0; k < count; k++)
        total += weights[k];
    at = bz_random_below(&w->random, total);
    for (; at >= weights[i]; i++)
        at -= weights[i];
    return i;
}

/* A value between loss and win: half way where the evaluation is as large as they are on
 * average. */
static double squash(struct bz_mcts_scale *scale, double value)
{
    int64_t size = (int64_t)(fabs(value) * BZ_VALUE_PARTS) + 1;
    int64_t sizes = atomic_fetch_add_explicit(&scale->sizes, size, memory_order_relaxed) + size;
    uint32_t sized = atomic_fetch_add_explicit(&scale->sized, 1, memory_order_relaxed) + 1;
    double mean = (double)sizes / ((double)sized * BZ_VALUE_PARTS);

    return value / (fabs(value) + mean);
}

/* Of two opposite values, the one the player at the root sees: an evaluation may look further for
 * the player it is asked for, and then the two are not opposite. */
static void evaluate(struct bz_walker *w, const void *pos, double *ret_values)
{
    const struct bz_mcts_tree *tree = w->tree;
    const double limit = BZ_VALUE_DECIDED;

    w->leaves++;
    for (int i = 0; i < tree->width; i++) {
        int player = tree->width > 1 ? i : tree->rules->turn(&w->root);
        double value = fmax(-limit, fmin(limit, tree->rules->evals->value(pos, player)));

        value = tree->points ? value : squash(w->scale, value);
        ret_values[i] = player == i ? value : -value;
    }
}

/* Plays on at random, for so many plies at most; true if the game was over already. */
static bool play_out(struct bz_walker *w, const void *from, double *ret_values)
{
    const struct bz_rules *rules = w->tree->rules;
    bz_move *moves = bz_frame_moves(&w->space, rules, w->depth);
    union bz_pos pos;

    memcpy(&pos, from, rules->pos_size);
    for (int ply = 0;; ply++) {
        int count = rules->moves(&pos, moves), choice;

        if (count == 0) {
            bz_mcts_result(w->tree, &pos, ret_values);
            return ply == 0;
        }
        if (ply == w->rollout) {
            evaluate(w, &pos, ret_values);
            return false;
        }
        choice = rules->turn(&pos) == BZ_CHANCE ? draw(w, &pos, w->depth)
                                                : (int)bz_random_below(&w->random, (uint64_t)count);
        rules->play(&pos, moves[choice]);
        w->plies++;
    }
}

/* --- Down ----------------------------------------------------------------------------------- */

/* The logarithm to base two of 1 … 2^32, within 0.01: exact at powers of two, a parabola between.
 */
static double log2_about(uint32_t n)
{
    int whole = bz_highest(n);
    double part = (double)n / (double)(UINT64_C(1) << whole) - 1;

    return whole + part + 0.344 * part * (1 - part);
}

/* A value on a scale from 0, the worst a player has seen, to 1. */
static double scaled(const struct bz_walker *w, double value, int player)
{
    const struct bz_mcts_tree *tree = w->tree;
    int slot = tree->width > 1 ? player : 0;
    double least, most;

    if (!tree->points)
        return (value + 1) / 2;
    least = (double)atomic_load_explicit(&w->scale->least[slot], memory_order_relaxed);
    most = (double)atomic_load_explicit(&w->scale->most[slot], memory_order_relaxed);
    if (least >= most)
        return 0.5;
    value = value * BZ_VALUE_PARTS;
    return slot == player ? (value - least) / (most - least) : (value + most) / (most - least);
}

/* Whether a child is a proved loss for the player, so that nothing is to be learned from it. */
static bool lost(const struct bz_mcts_tree *tree, uint32_t child, int player)
{
    return !tree->points && bz_mcts_proved(tree, child) && bz_mcts_value(tree, child, player) <= -1;
}

/* The child with the highest upper confidence bound; one that was never visited comes first. A
 * visit still under way counts as the worst there can be, which sends other threads elsewhere. */
static uint32_t select_child(const struct bz_walker *w, uint32_t index, int player)
{
    const struct bz_mcts_tree *tree = w->tree;
    uint32_t first = bz_mcts_first(tree, index), end = first + tree->nodes[index].count;
    double log_visits = log2_about(bz_mcts_visits(tree, index) + 1), best_bound = -HUGE_VAL;
    uint32_t best = first;

    for (uint32_t child = first; child < end; child++) {
        const struct bz_mcts_node *node = &tree->nodes[child];
        double visits = bz_mcts_visits(tree, child), bound;
        double all = visits + atomic_load_explicit(&node->flying, memory_order_relaxed);

        if (all == 0)
            return child;
        if (lost(tree, child, player))
            continue;
        bound = scaled(w, bz_mcts_value(tree, child, player), player) * visits / all +
                EXPLORATION * sqrt(log_visits / all);
        if (bound > best_bound) {
            best_bound = bound;
            best = child;
        }
    }
    return best;
}

/* Whether the walk goes on from this node, to one of its children. */
static bool goes_on(struct bz_walker *w, uint32_t index, const void *pos)
{
    struct bz_mcts_tree *tree = w->tree;
    const struct bz_mcts_node *node = &tree->nodes[index];
    bz_move *moves = bz_frame_moves(&w->space, tree->rules, w->depth);
    int count;

    if (bz_mcts_proved(tree, index) || w->depth == BZ_DEPTH_MAX)
        return false;
    if (bz_mcts_first(tree, index))
        return true;
    if (!bz_mcts_visits(tree, index) || atomic_load(&node->claimed))
        return false;
    count = tree->rules->moves(pos, moves);
    return count > 0 && bz_mcts_expand(tree, index, moves, count);
}

/* The leaf's position. */
static const void *descend(struct bz_walker *w)
{
    struct bz_mcts_tree *tree = w->tree;
    const void *pos = &w->root;
    uint32_t index = 0;

    w->depth = 0;
    w->path[0] = 0;
    while (goes_on(w, index, pos)) {
        int turn = tree->rules->turn(pos);

        if (turn == BZ_CHANCE)
            index = bz_mcts_first(tree, index) + (uint32_t)draw(w, pos, w->depth);
        else
            index = select_child(w, index, turn);
        pos = bz_child(&w->space, tree->rules, pos, tree->nodes[index].move, w->depth, 0);
        atomic_fetch_add_explicit(&tree->nodes[index].flying, 1, memory_order_relaxed);
        w->path[++w->depth] = index;
    }
    w->plies += (uint64_t)w->depth + 1;
    if (w->depth > w->seldepth)
        w->seldepth = w->depth;
    return pos;
}

/* --- Back up -------------------------------------------------------------------------------- */

static void stretch(struct bz_mcts_scale *scale, int slot, int64_t value)
{
    int64_t least = atomic_load_explicit(&scale->least[slot], memory_order_relaxed);
    int64_t most = atomic_load_explicit(&scale->most[slot], memory_order_relaxed);

    while (value < least && !atomic_compare_exchange_weak(&scale->least[slot], &least, value))
        ;
    while (value > most && !atomic_compare_exchange_weak(&scale->most[slot], &most, value))
        ;
}

static void count_values(struct bz_walker *w, const double *values)
{
    struct bz_mcts_tree *tree = w->tree;
    int64_t parts[BZ_PLAYERS_MAX];

    for (int k = 0; k < tree->width; k++) {
        parts[k] = (int64_t)floor(values[k] * BZ_VALUE_PARTS + 0.5);
        if (tree->points)
            stretch(w->scale, k, parts[k]);
    }
    for (int i = w->depth; i >= 0; i--) {
        struct bz_mcts_node *node = &tree->nodes[w->path[i]];
        _Atomic int64_t *sums = tree->sums + (size_t)w->path[i] * (size_t)tree->width;

        for (int k = 0; k < tree->width; k++)
            atomic_fetch_add_explicit(&sums[k], parts[k], memory_order_relaxed);
        atomic_fetch_add_explicit(&node->visits, 1, memory_order_relaxed);
        if (i > 0)
            atomic_fetch_sub_explicit(&node->flying, 1, memory_order_relaxed);
    }
}

/* Makes a node's value that of its best child, or of a chance node the mean of the outcomes seen so
 * far. */
static void settle(struct bz_mcts_tree *tree, uint32_t index, int turn, const uint32_t *weights)
{
    uint32_t first = bz_mcts_first(tree, index), best = first;
    double values[BZ_PLAYERS_MAX] = {0}, total = 0, most = -HUGE_VAL;

    for (uint32_t child = first; child < first + tree->nodes[index].count; child++) {
        double weight = turn == BZ_CHANCE ? weights[child - first] : 0;

        if (!bz_mcts_visits(tree, child))
            continue;
        total += weight;
        for (int k = 0; k < tree->width && turn == BZ_CHANCE; k++)
            values[k] += weight * bz_mcts_value(tree, child, k);
        if (turn != BZ_CHANCE && bz_mcts_value(tree, child, turn) > most) {
            most = bz_mcts_value(tree, child, turn);
            best = child;
        }
    }
    for (int k = 0; k < tree->width; k++)
        bz_mcts_assign(tree, index, k,
                       turn == BZ_CHANCE ? values[k] / total : bz_mcts_value(tree, best, k));
}

/*
 * From the leaf's parent up, while there is something to say: what follows from proofs and, where
 * points count, from the best child. There means are too dull: most moves are one step of a long
 * way, and what the best of them brings drowns in the others. One game each, one player, 2000
 * walks a move, points by means and like this: 47 and 1421 with an exploration of 0.35, 1343 and
 * 1863 with 0.05. Games that are won or lost gained nothing from it. The frames still hold the
 * positions of the path.
 */
static void conclude(struct bz_walker *w)
{
    struct bz_mcts_tree *tree = w->tree;
    const struct bz_rules *rules = tree->rules;

    for (int i = w->depth - 1; i >= 0; i--) {
        const void *pos = i ? bz_frame_child(&w->space, rules, i - 1, 0) : (const void *)&w->root;
        uint32_t *weights = (uint32_t *)bz_frame_keys(&w->space, rules, i);
        bool proved = bz_mcts_proved(tree, w->path[i + 1]);
        int turn = rules->turn(pos);

        if (!proved && !tree->points)
            break;
        if (turn == BZ_CHANCE)
            rules->deal(pos, bz_frame_moves(&w->space, rules, i), weights);
        if (tree->points)
            settle(tree, w->path[i], turn, weights);
        if (proved)
            bz_mcts_prove(tree, w->path[i], turn, weights);
    }
}

void bz_walk(struct bz_walker *w)
{
    const void *pos = descend(w);
    uint32_t leaf = w->path[w->depth];
    double values[BZ_PLAYERS_MAX];

    if (bz_mcts_proved(w->tree, leaf)) {
        for (int i = 0; i < w->tree->width; i++)
            values[i] = bz_mcts_value(w->tree, leaf, i);
    } else if (play_out(w, pos, values)) {
        bz_mcts_publish(w->tree, leaf, values, 0);
    }
    count_values(w, values);
    conclude(w);
}
