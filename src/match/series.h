/*
 * series.h - many games between two players, spread over threads.
 *
 * Games come in pairs: the same opening and the same luck, with the seats exchanged. Where the game
 * has an option `seed` every pair is another deal; where it has none, and always where asked for,
 * some plies are played at random first. The same series gives the same openings everywhere.
 */
#ifndef MATCH_SERIES_H
#define MATCH_SERIES_H

#include "bazi/bazi.h"

enum { BZ_SERIES_THREADS_MAX = 64, BZ_SERIES_PAIRS_MAX = 1 << 20 };

/* As the first of the two players sees it. */
struct bz_tally {
    int games, wins, draws, losses;
    /* Whole pairs: better in the two games together, as good, worse. What an opening decides for
     * whoever has the better seat is shared. */
    int pairs_won, pairs_shared, pairs_lost;
};

struct bz_series {
    const struct bz_game *game;
    const char *const *assignments; /* options of the game */
    int assignment_count;
    const char *specs[2];
    struct bz_limits limits; /* of every move; the specs' own where it is all zero */
    int pairs;
    int opening; /* plies at random; 0: as many as different games need, -1: none */
    uint64_t seed;
    int threads;
    const atomic_bool *stop; /* unfinished games are then left out; may be NULL */
    /* Called after every game, never by two threads at once; may be NULL. */
    void (*each)(void *context, const struct bz_tally *tally);
    void *context;
};

/* What went wrong, where something did. */
struct bz_series_fault {
    struct bz_error err;
    char fen[BZ_POS_TEXT_MAX]; /* of the position, if it was in a game; else empty */
};

/* Plays the series. BZ_ERROR_UNFIT where not two play; BZ_ERROR_ILLEGAL when a player answers with
 * no legal move, which ends it all. The tally counts what was finished in any case. */
int bz_series_play(const struct bz_series *series, struct bz_tally *ret_tally,
                   struct bz_series_fault *ret_fault);

/* The share of points, a draw counting half: 0 … 1, and 0 without games. */
double bz_tally_score(const struct bz_tally *tally);
/* Wilson's interval of that share, with 95 % confidence. */
void bz_tally_interval(const struct bz_tally *tally, double *ret_low, double *ret_high);

#endif
