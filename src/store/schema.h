/*
 * schema.h - the tables, and how a store of an older version becomes one of this.
 */
#ifndef STORE_SCHEMA_H
#define STORE_SCHEMA_H

#include "store/sql.h"

/* Refuses what is no store or a newer one. Who creates makes the tables where there are none; who
 * may write brings older ones up to date. */
int bz_schema_enter(struct bz_store *store, enum bz_store_mode mode, struct bz_error *err);

#endif
