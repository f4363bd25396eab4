/*
 * fixture.h - a game that is planned: where it begins, and the seed of what chance brought before.
 * The same fixture gives the same start on every machine.
 */
#ifndef MATCH_FIXTURE_H
#define MATCH_FIXTURE_H

#include "bazi/bazi.h"

enum { BZ_OPENING_MAX = 1000 };

struct bz_fixture {
    const struct bz_game *game;
    const char *const *assignments; /* options of the game */
    int assignment_count;
    const char *fen;   /* the position it begins with; NULL: the game's own */
    const char *moves; /* played from there, a blank between two; NULL: none */
    int opening;       /* then plies at random; 0: as many as different games need, -1: none */
    uint64_t seed;     /* of those, and of the deal where the options do not name one */
};

/* Sets the game up and plays its opening; both are the caller's to release. The record belongs to
 * the setup. BZ_ERROR_UNFIT where plies at random always end the game. */
int bz_fixture_open(const struct bz_fixture *fixture, struct bz_setup *ret_setup,
                    struct bz_record *ret_record, struct bz_error *err);

#endif
