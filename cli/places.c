/*
 * places.c - where unfinished games are kept: $XDG_STATE_HOME/bazi or ~/.local/state/bazi.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "save.h"
#include "save_parts.h"

int save_place(const struct bz_game *game, char ret_path[PATH_MAX], struct bz_error *err)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length;
    if (state && state[0] == '/')
        length = snprintf(ret_path, PATH_MAX, "%s/bazi/%s.record", state, game->name);
    else if (home && home[0] == '/')
        length = snprintf(ret_path, PATH_MAX, "%s/.local/state/bazi/%s.record", home, game->name);
    else
        return bz_fail(err, BZ_ERROR_IO,
                       "neither XDG_STATE_HOME nor HOME names a folder to save in");
    if (length >= PATH_MAX)
        return bz_fail(err, BZ_ERROR_IO, "the name of the folder to save in is too long");
    return BZ_OK;
}

static bool is_later(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

int save_latest(char ret_path[PATH_MAX], struct bz_error *err)
{
    char path[PATH_MAX];
    struct stat info;
    struct timespec latest = {.tv_sec = 0};
    bool found = false;
    for (int i = 0; bz_game_at(i); i++) {
        int code = save_place(bz_game_at(i), path, err);
        if (code)
            return code;
        if (stat(path, &info) || (found && !is_later(&info.st_mtim, &latest)))
            continue;
        found = true;
        latest = info.st_mtim;
        memcpy(ret_path, path, strlen(path) + 1);
    }
    return found ? BZ_OK : bz_fail(err, BZ_ERROR_UNKNOWN, "there is no saved game to resume");
}

int save_make_folders(const char *path)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0755) && errno != EEXIST)
            return -1;
        *slash = '/';
    }
    return 0;
}
