/*
 * wanted.c - at most a throw and an action deep, so everything fits into a short list.
 */
#include "wanted.h"

#include <assert.h>
#include <string.h>

#include "search/cluster.h"

static bool add(struct wanted *wanted, const struct monopoly *pos)
{
    if (pos->phase == OVER)
        return true;
    assert(wanted->count < WANTED_MAX && pos->phase == ROLL);
    return monopoly_space_find(wanted->space, pos, &wanted->place[wanted->count++]);
}

static void play(const struct wanted *wanted, const void *pos, bz_move move, union bz_pos *ret_pos)
{
    memcpy(ret_pos, pos, sizeof(struct monopoly));
    wanted->setup->rules->play(ret_pos, move);
}

/* All that the actions of a player lead to. */
static bool add_actions(struct wanted *wanted, const struct monopoly *pos)
{
    bz_move moves[OUTCOMES_MAX];
    int count = wanted->setup->rules->moves(pos, moves);
    bool found = true;

    for (int i = 0; i < count && found; i++) {
        union bz_pos child;

        play(wanted, pos, moves[i], &child);
        found = add(wanted, (const void *)&child);
    }
    return found;
}

bool monopoly_wanted_init(struct wanted *wanted, const struct bz_setup *setup,
                          const struct space *space, const void *at)
{
    const struct monopoly *pos = at;
    bz_move moves[OUTCOMES_MAX];
    int count = setup->rules->moves(pos, moves);
    bool found = true;

    *wanted = (struct wanted){.setup = setup, .space = space};
    if (pos->phase != ROLL)
        return add_actions(wanted, pos);
    found = add(wanted, pos);
    for (int i = 0; i < count && found; i++) {
        union bz_pos child;

        play(wanted, pos, moves[i], &child);
        found = add_actions(wanted, (const void *)&child);
    }
    return found;
}

void monopoly_wanted_take(struct wanted *wanted, const struct round *round, double *row)
{
    for (int i = 0; i < wanted->count; i++) {
        const struct place *place = &wanted->place[i];

        if (place->wealth != round->wealth || place->holding != round->holding)
            continue;
        monopoly_round_throw(round, place->roller, place->x, place->y, row);
        wanted->chance[i] = row[place->cash - 1];
    }
}

void monopoly_wanted_share(struct wanted *wanted, const struct bz_cluster *cluster, int wealth,
                           const int *cuts)
{
    double chances[BZ_RANKS_MAX];

    for (int i = 0; i < wanted->count; i++) {
        int holding = wanted->place[i].holding, rank = 0;

        if (wanted->place[i].wealth != wealth || holding < cuts[0] ||
            holding >= cuts[cluster->size])
            continue;
        chances[cluster->rank] = wanted->chance[i];
        bz_cluster_share_each(cluster, chances, sizeof(*chances));
        while (holding >= cuts[rank + 1])
            rank++;
        wanted->chance[i] = chances[rank];
    }
}

static double look_up(const struct wanted *wanted, const struct monopoly *pos)
{
    struct place place;

    monopoly_space_find(wanted->space, pos, &place);
    for (int i = 0; i < wanted->count; i++) {
        const struct place *other = &wanted->place[i];

        if (place.wealth == other->wealth && place.holding == other->holding &&
            place.roller == other->roller && place.x == other->x && place.y == other->y &&
            place.cash == other->cash)
            return place.swapped ? 1 - wanted->chance[i] : wanted->chance[i];
    }
    assert(false);
    return 0;
}

/* Before a throw, or at the end. */
static double chance_of(const struct wanted *wanted, const struct monopoly *pos)
{
    int result[SEATS];

    if (pos->phase != OVER)
        return look_up(wanted, pos);
    wanted->setup->rules->result(pos, result);
    return (1 + result[HUMAN]) / 2.0;
}

double monopoly_wanted_chance(const struct wanted *wanted, const void *at)
{
    const struct monopoly *pos = at;
    bz_move moves[OUTCOMES_MAX];
    double best = -1;
    int count;

    if (pos->phase != ACT)
        return chance_of(wanted, pos);
    count = wanted->setup->rules->moves(pos, moves);
    for (int i = 0; i < count; i++) {
        union bz_pos child;
        double chance;

        play(wanted, pos, moves[i], &child);
        chance = chance_of(wanted, (const void *)&child);
        if (best < 0 || (pos->turn == HUMAN ? chance > best : chance < best))
            best = chance;
    }
    return best;
}
