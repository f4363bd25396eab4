/*
 * mcts_tree.c - the pool of nodes, and what is proved of them.
 *
 * A proof rests on finished games alone. Of a decision it needs every move, or one that wins; of a
 * chance node every outcome. With three players or more, moves that are equal for the one who
 * chooses prove nothing unless they are equal for everybody: nobody can tell which will be chosen.
 */
#include "search/mcts_tree.h"

#include <assert.h>
#include <math.h>

#include "base/pages.h"

enum proof_state { OPEN, WRITING, PROVED };
enum { DISTANCE_MAX = UINT16_MAX };

int bz_mcts_tree_init(struct bz_mcts_tree *tree, const struct bz_rules *rules, int megabytes)
{
    bool zero_sum = rules->traits & BZ_ZERO_SUM, points = rules->traits & BZ_HAS_POINTS;
    bool opposite = rules->players == 2 && (zero_sum || points);
    struct bz_mcts_tree made = {
        .rules = rules,
        .width = opposite ? 1 : rules->players,
        .points = points,
        .lead = points && !zero_sum && rules->players > 1,
    };
    size_t row = (size_t)made.width * sizeof(double), each = sizeof(*made.nodes) + 2 * row;
    size_t capacity = ((size_t)megabytes << 20) / each, least = 1 + (size_t)rules->moves_max;
    unsigned char *memory;

    if (capacity < least)
        capacity = least;
    if (capacity > UINT32_MAX)
        capacity = UINT32_MAX;
    made.capacity = (uint32_t)capacity;
    made.size = capacity * each;
    made.pages = memory = bz_pages_new(made.size, true);
    if (!memory)
        return BZ_ERROR_MEMORY;
    made.known = (void *)memory; /* those of larger alignment first */
    made.sums = (void *)(memory + capacity * row);
    made.nodes = (void *)(memory + 2 * capacity * row);
    *tree = made;
    return BZ_OK;
}

void bz_mcts_tree_release(struct bz_mcts_tree *tree)
{
    bz_pages_free(tree->pages, tree->size);
    tree->pages = NULL;
}

static void fresh(struct bz_mcts_tree *tree, uint32_t index, bz_move move)
{
    struct bz_mcts_node *node = &tree->nodes[index];

    atomic_init(&node->visits, 0);
    atomic_init(&node->first, 0);
    atomic_init(&node->flying, 0);
    atomic_init(&node->claimed, false);
    atomic_init(&node->proof, OPEN);
    node->move = move;
    node->count = 0;
    node->distance = 0;
    for (int i = 0; i < tree->width; i++)
        atomic_init(&tree->sums[(size_t)index * (size_t)tree->width + (size_t)i], 0);
}

void bz_mcts_tree_clear(struct bz_mcts_tree *tree)
{
    atomic_store(&tree->used, 1);
    fresh(tree, 0, BZ_MOVE_NONE);
}

/* Takes `count` nodes from the pool; 0 if there are not that many. */
static uint32_t take(struct bz_mcts_tree *tree, uint32_t count)
{
    uint32_t first = atomic_load_explicit(&tree->used, memory_order_relaxed);

    do {
        if (count > tree->capacity - first)
            return 0;
    } while (!atomic_compare_exchange_weak(&tree->used, &first, first + count));
    return first;
}

bool bz_mcts_expand(struct bz_mcts_tree *tree, uint32_t index, const bz_move *moves, int count)
{
    struct bz_mcts_node *node = &tree->nodes[index];
    uint32_t first;

    assert(count > 0 && count <= BZ_MOVES_MAX);
    if (atomic_exchange(&node->claimed, true))
        return bz_mcts_first(tree, index) != 0;
    first = take(tree, (uint32_t)count);
    if (!first)
        return false;
    for (uint32_t i = 0; i < (uint32_t)count; i++)
        fresh(tree, first + i, moves[i]);
    node->count = (uint16_t)count;
    atomic_store_explicit(&node->first, first, memory_order_release);
    return true;
}

void bz_mcts_result(const struct bz_mcts_tree *tree, const void *pos, double *ret_values)
{
    int result[BZ_PLAYERS_MAX];

    tree->rules->result(pos, result);
    for (int i = 0; i < tree->width; i++) {
        int most = INT32_MIN;

        for (int other = 0; other < tree->rules->players; other++)
            if (other != i && result[other] > most)
                most = result[other];
        ret_values[i] = tree->lead ? result[i] - most : result[i];
    }
}

