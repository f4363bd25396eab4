/*
 * team.h - threads that wait, at no cost, to help with one search after another.
 *
 * They are started once and called for each job, so that a search starts no thread. Between
 * bz_team_call and bz_team_wait every helper runs the work once; outside of that none runs.
 */
#ifndef SEARCH_TEAM_H
#define SEARCH_TEAM_H

#include <pthread.h>
#include <stdbool.h>

#include "bazi/search.h"

struct bz_team;

struct bz_helper {
    struct bz_team *team;
    pthread_t thread;
};

struct bz_team {
    void (*work)(void *context, int number); /* numbers begin at 1: 0 is the caller */
    void *context;
    struct bz_helper helpers[BZ_THREADS_MAX];
    int started;

    pthread_mutex_t lock; /* over the rest */
    pthread_cond_t changed;
    unsigned job; /* counts jobs; helpers wait for it to change */
    int busy;
    bool leaving;
};

/* Starts that many helpers. The team must stay where it is. One of zeros, or whose start failed,
 * which is negative, may be released as well. */
int bz_team_init(struct bz_team *team, int helpers, void (*work)(void *context, int number),
                 void *context);
void bz_team_release(struct bz_team *team);

void bz_team_call(struct bz_team *team);
void bz_team_wait(struct bz_team *team);
/* For no longer than that; whether all are done. */
bool bz_team_wait_for(struct bz_team *team, int millis);

#endif
