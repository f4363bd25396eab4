/*
 * report.c - games on our own maps, action by action, with the scores an independent program of the
 * same rules gives them.
 */
#include "bazi/report.h"

#include "diamonds.h"

static const struct bz_report_row rows[] = {
    {.label = NULL},
};

const struct bz_report diamonds_report = {
    .source =
        "University of Isfahan, artificial intelligence, fall 1401: the rules, on maps of ours",
    .rows = rows,
};
