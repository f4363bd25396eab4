/*
 * worker.h - plays games from a store's queue, several at a time, until told to stop.
 *
 * A game is claimed, played and handed in with all that belongs to it in one transaction. A worker
 * that dies leaves its games to others; one that was given up for dead and comes back hands in
 * nothing. Where the store cannot be reached the worker waits and says so.
 */
#ifndef TOURNEY_WORKER_H
#define TOURNEY_WORKER_H

#include "match/player.h"
#include "store/store.h"

enum {
    BZ_WORK_SILENCE = 20,    /* seconds, unless somebody wants it otherwise */
    BZ_WORK_PATIENCE = 2000, /* milliseconds for others' locks, before somebody is told */
    BZ_WORK_SCALE_MAX = 4    /* times as long a slow machine may think, at most */
};

struct bz_worker;

/* A game is over. */
struct bz_work_done {
    const struct bz_store_game *game; /* as handed in; its seats have names */
    const struct bz_record *record;
};

struct bz_work {
    const char *store;       /* url */
    int64_t tournament;      /* 0: all */
    int threads;             /* games at a time; 0: it only watches over the others */
    bool unsafe_ok;          /* whatever the tournament says */
    bool own_commands;       /* as in struct bz_house */
    int silence;             /* seconds after which others are given up */
    double speed;            /* of this machine, by bz_identity_speed; 0: not known */
    const atomic_bool *stop; /* no server is waited for then; may be NULL */
    /* Called from the worker's threads, never by two at once; any may be NULL. */
    void (*finished)(void *context, const struct bz_work_done *done);
    void (*waiting)(void *context, const char *why); /* for the store; "" when it goes on */
    void *context;
};

/* Registers a worker and starts its threads. The order must outlive it. */
int bz_worker_new(const struct bz_work *work, struct bz_worker **ret_worker, struct bz_error *err);
/* To be called about once a second: says that the worker is alive, and buries those that have said
 * nothing for the time of `silence` by this clock, or whose process on this machine is gone. */
int bz_worker_beat(struct bz_worker *worker, struct bz_error *err);
/* There may be new games in the queue. */
void bz_worker_nudge(struct bz_worker *worker);
/* Whether its threads have nothing to do at the moment. */
bool bz_worker_is_idle(struct bz_worker *worker);
/* Why it cannot go on, where something broke that waiting does not mend. */
int bz_worker_trouble(struct bz_worker *worker, struct bz_error *err);
/* Stops the threads, whose games others may have, and signs off. */
void bz_worker_free(struct bz_worker *worker);

#endif
