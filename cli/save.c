/*
 * save.c - records on disk.
 */
#include "save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "save_parts.h"

/* A path made safe to show; the end of a long one says more than its beginning. */
struct shown {
    char text[128];
};

static struct shown show(const char *path)
{
    struct shown shown;
    struct bz_buf buf = BZ_BUF(shown.text);
    size_t length = strlen(path);
    if (length >= sizeof shown.text) {
        bz_buf_add(&buf, "...");
        path += length - (sizeof shown.text - 4);
    }
    for (; *path; path++)
        bz_buf_char(&buf, *path >= ' ' && *path < 0x7f ? *path : '?');
    return shown;
}

static int fail(struct bz_error *err, const char *path, const char *what)
{
    return bz_fail(err, BZ_ERROR_IO, "%s: %s: %s", show(path).text, what, strerror(errno));
}

static int flush_and_close(FILE *file, bool sync)
{
    int bad = fflush(file);
    if (!bad && sync)
        bad = fsync(fileno(file));
    int code = errno;
    if (fclose(file) && !bad) {
        bad = -1;
        code = errno;
    }
    errno = code;
    return bad;
}

static int write_directly(const struct bz_record *record, const char *path, struct bz_error *err)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return fail(err, path, "cannot be written");
    int code = bz_record_write(record, file, NULL);
    return flush_and_close(file, false) || code ? fail(err, path, "cannot be written") : BZ_OK;
}

/* Fills the temporary file; on failure it is gone again. */
static int write_temporary(const struct bz_record *record, char *temporary, const char *path,
                           struct bz_error *err)
{
    int fd = mkstemp(temporary);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file) {
        int code = fail(err, path, "cannot be written");
        if (fd >= 0)
            close(fd);
        return code;
    }
    mode_t mask = umask(0);
    umask(mask);
    fchmod(fd, 0666 & ~mask);
    int code = bz_record_write(record, file, NULL);
    if (flush_and_close(file, true) || code) {
        code = fail(err, path, "cannot be written");
        unlink(temporary);
    }
    return code;
}

int save_write(const struct bz_record *record, const char *path, struct bz_error *err)
{
    struct stat info;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
        return write_directly(record, path, err);
    char real[PATH_MAX], temporary[PATH_MAX];
    if (!realpath(path, real)) /* nothing there yet */
        snprintf(real, sizeof real, "%s", path);
    if (snprintf(temporary, sizeof temporary, "%s.XXXXXX", real) >= PATH_MAX)
        return bz_fail(err, BZ_ERROR_IO, "the name of the file is too long");
    int code = write_temporary(record, temporary, path, err);
    if (code == BZ_OK && rename(temporary, real)) {
        code = fail(err, path, "cannot be written");
        unlink(temporary);
    }
    return code;
}

int save_unfinished(const struct bz_record *record, bool replaces, struct bz_error *err)
{
    char path[PATH_MAX], older[PATH_MAX];
    int code = save_place(record->setup->game, path, err);
    if (code)
        return code;
    if (save_make_folders(path))
        return fail(err, path, "its folder cannot be made");
    if (!replaces && snprintf(older, sizeof older, "%s~", path) < PATH_MAX) {
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

/* The whole file in memory of its own. */
static int load(const char *path, char **ret_text, size_t *ret_length, struct bz_error *err)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return fail(err, path, "cannot be read");
    char *text = malloc(BZ_RECORD_TEXT_MAX + 1);
    size_t length = text ? fread(text, 1, BZ_RECORD_TEXT_MAX + 1, file) : 0;
    int code = BZ_OK;
    if (!text)
        code = bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a record");
    else if (ferror(file))
        code = fail(err, path, "cannot be read");
    else if (length > BZ_RECORD_TEXT_MAX)
        code = bz_fail(err, BZ_ERROR_RANGE, "%s: more than %d bytes, too long for a record",
                       show(path).text, BZ_RECORD_TEXT_MAX);
    fclose(file);
    if (code) {
        free(text);
        return code;
    }
    *ret_text = text;
    *ret_length = length;
    return BZ_OK;
}

int save_read(const char *path, struct bz_setup *ret_setup, struct bz_record *ret_record,
              struct bz_error *err)
{
    char *text = NULL;
    size_t length = 0;
    struct bz_error inner;
    int code = load(path, &text, &length, err);
    if (code)
        return code;
    code = bz_record_read(text, length, ret_setup, ret_record, &inner);
    free(text);
    if (code)
        bz_fail(err, code, "%s: %s", show(path).text, inner.text);
    return code;
}
