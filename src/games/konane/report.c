/*
 * report.c - the games of the course report (University of Tehran, fall 1398) and their times.
 *
 * Its "depth 4" is a look-ahead of three plies, and its players give up when every move loses.
 */
#include "bazi/report.h"

#include "konane.h"

#define MM(plies) "minimax:plies=" #plies ",eval=report,resign=lost"
#define AB(plies) "alphabeta:plies=" #plies ",eval=report,resign=lost"

#define GAME(label_, p1, p2, result_, plies_, seconds_)                           \
    {                                                                             \
        .label = label_, .players = {p1, p2}, .result = result_, .plies = plies_, \
        .seconds = seconds_                                                       \
    }

static const struct bz_report_row rows[] = {
    GAME("0", MM(3), "simple", "p1win", 41, 1.88),
    GAME("1", AB(3), "simple", "p1win", 41, 0.96),
    GAME("2", MM(4), "simple", "p1win", 53, 12.2),
    GAME("3", AB(4), "simple", "p1win", 53, 2.67),
    GAME("4", MM(5), "simple", "p1win", 33, 94.3),
    GAME("5", AB(5), "simple", "p1win", 33, 10.5),
    GAME("6", MM(3), AB(3), "p2win", 44, 2.67),
    GAME("7", MM(4), AB(4), "p1win", 31, 18.4),
    GAME("8", MM(5), AB(5), "p1win", 41, 439),
    GAME("9", AB(3), AB(3), "p2win", 44, 1.88),
    GAME("10", AB(4), AB(4), "p1win", 31, 5.41),
    GAME("11", MM(3), MM(3), "p2win", 44, 3.74),
    GAME("12", MM(3), AB(4), "p2win", 38, 6.90),
    GAME("14 (not in the report)", AB(5), AB(5), "p1win", 41, 0),
    {.label = NULL},
};

static const char *const compared[] = {"minimax", "alphabeta", NULL};

const struct bz_report konane_report = {
    .source = "University of Tehran, artificial intelligence, fall 1398, project 2",
    .rows = rows,
    .compared = compared,
};
