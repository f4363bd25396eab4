/*
 * save.c - records on disk, and where unfinished ones are kept: $XDG_STATE_HOME/bazi or
 * ~/.local/state/bazi.
 */
#include "save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/home.h"
#include "base/tree.h"
#include "files/source.h"
#include "text/output.h"

int save_place(const struct bz_game *game, char ret_path[PATH_MAX], struct bz_error *err)
{
    char name[80];

    snprintf(name, sizeof(name), "%s.record", game->name);
    if (bz_home_path(BZ_HOME_STATE, name, ret_path, PATH_MAX))
        return BZ_OK;
    return bz_fail(err, BZ_ERROR_IO, "neither XDG_STATE_HOME nor HOME names a folder to save in");
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

static int fail(struct bz_error *err, const char *path, const char *what)
{
    return bz_fail(err, BZ_ERROR_IO, "%s: %s: %s", bz_quoted_path(path).text, what,
                   strerror(errno));
}

static int write_form(const struct bz_record *record, const struct bz_export *form, FILE *file)
{
    return form ? form->write(record, file, NULL) : bz_record_write(record, file, NULL);
}

int save_as(const struct bz_record *record, const struct bz_export *form, const char *path,
            struct bz_error *err)
{
    struct output output;
    int closed, code = output_open(&output, path, err);

    if (code)
        return code;
    code = write_form(record, form, output.file);
    closed = output_close(&output, !code, err);
    return code && !closed ? fail(err, path, "cannot be written") : closed;
}

int save_write(const struct bz_record *record, const char *path, struct bz_error *err)
{
    return save_as(record, NULL, path, err);
}

int save_unfinished(const struct bz_record *record, bool replaces, struct bz_error *err)
{
    char path[PATH_MAX], older[PATH_MAX];
    int code = save_place(record->setup->game, path, err);

    if (code)
        return code;
    if (!bz_tree_folders(path, 0755))
        return fail(err, path, "its folder cannot be made");
    if (!replaces && snprintf(older, sizeof(older), "%s~", path) < PATH_MAX) {
        unlink(older);
        if (link(path, older) && errno != ENOENT)
            return fail(err, older, "cannot be written");
    }
    return save_write(record, path, err);
}

int save_check(const char *path, struct bz_error *err)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);

    if (fd < 0 && errno != ENXIO) /* a pipe nobody reads yet is fine */
        return fail(err, path, "cannot be written");
    if (fd >= 0)
        close(fd);
    return BZ_OK;
}

int save_read(const char *path, struct bz_setup *ret_setup, struct bz_record *ret_record,
              struct bz_error *err)
{
    struct bz_source source;
    struct bz_error inner;
    int code = bz_source_read(&source, path, BZ_RECORD_TEXT_MAX, err);

    if (code)
        return code;
    code = bz_record_read(source.text, source.length, ret_setup, ret_record, &inner);
    if (code)
        bz_fail(err, code, "%s: %s", source.name, inner.text);
    bz_source_release(&source);
    return code;
}
