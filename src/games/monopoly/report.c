/*
 * report.c - how the course report's robot fares, and deeper ones beside it.
 *
 * The report published no figures. The shares wanted here are what we measured over these seeds,
 * 51, 44, 51, 44, 62 and 64 in a hundred, less six: twice the uncertainty of a thousand games. Four
 * plies play like the report's two, because the robot acts only once in them and cannot see itself
 * run out of cash; the fifth ply is its next payment.
 */
#include "bazi/report.h"

#include "monopoly.h"

#define DEEPER(plies) "expectiminimax:plies=" #plies ",eval=zerosum+win"

/* A thousand games, seeds 0 to 999; the player looked at is the robot, who moves second. */
#define SERIES(label_, opponent, spec, least_)                                      \
    {                                                                               \
        .label = label_, .players = {opponent, spec}, .games = 1000, .hero = ROBOT, \
        .least = least_                                                             \
    }

static const struct bz_report_row rows[] = {
    SERIES("robot, greedy", "greedy", "report", 0.45),
    SERIES("robot, random", "random", "report", 0.38),
    SERIES("4 plies, greedy", "greedy", DEEPER(4), 0.45),
    SERIES("4 plies, random", "random", DEEPER(4), 0.38),
    SERIES("6 plies, greedy", "greedy", DEEPER(6), 0.56),
    SERIES("6 plies, random", "random", DEEPER(6), 0.58),
    {.label = "pruning", .players = {"greedy", "expectiminimax:prune=none,plies=8,eval=zerosum"}},
    {.label = NULL},
};

/* A player whose spec begins with one of these is compared with the other two. */
static const char *const compared[] = {"expectiminimax:prune=none", "expectiminimax:prune=star1",
                                       "expectiminimax:prune=star2", NULL};

const struct bz_report monopoly_report = {
    .source = "Amirkabir University of Technology, artificial intelligence, mini Monopoly",
    .rows = rows,
    .compared = compared,
};
