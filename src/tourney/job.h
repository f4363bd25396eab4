/*
 * job.h - one game from the queue: set up, played, and written down for the store.
 */
#ifndef TOURNEY_JOB_H
#define TOURNEY_JOB_H

#include "store/entry.h"
#include "tourney/book.h"

struct bz_job {
    const struct bz_book *book;
    const struct bz_store_game *game; /* as claimed */
    bool unsafe_ok;                   /* whatever the plan says */
    bool own_commands;                /* as in struct bz_house */
    double scale;                     /* of all times, for a slow machine */
    const atomic_bool *stop;
};

/* What came of it. */
struct bz_job_result {
    struct bz_setup setup;
    struct bz_record record;
    struct bz_store_entry entry; /* entry.game can be handed in */
    char *excerpts[BZ_PLAYERS_MAX];
};

/* Plays the game. There is nothing to hand in with BZ_ERROR_STOPPED, where the flag was set, with
 * BZ_ERROR_BUSY, where the machine is too full just now, or where it lacks what a player needs. One
 * that cannot be made through a fault of its own has crashed. */
int bz_job_play(const struct bz_job *job, struct bz_job_result *ret_result, struct bz_error *err);
void bz_job_result_release(struct bz_job_result *result);

#endif
