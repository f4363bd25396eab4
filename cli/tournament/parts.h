/*
 * parts.h - pieces that several forms of a report are made of; for this room only.
 */
#ifndef TOURNAMENT_PARTS_H
#define TOURNAMENT_PARTS_H

#include "text/json.h"
#include "tournament.h"

/* Two players against each other as an object of an array. */
int tournament_json_pair(const struct bz_sheet *sheet, int player, int rival, struct json *json,
                         struct bz_error *err);

/* The tournament's file as JSON without its store, whose address may hold a password; free() it.
 * NULL for want of memory. */
char *tournament_settings(const struct bz_plan *plan, bool indented);

/* The parts of the page. */
void page_ratings(const struct bz_sheet *sheet, FILE *out);
void page_results(const struct bz_sheet *sheet, FILE *out);
int page_points(const struct bz_sheet *sheet, FILE *out, struct bz_error *err);
void page_failures(const struct report *report, FILE *out);
int page_settings(const struct report *report, FILE *out, struct bz_error *err);

#endif
