/*
 * output.c - written first, renamed then.
 */
#include "output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail(struct bz_error *err, const char *path)
{
    return bz_fail(err, BZ_ERROR_IO, "%s: cannot be written: %s", bz_quoted_path(path).text,
                   strerror(errno));
}

static FILE *open_temporary(char *temporary)
{
    int fd = mkstemp(temporary);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    mode_t mask = umask(0);

    umask(mask);
    if (file)
        fchmod(fd, 0666 & ~mask);
    else if (fd >= 0)
        close(fd);
    return file;
}

int output_open(struct output *ret_output, const char *path, struct bz_error *err)
{
    struct output *output = ret_output;
    struct stat info;

    output->temporary[0] = '\0';
    if (!realpath(path, output->path)) /* nothing there yet */
        snprintf(output->path, sizeof(output->path), "%s", path);
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) {
        output->file = fopen(path, "w");
    } else {
        if (snprintf(output->temporary, PATH_MAX, "%s.XXXXXX", output->path) >= PATH_MAX)
            return bz_fail(err, BZ_ERROR_IO, "the name of the file is too long");
        output->file = open_temporary(output->temporary);
    }
    return output->file ? BZ_OK : fail(err, path);
}

/* 0, or -1 with errno. */
static int flush_and_close(FILE *file, bool sync)
{
    int bad = ferror(file) || fflush(file) || (sync && fsync(fileno(file))) ? -1 : 0, code = errno;

    if (fclose(file) && !bad)
        return -1;
    errno = code;
    return bad;
}

int output_close(struct output *output, bool good, struct bz_error *err)
{
    bool renames = output->temporary[0] != '\0';
    int bad = flush_and_close(output->file, renames && good), code = BZ_OK;

    if (good && !bad && renames)
        bad = rename(output->temporary, output->path);
    if (bad)
        code = fail(err, output->path);
    if (renames && (bad || !good))
        unlink(output->temporary);
    return code;
}
