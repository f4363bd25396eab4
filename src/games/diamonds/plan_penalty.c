/*
 * plan_penalty.c - better penalties for a bound: those of diamonds that the best walk takes too
 * often are raised and the others lowered, and the toll likewise by the turns it takes (subgradient
 * steps, of the size that Polyak proposed). What they are decides how good the bound is, never
 * whether it is one.
 */
#include <string.h>

#include "plan.h"

enum { PATIENCE = 3, PACK = 5 };

void plan_bound_recall(struct plan_bound *bound)
{
    memcpy(bound->penalty, bound->best_penalty, sizeof(bound->penalty));
    bound->toll = bound->best_toll;
    memset(bound->push, 0, sizeof(bound->push));
}

/* How much of the last direction is kept: as much as it takes not to turn back (Camerini, Fratta
 * and Maffioli). */
static double kept_push(const struct plan_bound *bound, const double over[PLAN_GEMS + 1])
{
    double along = 0, size = 0;

    for (int i = 0; i <= bound->model->gems; i++) {
        along += bound->push[i] * over[i];
        size += bound->push[i] * bound->push[i];
    }
    return along < 0 ? -1.5 * along / size : 0;
}

/* What the walk has too much of; last of all turns, by the pack. */
static void excess(const struct plan_bound *bound, double ret_over[PLAN_GEMS + 1])
{
    int gems = bound->model->gems;
    double turns = (bound->walk_turns - bound->model->turns) / (double)PACK;

    for (int i = 0; i < gems; i++)
        ret_over[i] = bound->visits[i] || bound->penalty[i] ? bound->visits[i] - 1 : 0;
    ret_over[gems] = bound->limit != PLAN_TURNS && (turns > 0 || bound->toll > 0) ? turns : 0;
}

static int32_t moved(int32_t penalty, double by, int32_t most)
{
    double to = penalty + by;

    return to < 0 ? 0 : to > most ? most : (int32_t)(to + 0.5);
}

void plan_bound_adjust(struct plan_bound *bound, int lower)
{
    double size = 0, gap = (double)bound->top - (double)PLAN_PART * lower, over[PLAN_GEMS + 1];
    double kept, far;
    int gems = bound->model->gems;

    excess(bound, over);
    kept = kept_push(bound, over);
    if (bound->stale > PATIENCE && bound->pace > PACE_LEAST) {
        bound->pace *= 0.7;
        bound->stale = 0;
    }
    for (int i = 0; i <= gems; i++) {
        bound->push[i] = over[i] + kept * bound->push[i];
        size += bound->push[i] * bound->push[i];
    }
    if (size == 0)
        return;
    far = bound->pace * gap / size;
    for (int i = 0; i < gems; i++)
        bound->penalty[i] = moved(bound->penalty[i], far * bound->push[i], PLAN_PENALTY_MAX);
    bound->toll = moved(bound->toll, far * bound->push[gems] / PACK, PLAN_TOLL_MAX);
}

bool plan_bound_rests(const struct plan_bound *bound)
{
    return bound->pace <= PACE_LEAST && bound->stale > PATIENCE;
}
