/*
 * series.h - many games between the same players, spread over threads.
 *
 * Games come in rounds: the same opening, deal and luck for every seating, so that nobody can
 * blame his seat or the dice. Where the game has an option `seed` every round has another one; some
 * plies may be played at random first. The same series gives the same openings everywhere.
 *
 * Where one plays alone, each player of the series plays the round by itself, and who gets more
 * out of it has won.
 */
#ifndef MATCH_SERIES_H
#define MATCH_SERIES_H

#include "match/referee.h"
#include "stats/counts.h"

enum { BZ_SERIES_THREADS_MAX = 64, BZ_SERIES_ROUNDS_MAX = 1 << 20 };

/* As one of the players sees it. */
struct bz_tally {
    int games, wins, draws, losses;
    int faults; /* games that it lost by what a program must not do: not by resigning */
    /* Of two players, whole rounds: better in all its games together, as good, worse; by the sum of
     * the points where results are points. What an opening decides for whoever has the better seat
     * is shared. */
    int pairs_won, pairs_shared, pairs_lost;
    struct bz_pairs pairs; /* of two who met: the same rounds by games won, drawn and lost */
    int64_t margin;        /* of two: its points less the other's, in all games together */
    double points;         /* the game's own, in games where one plays alone */
};

/* A game that has come to an end. */
struct bz_outcome {
    int number, round; /* from 0 on, in the order in which they are planned */
    bool finished;     /* not stopped by the caller */
    const struct bz_record *record;
    int opening;                /* plies of it that were played before the players came */
    int seated[BZ_PLAYERS_MAX]; /* which player of the series sat at each seat */
    double seconds;
    const char *errors[BZ_PLAYERS_MAX]; /* by seat: what programs wrote to standard error */
    size_t error_lengths[BZ_PLAYERS_MAX];
    const struct bz_tally *tallies; /* of all players; this game counted, and its round if over */
};

struct bz_series {
    const struct bz_game *game;
    const char *const *assignments; /* options of the game */
    int assignment_count;
    const char *specs[BZ_PLAYERS_MAX];
    int players; /* as many as there are seats; or any number where one plays alone */
    struct bz_control control;
    struct bz_adjudication adjudication;
    const struct bz_house *house; /* for players from outside; NULL where there are none */
    int rounds;
    bool fixed;  /* only one seating: the players sit as they are listed */
    int opening; /* plies at random; 0: as many as different games need, -1: none */
    uint64_t seed;
    int threads; /* the caller's among them; it alone has to be there where people play */
    const atomic_bool *stop; /* may be NULL */
    /* Called after every game, never by two threads at once; false ends the series. May be NULL. */
    bool (*each)(void *context, const struct bz_outcome *outcome);
    void *context;
};

/* What went wrong, where something did. */
struct bz_series_fault {
    struct bz_error err;
    char fen[BZ_POS_TEXT_MAX]; /* of the position, if it was in a game; else empty */
};

/* How many games it has; negative where the players do not fit the game. */
int bz_series_games(const struct bz_series *series, struct bz_error *err);

/* Plays the series. BZ_ERROR_UNFIT where the players do not fit; BZ_ERROR_ILLEGAL when one of our
 * own engines answers with no legal move, which ends it all. The tallies, one a player, count what
 * was finished in any case. */
int bz_series_play(const struct bz_series *series, struct bz_tally *ret_tallies,
                   struct bz_series_fault *ret_fault);

/* What the statistics of `stats/estimate.h` are made from: every game by itself; or every pair as
 * one game, for starts where the seat decides more than play does. */
struct bz_outcomes bz_tally_games(const struct bz_tally *tally);
struct bz_outcomes bz_tally_rounds(const struct bz_tally *tally);
/* The best there is: pairs by their points where both games of any were finished, else games. */
struct bz_outcomes bz_tally_outcomes(const struct bz_tally *tally);

#endif
