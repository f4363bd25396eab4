/*
 * adapter.c - assets whose name begins with "adapters/", as files in a folder of their own.
 */
#include "match/adapter.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bazi/asset.h"

#define PREFIX "adapters/"

static const char *adapter_name(const struct bz_asset *asset)
{
    return strncmp(asset->name, PREFIX, strlen(PREFIX)) ? NULL : asset->name + strlen(PREFIX);
}

static bool write_file(const char *folder, const char *name, const struct bz_asset *asset)
{
    char path[2 * BZ_ADAPTER_PATH];
    FILE *file;
    bool written;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    file = fopen(path, "w");
    if (!file)
        return false;
    written = fwrite(asset->text, 1, asset->length, file) == asset->length;
    return fclose(file) == 0 && written;
}

static bool write_all(const char *folder)
{
    for (int i = 0; bz_asset_at(i); i++) {
        const char *name = adapter_name(bz_asset_at(i));

        if (name && !write_file(folder, name, bz_asset_at(i)))
            return false;
    }
    return true;
}

int bz_adapter_unpack(const struct bz_game *game, char ret_folder[BZ_ADAPTER_PATH],
                      char ret_script[BZ_ADAPTER_PATH], struct bz_error *err)
{
    const char *place = getenv("TMPDIR");
    char folder[BZ_ADAPTER_PATH];
    int length = snprintf(folder, sizeof(folder), "%s/bazi-adapter-XXXXXX",
                          place && *place ? place : "/tmp");

    if (!game->adapter)
        return bz_fail(err, BZ_ERROR_UNFIT, "%s has no programs of a course to adapt", game->name);
    if (length >= BZ_ADAPTER_PATH - 20 || !mkdtemp(folder))
        return bz_fail(err, BZ_ERROR_BUSY, "no folder for temporary files: %s", strerror(errno));
    if (chmod(folder, 0755) || !write_all(folder)) {
        bz_fail(err, BZ_ERROR_BUSY, "the adapter cannot be written: %s", strerror(errno));
        bz_adapter_remove(folder);
        return BZ_ERROR_BUSY;
    }
    memcpy(ret_folder, folder, sizeof(folder));
    snprintf(ret_script, BZ_ADAPTER_PATH, "%.*s/%s", length, folder,
             game->adapter + strlen(PREFIX));
    return BZ_OK;
}

void bz_adapter_remove(const char *folder)
{
    char path[2 * BZ_ADAPTER_PATH];

    if (!*folder)
        return;
    for (int i = 0; bz_asset_at(i); i++) {
        const char *name = adapter_name(bz_asset_at(i));

        snprintf(path, sizeof(path), "%s/%s", folder, name ? name : "");
        if (name)
            unlink(path);
    }
    rmdir(folder);
}
