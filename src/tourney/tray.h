/*
 * tray.h - games that are over, on their way into the store.
 *
 * Whoever played puts them in and plays on. Whoever hands them in takes all there are: the slower
 * the store is, the more go into one transaction, and none ever waits for another to be played.
 */
#ifndef TOURNEY_TRAY_H
#define TOURNEY_TRAY_H

#include <pthread.h>

#include "tourney/job.h"

enum { BZ_BUNDLE_MAX = 16 }; /* games in a transaction: more would hardly cost less each */

struct bz_tray {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct bz_job_result *results[BZ_STORE_CLAIM_MAX];
    int count;
    bool closed;
};

struct bz_bundle {
    struct bz_job_result *results[BZ_BUNDLE_MAX];
    int count;
    /* The same for the store, while they are handed in. */
    struct bz_store_game games[BZ_BUNDLE_MAX];
    struct bz_store_event events[BZ_BUNDLE_MAX];
    char notes[BZ_BUNDLE_MAX][4 * BZ_NOTE_MAX];
};

void bz_tray_init(struct bz_tray *tray);
void bz_tray_release(struct bz_tray *tray);
/* Puts a game in; there is room for BZ_STORE_CLAIM_MAX. */
void bz_tray_put(struct bz_tray *tray, struct bz_job_result *result);
/* Nothing will be put in any more. */
void bz_tray_close(struct bz_tray *tray);
/* Waits for games and takes the oldest; false once the tray is closed and empty. */
bool bz_tray_take(struct bz_tray *tray, struct bz_bundle *ret_bundle);

/* Hands some games of a bundle in, in one transaction, as bz_store_finish_all does. */
int bz_bundle_hand_in(struct bz_bundle *bundle, struct bz_store *store, int first, int count,
                      int *ret_codes, struct bz_error *err);
void bz_bundle_release(struct bz_bundle *bundle);

#endif
