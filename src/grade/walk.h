/*
 * walk.h - a stranger's folder, looked through without trust: what it has of ordinary files, in the
 * order of their names, and never more than a program may have.
 *
 * Links are not followed, and with everything else that is neither file nor folder left out. What
 * is left out is counted, and the first of it named.
 */
#ifndef GRADE_WALK_H
#define GRADE_WALK_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "bazi/error.h"

enum { BZ_WALK_DEPTH = 12, BZ_WALK_FILES = 2000, BZ_WALK_BYTES = 128 << 20 };

struct bz_walk {
    int files, folders;
    int64_t bytes;
    int left;            /* out */
    char first_left[80]; /* its name, safe to show; or "" */
};

/* A folder's whole size; BZ_ERROR_RANGE beyond what a program may have, BZ_ERROR_IO where something
 * cannot be read. */
int bz_walk_measure(const char *root, struct bz_walk *ret_walk, struct bz_error *err);

/* Copies the files to `target`, which is made. A `shared` copy may be written by everybody.
 * BZ_ERROR_BUSY where the target cannot be written; all else is the fault of the root. */
int bz_walk_copy(const char *root, const char *target, bool shared, struct bz_walk *ret_walk,
                 struct bz_error *err);

/* One name for all names, modes and contents together, as SHA-256 has it. */
int bz_walk_digest(const char *root, char ret_digest[65], struct bz_error *err);

/* Where the files begin: the folder itself, or what it holds where that is one folder and nothing
 * else, as archives often unpack. */
void bz_walk_enter(char path[PATH_MAX]);

/* Removes a folder with all that is in it, as far as it can be. */
void bz_walk_remove(const char *path);

#endif
