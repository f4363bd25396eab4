/*
 * properties.h - what must hold for every game, whatever its rules: asked of each registered game
 * and of the toys.
 */
#ifndef PROPERTIES_H
#define PROPERTIES_H

#include "bazi/bazi.h"

/* The descriptor is complete and keeps the limits of the library. */
void property_descriptor(const struct bz_game *game);
/* Names, defaults and choices of the options are valid. */
void property_options(const struct bz_option *table);
/* The rules of this setup are complete and keep the limits of the library. */
void property_rules(const struct bz_setup *setup);

/* Plays that many random games and asks at every position everything that can be asked. */
void property_random_play(const struct bz_setup *setup, uint64_t seed, int games);

/* A random position: up to `plies` random moves and chance outcomes from the start. */
void property_wander(const struct bz_setup *setup, struct bz_random *random, int plies,
                     union bz_pos *ret_pos);

/* A Konane setup with these options and an unfinished position of it, that many random plies in. */
void property_konane(struct bz_setup *setup, const char *options, uint64_t seed, int plies,
                     union bz_pos *ret_pos);

#endif
