/*
 * solo.c - the search compiled for one agent without chance, on maps with up to 64 things to take.
 */
#define PLAYERS(world) 1
#include "rules.h"

static const struct bz_rules rules = {.pos_size = DIAMONDS_SIZE(1),
                                      .moves_max = WORDS,
                                      .players = 1,
                                      .traits = BZ_HAS_POINTS,
                                      DIAMONDS_RULES};

BZ_KERNEL(diamonds_solo, rules)
