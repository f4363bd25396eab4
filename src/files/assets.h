/*
 * assets.h - the table written by tools/embed during the build.
 */
#ifndef FILES_ASSETS_H
#define FILES_ASSETS_H

#include "bazi/asset.h"

extern const struct bz_asset bz_assets[];
extern const int bz_asset_count;

#endif
