/*
 * walk.h - a submission's folder, looked through without trust (base/tree.h). Links, and everything
 * else that is neither file nor folder, are left out, counted, and the first of them named.
 */
#ifndef GRADE_WALK_H
#define GRADE_WALK_H

#include <limits.h>
#include <stdbool.h>

#include "bazi/error.h"

enum { BZ_WALK_BYTES = 128 << 20 };

struct bz_walk {
    int files;
    int left;            /* out */
    char first_left[80]; /* its name, safe to show; or "" */
};

/* Whether a folder holds no more than a program may have: BZ_ERROR_RANGE beyond that, BZ_ERROR_IO
 * where a folder cannot be looked into. */
int bz_walk_measure(const char *root, struct bz_error *err);

/* Copies the files to `target`, which is made. A `shared` copy may be written by everybody.
 * BZ_ERROR_BUSY where the target cannot be written; all else is the fault of the root. */
int bz_walk_copy(const char *root, const char *target, bool shared, struct bz_walk *ret_walk,
                 struct bz_error *err);

/* One name for all names, modes and contents together, as SHA-256 has it. */
int bz_walk_digest(const char *root, char ret_digest[65], struct bz_error *err);

/* Where the files begin: the folder itself, or what it holds where that is one folder and nothing
 * else, as archives often unpack. */
void bz_walk_enter(char path[PATH_MAX]);

#endif
