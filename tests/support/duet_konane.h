/*
 * duet_konane.h - library and oracle side by side: the same position in both, and what must agree.
 */
#ifndef DUET_KONANE_H
#define DUET_KONANE_H

#include <jansson.h>

#include "bazi/bazi.h"
#include "oracle_konane.h"

/* The oracle's position in the library; the setup becomes a Konane setup of its size, to be
 * released by the caller. */
void duet_from_oracle(struct bz_setup *setup, const struct oracle *oracle, union bz_pos *ret_pos);

/* The same from a board drawn in the test, side 'b' or 'w'. */
void duet_from_drawing(struct bz_setup *setup, const char *drawing, char side,
                       union bz_pos *ret_pos);

/* Both are the same position. */
void duet_agree(const struct bz_setup *setup, const union bz_pos *pos, const struct oracle *oracle);

/* Both list the same moves in the same order, and each leads both to the same position. */
void duet_agree_on_moves(const struct bz_setup *setup, const union bz_pos *pos,
                         const struct oracle *oracle);

/* The counts of an entry of perft.json that are above one number and not above another. */
void duet_golden_perft(json_t *entry, json_int_t above, json_int_t most);

uint64_t duet_perft(const struct bz_setup *setup, const union bz_pos *pos, int depth);

/* Proves the position on one thread and checks the move that is said to keep the value.
 * Returns 'B' or 'W'. */
char duet_winner(const struct bz_setup *setup, const union bz_pos *pos, int megabytes);

#endif
