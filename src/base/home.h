/*
 * home.h - where a person's files lie: below $XDG_CACHE_HOME and the like, or below HOME.
 */
#ifndef BASE_HOME_H
#define BASE_HOME_H

#include <stdbool.h>
#include <stddef.h>

/* What can be made again, what cannot, and what was going on. */
enum bz_home { BZ_HOME_CACHE, BZ_HOME_DATA, BZ_HOME_STATE };

/* The path of bazi's file of that name. False where nothing says where, or it is too long. */
bool bz_home_path(enum bz_home kind, const char *name, char *ret_path, size_t size);

#endif
