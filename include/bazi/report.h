/*
 * report.h - what a course report published about its players, as data, so that
 * `bazi reproduce` can play it again and set both results side by side.
 */
#ifndef BAZI_REPORT_H
#define BAZI_REPORT_H

/* One published game. A table of these ends with a NULL label. */
struct bz_report_game {
    const char *label;      /* the report's own number for it */
    const char *players[2]; /* specs */
    const char *result;     /* "p1win" or "p2win" */
    int plies;
    double seconds; /* as published; 0 where the report has no figure */
};

struct bz_report {
    const char *source; /* one line: whose results these are */
    const struct bz_report_game *games;
    const char *const *compared; /* two engine names whose node counts stand side by side */
};

#endif
