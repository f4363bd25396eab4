/*
 * mind.c - the solver that fits: a chase, a siege, a graph or value iteration, behind one question.
 */
#include <stdlib.h>
#include <string.h>

#include "solve.h"

static bool is_chase(const struct angry *pos)
{
    return pos->rules == GAME1 && !(pos->flags & QUEEN_PLAYS);
}

void angry_mind_release(struct angry_mind *mind)
{
    angry_chase_free(mind->chase);
    angry_siege_free(mind->siege);
    angry_graph_free(mind->graph);
    angry_slip_free(mind->slip);
}

/* A siege and its graph share the memory. */
static bool init_games(struct angry_mind *mind, const struct angry *start, int megabytes)
{
    int part = megabytes / 4 > 0 ? megabytes / 4 : 1;

    if (is_chase(start)) {
        mind->chase = angry_chase_new(megabytes);
        return mind->chase;
    }
    if (start->rules == GAME1) {
        mind->siege = angry_siege_new(megabytes - part > 0 ? megabytes - part : 1);
        megabytes = part;
    }
    mind->graph = angry_graph_new(megabytes);
    return mind->graph && (mind->siege || start->rules != GAME1);
}

bool angry_mind_init(struct angry_mind *mind, const struct bz_setup *setup, int megabytes)
{
    const struct angry *start = setup->world;
    bool done;

    *mind = (struct angry_mind){.expected.phase = OVER};
    if (angry_is_game(start)) {
        done = init_games(mind, start, megabytes);
    } else {
        mind->slip = angry_slip_new(megabytes);
        done = mind->slip;
    }
    if (!done)
        angry_mind_release(mind);
    return done;
}

/* The plan goes on where it was left, as long as the game keeps to it. */
static enum angry_status ask_chase(struct angry_mind *mind, const struct angry *pos,
                                   struct angry_work *work)
{
    struct angry_finding *finding = &mind->finding;

    if (pos->phase != OVER && !memcmp(pos, &mind->expected, sizeof(*pos))) {
        finding->length -= mind->done;
        memmove(finding->moves, finding->moves + mind->done, (size_t)finding->length);
    } else {
        angry_chase_run(mind->chase, pos, work, finding);
    }
    mind->done = 1;
    mind->expected.phase = OVER;
    if (finding->status == ANGRY_SOLVED && finding->length > 1) {
        mind->expected = *pos;
        angry_rules_of(pos)->play(&mind->expected, finding->moves[0]);
    }
    return finding->status;
}

static int things_on(const struct angry *pos)
{
    return angry_count(pos, EGG) + angry_count(pos, PIG) + angry_count(pos, SLING);
}

static enum angry_status ask_graph(struct angry_mind *mind, const struct angry *pos,
                                   struct angry_work *work)
{
    int things = things_on(pos);

    if (mind->hopeless && things >= mind->hopeless)
        return mind->finding.status = ANGRY_TOO_LARGE;
    angry_graph_run(mind->graph, pos, work, &mind->finding);
    mind->hopeless = mind->finding.status == ANGRY_TOO_LARGE ? things : 0;
    return mind->finding.status;
}

enum angry_status angry_mind_ask(struct angry_mind *mind, const struct angry *pos,
                                 struct angry_work *work)
{
    if (mind->slip) {
        work->doing = "value iteration";
        return angry_slip_run(mind->slip, (const struct angry_world *)pos, work);
    }
    work->doing = "looking for the best plan";
    if (mind->chase)
        return ask_chase(mind, pos, work);
    work->doing = "working backwards from the last action";
    if (!mind->siege || !angry_siege_fits(pos))
        return ask_graph(mind, pos, work);
    angry_siege_run(mind->siege, pos, work, &mind->finding);
    return mind->finding.status;
}

static bool judge_game(struct angry_mind *mind, const struct angry *after, struct angry_work *work,
                       int *ret_lower, int *ret_upper)
{
    if (after->phase == OVER) {
        *ret_lower = *ret_upper = angry_points(after);
        return true;
    }
    if (mind->chase) {
        mind->expected.phase = OVER;
        angry_chase_run(mind->chase, after, work, &mind->finding);
        *ret_lower = mind->finding.lower;
        *ret_upper = mind->finding.upper;
        return mind->finding.status != ANGRY_ENDLESS;
    }
    if (mind->siege && angry_siege_fits(after))
        return angry_siege_value(mind->siege, after, ret_lower, ret_upper);
    if (!angry_graph_value(mind->graph, after, ret_lower))
        return false;
    *ret_upper = *ret_lower;
    return true;
}

bool angry_mind_judge(struct angry_mind *mind, const struct angry *pos, bz_move move,
                      struct angry_work *work, double *ret_lower, double *ret_upper)
{
    struct angry after = *pos;
    int lower = 0, upper = 0;
    bool known;

    if (mind->slip) {
        *ret_lower = *ret_upper =
            angry_slip_asked(mind->slip, (const struct angry_world *)pos, (int)move);
        return true;
    }
    angry_rules_of(pos)->play(&after, move);
    known = judge_game(mind, &after, work, &lower, &upper);
    *ret_lower = lower;
    *ret_upper = upper;
    return known;
}
