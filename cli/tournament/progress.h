/*
 * progress.h - how far a tournament is: one line on standard error, rewritten on a terminal, and
 * else now and then, so that a journal is not silent for hours.
 */
#ifndef TOURNAMENT_PROGRESS_H
#define TOURNAMENT_PROGRESS_H

#include "tourney/director.h"

struct progress {
    bool rewrites;        /* a terminal that can */
    bool mute;            /* nothing is said */
    int64_t at_first;     /* games done when it began */
    int64_t looked, told; /* when, microseconds */
    int64_t busy;         /* microseconds in which games were being played */
    int64_t done;         /* at the last look */
    int64_t deserted;     /* since when nobody is there to play; 0: somebody is */
    bool warned;          /* of that */
    int round;            /* that was told of */
};

struct progress progress_start(bool mute);

/* What there is to say, in the caller's memory. */
struct progress_words {
    char warning[120];
    char line[200];
};
/* To be asked at every look, with the games by state, and whether anybody is there to play them.
 * What is empty is not to be said. */
void progress_look(struct progress *progress, const struct bz_director *director,
                   const int64_t *counts, bool anybody, struct progress_words *ret_words);

#endif
