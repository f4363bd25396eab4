/*
 * brute_diamonds.h - the best final score of a lone agent by trying everything: turn by turn, all
 * positions there can be, each with the best score it was reached with. For small maps.
 */
#ifndef BRUTE_DIAMONDS_H
#define BRUTE_DIAMONDS_H

#include "bazi/game.h"
#include "bazi/random.h"

enum { BRUTE_TEXT = 256 };

double brute_diamonds(const struct bz_setup *setup, const union bz_pos *pos);
/* A position on a small map with a bit of everything, and the text it began with. */
void brute_diamonds_draw(struct bz_random *random, struct bz_setup *ret_setup,
                         union bz_pos *ret_pos, char ret_text[BRUTE_TEXT]);

#endif
