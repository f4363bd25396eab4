/*
 * outlook.c - whatever is likely enough is played on by a turn, until nothing is. What it leads to
 * is added to what is known to be that likely already, however many turns it took: positions that
 * are the same count as one.
 */
#include "outlook.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

enum { SPOTS = 1 << 15, SLOTS = 2 * SPOTS };

/* Where games hardly end, what is likely enough is played on about so often. */
enum { ROUNDS = 6 };

/* How far a value of the table may be off in a mean: nine times the deviation of a rounding, since
 * positions that have much in common are rounded alike. Measured on `lane`, where that is worst, of
 * 300 positions each: with 5000 to a mean, which promises five digits, 8.1e-6 at most and 2.3e-6 by
 * root of mean squares; with 400, which promises four, 2.5e-5 and 7.6e-6. */
#define ROUGH (9 * 0.289 / BLOCK_ONE)

struct spot {
    struct monopoly pos;
    double weight; /* how likely it is, or will be */
};

struct outlook {
    const struct bz_rules *rules;
    struct table *table;
    int first;  /* who throws first */
    double won; /* by him, in games that are over */
    int share;  /* what is less likely than a share-th is not played on */
    int count;
    struct spot spot[SPOTS];
    int slot[SLOTS]; /* 1 + index, by hash */
};

struct outlook *monopoly_outlook_new(const struct bz_setup *setup)
{
    struct outlook *outlook = calloc(1, sizeof(*outlook));

    if (outlook)
        outlook->rules = setup->rules;
    return outlook;
}

void monopoly_outlook_free(struct outlook *outlook)
{
    free(outlook);
}

static void add(struct outlook *outlook, const struct monopoly *pos, double weight)
{
    size_t at = (size_t)(outlook->rules->hash(pos) % SLOTS);
    struct spot *spot;

    for (; outlook->slot[at]; at = at + 1 < SLOTS ? at + 1 : 0) {
        spot = &outlook->spot[outlook->slot[at] - 1];
        if (memcmp(&spot->pos, pos, sizeof(*pos)) == 0) {
            spot->weight += weight;
            return;
        }
    }
    outlook->spot[outlook->count] = (struct spot){*pos, weight};
    outlook->slot[at] = ++outlook->count;
}

/* One throw and the action after it, as the table decides. */
static bool play(struct outlook *outlook, struct monopoly *pos, bz_move throw)
{
    bz_move moves[ACTIONS];
    bool deals = true;

    outlook->rules->play(pos, throw);
    if (monopoly_menu(pos, moves) > 1 && !monopoly_table_decision(outlook->table, pos, &deals))
        return false;
    outlook->rules->play(pos, moves[deals ? 0 : 1]);
    pos->turns = 0;
    return true;
}

/* Everything that can come of a spot in its place. */
static bool go_on(struct outlook *outlook, struct spot *spot)
{
    const struct monopoly *pos = &spot->pos;
    bz_move throws[OUTCOMES_MAX];
    uint32_t weights[OUTCOMES_MAX];
    int count = outlook->rules->deal(pos, throws, weights), result[SEATS];
    double share = spot->weight / outlook->rules->unit(pos);

    spot->weight = 0;
    for (int i = 0; i < count; i++) {
        struct monopoly child = *pos;

        if (!play(outlook, &child, throws[i]))
            return false;
        if (child.phase != OVER) {
            add(outlook, &child, share * weights[i]);
            continue;
        }
        outlook->rules->result(&child, result);
        outlook->won += share * weights[i] * (1 + result[outlook->first]) / 2;
    }
    return true;
}

/* Until nothing is likely enough, or there is no time or room for more. */
static bool is_late(const struct bz_deadline *deadline)
{
    return atomic_load_explicit(deadline->stop, memory_order_relaxed) ||
           (deadline->micros != INT64_MAX && bz_clock_micros() >= deadline->micros);
}

static bool go_far(struct outlook *outlook, const struct bz_deadline *deadline)
{
    int played = 0, before;

    do {
        before = played;
        for (int i = 0; i < outlook->count; i++) {
            if (outlook->spot[i].weight * outlook->share < 1)
                continue;
            if (played++ >= ROUNDS * outlook->share || outlook->count > SPOTS - OUTCOMES_MAX ||
                is_late(deadline))
                return true;
            if (!go_on(outlook, &outlook->spot[i]))
                return false;
        }
    } while (played > before);
    return true;
}

/* Adds what the table says of the positions that were not played on, and how rough that is. */
static bool count_rest(struct outlook *outlook, double *ret_rough)
{
    double chance, squares = 0;

    for (int i = 0; i < outlook->count; i++) {
        const struct spot *spot = &outlook->spot[i];

        if (spot->weight <= 0)
            continue;
        if (!monopoly_table_chance(outlook->table, &spot->pos, &chance))
            return false;
        outlook->won += spot->weight * (spot->pos.turn == outlook->first ? chance : 1 - chance);
        squares += spot->weight * spot->weight;
    }
    *ret_rough = ROUGH * sqrt(squares);
    return true;
}

bool monopoly_outlook_chance(struct outlook *outlook, struct table *table,
                             const struct monopoly *pos, int share,
                             const struct bz_deadline *deadline, double *ret_chance,
                             double *ret_rough)
{
    struct monopoly start = *pos;

    memset(outlook->slot, 0, sizeof(outlook->slot));
    outlook->table = table;
    outlook->first = pos->turn;
    outlook->won = 0;
    outlook->count = 0;
    outlook->share = share;
    start.turns = 0;
    add(outlook, &start, 1);
    if (!go_far(outlook, deadline) || !count_rest(outlook, ret_rough))
        return false;
    *ret_chance = outlook->won;
    return true;
}
