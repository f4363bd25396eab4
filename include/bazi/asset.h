/*
 * asset.h - texts that are part of the program: the maps that come with it, the rules of its games,
 * what their evaluations learned, the scripts that let programs of the courses play, and the style
 * of pages ("maps/GAME/NAME.txt", "rules/GAME.md", "weights/GAME.txt", "book/GAME.txt",
 * "adapters/GAME.py").
 */
#ifndef BAZI_ASSET_H
#define BAZI_ASSET_H

#include <stddef.h>

struct bz_asset {
    const char *name;
    const char *text; /* terminated */
    size_t length;
};

/* bz_asset_at(0) …, sorted by name, NULL after the last. */
const struct bz_asset *bz_asset_at(int index);
/* NULL if there is none of that name. */
const struct bz_asset *bz_asset_find(const char *name);

#endif
