/*
 * checkpoint.h - a proof's table on disk, so that a stopped proof can go on another day.
 */
#ifndef SEARCH_CHECKPOINT_H
#define SEARCH_CHECKPOINT_H

#include "bazi/error.h"
#include "search/prover.h"

/* Whether a file of that name can be written, before any work is done. */
int bz_checkpoint_try(const char *path, struct bz_error *err);

/* `subject` identifies what is being proved (game, options and position, hashed); a file about
 * something else, or damaged in any byte, is refused. */
int bz_checkpoint_save(const char *path, uint64_t subject, const struct bz_proof_table *table,
                       struct bz_error *err);

/* Adds what the file knows to the table, which may have another size. A file that does not exist
 * is an empty one. */
int bz_checkpoint_load(const char *path, uint64_t subject, struct bz_proof_table *table,
                       struct bz_error *err);

#endif
