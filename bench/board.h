/*
 * board.h - what the Konane benchmarks begin with.
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

static inline void prepare(struct bz_setup *setup, const char *option, union bz_pos *ret_pos)
{
    struct bz_error err;

    if (bz_setup_init(setup, bz_game_find("konane", NULL), &option, 1, &err))
        fail(err.text);
    bz_start(setup, ret_pos);
}

#endif
