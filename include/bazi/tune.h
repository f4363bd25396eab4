/*
 * tune.h - learning an evaluation from games of the program against itself. A game that can has
 * `tune`; what it makes, and the option that takes it, are the game's own.
 */
#ifndef BAZI_TUNE_H
#define BAZI_TUNE_H

#include <stdatomic.h>
#include <stdint.h>

enum { BZ_TUNE_GAMES_MAX = 10000000, BZ_TUNE_ROUNDS_MAX = 100 };

struct bz_tuning {
    int games;        /* a round, to learn from */
    int rounds;       /* each plays with what the one before has learned */
    int match;        /* games against each opponent to check the result by, or 0 */
    int64_t movetime; /* milliseconds a move in those */
    int threads;
    uint64_t seed;
    const char *out; /* the file to write, after every round */
    const atomic_bool *stop;
    /* From the calling thread, again and again: how much of this is done, from 0 to 1. */
    void (*progress)(void *context, const char *doing, double done);
    /* Something to be kept: a loss, the result of a match. */
    void (*tell)(void *context, const char *line);
    void *context;
};

#endif
