/*
 * small_boards.h - boards of Monopoly made at random, small enough for the oracle of chances.
 */
#ifndef SMALL_BOARDS_H
#define SMALL_BOARDS_H

#include "folder.h"
#include "games/monopoly/table.h"
#include "oracle_chances.h"

enum { SMALL_STATES_MAX = 60000 };

#define SMALL_GAP 1e-9 /* what the oracle leaves open */

struct small_board {
    struct bz_setup setup;
    union bz_pos start;
    char board[128], table[128];
    struct chances *chances; /* the test's */
};

/* Three to five squares, sums in fives, a fine for certain; no limit of turns to speak of. */
void small_board_make(struct small_board *board, const struct folder *folder, uint64_t seed);
void small_board_remove(struct small_board *board);

/* Solves, or fails the test; writes a table where one is named. */
struct bz_solution small_board_solve(const struct bz_setup *setup, const void *pos,
                                     const char *table, int threads);

/* The chance of the player to throw, as the oracle knows it. */
double small_board_truth(const struct chances *chances, int index);

#endif
