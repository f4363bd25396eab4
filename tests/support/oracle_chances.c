/*
 * oracle_chances.c - a list of positions with an index, and sweeps over it.
 */
#include "oracle_chances.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "games/monopoly/monopoly.h"

enum { THROWS = 11, WON = -1, LOST = -2, NONE = -3 };

struct node {
    struct monopoly pos;
    int child[THROWS][2]; /* indexes, or WON, LOST by the first player; NONE */
    double weight[THROWS];
    double share[THROWS]; /* of the first action, NAN for the best */
    int throws;
    double least, most, next_least, next_most;
};

struct chances {
    const struct bz_setup *setup;
    struct node *nodes;
    int count, room;
    int *slots; /* open addressing, -1 for empty */
    int size;
};

static uint64_t key(const struct chances *c, const struct monopoly *pos)
{
    return c->setup->rules->hash(pos);
}

static int *slot_of(const struct chances *c, const struct monopoly *pos)
{
    uint64_t at = key(c, pos) % (uint64_t)c->size;

    while (c->slots[at] >= 0 && memcmp(&c->nodes[c->slots[at]].pos, pos, sizeof(*pos)) != 0)
        at = (at + 1) % (uint64_t)c->size;
    return &c->slots[at];
}

/* The index of a position, new or old; NONE if there is no more room. */
static int add(struct chances *c, const struct monopoly *pos)
{
    struct monopoly plain = *pos;
    int *slot;

    plain.turns = 0;
    slot = slot_of(c, &plain);
    if (*slot < 0) {
        if (c->count == c->room)
            return NONE;
        memset(&c->nodes[c->count], 0, sizeof(c->nodes[0]));
        c->nodes[c->count].pos = plain;
        c->nodes[c->count].most = 1;
        *slot = c->count++;
    }
    return *slot;
}

static int index_of(struct chances *c, const struct monopoly *pos)
{
    int result[2];

    if (pos->phase != OVER)
        return add(c, pos);
    c->setup->rules->result(pos, result);
    return result[0] > 0 ? WON : LOST;
}

static bool expand(struct chances *c, int index)
{
    const struct bz_rules *rules = c->setup->rules;
    bz_move throws[THROWS], moves[4];
    uint32_t weights[THROWS];
    struct monopoly pos = c->nodes[index].pos;
    int count = rules->deal(&pos, throws, weights), total = 0;

    for (int i = 0; i < count; i++)
        total += (int)weights[i];
    c->nodes[index].throws = count;
    for (int i = 0; i < count; i++) {
        struct monopoly there = pos;
        int choices;

        rules->play(&there, throws[i]);
        choices = rules->moves(&there, moves);
        c->nodes[index].weight[i] = (double)weights[i] / total;
        c->nodes[index].child[i][1] = NONE;
        for (int k = 0; k < choices; k++) {
            struct monopoly child = there;
            int to;

            rules->play(&child, moves[k]);
            to = index_of(c, &child);
            if (to == NONE)
                return false;
            c->nodes[index].child[i][k] = to;
        }
    }
    return true;
}

struct chances *chances_new(const struct bz_setup *setup, const void *pos, int most)
{
    struct chances *c = calloc(1, sizeof(*c));
    bool whole = true;

    c->setup = setup;
    c->room = most;
    c->size = 3 * most + 1;
    c->nodes = malloc((size_t)most * sizeof(*c->nodes));
    c->slots = malloc((size_t)c->size * sizeof(*c->slots));
    memset(c->slots, 0xff, (size_t)c->size * sizeof(*c->slots));
    add(c, pos);
    for (int i = 0; i < c->count && whole; i++)
        whole = expand(c, i);
    if (whole)
        return c;
    chances_free(c);
    return NULL;
}

void chances_free(struct chances *c)
{
    if (!c)
        return;
    free(c->nodes);
    free(c->slots);
    free(c);
}

static void ask(struct chances *c, chances_policy *policy)
{
    const struct bz_rules *rules = c->setup->rules;

    for (int i = 0; i < c->count; i++)
        for (int k = 0; k < c->nodes[i].throws; k++) {
            struct monopoly there = c->nodes[i].pos;
            bz_move throws[THROWS], moves[4];

            rules->moves(&there, throws);
            rules->play(&there, throws[k]);
            c->nodes[i].share[k] =
                rules->moves(&there, moves) > 1 && policy ? policy(&there, moves) : (double)NAN;
        }
}

static double value(const struct chances *c, int child, bool upper)
{
    if (child < 0)
        return child == WON;
    return upper ? c->nodes[child].most : c->nodes[child].least;
}

static double after_throw(const struct chances *c, const struct node *node, int i, bool upper)
{
    double a = value(c, node->child[i][0], upper), b;

    if (node->child[i][1] == NONE)
        return a;
    b = value(c, node->child[i][1], upper);
    if (!isnan(node->share[i]))
        return node->share[i] * a + (1 - node->share[i]) * b;
    return node->pos.turn == 0 ? fmax(a, b) : fmin(a, b);
}

int chances_deepen(struct chances *c, double gap, chances_policy *policy)
{
    double widest = 1;
    int turns = 0;

    ask(c, policy);
    while (widest > gap) {
        for (int i = 0; i < c->count; i++) {
            struct node *node = &c->nodes[i];

            node->next_least = node->next_most = 0;
            for (int k = 0; k < node->throws; k++) {
                node->next_least += node->weight[k] * after_throw(c, node, k, false);
                node->next_most += node->weight[k] * after_throw(c, node, k, true);
            }
        }
        widest = 0;
        for (int i = 0; i < c->count; i++) {
            c->nodes[i].least = c->nodes[i].next_least;
            c->nodes[i].most = c->nodes[i].next_most;
            widest = fmax(widest, c->nodes[i].most - c->nodes[i].least);
        }
        turns++;
    }
    return turns;
}

int chances_count(const struct chances *c)
{
    return c->count;
}

const void *chances_position(const struct chances *c, int index)
{
    return &c->nodes[index].pos;
}

void chances_at(const struct chances *c, int index, double *ret_least, double *ret_most)
{
    *ret_least = c->nodes[index].least;
    *ret_most = c->nodes[index].most;
}

int chances_find(const struct chances *c, const void *pos)
{
    struct monopoly plain;

    memcpy(&plain, pos, sizeof(plain));
    plain.turns = 0;
    return *slot_of(c, &plain);
}
