/*
 * report.c - what the course report (Shahid Beheshti University) says of its agent: 99 of 100 games
 * won as the first player against random moves.
 */
#include "bazi/report.h"

#include "hotk.h"

static const struct bz_report_row rows[] = {
    {.label = "first player",
     .options = "deal=course",
     .players = {"report", "random"},
     .games = 1000,
     .hero = 0,
     .wins = 99,
     .of = 100,
     .least = 0.97,
     .seconds_a_move = 10},
    {.label = "second player (not in the report)",
     .options = "deal=course",
     .players = {"random", "report"},
     .games = 1000,
     .hero = 1,
     .seconds_a_move = 10},
    {.label = NULL},
};

const struct bz_report hotk_report = {
    .source = "Shahid Beheshti University, artificial intelligence, phase 1 of the project",
    .rows = rows,
};
