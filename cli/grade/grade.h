/*
 * grade.h - submissions being graded: from their folders to a table, and a page for everybody.
 */
#ifndef GRADE_GRADE_H
#define GRADE_GRADE_H

#include <stdio.h>

#include "grade/mark.h"
#include "text/json.h"

/* All that is known when the games are over. */
struct gradebook {
    const struct bz_terms *terms;
    struct bz_roster *roster;
    const struct bz_plan *plan;     /* of the tournament; NULL where nobody could play */
    const struct bz_ledger *ledger; /* the same */
    struct bz_store *store;         /* the same */
    int64_t tournament;
    const char *out;                /* folder of what is written */
    char (*remarks)[BZ_REMARK_MAX]; /* on each submission, in a line */
};

/* Prepares every submission, several at a time, and tells how far it is; an exit status. */
int workshop_prepare(const struct bz_workshop *workshop, struct bz_roster *roster, int threads,
                     bool quiet);

/* Removes what an earlier run wrote and this one will not write again, and notes what it will:
 * before all that follow. */
int sweep_stale(const struct gradebook *book, struct bz_error *err);

/* The page of a submission and the file with its games; sets its remark. */
int page_write(const struct gradebook *book, int index, struct bz_error *err);

/* The table for the instructor, grades.csv. */
int sheet_write(const struct gradebook *book, struct bz_error *err);
void sheet_print(const struct gradebook *book);
void sheet_json(const struct gradebook *book);

/* A folder's name whole, as UTF-8 without anything that is not to be seen. */
enum { SHEET_NAME = 1100 };
void sheet_name(const struct bz_submission *one, struct bz_buf *out);

/* How many games of a submission were lost by a fault. */
int64_t sheet_faults(const struct gradebook *book, int index);

#endif
