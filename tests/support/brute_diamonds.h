/*
 * brute_diamonds.h - the best final score of a lone agent by trying everything: turn by turn, all
 * positions there can be, each with the best score it was reached with. For small maps.
 */
#ifndef BRUTE_DIAMONDS_H
#define BRUTE_DIAMONDS_H

#include "bazi/game.h"

int brute_diamonds(const struct bz_setup *setup, const union bz_pos *pos);

#endif
