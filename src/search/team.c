/*
 * team.c - threads that wait for the next job.
 */
#include "search/team.h"

#include <time.h>

static void *help(void *context)
{
    struct bz_helper *helper = context;
    struct bz_team *team = helper->team;
    unsigned done = 0;

    pthread_mutex_lock(&team->lock);
    for (;;) {
        while (team->job == done && !team->leaving)
            pthread_cond_wait(&team->changed, &team->lock);
        if (team->leaving)
            break;
        done = team->job;
        pthread_mutex_unlock(&team->lock);
        team->work(team->context, 1 + (int)(helper - team->helpers));
        pthread_mutex_lock(&team->lock);
        team->busy--;
        pthread_cond_broadcast(&team->changed);
    }
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

/* Its time-outs do not follow changes of the calendar clock. */
static void init_condition(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;

    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

int bz_team_init(struct bz_team *team, int helpers, void (*work)(void *context, int number),
                 void *context)
{
    team->work = work;
    team->context = context;
    team->started = team->busy = 0;
    team->job = 0;
    team->leaving = false;
    pthread_mutex_init(&team->lock, NULL);
    init_condition(&team->changed);
    for (int i = 0; i < helpers; i++) {
        team->helpers[i].team = team;
        if (pthread_create(&team->helpers[i].thread, NULL, help, &team->helpers[i])) {
            bz_team_release(team);
            return BZ_ERROR_MEMORY;
        }
        team->started++;
    }
    return BZ_OK;
}

void bz_team_release(struct bz_team *team)
{
    if (!team->work)
        return;
    pthread_mutex_lock(&team->lock);
    team->leaving = true;
    pthread_cond_broadcast(&team->changed);
    pthread_mutex_unlock(&team->lock);
    for (int i = 0; i < team->started; i++)
        pthread_join(team->helpers[i].thread, NULL);
    pthread_cond_destroy(&team->changed);
    pthread_mutex_destroy(&team->lock);
    team->work = NULL;
}

void bz_team_call(struct bz_team *team)
{
    pthread_mutex_lock(&team->lock);
    team->busy = team->started;
    team->job++;
    pthread_cond_broadcast(&team->changed);
    pthread_mutex_unlock(&team->lock);
}

void bz_team_wait(struct bz_team *team)
{
    pthread_mutex_lock(&team->lock);
    while (team->busy)
        pthread_cond_wait(&team->changed, &team->lock);
    pthread_mutex_unlock(&team->lock);
}

bool bz_team_wait_for(struct bz_team *team, int millis)
{
    struct timespec until;
    bool done;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += millis * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&team->lock);
    while (team->busy && !pthread_cond_timedwait(&team->changed, &team->lock, &until)) {
    }
    done = !team->busy;
    pthread_mutex_unlock(&team->lock);
    return done;
}
