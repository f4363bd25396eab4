/*
 * kept.h - files known by what is in them, whatever machine they are on. Such a file is named
 * "@HASH/NAME": the hash is that of the list of files kept together, and NAME is one of them.
 *
 * Whoever reads a file that an option names takes such a name as well as a path.
 */
#ifndef BASE_KEPT_H
#define BASE_KEPT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/sha256.h"

/* The hash of the next such name that is an option's value, "=@HASH/", in any text; where to look
 * for one more, or NULL without any. */
const char *bz_kept_find(const char *text, char ret_hash[BZ_SHA256_TEXT]);
/* The NAME, of a whole name of this kind; NULL of anything else. */
const char *bz_kept_name(const char *text);
/* Where this machine keeps it, whether it is there or not. False for anything else than such a
 * name, or where there is no place to keep files. */
bool bz_kept_path(const char *text, char *ret_path, size_t size);
/* The same for the folder of all that is kept together with it. */
bool bz_kept_folder(const char *text, char *ret_path, size_t size);

/* Whether a relative name stays within its folder and is written in one way only. */
bool bz_is_inside(const char *name);

#endif