bool bz_mcts_proved(const struct bz_mcts_tree *tree, uint32_t index)
{
    return atomic_load_explicit(&tree->nodes[index].proof, memory_order_acquire) == PROVED;
}

static double *known_of(const struct bz_mcts_tree *tree, uint32_t index)
{
    return tree->known + (size_t)index * (size_t)tree->width;
}

void bz_mcts_publish(struct bz_mcts_tree *tree, uint32_t index, const double *values, int distance)
{
    struct bz_mcts_node *node = &tree->nodes[index];
    uint8_t open = OPEN;

    if (!atomic_compare_exchange_strong(&node->proof, &open, WRITING))
        return; /* somebody else has proved the same */
    for (int i = 0; i < tree->width; i++)
        known_of(tree, index)[i] = values[i];
    node->distance = (uint16_t)(distance < DISTANCE_MAX ? distance : DISTANCE_MAX);
    atomic_store_explicit(&node->proof, PROVED, memory_order_release);
}

double bz_mcts_value(const struct bz_mcts_tree *tree, uint32_t index, int player)
{
    uint32_t visits = bz_mcts_visits(tree, index);
    int slot = tree->width > 1 ? player : 0;
    int64_t sum;
    double mean;

    if (bz_mcts_proved(tree, index))
        return bz_mcts_share(tree, known_of(tree, index), player);
    if (!visits)
        return 0;
    sum = atomic_load_explicit(&tree->sums[(size_t)index * (size_t)tree->width + (size_t)slot],
                               memory_order_relaxed);
    mean = (double)sum / ((double)visits * BZ_VALUE_PARTS);
    return slot == player ? mean : -mean;
}

void bz_mcts_assign(struct bz_mcts_tree *tree, uint32_t index, int slot, double value)
{
    double sum = value * BZ_VALUE_PARTS * bz_mcts_visits(tree, index);

    atomic_store_explicit(&tree->sums[(size_t)index * (size_t)tree->width + (size_t)slot],
                          (int64_t)floor(sum + 0.5), memory_order_relaxed);
}

static bool same(const struct bz_mcts_tree *tree, const double *a, const double *b)
{
    for (int i = 0; i < tree->width; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

/* The best of the children that are proved. A win needs no other: who wins together with whom is a
 * matter of the rules, so that any other win would be worth the same to everybody. */
static void prove_decision(struct bz_mcts_tree *tree, uint32_t index, int turn)
{
    uint32_t first = bz_mcts_first(tree, index), end = first + tree->nodes[index].count;
    const double *best = NULL;
    double most = 0;
    int distance = 0;
    bool open = false, torn = false;

    for (uint32_t child = first; child < end; child++) {
        double value;
        int there;

        if (!bz_mcts_proved(tree, child)) {
            open = true;
            continue;
        }
        value = bz_mcts_share(tree, known_of(tree, child), turn);
        there = tree->nodes[child].distance;
        if (!best || value > most) {
            best = known_of(tree, child);
            most = value;
            distance = there;
            torn = false;
        } else if (value == most) {
            torn |= !same(tree, best, known_of(tree, child));
            if (most > 0 ? there < distance : there > distance)
                distance = there;
        }
    }
    if (best && !torn && (!open || (!tree->points && most >= 1)))
        bz_mcts_publish(tree, index, best, distance + 1);
}

/* The mean; a certain win stays exactly 1, since weights are whole numbers. */
static void prove_chance(struct bz_mcts_tree *tree, uint32_t index, const uint32_t *weights)
{
    uint32_t first = bz_mcts_first(tree, index), count = tree->nodes[index].count;
    double mean[BZ_PLAYERS_MAX] = {0}, total = 0;
    int distance = 0;

    for (uint32_t i = 0; i < count; i++) {
        if (!bz_mcts_proved(tree, first + i))
            return;
        total += weights[i];
        for (int k = 0; k < tree->width; k++)
            mean[k] += weights[i] * known_of(tree, first + i)[k];
        if (tree->nodes[first + i].distance > distance)
            distance = tree->nodes[first + i].distance;
    }
    for (int k = 0; k < tree->width; k++)
        mean[k] /= total;
    bz_mcts_publish(tree, index, mean, distance + 1);
}

void bz_mcts_prove(struct bz_mcts_tree *tree, uint32_t index, int turn, const uint32_t *weights)
{
    if (!bz_mcts_first(tree, index))
        return;
    if (turn == BZ_CHANCE)
        prove_chance(tree, index, weights);
    else
        prove_decision(tree, index, turn);
}
