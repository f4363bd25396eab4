/*
 * files.c - names and contents of a server's files.
 */
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "play/save.h"

enum { NAME_TRIES = 1000 };

static const struct bz_export *find_form(const struct bz_game *game, const char *name)
{
    const struct bz_export *form = game->exports;

    while (strcmp(form->name, name) != 0)
        form++;
    return form;
}

static int fail(struct bz_error *err, const char *path)
{
    return bz_fail(err, BZ_ERROR_IO, "%s: cannot be written: %s", bz_quoted_path(path).text,
                   strerror(errno));
}

static int make_folder(const char *path, struct bz_error *err)
{
    return mkdir(path, 0777) && errno != EEXIST ? fail(err, path) : BZ_OK;
}

/* "outs.txt" of game 3 of several is "outs_3.txt". */
static void name_plain(const struct files *files, const struct bz_wire_file *file, int game,
                       char ret_path[PATH_MAX])
{
    const char *dot = strrchr(file->path, '.');
    int stem = dot ? (int)(dot - file->path) : (int)strlen(file->path);

    if (files->many)
        snprintf(ret_path, PATH_MAX, "%s/%.*s_%d%s", files->folder, stem, file->path, game + 1,
                 dot ? dot : "");
    else
        snprintf(ret_path, PATH_MAX, "%s/%s", files->folder, file->path);
}

/* The moment, as month_day_hour_minute_second_microsecond without zeros in front. The file exists
 * afterwards, so that no other game takes the name. */
static int name_dated(const struct files *files, const struct bz_wire_file *file,
                      char ret_path[PATH_MAX], struct bz_error *err)
{
    struct timeval now;
    struct tm local;

    gettimeofday(&now, NULL);
    localtime_r(&now.tv_sec, &local);
    for (int i = 0; i < NAME_TRIES; i++) {
        int fd;

        snprintf(ret_path, PATH_MAX, "%s/%s/%d_%d_%d_%d_%d_%ld%s", files->folder, file->path,
                 local.tm_mon + 1, local.tm_mday, local.tm_hour, local.tm_min, local.tm_sec,
                 (long)(now.tv_usec + i) % 1000000, file->ending);
        fd = open(ret_path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0) {
            close(fd);
            return BZ_OK;
        }
        if (errno != EEXIST)
            break;
    }
    return fail(err, ret_path);
}

int files_check(const struct files *files, const struct bz_wire *wire, struct bz_error *err)
{
    int code = make_folder(files->folder, err);

    for (const struct bz_wire_file *file = wire->files; file->form && !code; file++) {
        char path[PATH_MAX];

        snprintf(path, sizeof(path), "%s/%s", files->folder, file->path);
        code = file->ending ? make_folder(path, err) : BZ_OK;
        if (!code && access(file->ending ? path : files->folder, W_OK))
            code = fail(err, path);
    }
    if (!code && files->out)
        code = save_check(files->out, err);
    return code;
}

static int add_record(const char *path, const struct bz_record *record, struct bz_error *err)
{
    FILE *file = fopen(path, "ae");
    struct stat info;
    int code;

    if (!file)
        return fail(err, path);
    if (fstat(fileno(file), &info) == 0 && info.st_size > 0)
        fputc('\n', file);
    code = bz_record_write(record, file, err);
    if (fclose(file) && !code)
        code = fail(err, path);
    return code;
}

int files_write(const struct files *files, const struct bz_record *record, int game,
                char ret_name[PATH_MAX], struct bz_error *err)
{
    const struct bz_game *kind = record->setup->game;
    int first = BZ_OK;

    ret_name[0] = '\0';
    for (const struct bz_wire_file *file = kind->wire->files; file->form; file++) {
        char path[PATH_MAX];
        int code = BZ_OK;

        if (file->ending)
            code = name_dated(files, file, path, first ? NULL : err);
        else
            name_plain(files, file, game, path);
        if (!code)
            code = save_as(record, find_form(kind, file->form), path, first ? NULL : err);
        if (!code && file->ending)
            snprintf(ret_name, PATH_MAX, "%s", path);
        first = first ? first : code;
    }
    if (files->out) {
        int code = add_record(files->out, record, first ? NULL : err);

        first = first ? first : code;
    }
    return first;
}
