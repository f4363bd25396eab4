/*
 * tray.c - under a lock that nobody keeps while he waits for the store.
 */
#include "tourney/tray.h"

#include <assert.h>
#include <stdlib.h>

void bz_tray_init(struct bz_tray *tray)
{
    pthread_mutex_init(&tray->lock, NULL);
    pthread_cond_init(&tray->changed, NULL);
    tray->count = 0;
    tray->closed = false;
}

void bz_tray_release(struct bz_tray *tray)
{
    assert(tray->count == 0);
    pthread_cond_destroy(&tray->changed);
    pthread_mutex_destroy(&tray->lock);
}

void bz_tray_put(struct bz_tray *tray, struct bz_job_result *result)
{
    pthread_mutex_lock(&tray->lock);
    assert(tray->count < BZ_STORE_CLAIM_MAX && !tray->closed);
    tray->results[tray->count++] = result;
    pthread_cond_signal(&tray->changed);
    pthread_mutex_unlock(&tray->lock);
}

void bz_tray_close(struct bz_tray *tray)
{
    pthread_mutex_lock(&tray->lock);
    tray->closed = true;
    pthread_cond_signal(&tray->changed);
    pthread_mutex_unlock(&tray->lock);
}

bool bz_tray_take(struct bz_tray *tray, struct bz_bundle *ret_bundle)
{
    int taken;

    pthread_mutex_lock(&tray->lock);
    while (tray->count == 0 && !tray->closed)
        pthread_cond_wait(&tray->changed, &tray->lock);
    taken = tray->count < BZ_BUNDLE_MAX ? tray->count : BZ_BUNDLE_MAX;
    for (int i = 0; i < taken; i++)
        ret_bundle->results[i] = tray->results[i];
    for (int i = taken; i < tray->count; i++)
        tray->results[i - taken] = tray->results[i];
    tray->count -= taken;
    pthread_mutex_unlock(&tray->lock);
    ret_bundle->count = taken;
    return taken > 0;
}

/* What happened in the game, for the record of the tournament; a store takes only UTF-8, and a
 * stranger's words may be anything. */
static int event_of(const struct bz_job_result *result, struct bz_buf note,
                    struct bz_store_event *ret_event)
{
    const struct bz_record *record = &result->record;
    const struct bz_store_game *game = &result->entry.game;

    if (!bz_ruling_is_fault(record->ruling) || record->loser < 0)
        return 0;
    bz_buf_clear(&note);
    bz_buf_escape(&note, record->note, "");
    *ret_event = (struct bz_store_event){.tournament = game->tournament,
                                         .kind = "fault",
                                         .text = note.text,
                                         .game = game->id,
                                         .player = game->seats[record->loser].player,
                                         .worker = game->worker};
    return 1;
}

int bz_bundle_hand_in(struct bz_bundle *bundle, struct bz_store *store, int first, int count,
                      int *ret_codes, struct bz_error *err)
{
    int events = 0;

    for (int i = 0; i < count; i++) {
        const struct bz_job_result *result = bundle->results[first + i];

        bundle->games[i] = result->entry.game;
        events += event_of(result, BZ_BUF(bundle->notes[events]), &bundle->events[events]);
    }
    return bz_store_finish_all(store, bundle->games, count, bundle->events, events, ret_codes, err);
}

void bz_bundle_release(struct bz_bundle *bundle)
{
    for (int i = 0; i < bundle->count; i++) {
        bz_job_result_release(bundle->results[i]);
        free(bundle->results[i]);
    }
    bundle->count = 0;
}
