/*
 * board.h - what benchmarks begin with: a game and its first position.
 */
#ifndef BOARD_H
#define BOARD_H

#include <stdio.h>
#include <stdlib.h>

#include "bazi/bazi.h"

static inline void fail(const char *what)
{
    fprintf(stderr, "bench: %s\n", what);
    exit(1);
}

/* The first position of the game in which somebody has to move; the option may be NULL. */
static inline void begin(struct bz_setup *setup, const char *game, const char *option,
                         union bz_pos *ret_pos)
{
    bz_move moves[BZ_MOVES_MAX];
    struct bz_error err;

    if (bz_setup_init(setup, bz_game_find(game, NULL), &option, option != NULL, &err))
        fail(err.text);
    bz_start(setup, ret_pos);
    while (setup->rules->turn(ret_pos) == BZ_CHANCE && setup->rules->moves(ret_pos, moves) > 0)
        setup->rules->play(ret_pos, moves[0]);
}

#endif
