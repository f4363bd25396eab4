/*
 * induct_angry.c - see induct_angry.h. Positions are kept whole, as bytes, in one table.
 */
#include "induct_angry.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "games/angry/angry.h"

enum { SLOTS = 1 << 20, UNKNOWN = -200000 };

struct kept {
    struct angry pos;
    int waits, value;
};

struct induction {
    const struct bz_rules *rules;
    int waits;
    struct kept *kept;
    size_t count;
    uint32_t *slots;
};

struct induction *induct_new(const struct bz_setup *setup, int waits)
{
    struct induction *induction = calloc(1, sizeof(*induction));

    assert(induction);
    induction->rules = setup->rules;
    induction->waits = waits;
    induction->kept = malloc(SLOTS / 2 * sizeof(struct kept));
    induction->slots = calloc(SLOTS, sizeof(uint32_t));
    assert(induction->kept && induction->slots);
    return induction;
}

void induct_free(struct induction *induction)
{
    free(induction->kept);
    free(induction->slots);
    free(induction);
}

static struct kept *keep(struct induction *induction, const struct angry *pos, int waits)
{
    size_t slot = (induction->rules->hash(pos) + (uint64_t)waits * 77777) % SLOTS;
    struct kept *kept;

    for (; induction->slots[slot]; slot = (slot + 1) % SLOTS) {
        kept = &induction->kept[induction->slots[slot] - 1];
        if (kept->waits == waits && !memcmp(&kept->pos, pos, sizeof(*pos)))
            return kept;
    }
    assert(induction->count < SLOTS / 2);
    kept = &induction->kept[induction->count++];
    induction->slots[slot] = (uint32_t)induction->count;
    *kept = (struct kept){*pos, waits, UNKNOWN};
    return kept;
}

/* A move that leaves the count alone and is not the queen's is a wait. */
static int value_of(struct induction *induction, const struct angry *pos, int waits)
{
    bz_move moves[8];
    int count = induction->rules->moves(pos, moves), result[BZ_PLAYERS_MAX], best = 0;
    bool hens = induction->rules->turn(pos) == 0, any = false;
    struct kept *kept;

    if (count == 0) {
        induction->rules->result(pos, result);
        return result[0];
    }
    kept = keep(induction, pos, waits);
    if (kept->value != UNKNOWN)
        return kept->value;
    for (int i = 0; i < count; i++) {
        struct angry after = *pos;
        int left, value;

        induction->rules->play(&after, moves[i]);
        left = after.n > pos->n ? induction->waits : hens ? waits - 1 : waits;
        value = left < 0 ? INDUCT_NEVER : value_of(induction, &after, left);
        if (!any || (hens ? value > best : value < best))
            best = value;
        any = true;
    }
    return kept->value = best;
}

int induct_value(struct induction *induction, const void *pos)
{
    return value_of(induction, pos, induction->waits);
}

/* The worlds: states are positions without steps and points. */

enum { STATES_MAX = 4096, OUTCOMES = 3 };

struct state {
    struct angry_world at;
    struct {
        int to; /* -1: it ends */
        double reward, weight;
    } ways[DIRECTIONS][OUTCOMES];
};

struct states {
    const struct bz_rules *rules;
    struct state *all;
    int count;
};

static int find_state(struct states *states, struct angry_world at)
{
    at.board.n = 0;
    at.points = 0;
    for (int i = 0; i < states->count; i++)
        if (!memcmp(&states->all[i].at, &at, sizeof(at)))
            return i;
    assert(states->count < STATES_MAX);
    states->all[states->count].at = at;
    return states->count++;
}

static void list_ways(struct states *states, int index)
{
    for (int d = 0; d < DIRECTIONS; d++) {
        struct angry_world asked = states->all[index].at;
        bz_move moves[OUTCOMES];
        uint32_t weights[OUTCOMES], sum = 0;

        states->rules->play(&asked, (bz_move)d);
        states->rules->deal(&asked, moves, weights);
        for (int i = 0; i < OUTCOMES; i++)
            sum += weights[i];
        for (int i = 0; i < OUTCOMES; i++) {
            struct angry_world after = asked;
            bz_move ignored[8];
            int to = -1;

            states->rules->play(&after, moves[i]);
            if (states->rules->moves(&after, ignored) > 0)
                to = find_state(states, after);
            states->all[index].ways[d][i].to = to;
            states->all[index].ways[d][i].reward = after.points;
            states->all[index].ways[d][i].weight = (double)weights[i] / sum;
        }
    }
}

static double best_way(const struct state *state, const double *values)
{
    double best = -HUGE_VAL;

    for (int d = 0; d < DIRECTIONS; d++) {
        double mean = 0;

        for (int i = 0; i < OUTCOMES; i++) {
            int to = state->ways[d][i].to;

            mean +=
                state->ways[d][i].weight * (state->ways[d][i].reward + (to < 0 ? 0 : values[to]));
        }
        best = fmax(best, mean);
    }
    return best;
}

double induct_world(const struct bz_setup *setup, const void *pos)
{
    const struct angry_world *world = pos;
    bool limited = world->board.rules == RL;
    struct states states = {setup->rules, malloc(STATES_MAX * sizeof(struct state)), 0};
    double *values = malloc(2 * STATES_MAX * sizeof(double)), value;
    int rounds = limited ? STEPS_RL - world->board.n : 20000;

    assert(states.all && values);
    find_state(&states, *world);
    for (int i = 0; i < states.count; i++)
        list_ways(&states, i);
    for (int i = 0; i < states.count; i++)
        values[i] = limited ? -1000 : 0;
    for (int round = 1; round < rounds; round++) {
        for (int i = 0; i < states.count; i++)
            values[STATES_MAX + i] = best_way(&states.all[i], values);
        memcpy(values, values + STATES_MAX, (size_t)states.count * sizeof(double));
    }
    value = world->points + values[0];
    free(values);
    free(states.all);
    return value;
}
