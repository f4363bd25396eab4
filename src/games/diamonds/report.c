/*
 * report.c - games on our own maps, action by action, with the scores an independent program of the
 * same rules gives them.
 */
#include "bazi/report.h"

#include "diamonds.h"

static const struct bz_report_row rows[] = {
    {.label = "p1, first steps",
     .options = "map=first-steps",
     .moves = "RIGHT DOWN_RIGHT DOWN_LEFT RIGHT DOWN_RIGHT",
     .has_score = true,
     .score = 442},
    {.label = "p1, every colour in turn",
     .options = "map=rainbow",
     .moves = "DOWN_RIGHT RIGHT RIGHT UP_RIGHT DOWN_RIGHT DOWN_RIGHT RIGHT UP_RIGHT LEFT "
              "DOWN_LEFT DOWN_LEFT DOWN_RIGHT DOWN DOWN_LEFT RIGHT RIGHT UP_RIGHT UP_RIGHT "
              "LEFT DOWN_LEFT LEFT LEFT LEFT LEFT LEFT DOWN_LEFT UP UP_LEFT",
     .has_score = true,
     .score = 1508},
    {.label = "p1, across the wire",
     .options = "map=wire-shortcut",
     .moves = "RIGHT RIGHT RIGHT DOWN_RIGHT NOOP DOWN_RIGHT DOWN_RIGHT UP_RIGHT LEFT LEFT "
              "LEFT DOWN_LEFT RIGHT RIGHT RIGHT DOWN_RIGHT",
     .has_score = true,
     .score = 549},
    {.label = "p1, across the wire, paid on entering",
     .options = "map=wire-shortcut barbed=enter",
     .moves = "RIGHT RIGHT RIGHT DOWN_RIGHT NOOP DOWN_RIGHT DOWN_RIGHT UP_RIGHT LEFT LEFT "
              "LEFT DOWN_LEFT RIGHT RIGHT RIGHT DOWN_RIGHT",
     .has_score = true,
     .score = 569},
    {.label = "p1, two agents",
     .options = "map=crowded players=2 turns=15",
     .moves = "RIGHT UP_RIGHT RIGHT UP_LEFT RIGHT UP RIGHT DOWN_RIGHT RIGHT NOOP RIGHT "
              "DOWN_LEFT DOWN DOWN_LEFT DOWN_RIGHT UP_LEFT DOWN_LEFT DOWN DOWN_RIGHT "
              "DOWN_RIGHT DOWN LEFT LEFT DOWN_RIGHT LEFT LEFT UP_LEFT DOWN UP UP_LEFT",
     .result = "p1win",
     .has_score = true,
     .score = 2281},
    {.label = "p2, slips",
     .options = "rules=p2 map=slippery turns=30",
     .moves = "DOWN_RIGHT slip:DOWN_RIGHT DOWN slip:DOWN DOWN_RIGHT slip:DOWN_RIGHT DOWN "
              "slip:DOWN DOWN slip:DOWN DOWN_LEFT slip:DOWN_LEFT UP_RIGHT slip:UP_RIGHT RIGHT "
              "slip:RIGHT RIGHT slip:RIGHT RIGHT slip:RIGHT RIGHT slip:RIGHT RIGHT slip:RIGHT "
              "RIGHT slip:RIGHT LEFT slip:LEFT LEFT slip:NOOP LEFT slip:LEFT LEFT slip:LEFT "
              "DOWN_LEFT slip:DOWN_LEFT DOWN_RIGHT slip:DOWN_RIGHT RIGHT slip:RIGHT UP_RIGHT "
              "slip:UP_RIGHT DOWN_RIGHT slip:DOWN RIGHT slip:RIGHT UP slip:UP_RIGHT UP_LEFT "
              "slip:UP_LEFT UP_LEFT slip:UP_LEFT UP_RIGHT slip:UP_RIGHT RIGHT slip:RIGHT "
              "UP_LEFT slip:UP_LEFT UP_LEFT slip:UP_LEFT",
     .has_score = true,
     .score = 1207},
    {.label = "p3, two agents and four teleports",
     .options = "rules=p3 map=teleport-ring players=2 turns=25",
     .moves = "RIGHT TELEPORT DOWN_RIGHT UP NOOP exit:k2 NOOP LEFT UP_LEFT RIGHT RIGHT NOOP "
              "exit:k7 UP_LEFT UP_LEFT DOWN_LEFT DOWN_RIGHT UP RIGHT DOWN_RIGHT DOWN_RIGHT "
              "RIGHT NOOP exit:c2 RIGHT NOOP exit:c7 DOWN_LEFT DOWN_RIGHT UP_RIGHT UP_RIGHT "
              "LEFT UP_RIGHT UP LEFT RIGHT LEFT DOWN_LEFT DOWN_LEFT DOWN NOOP exit:k7 "
              "DOWN_RIGHT LEFT DOWN DOWN_LEFT DOWN_RIGHT RIGHT TELEPORT UP_RIGHT UP_LEFT "
              "DOWN_RIGHT TELEPORT DOWN_RIGHT TELEPORT",
     .result = "p1win",
     .has_score = true,
     .score = 578},
    {.label = "v2021, traps",
     .options = "rules=v2021 map=traps players=2 turns=15 init_score=200",
     .moves = "UP UP TRAP LEFT DOWN UP DOWN LEFT TRAP LEFT TELEPORT UP DOWN UP LEFT LEFT "
              "RIGHT UP TELEPORT UP DOWN DOWN TELEPORT LEFT DOWN LEFT RIGHT LEFT RIGHT UP",
     .result = "p2win",
     .has_score = true,
     .score = 195},
    {.label = NULL},
};

const struct bz_report diamonds_report = {
    .claim = "expected",
    .source =
        "University of Isfahan, artificial intelligence, fall 1401: the rules, on maps of ours",
    .rows = rows,
};
