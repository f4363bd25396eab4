/*
 * failures.h - games that somebody lost by what a program must not do, with what there is to tell
 * its author.
 *
 * However often and loudly a program fails, only the first few games of each kind are kept, and of
 * each the end of what it said. All texts are UTF-8 fit to be shown: other bytes are written \xNN.
 */
#ifndef TOURNAMENT_FAILURES_H
#define TOURNAMENT_FAILURES_H

#include "bazi/record.h"
#include "tourney/sheet.h"

enum { FAILURES_OF_KIND = 5, FAILURE_EXCERPT = 4096 };

struct failure {
    int player;
    enum bz_ruling ruling;
    int64_t id; /* of the game in the store */
    int64_t number;
    int round;
    char *note;    /* one line to the author, or NULL */
    char *excerpt; /* the end of what it wrote to standard error, or NULL */
    bool cut;      /* there was more of that */
};

struct failures {
    struct failure *list; /* by player, then by game */
    int count;
};

int failures_read(struct failures *ret_failures, struct bz_store *store, int64_t tournament,
                  const struct bz_sheet *sheet, struct bz_error *err);
void failures_release(struct failures *failures);

/* The first one of a player, and how many follow. */
int failures_of(const struct failures *failures, int player, const struct failure **ret_first);

#endif
