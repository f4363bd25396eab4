/*
 * plan_walk.c - walking: from a cell to all spots, by every way that is cheaper than the faster
 * ones; the words of such a way; and what there is to do with nothing to take.
 */
#include <assert.h>
#include <string.h>

#include "plan.h"

enum { FAR = PLAN_FAR, WIRE = 20 };

static inline int price(const struct plan_model *model, int step, int target)
{
    return diamonds_costs[step] + (model->world->place[target].tile == '*' ? WIRE : 0);
}

/* Whether a walk may go on from there: not over a diamond that lies there still, nor over one that
 * is left alone. */
static inline bool may_pass(const struct plan_model *model, int cell, uint64_t gone)
{
    int spot = model->spot_at[cell];

    return spot == 0 || spot > model->gems || (spot > 0 && gone >> (spot - 1) & 1);
}

/* --- the search for legs ------------------------------------------------------------------------
 *
 * Turn by turn: a cell is looked at again whenever it is reached more cheaply than before. */

static void note_cell(struct plan_model *model, int list, int *count, int cell, int paid)
{
    if (model->map.listed[cell] < 0) {
        model->map.listed[cell] = (int16_t)*count;
        model->map.at[list][*count] = (uint16_t)cell;
        ++*count;
    }
    model->map.paid[list][model->map.listed[cell]] = paid;
    model->map.cost[cell] = paid;
}

/* All cells that are reached more cheaply in one turn more; their number. */
static int advance(struct plan_model *model, int list, int count, unsigned keys, uint64_t gone,
                   int origin)
{
    int next = 0;

    for (int i = 0; i < count; i++) {
        int cell = model->map.at[list][i], paid = model->map.paid[list][i];

        if (cell != origin && !may_pass(model, cell, gone))
            continue;
        for (int step = 0; step < STEPS; step++) {
            int target = model->world->next[step][cell], cost;

            if (!plan_may_enter(model, target, keys))
                continue;
            cost = paid + price(model, step, target);
            if (cost < model->map.cost[target])
                note_cell(model, !list, &next, target, cost);
        }
    }
    return next;
}

static void note_found(struct plan_model *model, int list, int count, int turns)
{
    for (int i = 0; i < count; i++) {
        int cell = model->map.at[list][i], spot = model->spot_at[cell];

        model->map.listed[cell] = -1;
        if (spot > 0)
            model->map.found[spot][model->map.count[spot]++] =
                (struct plan_way){(uint16_t)turns, (uint16_t)model->map.paid[list][i]};
    }
}

/* Finds the ways from a cell to all spots. */
void plan_explore(struct plan_model *model, int origin, unsigned keys, uint64_t gone)
{
    int count = 1, list = 0, cells = diamonds_cells(model->world);

    model->searches++;
    for (int i = 0; i < cells; i++) {
        model->map.cost[i] = FAR;
        model->map.listed[i] = -1;
    }
    memset(model->map.count, 0, sizeof(model->map.count));
    model->map.cost[origin] = 0;
    if (origin == model->cell[0] && model->spot_at[origin] > 0)
        model->map.cost[origin] = FAR; /* what lies under the agent is taken by coming back */
    model->map.at[0][0] = (uint16_t)origin;
    model->map.paid[0][0] = 0;
    for (int turns = 1; turns <= model->turns && count > 0; turns++, list = !list) {
        count = advance(model, list, count, keys, gone, origin);
        note_found(model, !list, count, turns);
    }
}

/* --- doing nothing ---------------------------------------------------------------------------- */

/* The cell off the wire that is cheapest to go to before anything else, or -1; map.cost is set. */
static int refuge(struct plan_model *model)
{
    int best = -1;

    plan_explore(model, model->cell[0], model->keys, 0);
    for (int i = 0; i < diamonds_cells(model->world); i++)
        if (model->map.cost[i] < FAR && model->world->place[i].tile != '*' &&
            may_pass(model, i, 0) && (best < 0 || model->map.cost[i] < model->map.cost[best]))
            best = i;
    return best;
}

static bool must_flee(const struct plan_model *model)
{
    return !model->world->on_entry && model->turns > 0 &&
           model->world->place[model->cell[0]].tile == '*';
}

int plan_idle(struct plan_model *model)
{
    int cell, stay = -WIRE * model->turns;

    if (!must_flee(model))
        return 0;
    cell = refuge(model);
    return cell >= 0 && -model->map.cost[cell] > stay ? -model->map.cost[cell] : stay;
}

/* --- from legs to words ----------------------------------------------------------------------- */

/* The last step of a cheapest walk to `cell` in at most so many turns, going back through explored
 * costs turn by turn; the search is made anew for every turn, which is no matter for one plan. */
static int last_step(struct plan_model *model, int origin, unsigned keys, uint64_t gone, int turns,
                     int cell, int cost)
{
    int all = model->turns, found = -1;

    model->turns = turns - 1;
    plan_explore(model, origin, keys, gone);
    model->turns = all;
    model->map.cost[origin] = 0;
    for (int step = 0; step < STEPS && found < 0; step++) {
        const int8_t *there = diamonds_steps[step];
        int cols = model->world->cols, row = cell / cols - there[0], col = cell % cols - there[1];
        int from = row * cols + col;

        if (row < 0 || row >= model->world->rows || col < 0 || col >= cols ||
            (from != origin && !may_pass(model, from, gone)))
            continue;
        if (model->map.cost[from] == cost - price(model, step, cell))
            found = step;
    }
    assert(found >= 0);
    return found;
}

static int trace(struct plan_model *model, int origin, unsigned keys, uint64_t gone,
                 struct plan_way way, int cell, uint8_t *ret_words)
{
    int cost = way.cost, count = 0;

    for (int turns = way.turns; turns > 0 && (cell != origin || cost > 0); turns--) {
        int step = last_step(model, origin, keys, gone, turns, cell, cost);

        cost -= price(model, step, cell);
        cell -= diamonds_steps[step][0] * model->world->cols + diamonds_steps[step][1];
        ret_words[count++] = (uint8_t)step;
    }
    for (int i = 0; i < count / 2; i++) {
        uint8_t swap = ret_words[i];

        ret_words[i] = ret_words[count - 1 - i];
        ret_words[count - 1 - i] = swap;
    }
    return count;
}

int plan_steps(struct plan_model *model, unsigned keys, int from, int to, uint64_t gone,
               struct plan_way way, uint8_t *ret_words)
{
    return trace(model, model->cell[from], keys, gone, way, model->cell[to], ret_words);
}

int plan_idle_steps(struct plan_model *model, uint8_t *ret_words)
{
    struct plan_way way = {.turns = 0};
    int cell;

    if (!must_flee(model))
        return 0;
    cell = refuge(model);
    if (cell < 0 || -model->map.cost[cell] != model->idle || model->idle == -WIRE * model->turns)
        return 0;
    way.turns = (uint16_t)(model->turns < CELLS_MAX ? model->turns : CELLS_MAX);
    way.cost = (uint16_t)model->map.cost[cell];
    return trace(model, model->cell[0], model->keys, 0, way, cell, ret_words);
}
