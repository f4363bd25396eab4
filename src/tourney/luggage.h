/*
 * luggage.h - the files of a player's program: into the store where the tournament begins, and out
 * of it, checked by their hashes, on every machine that plays.
 */
#ifndef TOURNEY_LUGGAGE_H
#define TOURNEY_LUGGAGE_H

#include <limits.h>

#include "store/store.h"

enum { BZ_LUGGAGE_FILES = 2000, BZ_LUGGAGE_BYTES = 256 << 20 };

/* Puts all files of a folder into the store and makes them the player's. Folders of tools (.git,
 * __pycache__) stay behind; a link is refused, for it may lead anywhere. */
int bz_luggage_pack(struct bz_store *store, int64_t player, const char *folder,
                    struct bz_error *err);

/* The folder with the player's files, made under `base` if it is not there yet; "" for a player
 * without any. The same files always have the same folder, so it outlives this process. */
int bz_luggage_unpack(struct bz_store *store, int64_t player, const char *base,
                      char ret_folder[PATH_MAX], struct bz_error *err);

/* Where such folders are kept unless somebody says otherwise, made if need be. */
int bz_luggage_base(char ret_base[PATH_MAX], struct bz_error *err);

#endif
