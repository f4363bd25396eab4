/*
 * slips.c - expected gains by backward induction: see slips.h.
 *
 * A sweep goes through the turns of one set of things taken, from the last to the first. The cell
 * of a thing not yet taken holds what it is worth to enter it, known from the larger set.
 */
#include "slips.h"

#include <string.h>

#include "base/bits.h"

enum { FAR = UINT16_MAX };

/* --- sets of things --------------------------------------------------------------------------- */

double slip_sets(const struct slip_table *table)
{
    return (double)(UINT32_C(1) << table->items);
}

static const struct place *thing(const struct slip_table *table, int index)
{
    const struct diamonds_world *world = table->model->world;

    return &world->place[world->ways->cell_of[table->item[index]]];
}

static int width_of(const struct slip_table *table, int index)
{
    return thing(table, index)->gem ? 1 : SLIP_LANES;
}

double slip_room(const struct slip_table *table)
{
    double room = 0;

    for (int i = 0; i < table->items; i++)
        room += slip_sets(table) / 2 * width_of(table, i) * (table->turns + 1);
    return room;
}

/* What it is worth to have just entered the cell of a thing, all that `set` says being taken: for
 * each number of turns left, a lane each where it is a key. */
static double *entries(const struct slip_table *table, uint32_t set, int index)
{
    uint32_t low = set & ((UINT32_C(1) << index) - 1), others = low | (set >> (index + 1) << index);
    size_t stride = (size_t)(table->turns + 1) * (size_t)width_of(table, index);

    return table->entry + table->first[index] + others * stride;
}

static unsigned keys_of(const struct slip_table *table, uint32_t set)
{
    unsigned keys = table->keys;

    for (; set; set &= set - 1)
        keys |= thing(table, bz_lowest(set))->key;
    return keys;
}

static int gems_of(const struct slip_table *table, uint32_t set)
{
    int gems = 0;

    for (; set; set &= set - 1)
        gems += thing(table, bz_lowest(set))->gem != 0;
    return gems;
}

/* --- one set, all turns ----------------------------------------------------------------------- */

/* A set being swept: where to read what entering the cells of things is worth, and where to write
 * what it was worth to have entered those of the set. */
struct round {
    uint32_t set;
    int gems;
    unsigned keys;
    double *entry[SLIP_ITEMS];
};

static void open_round(const struct slip_table *table, uint32_t set, struct round *ret_round)
{
    ret_round->set = set;
    ret_round->gems = gems_of(table, set);
    ret_round->keys = keys_of(table, set);
    for (int i = 0; i < table->items; i++)
        ret_round->entry[i] = entries(table, set | UINT32_C(1) << i, i);
}

/* Puts into the cells of things what it is worth to enter them with so many turns left then. */
static void put_entries(const struct slip_table *table, const struct round *round, int turns,
                        struct slip_lanes *values)
{
    const struct diamonds_world *world = table->model->world;

    for (int i = 0; i < table->items; i++) {
        int gem = thing(table, i)->gem;
        struct slip_lanes *value = &values[world->ways->cell_of[table->item[i]]];
        bool goes_on = round->gems + (gem != 0) < table->gems;

        if (round->set >> i & 1)
            continue;
        for (int lane = 0; lane < SLIP_LANES; lane++) {
            int last = round->gems ? lane + 1 : table->last,
                at = gem ? turns : turns * SLIP_LANES + lane;

            value->at[lane] = goes_on ? round->entry[i][at] : 0;
            if (gem)
                value->at[lane] += diamonds_pairs[0][last][gem - 1];
        }
    }
}

/* One more turn: what each cell is worth before it, from what cells are worth after it. */
static void sweep_turn(const struct slip_model *model, unsigned keys,
                       const struct slip_lanes *after, struct slip_lanes *before)
{
    const uint16_t *open = slip_open(model, keys);

    for (int i = 1; i <= open[0]; i++) {
        const struct slip_action *action = slip_actions(model, keys, open[i]);
        struct slip_lanes best = {{-1e300, -1e300, -1e300, -1e300}};

        for (int word = 0; word < SLIP_ACTIONS; word++, action++) {
            struct slip_lanes sum = {{action->gain, action->gain, action->gain, action->gain}};

            for (uint32_t e = action->first; e < action[1].first; e++) {
                const struct slip_edge *edge = &model->edge[e];

                for (int lane = 0; lane < SLIP_LANES; lane++)
                    sum.at[lane] += edge->chance * after[edge->cell].at[lane];
            }
            for (int lane = 0; lane < SLIP_LANES; lane++)
                best.at[lane] = sum.at[lane] > best.at[lane] ? sum.at[lane] : best.at[lane];
        }
        before[open[i]] = best;
    }
}

static void keep_entries(struct slip_table *table, const struct round *round, int turns)
{
    const struct diamonds_world *world = table->model->world;

    for (uint32_t rest = round->set; rest; rest &= rest - 1) {
        int index = bz_lowest(rest), gem = thing(table, index)->gem;
        const struct slip_lanes *value = &table->value[0][world->ways->cell_of[table->item[index]]];

        if (gem)
            round->entry[index][turns] = value->at[gem - 1];
        else
            memcpy(round->entry[index] + turns * SLIP_LANES, value->at, sizeof(value->at));
    }
}

/* With so many turns left; value[0] is then what cells are worth, value[1] with a turn less, things
 * on them included. */
