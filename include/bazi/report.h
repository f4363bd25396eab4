/*
 * report.h - what a course report published about its players, as data, so that
 * `bazi reproduce` can play it again and set both results side by side.
 */
#ifndef BAZI_REPORT_H
#define BAZI_REPORT_H

#include <stdbool.h>

struct bz_setup;

/* One published result: a game, or a series of games with seeds. A table ends with a NULL label. */
struct bz_report_row {
    const char *label;      /* the report's own number or name for it */
    const char *options;    /* blank-separated assignments, or NULL */
    const char *players[2]; /* specs; the second is not needed where one plays alone */
    const char *moves;      /* blank-separated; played instead of asking the players */

    /* A single game: what was published of it. */
    const char *result; /* "p1win", …; NULL where there is none to compare */
    int plies;          /* 0: not published */
    bool has_score;
    int score;      /* of the first player */
    double seconds; /* 0: not published */

    /* A series, where games > 1. Game i takes i as its seed: of the deal, where the game has an
     * option `seed`, of the dice, and of players that play at random. */
    int games;
    int hero;              /* whose wins are counted: 0 or 1 */
    int wins, of;          /* as published: so many wins of so many games; 0 of 0 if not */
    double least;          /* the share of wins, 0 … 1, below which it is not reproduced */
    double seconds_a_move; /* no move may take longer; 0: no such limit */
};

struct bz_report {
    const char *source; /* one line: whose results these are */
    const char *claim;  /* what they are called where nobody published them; NULL: "published" */
    const struct bz_report_row *rows;
    /* Specs, up to three, of searches that must agree on every position; their nodes stand side by
     * side. Ends with NULL; may itself be NULL. */
    const char *const *compared;
    /* Optional: whether a score was published for this row in just this setup (a map of the
     * user's), and which. Takes the place of the row's own. */
    bool (*published)(const struct bz_setup *setup, int row, int *ret_score);
};

#endif
