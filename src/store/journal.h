/*
 * journal.h - an event as part of a transaction that is about something else.
 */
#ifndef STORE_JOURNAL_H
#define STORE_JOURNAL_H

#include "store/sql.h"

int bz_event_insert(struct bz_store *store, const struct bz_store_event *event,
                    struct bz_error *err);

#endif
