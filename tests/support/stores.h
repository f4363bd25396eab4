/*
 * stores.h - an empty store for a test: a schema of its own on the server that $BAZI_STORE names,
 * or else a file in a folder of its own. And a way to it behind the store's back.
 */
#ifndef STORES_H
#define STORES_H

#include <stdbool.h>

#include "store/store.h"

struct stores {
    char folder[64]; /* empty on a server */
    char path[96];   /* of the file */
    char url[400];
    char schema[40];
    bool remote;
};

/* setup and teardown of a test; *state is the struct stores */
int stores_make(void **state);
int stores_remove(void **state);

struct bz_store *stores_open(const struct stores *stores, enum bz_store_mode mode);

/* A tournament of that name with so many players, called "a", "b" …; fills in their ids. */
int64_t stores_tournament(struct bz_store *store, const char *name, int players,
                          int64_t *ret_players);
/* Queues games 0 … count - 1 between those players, every one against every one in turn. */
void stores_enqueue(struct bz_store *store, int64_t tournament, const int64_t *players,
                    int player_count, int count);
/* A worker by the name of this process. */
int64_t stores_worker(struct bz_store *store);
/* Gives a claimed game an end that follows from its number, p1win, p2win or draw, with so many
 * moves, and hands it in. */
enum { STORES_MOVES = 21 };
int stores_finish(struct bz_store *store, struct bz_store_game *game, struct bz_error *err);

/* A connection of its own, on which anything may be said; each statement must succeed. */
struct back_door;
struct back_door *back_door_open(const struct stores *stores);
void back_door_run(struct back_door *door, const char *sql);
long long back_door_number(struct back_door *door, const char *sql);
void back_door_close(struct back_door *door);
/* The three in one. */
void back_door_say(const struct stores *stores, const char *sql);
long long back_door_ask(const struct stores *stores, const char *sql);

#endif
