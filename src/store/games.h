/*
 * games.h - one game with its seats, put together from rows, and taken apart into them.
 */
#ifndef STORE_GAMES_H
#define STORE_GAMES_H

#include "store/sql.h"

/* Copies of texts, freed together. */
struct bz_shelf {
    struct bz_shelf *next;
    char text[];
};
void bz_shelf_release(struct bz_shelf *shelf);

extern const char *const bz_store_states[]; /* words, ending with NULL */
extern const char *const bz_store_results[];

/* Within a transaction: one game, whose texts stay as long as the shelf. BZ_ERROR_UNKNOWN where it
 * is not there. */
int bz_game_fetch(struct bz_store *store, int64_t id, struct bz_store_game *ret_game,
                  struct bz_shelf **ret_shelf, struct bz_error *err);

/* Within a transaction: the same as bz_store_games. */
int bz_games_walk(struct bz_store *store, const struct bz_store_filter *filter,
                  bz_store_each_game *each, void *context, struct bz_error *err);

#endif
