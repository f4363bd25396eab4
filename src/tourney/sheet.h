/*
 * sheet.h - a tournament as people want to see it: the table, ratings with their intervals, and
 * what is to be said of each player; the same for every form of output.
 */
#ifndef TOURNEY_SHEET_H
#define TOURNEY_SHEET_H

#include "stats/estimate.h"
#include "stats/sample.h"
#include "tourney/ledger.h"

/* A row of the table. */
struct bz_sheet_row {
    int player; /* its number */
    const char *name, *spec;
    const struct bz_ledger_row *counts;
    struct bz_standing standing; /* as the format has it, its place among it */
    struct bz_estimate share;    /* of the points, against whomever it met: bz_ledger_share */
    struct bz_estimate rating;   /* Elo in this field, whose mean is 0 */
    struct bz_summary points;    /* the game's own, a fresh game; where games have points */
};

/* What somebody got in a game. */
struct bz_sheet_score {
    int player;
    int64_t start; /* equal where games began alike and the same players sat there */
    double points;
    bool repeats; /* an earlier game */
};

struct bz_sheet {
    const struct bz_plan *plan; /* the caller's */
    struct bz_ledger ledger;
    struct bz_sheet_row *rows; /* best first */
    int count;
    int groups;     /* above 1: some never met, not even by way of others */
    int64_t copies; /* games that repeat an earlier one, move for move */
    bool has_points;
    struct bz_sheet_score *scores; /* where games have points; by player, then by start */
    size_t score_count;
};

int bz_sheet_read(struct bz_sheet *ret_sheet, struct bz_store *store, int64_t tournament,
                  const struct bz_plan *plan, struct bz_error *err);
void bz_sheet_release(struct bz_sheet *sheet);

/* One player against another: what bz_ledger_outcomes says of them. */
struct bz_outcomes bz_sheet_outcomes(const struct bz_sheet *sheet, int player, int rival);

/* Where games have points: does one get more than the other out of the same starts? How many starts
 * both have played, without those where they only repeat earlier games, or a code. */
int bz_sheet_compare(const struct bz_sheet *sheet, int player, int rival,
                     struct bz_estimate *ret_mean, struct bz_signed_ranks *ret_ranks,
                     struct bz_error *err);

/* The ratings of the field, one a player, and how many groups never met each other. */
int bz_sheet_rate(const struct bz_ledger *ledger, struct bz_estimate *ret_ratings, int *ret_groups,
                  struct bz_error *err);

#endif
