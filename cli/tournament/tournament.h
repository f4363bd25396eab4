/*
 * tournament.h - the result of a tournament in every form: for a screen, for programs, as a page.
 *
 * All forms are views of one sheet, and of what the store knows of failures.
 */
#ifndef TOURNAMENT_H
#define TOURNAMENT_H

#include <stdio.h>

#include "failures.h"
#include "tourney/sheet.h"

/* A tournament as it is in its store. */
struct report {
    struct bz_store *store;
    int64_t tournament;
    const struct bz_sheet *sheet;
    struct failures failures;
};

/* The table for people: places, results, ratings; and what else there is to say. No wider than the
 * terminal, if it goes to one. */
void tournament_print_table(const struct bz_sheet *sheet);
/* Who got how much out of whom; in several parts where it is too wide. */
void tournament_print_cross(const struct bz_sheet *sheet);

/* The player of that name, or of that row of the table, from 1; -1 if there is none. */
int tournament_find(const struct bz_sheet *sheet, const char *name);
/* Two players against each other, for people or as a JSON object. */
int tournament_print_comparison(const struct bz_sheet *sheet, int player, int rival,
                                struct bz_error *err);
int tournament_json_comparison(const struct bz_sheet *sheet, int player, int rival,
                               struct bz_error *err);

/* One row a player, or a game. */
void tournament_csv_players(const struct bz_sheet *sheet);
int tournament_csv_games(const struct report *report, struct bz_error *err);

/* Everything, as one JSON object. */
int tournament_json(const struct report *report, struct bz_error *err);

/* One page that needs nothing else. */
int tournament_page(const struct report *report, FILE *out, struct bz_error *err);

#endif
