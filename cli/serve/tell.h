/*
 * tell.h - what a course's own server shows: with one game what the original printed, with several
 * a line a round and a table at the end; or JSON.
 */
#ifndef SERVE_TELL_H
#define SERVE_TELL_H

#include "files.h"
#include "match/service.h"

/* Sums of one seat. */
struct seat {
    int won, late, wrong, left;
    double points;
};

struct teller {
    const struct bz_setup *setup;
    struct files files;
    bool as_json, like_original, rewrites;
    int games;                          /* to be played, or 0 for no end */
    int begun, over, unwilling, failed; /* games */
    int rounds, drawn, trouble;         /* rounds over, drawn; files that were not written */
    int64_t since, told;
    struct seat seats[BZ_PLAYERS_MAX];
};

/* A listener that tells all this. */
struct bz_service_listener teller_listener(struct teller *teller);
/* The table, or nothing where it would say no more than has been said. */
void teller_sum_up(const struct teller *teller);

#endif
