/*
 * db.h - `bazi db`: what is asked of a store from the command line. All complain themselves and
 * return a status.
 */
#ifndef DB_DB_H
#define DB_DB_H

#include "command.h"
#include "store/store.h"

/* Tournaments, or with --name the players of one. */
int db_list(const struct invocation *inv, struct bz_store *store);
/* The games that the flags describe: a line each, or their records. */
int db_search(const struct invocation *inv, struct bz_store *store);
int db_export(const struct invocation *inv, struct bz_store *store);
/* A file of games, as a tournament of its own. */
int db_import(const struct invocation *inv);
/* Everything that is wrong with it. */
int db_check(const struct invocation *inv, struct bz_store *store);

/* A text from a store, safe to show, cut where it is very long. */
struct db_text {
    char text[400];
};
struct db_text db_shown(const char *text);

#endif
