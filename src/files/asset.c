/*
 * asset.c - looking up the texts that the build put into the program.
 */
#include "bazi/asset.h"

#include <string.h>

#include "files/assets.h"

const struct bz_asset *bz_asset_at(int index)
{
    return index >= 0 && index < bz_asset_count ? &bz_assets[index] : NULL;
}

const struct bz_asset *bz_asset_find(const char *name)
{
    for (int i = 0; i < bz_asset_count; i++)
        if (!strcmp(bz_assets[i].name, name))
            return &bz_assets[i];
    return NULL;
}
