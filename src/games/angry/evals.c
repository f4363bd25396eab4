/*
 * evals.c - the evaluations of the games, among them the heuristic of the course report.
 *
 * The report's agent searches over free moves of the queen, although she will follow her policy.
 * Its search ends as soon as the game is won or lost; a queen without moves is worth plus infinity
 * to it, a hen without moves minus infinity. All of that is how it sees the root: see enter.
 */
#include <math.h>

#include "outlook.h"
#include "search/kernel.h"

static double for_player(double value, int player)
{
    return player == 0 ? value : -value;
}

static double score_value(const void *at, int player)
{
    return for_player(outlook(at), player);
}

static double points_value(const void *at, int player)
{
    return for_player(points(at), player);
}

/* The original's distance: none is 18, the longest a straight way can be. */
static int way(cells from, cells goals, cells blocked)
{
    int steps = distance(from, goals & ~blocked, inside(GAME1) & ~blocked);

    return steps < 0 ? 18 : steps;
}

/* Doubles throughout and in this order: the values are compared bit for bit. A caught hen, on which
 * the original gives up, is worse than anything else. */
static double heuristic(const struct angry *pos)
{
    cells hen = cell_set(pos->hen), rocks = plane_set(pos, ROCK), queens = plane_set(pos, QUEEN);
    cells eggs = plane_set(pos, EGG), pigs = plane_set(pos, PIG), slings = plane_set(pos, SLING);
    int egg_count = set_size(eggs), pig_count = set_size(pigs), sling_way, queen_way;
    double egg_term = 0, sling_term = 10, queen_factor;

    if (!hen)
        return -1000.0 - pos->n;
    if (won(pos) && !eggs)
        return 100;
    sling_way = way(hen, slings, pigs | rocks);
    queen_way = way(first_of(queens), hen, rocks);
    queen_factor = queen_way <= 4 ? 0.1 : 0;
    if (eggs) {
        egg_term = 10.0 / way(hen, eggs, rocks | queens | slings) - 10 * egg_count;
        sling_term = FIXED_COUNT - egg_count;
    }
    return egg_term + queen_way * queen_factor + pig_count * 0.5 - pos->n + sling_term / sling_way;
}

static double report_value(const void *at, int player)
{
    return for_player(heuristic(at), player);
}

static double report_stuck(const void *at, int player)
{
    const struct angry *pos = at;

    if (pos->phase == OVER)
        return (double)NAN;
    return for_player(pos->phase == QUEEN_STEP ? HUGE_VAL : -HUGE_VAL, player);
}

static const struct bz_eval report_eval = {
    .name = "report",
    .value = report_value,
    .stuck = report_stuck,
    .conventions = BZ_EVAL_FINAL,
};

static const struct bz_eval *report_enter(void *root)
{
    struct angry *pos = root;

    pos->flags |= REPORT_SEARCH;
    return &report_eval;
}

static int report_plies(const void *root)
{
    (void)root;
    return 7;
}

const struct bz_agent angry_agent = {"alphabeta", "report", report_plies};

#define SCORE                                                                            \
    {                                                                                    \
        .name = "score", .brief = "the score so far, and eggs and the way out in sight", \
        .value = score_value                                                             \
    }
#define POINTS                                                                             \
    {                                                                                      \
        .name = "points", .brief = "the score so far, nothing else", .value = points_value \
    }

const struct bz_eval angry_game1_evals[] = {
    SCORE,
    POINTS,
    {.name = "report",
     .brief = "the course report's heuristic, searched as its agent does",
     .value = report_value,
     .conventions = BZ_EVAL_FINAL,
     .enter = report_enter},
    {.name = NULL},
};

const struct bz_eval angry_game2_evals[] = {SCORE, POINTS, {.name = NULL}};
