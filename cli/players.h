/*
 * players.h - who plays: engines by their specs, and people.
 */
#ifndef CLI_PLAYERS_H
#define CLI_PLAYERS_H

#include "bazi/bazi.h"

/* The player of a spec; *ret_engine is NULL for a person. A player that can be seeded and is not
 * gets `seed`. */
int player_new(const struct bz_setup *setup, const char *spec, uint64_t seed,
               struct bz_engine **ret_engine, struct bz_error *err);

#endif
