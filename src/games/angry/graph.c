/*
 * graph.c - the games with a bird, or with several queens who play: every position that can follow,
 * without its number of actions, and then what each is worth with none left, one left, and so on.
 *
 * The moves are those of the rules, played with no action used; only in the last two layers does
 * the limit change what a move leads to, and there the rules are asked again. A finished game is a
 * position of its own, with the score it would have had with no action used.
 *
 * Waits that cost nothing may go on for ever. That is worth nothing to the hen: of all values that
 * are consistent the least is taken, so that she gets only what she gets in the end.
 */
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "outlook.h"
#include "solve.h"

enum { THINGS_MAX = 64, MOVES = DIRECTIONS, NEVER = INT16_MIN, CHECK_EVERY = 256 };

#define COUNTED 0x80000000u /* an edge that uses an action */
#define NOBODY  UINT32_MAX

struct node {
    cells queens;
    uint64_t things; /* that are left; of a finished game its score */
    uint8_t hen, bird, phase, edges;
    uint32_t to[MOVES];
};

struct angry_graph {
    unsigned char *pages;
    size_t size;
    struct node *nodes;
    uint32_t *slots;
    int16_t *values; /* [layer][node]: the points with so many actions left */
    uint32_t count, capacity, slot_count;
    struct angry base;
    bool known;
    int things, layers, limit;
    uint8_t cell[THINGS_MAX], plane[THINGS_MAX];
};

void angry_graph_free(struct angry_graph *graph)
{
    if (!graph)
        return;
    bz_pages_free(graph->pages, graph->size);
    free(graph);
}

struct angry_graph *angry_graph_new(int megabytes)
{
    struct angry_graph *graph = calloc(1, sizeof(*graph));

    if (!graph)
        return NULL;
    graph->size = (size_t)megabytes << 20;
    graph->pages = bz_pages_new(graph->size, false);
    if (graph->pages)
        return graph;
    angry_graph_free(graph);
    return NULL;
}

/* Positions and nodes. */

static struct node encode(const struct angry_graph *graph, const struct angry *pos)
{
    struct node node = {
        .queens = plane_set(pos, QUEEN), .hen = pos->hen, .bird = pos->bird, .phase = pos->phase};

    if (pos->phase == OVER)
        return (struct node){.phase = OVER, .things = (uint64_t)(points(pos) + pos->n)};
    for (int i = 0; i < graph->things; i++)
        node.things |= (uint64_t)angry_has(pos, graph->plane[i], graph->cell[i]) << i;
    return node;
}

static struct angry decode(const struct angry_graph *graph, const struct node *node)
{
    struct angry pos = graph->base;

    for (int plane = EGG; plane < PLANES; plane++)
        take_from(&pos, plane, ~(cells)0);
    for (int i = 0; i < graph->things; i++)
        if (node->things >> i & 1)
            add_to(&pos, graph->plane[i], cell_set(graph->cell[i]));
    add_to(&pos, QUEEN, node->queens);
    pos.hen = node->hen;
    pos.bird = node->bird;
    pos.phase = node->phase;
    pos.n = 0;
    return pos;
}

static bool same(const struct node *a, const struct node *b)
{
    return a->queens == b->queens && a->things == b->things && a->hen == b->hen &&
           a->bird == b->bird && a->phase == b->phase;
}

static uint32_t slot_of(const struct angry_graph *graph, const struct node *node)
{
    uint64_t hash = bz_mix(node->things ^ (uint64_t)node->hen << 56 ^ (uint64_t)node->bird << 48 ^
                           (uint64_t)node->phase << 40);

    hash = bz_mix(bz_mix(hash ^ (uint64_t)node->queens) ^ (uint64_t)(node->queens >> 64));
    return (uint32_t)(hash % graph->slot_count);
}

/* Where it is, or the empty slot where it would be. */
static uint32_t *find(const struct angry_graph *graph, const struct node *node)
{
    uint32_t slot = slot_of(graph, node);

    while (graph->slots[slot] && !same(&graph->nodes[graph->slots[slot] - 1], node))
        slot = slot + 1 == graph->slot_count ? 0 : slot + 1;
    return &graph->slots[slot];
}

/* Its number, made where there is none; NOBODY when memory is used up. */
static uint32_t intern(struct angry_graph *graph, const struct node *node)
{
    uint32_t *slot = find(graph, node);

    if (*slot)
        return *slot - 1;
    if (graph->count == graph->capacity)
        return NOBODY;
    graph->nodes[graph->count] = *node;
    *slot = ++graph->count;
    return graph->count - 1;
}

