/*
 * words.h - lists of names to choose from, guess at or complete, all ending with NULL.
 */
#ifndef TEXT_WORDS_H
#define TEXT_WORDS_H

#include "bazi/bazi.h"

enum { WORDS_MAX = 128 };

/* The player a person meets unless another one is asked for, and the person. */
#define PLAYER_BEST  "best"
#define PLAYER_HUMAN "human"

/* Fills an array of WORDS_MAX with "human" and the engines; returns how many there are. */
int words_players(const char **ret_words);

/* "Black wins", "Player 1 and Player 3 win", "A draw", "The end" */
void words_result(const struct bz_record *record, struct bz_buf *out);
/* "Black (human) against White (best)", whatever the players call themselves */
void words_seats(const struct bz_record *record, struct bz_buf *out);
/* What a move about to be made does: the game's own words, or "Black plays d4" */
void words_deed(const struct bz_setup *setup, const void *pos, bz_move move, struct bz_buf *out);
/* "White wins after 12 plies: Black resigned." */
void words_end(const struct bz_record *record, struct bz_buf *out);
/* " Black 12, White 9", in a game of points; nothing in others */
void words_points(const struct bz_record *record, struct bz_buf *out);

/* What would let the player of that spec know more about the game; often nothing. */
void words_hint(const struct bz_setup *setup, const char *spec, struct bz_buf *out);

/* The word of the list that `text` most likely meant, or NULL. */
const char *nearest_word(const char *text, const char *const *words);

#endif
