/*
 * home.c - the folders of the XDG Base Directory Specification, by which a relative one does not
 * count.
 */
#include "base/home.h"

#include <stdio.h>
#include <stdlib.h>

static const struct {
    const char *variable, *otherwise;
} places[] = {
    [BZ_HOME_CACHE] = {"XDG_CACHE_HOME", ".cache"},
    [BZ_HOME_DATA] = {"XDG_DATA_HOME", ".local/share"},
    [BZ_HOME_STATE] = {"XDG_STATE_HOME", ".local/state"},
};

bool bz_home_path(enum bz_home kind, const char *name, char *ret_path, size_t size)
{
    const char *place = getenv(places[kind].variable), *home = getenv("HOME");
    int length;

    if (place && *place == '/')
        length = snprintf(ret_path, size, "%s/bazi/%s", place, name);
    else if (home && *home == '/')
        length = snprintf(ret_path, size, "%s/%s/bazi/%s", home, places[kind].otherwise, name);
    else
        return false;
    return length > 0 && (size_t)length < size;
}