static bool expand(struct angry_graph *graph, uint32_t at)
{
    struct angry pos = decode(graph, &graph->nodes[at]);
    const struct bz_rules *rules = angry_rules_of(&pos);
    bz_move moves[MOVES];
    int count = graph->nodes[at].phase == OVER ? 0 : rules->moves(&pos, moves);

    for (int i = 0; i < count; i++) {
        struct angry after = pos;
        struct node child;
        uint32_t to;

        rules->play(&after, moves[i]);
        child = encode(graph, &after);
        to = intern(graph, &child);
        if (to == NOBODY)
            return false;
        graph->nodes[at].to[i] = to | (after.n ? COUNTED : 0);
    }
    graph->nodes[at].edges = (uint8_t)count;
    return true;
}

/* All that can follow. */
static enum angry_status explore(struct angry_graph *graph, struct angry_work *work)
{
    struct node root = encode(graph, &graph->base);

    intern(graph, &root);
    for (uint32_t at = 0; at < graph->count; at++) {
        if (!expand(graph, at))
            return ANGRY_TOO_LARGE;
        if (at % CHECK_EVERY == 0 && !angry_work_on(work, CHECK_EVERY))
            return ANGRY_STOPPED;
    }
    return ANGRY_SOLVED;
}

/* Values. */

static int16_t *layer_of(const struct angry_graph *graph, int left)
{
    return graph->values + (size_t)left * graph->count;
}

static int better(const struct node *node, int a, int b)
{
    return (node->phase == QUEEN_STEP) == (a < b) ? a : b;
}

static int from_edges(const struct angry_graph *graph, const struct node *node, int left)
{
    const int16_t *here = layer_of(graph, left), *below = here - graph->count;
    int value = 0;

    for (int i = 0; i < node->edges; i++) {
        uint32_t to = node->to[i] & ~COUNTED;
        int next = node->to[i] & COUNTED ? below[to] : here[to];

        value = i ? better(node, value, next) : next;
    }
    return value;
}

/* The same where the limit is near, by the rules themselves. */
static int from_rules(const struct angry_graph *graph, const struct node *node, int left)
{
    struct angry pos = decode(graph, node);
    const struct bz_rules *rules = angry_rules_of(&pos);
    bz_move moves[MOVES];
    int count = rules->moves(&pos, moves), value = 0;

    pos.n = (uint16_t)(graph->limit - left);
    for (int i = 0; i < count; i++) {
        struct angry after = pos;
        int next;

        rules->play(&after, moves[i]);
        if (after.phase == OVER) {
            next = points(&after);
        } else {
            struct node child = encode(graph, &after);

            next = layer_of(graph, graph->limit - after.n)[*find(graph, &child) - 1];
        }
        value = i ? better(node, value, next) : next;
    }
    return value;
}

static int value_of(const struct angry_graph *graph, const struct node *node, int left)
{
    if (node->phase == OVER)
        return (int)node->things - (graph->limit - left);
    if (left == 0 && node->phase == HEN_STEP)
        return NEVER; /* there is no such position */
    return left < 2 ? from_rules(graph, node, left) : from_edges(graph, node, left);
}

/* Those who depend on others of the same layer come after them; with free bumps that takes
 * turns. */
static bool fill_layer(struct angry_graph *graph, int left, struct angry_work *work)
{
    static const uint8_t order[] = {OVER, HEN_STEP, QUEEN_STEP, BIRD_STEP};
    int16_t *values = layer_of(graph, left);
    bool changed = true;

    for (uint32_t i = 0; i < graph->count; i++)
        values[i] = NEVER;
    while (changed) {
        changed = false;
        for (size_t turn = 0; turn < sizeof(order); turn++)
            for (uint32_t i = 0; i < graph->count; i++) {
                const struct node *node = &graph->nodes[i];
                int value = node->phase == order[turn] ? value_of(graph, node, left) : values[i];

                changed |= value != values[i];
                values[i] = (int16_t)value;
                if (i % 4096 == 0 && !angry_work_on(work, 0))
                    return false;
            }
        changed &= (graph->base.flags & BUMP_FREE) != 0;
    }
    return true;
}

static bool fill_values(struct angry_graph *graph, struct angry_work *work)
{
    for (int left = 0; left < graph->layers; left++)
        if (!fill_layer(graph, left, work))
            return false;
    return true;
}

/* The whole. */

static bool list_things(struct angry_graph *graph)
{
    graph->things = 0;
    for (int plane = EGG; plane <= SLING; plane++)
        for (cells left = plane_set(&graph->base, plane); left; left &= left - 1) {
            if (graph->things == THINGS_MAX)
                return false;
            graph->plane[graph->things] = (uint8_t)plane;
            graph->cell[graph->things++] = (uint8_t)index_of(first_of(left));
        }
    return true;
}

