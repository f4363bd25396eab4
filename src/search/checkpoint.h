/*
 * checkpoint.h - what a decider knows, on disk, so that a stopped proof can go on another day.
 */
#ifndef SEARCH_CHECKPOINT_H
#define SEARCH_CHECKPOINT_H

#include "search/decide.h"

/* Whether a file may take that place: there is one already, or nothing. `what` it is going to be,
 * for the error. */
int bz_checkpoint_place(const char *what, const char *path, struct bz_error *err);

/* Whether a file of that name can be written, before any work is done. */
int bz_checkpoint_try(const char *what, const char *path, struct bz_error *err);

/* `subject` identifies what is being proved (game, options and position, hashed); a file about
 * something else, or damaged in any byte, is refused. May be called while the decider runs. On
 * failure an older file stays as it was. */
int bz_checkpoint_save(const char *path, uint64_t subject, const struct bz_decider *decider,
                       struct bz_error *err);

/* Adds what the file knows to the decider, whose table may have another size. A file that does not
 * exist is an empty one. */
int bz_checkpoint_load(const char *path, uint64_t subject, struct bz_decider *decider,
                       struct bz_error *err);

#endif
