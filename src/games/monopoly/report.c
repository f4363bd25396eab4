/*
 * report.c - how the course report's robot fares. It published no figures: these are ours, with a
 * margin, so that a change for the worse is seen.
 */
#include "bazi/report.h"

#include "monopoly.h"

#define SERIES(label_, spec, opponent, least_)                                      \
    {                                                                               \
        .label = label_, .players = {opponent, spec}, .games = 1000, .hero = ROBOT, \
        .least = least_                                                             \
    }

static const struct bz_report_row rows[] = {
    SERIES("report-greedy", "report", "greedy", 0.40),
    SERIES("report-random", "report", "random", 0.40),
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
