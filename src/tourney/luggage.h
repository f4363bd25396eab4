/*
 * luggage.h - files on their way through the store: into it where a tournament begins, and out of
 * it, checked by their hashes, on every machine that plays. There are those of players' programs,
 * and those that options of the game name (base/kept.h).
 *
 * What a store says is not trusted: nothing is written outside of the folders for such files, and
 * never more than may go along.
 */
#ifndef TOURNEY_LUGGAGE_H
#define TOURNEY_LUGGAGE_H

#include <limits.h>

#include "bazi/option.h"
#include "store/store.h"

enum { BZ_LUGGAGE_BYTES = 256 << 20, BZ_LUGGAGE_KEPT = 2000 };

/* Puts all files of a folder into the store and makes them the player's. Folders of tools (.git,
 * __pycache__) stay behind; a link is refused, for it may lead anywhere. */
int bz_luggage_pack(struct bz_store *store, int64_t player, const char *folder,
                    struct bz_error *err);

/* Whether that would make no difference: the folder is what the store has. */
int bz_luggage_compare(struct bz_store *store, int64_t player, const char *folder, bool *ret_same,
                       struct bz_error *err);

/* The folder with the player's files, made under `base` if it is not there yet; "" for a player
 * without any. The same files always have the same folder, so it outlives this process. */
int bz_luggage_unpack(struct bz_store *store, int64_t player, const char *base,
                      char ret_folder[PATH_MAX], struct bz_error *err);

/* Where such folders are kept unless somebody says otherwise, made if need be. */
int bz_luggage_base(char ret_base[PATH_MAX], struct bz_error *err);

/* Keeps a copy of a file under that name, and of another one where it refers to one, named from its
 * folder, if that is there; else NULL. The value is what an option names the copy by. */
int bz_luggage_keep(const char *path, const char *name, const char *other,
                    char ret_value[BZ_VALUE_MAX], struct bz_error *err);
/* Puts into the store whatever is kept here and a text names, at most BZ_LUGGAGE_KEPT things. */
int bz_luggage_send(struct bz_store *store, const char *text, struct bz_error *err);
/* The way back; what is there already is compared. */
int bz_luggage_fetch(struct bz_store *store, const char *text, struct bz_error *err);
/* The same for all tournaments of a store. */
int bz_luggage_fetch_all(struct bz_store *store, struct bz_error *err);

#endif
