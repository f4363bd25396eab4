/*
 * ledger.h - what all games of a tournament come to, counted in the order of their numbers.
 *
 * The order in which they were played does not matter, nor where, nor how often somebody had to
 * begin again: the same games give the same ledger.
 *
 * Who loses `failures` games in a row by what a program must not do is out: its games with higher
 * numbers count as lost, played or not. Where one plays alone, those who got more out of the same
 * start have beaten those who got less; such comparisons are worth less than games, for all of a
 * player's hang on the one score he had there.
 */
#ifndef TOURNEY_LEDGER_H
#define TOURNEY_LEDGER_H

#include "stats/counts.h"
#include "store/store.h"
#include "tourney/plan.h"

/* A player. */
struct bz_ledger_row {
    struct bz_wdl wdl;
    double worth;                /* as many independent games, as evidence */
    int64_t games;               /* played to an end */
    int64_t faults;              /* of them lost by what a program must not do */
    int64_t rulings[BZ_RULINGS]; /* how it lost games that the rules did not end */
    int64_t forfeits;            /* not played, or not counted as played, for it was out */
    int64_t out;                 /* the number of the game from which on it is out; -1: it is not */
    double points;               /* the game's own, in all games together */
};

/* A player against another one. */
struct bz_ledger_cell {
    struct bz_wdl wdl;
    double worth;          /* as in a row, in a field of all; between these two every game counts */
    struct bz_pairs pairs; /* games of the same start with the seats exchanged */
};

/* An encounter as far as it has been played. */
struct bz_ledger_encounter {
    int number, games, round;
    int64_t points[BZ_PAIRING_SEATS_MAX]; /* as bz_encounter_result has them, by `player` */
    int player[BZ_PAIRING_SEATS_MAX];
    int count;
};

struct bz_ledger {
    int players;
    struct bz_ledger_row *rows;
    struct bz_ledger_cell *cells;           /* a row of them for each player */
    struct bz_ledger_encounter *encounters; /* ascending */
    int encounter_count;
    int64_t games, unfinished, plies;
    double seconds;
    struct bz_encounter_result *results; /* of encounters, byes among them */
    int result_count;
    int *out_from; /* by player, as pairings want it */
};

/* `stride` of the numbers of games, from one encounter to the next. */
int64_t bz_ledger_stride(const struct bz_plan *plan);

int bz_ledger_read(struct bz_ledger *ret_ledger, struct bz_store *store, int64_t tournament,
                   const struct bz_plan *plan, struct bz_error *err);
void bz_ledger_release(struct bz_ledger *ledger);

/* Finds the results of whole encounters; a part of reading. */
int bz_ledger_conclude(struct bz_ledger *ledger, const struct bz_plan *plan, struct bz_error *err);

/* The pairings' input with the results so far; it points into both. */
struct bz_pairing_input bz_ledger_input(const struct bz_ledger *ledger, const struct bz_plan *plan);

/* Whether a player's game of this number is lost, for he was out by then. */
bool bz_ledger_is_out(const struct bz_ledger *ledger, int player, int64_t number);

const struct bz_ledger_cell *bz_ledger_cell(const struct bz_ledger *ledger, int player, int rival);

#endif
