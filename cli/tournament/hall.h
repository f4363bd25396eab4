/*
 * hall.h - a tournament being played or watched from here.
 */
#ifndef TOURNAMENT_HALL_H
#define TOURNAMENT_HALL_H

#include "tourney/director.h"

struct hall {
    const char *store; /* url */
    int threads;       /* games at a time here; 0: others play, we watch */
    int silence;       /* seconds after which a worker is given up */
    bool unsafe_ok;
    bool own_commands; /* as in struct bz_house */
    bool verbose;      /* every game, not only what went wrong */
    bool quiet;        /* not even that */
    bool mute;         /* nor how far it is; only what it waits for */
};

/* Plays until all is over or a signal comes; an exit status. */
int hall_play(const struct hall *hall, struct bz_director *director);

/* Plays whatever the store has in its queue, until a signal comes, or with `once` until there is
 * nothing left. */
int hall_work(const struct hall *hall, bool once);

#endif
