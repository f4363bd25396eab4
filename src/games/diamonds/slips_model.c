/*
 * slips_model.c - what every action may lead to: taken from the rules themselves, by playing each
 * word from each cell of a map on which nothing is left to take.
 */
#include <stdlib.h>
#include <string.h>

#include "slips.h"

enum { FAN = 3 }; /* words a word can turn into */

int slip_model_fits(const struct diamonds_world *world, struct bz_error *err)
{
    if (!world->ways)
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "diamonds: slips are solved on maps with up to %d things to take",
                       THINGS_MAX);
    if (world->teleports > SLIP_TELEPORTS)
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "diamonds: slips are solved on maps with up to %d teleports",
                       SLIP_TELEPORTS);
    return BZ_OK;
}

static void add_edge(struct slip_edge *edges, uint32_t first, uint32_t *end, int cell,
                     double chance)
{
    for (uint32_t i = first; i < *end; i++)
        if (edges[i].cell == cell) {
            edges[i].chance += chance;
            return;
        }
    edges[(*end)++] = (struct slip_edge){chance, (uint16_t)cell};
}

/* Follows chance from pos on, at most two nodes deep: the word, then the exit. */
static void follow(const struct bz_rules *rules, const union bz_pos *pos, double chance,
                   struct slip_action *action, struct slip_edge *edges, uint32_t *end)
{
    const struct diamonds *at = (const void *)pos;
    bz_move moves[EXITS_MAX];
    uint32_t weights[EXITS_MAX], total = 0;
    int count;

    if (at->phase == ACT) {
        action->gain += chance * (diamonds_score(at, 0) - at->world->init) / PART;
        add_edge(edges, action->first, end, at->agent[0].cell, chance);
        return;
    }
    count = rules->deal(pos, moves, weights);
    for (int i = 0; i < count; i++)
        total += weights[i];
    for (int i = 0; i < count; i++) {
        union bz_pos child = *pos;

        rules->play(&child, moves[i]);
        follow(rules, &child, chance * weights[i] / total, action, edges, end);
    }
}

static void fill_set(struct slip_model *model, unsigned keys)
{
    const struct diamonds_world *world = model->world;
    const struct bz_rules *rules = diamonds_rules_of(world);
    int set = world->ways->set_of[keys];
    struct slip_action *action = model->action + set * (model->cells * SLIP_ACTIONS + 1);
    struct slip_edge *edges = model->edge;
    uint32_t end = (uint32_t)set * model->edge_room;
    uint16_t *open = model->open + set * (CELLS_MAX + 1);

    open[0] = 0;
    for (int cell = 0; cell < model->cells; cell++) {
        bool stands = !(world->place[cell].need & ~keys);

        if (stands)
            open[++open[0]] = (uint16_t)cell;
        for (int word = 0; word < SLIP_ACTIONS; word++, action++) {
            union bz_pos pos;
            struct diamonds *at = (void *)&pos;

            *action = (struct slip_action){.first = end};
            if (!stands)
                continue;
            diamonds_clear(world, at);
            memset(at->bits, 0xff, sizeof(*at->bits));
            at->agent[0].cell = (uint16_t)cell;
            at->agent[0].keys = (uint8_t)keys;
            rules->play(&pos, (bz_move)word);
            follow(rules, &pos, 1, action, edges, &end);
        }
    }
    *action = (struct slip_action){.first = end};
}

int slip_model_init(struct slip_model *model, const struct diamonds_world *world,
                    struct bz_error *err)
{
    int code = slip_model_fits(world, err), cells = diamonds_cells(world), ports = world->teleports;

    *model = (struct slip_model){.world = world, .cells = cells};
    if (code)
        return code;
    for (int i = 0; i < NEED_MORE; i++)
        if (world->ways->set_of[i] >= model->sets)
            model->sets = world->ways->set_of[i] + 1;
    model->edge_room = (uint32_t)(SLIP_ACTIONS * (FAN * cells + ports * ports));
    model->action =
        calloc((size_t)(model->sets * (cells * SLIP_ACTIONS + 1)), sizeof(*model->action));
    model->edge = calloc((size_t)model->sets * model->edge_room, sizeof(*model->edge));
    model->open = calloc((size_t)model->sets * (CELLS_MAX + 1), sizeof(*model->open));
    if (!model->action || !model->edge || !model->open) {
        slip_model_release(model);
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for what may happen on a map");
    }
    for (unsigned keys = 0; keys < NEED_MORE; keys++)
        if (!(keys & ~world->doors))
            fill_set(model, keys);
    return BZ_OK;
}

void slip_model_release(struct slip_model *model)
{
    free(model->action);
    free(model->edge);
    free(model->open);
    *model = (struct slip_model){0};
}
