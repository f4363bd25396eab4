/*
 * report.c - the games of the course report (University of Tehran, fall 1398) and their times.
 *
 * Its "depth 4" is a look-ahead of three plies, and its players give up when every move loses.
 */
#include "bazi/report.h"

#include "konane.h"

#define MM(plies) "minimax:plies=" #plies ",eval=report,resign=lost"
#define AB(plies) "alphabeta:plies=" #plies ",eval=report,resign=lost"

static const struct bz_report_game games[] = {
    {"0", {MM(3), "simple"}, "p1win", 41, 1.88},
    {"1", {AB(3), "simple"}, "p1win", 41, 0.96},
    {"2", {MM(4), "simple"}, "p1win", 53, 12.2},
    {"3", {AB(4), "simple"}, "p1win", 53, 2.67},
    {"4", {MM(5), "simple"}, "p1win", 33, 94.3},
    {"5", {AB(5), "simple"}, "p1win", 33, 10.5},
    {"6", {MM(3), AB(3)}, "p2win", 44, 2.67},
    {"7", {MM(4), AB(4)}, "p1win", 31, 18.4},
    {"8", {MM(5), AB(5)}, "p1win", 41, 439},
    {"9", {AB(3), AB(3)}, "p2win", 44, 1.88},
    {"10", {AB(4), AB(4)}, "p1win", 31, 5.41},
    {"11", {MM(3), MM(3)}, "p2win", 44, 3.74},
    {"12", {MM(3), AB(4)}, "p2win", 38, 6.90},
    {"14 (not in the report)", {AB(5), AB(5)}, "p1win", 41, 0},
    {.label = NULL},
};

static const char *const compared[2] = {"minimax", "alphabeta"};

const struct bz_report konane_report = {
    .source = "University of Tehran, artificial intelligence, fall 1398, project 2",
    .games = games,
    .compared = compared,
};
