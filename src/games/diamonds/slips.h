/*
 * slips.h - best play of a lone agent on slippery ground, p2.
 *
 *   slips_model.c   what every action may lead to, from every cell and with every set of keys
 *   slips.c         expected gains, backwards through the turns, for each set of things taken
 *   slips_sample.c  promising orders of things, walked many times over
 *   slips_play.c    the solver, and the adviser of `best`
 *
 * What the future brings depends on the cell, the things taken since, the colour taken last and the
 * turns left. For each set of things taken the other three are swept at once. Sets only grow, and
 * one set is left for another by entering the cell of a thing: so all that is kept of a set is what
 * it is worth to have just entered those cells. Where looking at all sets would take too long, some
 * orders to take things in are tried many times instead.
 */
#ifndef DIAMONDS_SLIPS_H
#define DIAMONDS_SLIPS_H

#include "bazi/random.h"
#include "diamonds.h"
#include "search/searcher.h"

enum {
    SLIP_ITEMS = 20,      /* things a table can tell apart */
    SLIP_ACTIONS = 9,     /* words of p2 */
    SLIP_TELEPORTS = 32,  /* more are not looked at */
    SLIP_LANES = COLOURS, /* colours taken last, side by side */
    SLIP_ORDERS = 32      /* that are walked */
};

struct slip_edge {
    double chance;
    uint16_t cell;
};

/* What an action brings at once, on average, and where it leads: the edges up to the next one's. */
struct slip_action {
    double gain;
    uint32_t first;
};

struct slip_model {
    const struct diamonds_world *world;
    int cells;
    int sets;
    uint32_t edge_room;         /* of a set of keys */
    struct slip_action *action; /* of a set of keys: cells x actions, and an end */
    struct slip_edge *edge;
    uint16_t *open; /* of a set of keys: their number, and the cells an agent can stand on */
};

/* Fails where the map has too many things or teleports, or memory is short. */
int slip_model_fits(const struct diamonds_world *world, struct bz_error *err);
int slip_model_init(struct slip_model *model, const struct diamonds_world *world,
                    struct bz_error *err);
void slip_model_release(struct slip_model *model);

static inline const struct slip_action *slip_actions(const struct slip_model *model, unsigned keys,
                                                     int cell)
{
    int set = model->world->ways->set_of[keys];

    return model->action + (size_t)(set * (model->cells * SLIP_ACTIONS + 1) + cell * SLIP_ACTIONS);
}

static inline const uint16_t *slip_open(const struct slip_model *model, unsigned keys)
{
    return model->open + model->world->ways->set_of[keys] * (CELLS_MAX + 1);
}

struct slip_lanes {
    double at[SLIP_LANES];
};

/* What is known of the sets of things taken since one position. */
struct slip_table {
    const struct slip_model *model;
    uint64_t taken; /* what was gone there */
    unsigned keys;
    int last, turns, gems; /* there: diamonds left on the map */
    int items;
    bool begun;
    bool whole; /* nothing was left out */
    uint8_t item[SLIP_ITEMS];
    size_t first[SLIP_ITEMS]; /* where the values of entering its cell begin */
    double *entry;
    size_t room; /* numbers */
    /* How far it is: sets of `layer` things, the next of them; done when layer is negative. */
    int layer;
    uint32_t next;
    uint64_t sweeps, nodes;
    struct slip_lanes value[2][CELLS_MAX];
};

/* Begins a table for a position where an agent is to act. False where there are too many things, or
 * it needs more room than it has. */
bool slip_begin(struct slip_table *table, const struct slip_model *model,
                const struct diamonds *pos);
/* How many sets there are, and the room for numbers that they take. */
double slip_sets(const struct slip_table *table);
double slip_room(const struct slip_table *table);
/* Goes on with it; whether it is done. `nodes` are cells times turns. */
bool slip_go_on(struct slip_table *table, const struct bz_deadline *deadline, uint64_t *nodes);
/* Whether a table that is done knows this position. */
bool slip_knows(const struct slip_table *table, const struct diamonds *pos);
static inline bool slip_is_done(const struct slip_table *table)
{
    return table->begun && table->layer < 0;
}
/* What each action brings from here to the end, on average. Afterwards table->value[1] is what the
 * cells are worth with a turn less. */
void slip_judge(struct slip_table *table, const struct diamonds *pos,
                double ret_values[SLIP_ACTIONS]);
/* The lane of the colour taken last. */
int slip_lane(const struct slip_table *table, const struct diamonds *pos);

/* --- slips_sample.c --------------------------------------------------------------------------- */

struct slip_sampler;
struct slip_sampler *slip_sampler_new(const struct slip_model *model, size_t bytes);
void slip_sampler_free(struct slip_sampler *sampler);
/* Finds orders to fetch things in, for about so many nodes, and what each action brings from here
 * to the end, on average, with the best of them after it: what somebody who plays so really gets.
 */
void slip_sample(struct slip_sampler *sampler, const struct diamonds *pos, double nodes,
                 const struct bz_deadline *deadline, double ret_values[SLIP_ACTIONS],
                 uint64_t *ret_nodes);

/* --- slips_play.c ----------------------------------------------------------------------------- */

extern const struct bz_adviser diamonds_slip_adviser;
int diamonds_slip_solve(const struct bz_setup *setup, const void *pos,
                        const struct bz_solve_options *options, struct bz_solution *ret_solution,
                        struct bz_error *err);

#endif
