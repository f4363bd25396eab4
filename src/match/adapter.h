/*
 * adapter.h - the scripts that let a course's program speak UGI, put where it can be started.
 */
#ifndef MATCH_ADAPTER_H
#define MATCH_ADAPTER_H

#include "bazi/game.h"

enum { BZ_ADAPTER_PATH = 128 };

/* Writes the scripts into a new folder, whose name and the game's own script *ret_folder and
 * *ret_script then are. BZ_ERROR_UNFIT where the game has none. */
int bz_adapter_unpack(const struct bz_game *game, char ret_folder[BZ_ADAPTER_PATH],
                      char ret_script[BZ_ADAPTER_PATH], struct bz_error *err);
/* Removes it again; "" is fine. */
void bz_adapter_remove(const char *folder);

#endif
