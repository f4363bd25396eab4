/*
 * entrance.h - the way into a tournament, with its store.
 *
 * Whoever comes to play waits while the store is locked, full or away, and is told so; a signal
 * ends that. Whoever comes to look does not wait.
 */
#ifndef TOURNAMENT_ENTRANCE_H
#define TOURNAMENT_ENTRANCE_H

#include "tourney/director.h"
#include "tourney/worker.h"

/* The store of a mode other than BZ_STORE_READ is waited for. */
int entrance_open(const char *url, enum bz_store_mode mode, struct bz_store **ret_store,
                  struct bz_error *err);
/* The plan stays the caller's unless it succeeds. */
int entrance_begin(const char *url, struct bz_plan *plan, struct bz_store **ret_store,
                   struct bz_director *ret_director, struct bz_error *err);
int entrance_resume(const char *url, const char *name, bool plays, struct bz_store **ret_store,
                    struct bz_director *ret_director, struct bz_error *err);
/* Fills the queue, unless a signal comes, and says how far that is where it is not mute. */
int entrance_fill(struct bz_director *director, bool mute, struct bz_error *err);
/* Who works for no tournament in particular also waits for the first one to make the store. */
int entrance_work(const struct bz_work *work, struct bz_worker **ret_worker, struct bz_error *err);

/* Says what is waited for; with "" that it goes on. */
void entrance_tell(const char *why);
/* The exit status of one who did not get in: that of the signal, or of the error with its line. */
int entrance_refuse(const char *command, const struct bz_error *err);

#endif
