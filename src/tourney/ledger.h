/*
 * ledger.h - what all games of a tournament come to, counted in the order of their numbers.
 *
 * The order in which they were played does not matter, nor where, nor how often somebody had to
 * begin again: the same games give the same ledger.
 *
 * Who loses `failures` games in a row by what a program must not do is out: its games with higher
 * numbers count as lost, played or not. Nobody is out before all games are in the queue.
 *
 * Where one plays alone, those who got more out of the same start have beaten those who got less;
 * such comparisons are worth less than games, for all of a player's hang on the one score he had
 * there.
 *
 * Games that repeat an earlier one (repeats.h), and games that were lost because somebody was out,
 * count as ever, but are no evidence: what is fresh, the counts without them, is what estimates are
 * made from. Two scores of one start are fresh if both were played and not both games repeat an
 * earlier one, and so is a pair.
 */
#ifndef TOURNEY_LEDGER_H
#define TOURNEY_LEDGER_H

#include "stats/estimate.h"
#include "store/store.h"
#include "tourney/plan.h"
#include "tourney/repeats.h"

#define BZ_STATE_NEW "new" /* of a tournament: not all of its games are in the queue */

/* A player. */
struct bz_ledger_row {
    struct bz_wdl wdl, fresh;
    double worth;                /* of what is fresh, in independent games */
    int64_t games;               /* played to an end */
    int64_t faults;              /* of them lost by what a program must not do */
    int64_t rulings[BZ_RULINGS]; /* how it lost games that the rules did not end */
    int64_t forfeits;            /* not played, or not counted as played, for it was out */
    int64_t out;                 /* the number of the game from which on it is out; -1: it is not */
    double points;               /* the game's own, in all games together */
};

/* A player against another one. */
struct bz_ledger_cell {
    struct bz_wdl wdl, fresh;
    int64_t forfeits; /* for one of them was out; in wdl only */
    double worth;     /* as in a row, in a field of all; between these two every game counts */
    /* Games of the same start with the seats exchanged, both played. */
    struct bz_pairs pairs, fresh_pairs;
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
    int64_t repeated; /* games that repeat an earlier one: those of `repeats` that count */
    struct bz_repeats repeats;
    double seconds;
    struct bz_encounter_result *results; /* of encounters, byes among them */
    int result_count;
    int *out_from; /* by player, as pairings want it */
};

/* `stride` of the numbers of games, from one encounter to the next. */
int64_t bz_ledger_stride(const struct bz_plan *plan);

/* Where a game begins. Those of an encounter that differ only in the seats begin alike; so do those
 * of other encounters of the round, or of the whole tournament. A replay begins otherwise than what
 * it replays, or players that always do the same would draw for ever. */
int64_t bz_ledger_start(const struct bz_plan *plan, int round, int64_t number, int seats);

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

/* What there is to estimate from: pairs, where at least half of the games played are in pairs, else
 * games. `ret_left` is how many are left out then, for the other one of their pair is missing. */
struct bz_outcomes bz_ledger_outcomes(const struct bz_ledger_cell *cell, int64_t *ret_left);
/* The share of all points, with an interval made of what is fresh, each worth so much, and wide
 * enough to have that share within. */
struct bz_estimate bz_ledger_share(const struct bz_wdl *all, const struct bz_outcomes *fresh,
                                   double worth);
/* Games of these two that repeat an earlier one. */
int64_t bz_ledger_repeats(const struct bz_ledger_cell *cell);

#endif
