/*
 * row.h - one row of a report, played again: a game with everything that is compared, or a series.
 */
#ifndef REPRODUCE_ROW_H
#define REPRODUCE_ROW_H

#include "bazi/bazi.h"

enum { COMPARED_MAX = 3 };

/* What is asked for. */
struct row_request {
    const struct bz_game *game;
    int index;       /* of the row in the report */
    const char *map; /* the user's map, or NULL */
    int games;       /* ceiling of a series */
    /* Called after every game of a series; may be NULL. False ends the series. */
    bool (*progress)(void *context, int games, int wins);
    void *context;
};

struct row {
    const struct bz_report *report;
    const struct bz_report_row *published;
    struct bz_setup setup; /* of the only or the last game */
    struct bz_record record;
    bool has_score; /* a score was published, for just this map */
    int score;

    /* A single game. */
    uint64_t nodes[COMPARED_MAX]; /* of the compared searches, over the same positions */
    int compared;                 /* how many of them there are */
    int differences;              /* moves on which they did not agree */

    /* A series. */
    int games, wins, draws;

    double seconds, slowest; /* thinking time of the players themselves; of one move */
};

/* Plays it. On success the row is to be released. */
int row_play(struct row *row, const struct row_request *request, struct bz_error *err);
void row_release(struct row *row);

enum row_verdict { ROW_SAME, ROW_DIFFERS, ROW_UNPUBLISHED };
enum row_verdict row_verdict(const struct row *row);
static inline bool row_is_series(const struct row *row)
{
    return row->published->games > 1;
}

/* The whole row for a person, or as one JSON object. */
void row_print(const struct row *row);
void row_print_json(const struct row *row);

#endif
