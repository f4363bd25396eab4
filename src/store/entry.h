/*
 * entry.h - a recorded game as the store keeps it, and back.
 */
#ifndef STORE_ENTRY_H
#define STORE_ENTRY_H

#include "bazi/record.h"
#include "store/store.h"

/* What the store knows of a record. The game's texts and moves live in the entry. */
struct bz_store_entry {
    struct bz_store_game
        game; /* result, ruling, loser, plies, print, record, moves, seats' results */
    char *record;
    char *texts; /* of the moves */
    struct bz_store_move *moves;
};

/* Of a finished game; ids, number, task, seconds and the seats' players are the caller's. */
int bz_store_entry_init(struct bz_store_entry *entry, const struct bz_record *record,
                        struct bz_error *err);
void bz_store_entry_release(struct bz_store_entry *entry);

/* A position as the store knows it: the same for the same game and the same text of a position, in
 * every build and on every machine. */
uint64_t bz_position_key(const struct bz_setup *setup, const void *pos);

/* Calls `each` with everything wrong with the store: what bz_store_check finds, and every game done
 * whose record cannot be read or is not what the other columns say. */
int bz_store_audit(struct bz_store *store, bz_store_each_fault *each, void *context,
                   struct bz_error *err);

#endif