/* Shares the memory out. */
static void lay_out(struct angry_graph *graph)
{
    size_t each = sizeof(struct node) + 2 * sizeof(uint32_t) + 2 * (size_t)graph->layers;
    size_t capacity = graph->size / each;

    capacity = capacity > INT32_MAX ? INT32_MAX : capacity;
    graph->capacity = (uint32_t)capacity;
    graph->slot_count = graph->capacity * 2;
    graph->nodes = (struct node *)(void *)graph->pages;
    graph->slots = (uint32_t *)(void *)(graph->pages + capacity * sizeof(struct node));
    graph->values = (int16_t *)(void *)(graph->slots + graph->slot_count);
    graph->count = 0;
    memset(graph->slots, 0, graph->slot_count * sizeof(*graph->slots));
}

static enum angry_status solve(struct angry_graph *graph, const struct angry *pos,
                               struct angry_work *work)
{
    enum angry_status status;

    graph->known = false;
    graph->base = *pos;
    graph->limit = angry_limit(pos->rules);
    graph->layers = graph->limit - pos->n + 1;
    lay_out(graph);
    if (!list_things(graph))
        return ANGRY_TOO_LARGE;
    status = explore(graph, work);
    if (status != ANGRY_SOLVED)
        return status;
    if (!fill_values(graph, work))
        return ANGRY_STOPPED;
    graph->known = true;
    return ANGRY_SOLVED;
}

bool angry_graph_value(const struct angry_graph *graph, const struct angry *pos, int *ret_value)
{
    struct node node;
    uint32_t slot;

    if (pos->phase == OVER) {
        *ret_value = points(pos);
        return true;
    }
    if (!graph->known || pos->rules != graph->base.rules || pos->flags != graph->base.flags ||
        pos->n < graph->base.n || plane_set(pos, ROCK) != plane_set(&graph->base, ROCK))
        return false;
    node = encode(graph, pos);
    slot = *find(graph, &node);
    if (!slot)
        return false;
    for (int plane = EGG; plane <= SLING; plane++)
        if (plane_set(pos, plane) & ~plane_set(&graph->base, plane))
            return false;
    *ret_value = layer_of(graph, graph->limit - pos->n)[slot - 1];
    return true;
}

/* The best move; a wait only where nothing else does. */
static int pick(const struct angry_graph *graph, const struct angry *pos)
{
    const struct bz_rules *rules = angry_rules_of(pos);
    bz_move moves[MOVES];
    int count = rules->moves(pos, moves), best = -1, best_rank = 0;

    for (int i = 0; i < count; i++) {
        struct angry after = *pos;
        int value = NEVER, rank;

        rules->play(&after, moves[i]);
        angry_graph_value(graph, &after, &value);
        rank = 2 * (pos->phase == QUEEN_STEP ? -value : value) + (after.n > pos->n);
        if (best < 0 || rank > best_rank) {
            best = (int)moves[i];
            best_rank = rank;
        }
    }
    return best;
}

static void follow(const struct angry_graph *graph, const struct angry *pos,
                   struct angry_finding *finding)
{
    struct angry at = *pos;

    finding->length = 0;
    while (at.phase != OVER && finding->length < PLAN_MAX) {
        int move = pick(graph, &at);

        finding->moves[finding->length++] = (uint8_t)move;
        angry_rules_of(&at)->play(&at, (bz_move)move);
    }
}

void angry_graph_run(struct angry_graph *graph, const struct angry *pos, struct angry_work *work,
                     struct angry_finding *ret_finding)
{
    int value, won = pos->rules == GAME1 ? 400 : 850;

    *ret_finding = (struct angry_finding){.status = ANGRY_SOLVED};
    if (!angry_graph_value(graph, pos, &value))
        ret_finding->status = solve(graph, pos, work);
    ret_finding->lower = angry_worst(pos);
    ret_finding->upper = points(pos) + won + EGG_POINTS * angry_count(pos, EGG);
    ret_finding->alone = ret_finding->upper;
    ret_finding->pigs_tried = angry_count(pos, PIG);
    if (ret_finding->status != ANGRY_SOLVED || !angry_graph_value(graph, pos, &value))
        return;
    ret_finding->lower = ret_finding->upper = value;
    if (value == NEVER)
        ret_finding->status = ANGRY_ENDLESS;
    else
        follow(graph, pos, ret_finding);
}
