/*
 * plan_greedy.c - a plan at once: always to what brings most for its turns. It is not good, but
 * there before the map is measured, and nobody who plans has to do without a plan. Where nodes are
 * few it goes no further than they do, but to the first thing that is worth taking.
 */
#include <string.h>

#include "plan.h"

enum { HURRY = 100 }; /* points that taking anything counts for, lest the first be left alone */

/* Where a greedy plan is. */
struct here {
    uint64_t taken;
    unsigned keys;
    int spot, last, turns, value;
};

/* A plan as it grows. */
struct greedy {
    int length; /* of the best part of it */
    uint8_t spot[PLAN_LENGTH];
    struct plan_way way[PLAN_LENGTH];
};

static int gain_of(const struct plan_model *model, const struct here *here, int spot)
{
    return spot <= model->gems ? plan_gain(here->last, model->colour[spot]) : 0;
}

static bool is_open(const struct plan_model *model, const struct here *here, int spot)
{
    return spot <= model->gems ? !(here->taken >> (spot - 1) & 1)
                               : (model->key[spot] & model->useful & ~here->keys) != 0;
}

/* The next spot and the way to it; 0 where there is none in time. */
static int choose(struct plan_model *model, const struct here *here, struct plan_way *ret_way)
{
    double most = 0;
    int best = 0;

    plan_explore(model, model->cell[here->spot], here->keys, here->taken);
    for (int spot = 1; spot < model->spots; spot++)
        for (int i = 0; i < model->map.count[spot] && is_open(model, here, spot); i++) {
            struct plan_way way = model->map.found[spot][i];
            double worth = (double)(HURRY + gain_of(model, here, spot) - way.cost) / way.turns;

            if (here->turns + way.turns <= model->turns && worth > most) {
                most = worth;
                best = spot;
                *ret_way = way;
            }
        }
    return best;
}

static void go(const struct plan_model *model, struct here *here, int spot, struct plan_way way)
{
    here->value += gain_of(model, here, spot) - way.cost;
    here->turns += way.turns;
    here->spot = spot;
    here->keys |= model->key[spot] & model->useful;
    if (spot <= model->gems) {
        here->last = model->colour[spot];
        here->taken |= UINT64_C(1) << (spot - 1);
    }
}

static void start(const struct plan_model *model, struct here *ret_here)
{
    *ret_here = (struct here){.keys = model->keys, .last = model->colour[0]};
}

static int spell(struct plan_model *model, const struct greedy *greedy, uint8_t *ret_words)
{
    struct here here;
    int count = 0;

    start(model, &here);
    for (int i = 0; i < greedy->length; i++) {
        count += plan_steps(model, here.keys, here.spot, greedy->spot[i], here.taken,
                            greedy->way[i], ret_words + count);
        go(model, &here, greedy->spot[i], greedy->way[i]);
    }
    return count;
}

/* Time is no matter, it is over before a clock is worth a look; nodes may be. */
static bool may_look(const struct plan_clock *clock)
{
    return bz_deadline_left(&clock->deadline, clock->work) >= PLAN_WORK_SEARCH;
}

int plan_greedy(struct plan_model *model, struct plan_clock *clock, uint8_t *ret_words)
{
    struct greedy greedy = {.length = 0};
    struct here here;
    int best = 0;

    start(model, &here);
    for (int i = 0, spot; i < PLAN_LENGTH && (best == 0 || may_look(clock)); i++) {
        spot = choose(model, &here, &greedy.way[i]);
        if (!spot)
            break;
        greedy.spot[i] = (uint8_t)spot;
        go(model, &here, spot, greedy.way[i]);
        if (here.value > best) {
            best = here.value;
            greedy.length = i + 1;
        }
        plan_tick(clock, PLAN_WORK_SEARCH);
    }
    return spell(model, &greedy, ret_words);
}
