/*
 * director.h - one tournament in a store: begun, gone on with, watched, ended.
 *
 * The director decides what is played; workers, here and elsewhere, play it. It keeps nothing to
 * itself: whatever it knows can be found out again from the store, so it may die at any moment, and
 * another one goes on. Two at once do each other's work without harm.
 */
#ifndef TOURNEY_DIRECTOR_H
#define TOURNEY_DIRECTOR_H

#include "tourney/ledger.h"

/* Many games on their way into the queue, which may take minutes. */
struct bz_filling {
    const atomic_bool *stop; /* ends it with BZ_ERROR_STOPPED; may be NULL */
    /* How many there are of how many; called about every few hundred, may be NULL. */
    void (*tell)(void *context, int64_t queued, int64_t total);
    void *context;
};

struct bz_director {
    struct bz_store *store; /* the caller's */
    int64_t tournament;
    struct bz_plan plan;
    bool is_new;     /* its queue is to be filled before anything else */
    int64_t planned; /* games, at most */
    bool planned_exactly;
    int rounds,
        round; /* in all, and the one begun last; 0 where none waits for another, or it is not
                        * known yet */
    char note[BZ_PLAN_NAME_BYTES + 160]; /* what whoever goes on with it should know, or "" */
    int64_t last_event;                  /* seen so far */
    bool looked;                         /* for events: further ones are new */
    bool news;                           /* something happened of which no stock was taken */
    int64_t stock_micros, stock_time;    /* how long the last stock-taking took, and when it was */
    /* Whatever happened, once each, but for workers given up before the first look; the caller's to
     * set, may be NULL. It must not use the store. */
    void (*tell)(void *context, const struct bz_store_event *event);
    void *context;
    struct bz_filling filling; /* the caller's to set; all of it may be NULL */
};

/* Begins the tournament of a plan, which the director takes over unless it fails, or goes on with
 * it where the store has one of that name and the same plan. BZ_ERROR_UNFIT where the plans differ.
 * The same call made again, behind BZ_ERROR_BUSY, does what is left. */
int bz_director_begin(struct bz_director *ret_director, struct bz_store *store,
                      struct bz_plan *plan, struct bz_error *err);
/* Goes on with a tournament by its name, or where that is NULL with the last one that is not over,
 * or else the last one; or only looks at it, and changes nothing. */
int bz_director_resume(struct bz_director *ret_director, struct bz_store *store, const char *name,
                       bool looks, struct bz_error *err);
void bz_director_release(struct bz_director *director);

/* Puts into the queue of a new tournament what is known from the start. It may be stopped and begun
 * again, by anybody, as often as one likes: the games stay the same. Nobody is out before it is
 * done, and nothing is over. */
int bz_director_fill(struct bz_director *director, struct bz_error *err);

/* Puts into the queue what can be played now, takes out of it what nobody needs to play, and sees
 * whether all is over; then ratings are written down too. */
int bz_director_step(struct bz_director *director, bool *ret_over, struct bz_error *err);

#endif
