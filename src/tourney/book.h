/*
 * book.h - a tournament as whoever plays its games knows it: the plan, who the players are, and
 * where their programs' files lie.
 */
#ifndef TOURNEY_BOOK_H
#define TOURNEY_BOOK_H

#include <limits.h>

#include "store/store.h"
#include "tourney/plan.h"
#include "tourney/roll.h"

struct bz_book {
    int64_t tournament;
    struct bz_plan plan;
    struct bz_roll roll;
    char (*homes)[PATH_MAX]; /* of programs; "" for the others */
    int *streaks; /* of each player: faults in a row, as this worker saw them; the worker's */
    int readers;  /* the shelf's, and the next one on it */
    struct bz_book *next;
};

/* Fetches it from the store, files included, which go below `base`. */
int bz_book_open(struct bz_book *ret_book, struct bz_store *store, int64_t tournament,
                 const char *base, struct bz_error *err);
void bz_book_close(struct bz_book *book);

#endif
