/*
 * save.h - records on disk: written whole or not at all.
 */
#ifndef PLAY_SAVE_H
#define PLAY_SAVE_H

#include <limits.h>

#include "bazi/record.h"

/* Where the unfinished game of this kind is kept; BZ_ERROR_IO where there is no home. */
int save_place(const struct bz_game *game, char ret_path[PATH_MAX], struct bz_error *err);
/* The place of the unfinished game that was left last, of any kind. */
int save_latest(char ret_path[PATH_MAX], struct bz_error *err);

/* Writes the record, by way of a temporary file beside it, so that the path never holds half of
 * one. Devices and pipes are written to directly. */
int save_write(const struct bz_record *record, const char *path, struct bz_error *err);
/* The same in another form. */
int save_as(const struct bz_record *record, const struct bz_export *form, const char *path,
            struct bz_error *err);
/* The same into save_place, making the folders on the way. What was there before is kept beside
 * it with a '~' unless `replaces` says that this game came from there. */
int save_unfinished(const struct bz_record *record, bool replaces, struct bz_error *err);
/* Whether a record could be written there; the file exists afterwards. */
int save_check(const char *path, struct bz_error *err);

int save_read(const char *path, struct bz_setup *ret_setup, struct bz_record *ret_record,
              struct bz_error *err);

#endif