static void sweep(struct slip_table *table, uint32_t set, int turns, bool keeps)
{
    const struct slip_model *model = table->model;
    struct round round;

    open_round(table, set, &round);
    memset(table->value, 0, sizeof(table->value));
    if (keeps)
        keep_entries(table, &round, 0);
    for (int left = 1; left <= turns; left++) {
        memcpy(table->value[1], table->value[0], sizeof(struct slip_lanes) * (size_t)model->cells);
        put_entries(table, &round, left - 1, table->value[1]);
        sweep_turn(model, round.keys, table->value[1], table->value[0]);
        if (keeps)
            keep_entries(table, &round, left);
    }
}

/* --- one set after another -------------------------------------------------------------------- */

/* The things left, the nearest first where they are too many. */
static void list_items(struct slip_table *table, const struct diamonds *pos)
{
    const struct diamonds_world *world = pos->world;
    const struct diamonds_way *ways = diamonds_ways_from(world, NEED_MORE - 1, pos->agent[0].cell);
    uint64_t there = 0;

    table->whole = true;
    for (int item = 0; item < world->ways->items; item++)
        if (!diamonds_has(pos->bits, item) && ways[item].turns != FAR)
            there |= UINT64_C(1) << item;
    for (table->items = 0; there; table->items++) {
        int nearest = bz_lowest(there);

        if (table->items == SLIP_ITEMS) {
            table->whole = false;
            return;
        }
        for (uint64_t rest = there; rest; rest &= rest - 1)
            if (ways[bz_lowest(rest)].turns < ways[nearest].turns)
                nearest = bz_lowest(rest);
        table->item[table->items] = (uint8_t)nearest;
        there &= ~(UINT64_C(1) << nearest);
    }
}

static uint32_t first_set(int size)
{
    return (UINT32_C(1) << size) - 1;
}

/* The next larger number with as many bits; 0 after the last. */
static uint32_t next_set(const struct slip_table *table, uint32_t set)
{
    uint32_t low = set & (~set + 1), up = set + low;

    if (!set)
        return 0;
    set = up | (((set ^ up) / low) >> 2);
    return set >> table->items ? 0 : set;
}

bool slip_begin(struct slip_table *table, const struct slip_model *model,
                const struct diamonds *pos)
{
    size_t at = 0;

    table->model = model;
    table->taken = pos->bits[0];
    table->keys = pos->agent[0].keys;
    table->last = pos->agent[0].last;
    table->gems = pos->left;
    table->turns = pos->world->turns - pos->turn + 1;
    table->sweeps = 0;
    list_items(table, pos);
    table->begun = table->whole && slip_room(table) <= (double)table->room;
    if (!table->begun)
        return false;
    for (int i = 0; i < table->items; i++) {
        table->first[i] = at;
        at +=
            (size_t)slip_sets(table) / 2 * (size_t)width_of(table, i) * (size_t)(table->turns + 1);
    }
    table->layer = table->items;
    table->next = first_set(table->layer);
    return true;
}

/* What is asked for of a set: nothing of those after which the game is over. */
static void finish_set(struct slip_table *table, uint32_t set)
{
    int gems = gems_of(table, set), size = bz_popcount(set);

    if (gems == table->gems && set)
        return;
    if (!set)
        return; /* judged when it is asked for */
    sweep(table, set, table->turns - size, true);
    table->sweeps++;
    table->nodes += (uint64_t)slip_open(table->model, keys_of(table, set))[0] *
                    (uint64_t)(table->turns > size ? table->turns - size : 0);
}

bool slip_go_on(struct slip_table *table, const struct bz_deadline *deadline, uint64_t *nodes)
{
    uint64_t look_at = 0;

    while (table->layer >= 0) {
        uint64_t before = table->nodes;

        if (bz_deadline_passed(deadline, *nodes, &look_at))
            return false;
        finish_set(table, table->next);
        *nodes += table->nodes - before;
        table->next = next_set(table, table->next);
        if (!table->next && --table->layer >= 0)
            table->next = first_set(table->layer);
    }
    return true;
}

static uint32_t set_since(const struct slip_table *table, uint64_t bits)
{
    uint32_t set = 0;

    for (int i = 0; i < table->items; i++)
        set |= (uint32_t)(bits >> table->item[i] & 1) << i;
    return set;
}

bool slip_knows(const struct slip_table *table, const struct diamonds *pos)
{
    const struct agent *me = &pos->agent[0];
    uint32_t set;
    int listed;

    if (!slip_is_done(table) || (table->taken & ~pos->bits[0]))
        return false;
    set = set_since(table, pos->bits[0]);
    listed = bz_popcount(pos->bits[0] & ~table->taken);
    return listed == bz_popcount(set) && me->keys == keys_of(table, set) &&
           (gems_of(table, set) || me->last == table->last) &&
           pos->left == table->gems - gems_of(table, set) &&
           pos->world->turns - pos->turn + 1 <= table->turns - listed;
}

int slip_lane(const struct slip_table *table, const struct diamonds *pos)
{
    return gems_of(table, set_since(table, pos->bits[0])) ? pos->agent[0].last - 1 : 0;
}

void slip_judge(struct slip_table *table, const struct diamonds *pos,
                double ret_values[SLIP_ACTIONS])
{
    const struct slip_model *model = table->model;
    uint32_t set = set_since(table, pos->bits[0]);
    const struct slip_action *action = slip_actions(model, pos->agent[0].keys, pos->agent[0].cell);
    int lane = slip_lane(table, pos), turns = pos->world->turns - pos->turn + 1;

    sweep(table, set, pos->left ? turns : 1, false);
    for (int word = 0; word < SLIP_ACTIONS; word++, action++) {
        ret_values[word] = action->gain;
        for (uint32_t e = action->first; e < action[1].first; e++)
            ret_values[word] +=
                model->edge[e].chance * table->value[1][model->edge[e].cell].at[lane];
    }
}
