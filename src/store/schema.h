/*
 * schema.h - the tables, and how a store of an older version becomes one of this.
 */
#ifndef STORE_SCHEMA_H
#define STORE_SCHEMA_H

#include "store/sql.h"

/* Refuses what is no store or a newer one. Makes the tables, or brings them up to date, where
 * `create` is set; without it an older store is refused too. */
int bz_schema_enter(struct bz_store *store, bool create, struct bz_error *err);

#endif
