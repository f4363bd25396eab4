/*
 * rooms.h - every registered game in every setting tests try it in, and the toys.
 */
#ifndef ROOMS_H
#define ROOMS_H

#include "bazi/bazi.h"
#include "cases.h"

struct room {
    const struct bz_game *game;
    const char *options;
};

/* Calls `add` for each; the room outlives the cases. */
void rooms_add(struct cases *cases, void (*add)(struct cases *cases, struct room *room));

#endif
