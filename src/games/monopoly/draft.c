/*
 * draft.c - the lock goes with the open file, so a process that dies leaves none behind.
 */
#include "draft.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether the file is this process's, and still the one of that name: whoever had it before may
 * have put it in its place in between. Where files cannot be locked nobody is kept out. */
static bool is_mine(int file, const char *draft)
{
    struct stat mine, there;

    if (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return false;
    return fstat(file, &mine) == 0 && stat(draft, &there) == 0 && mine.st_dev == there.st_dev &&
           mine.st_ino == there.st_ino;
}

FILE *monopoly_draft_open(const char *draft, const char *what, const char *path,
                          struct bz_error *err)
{
    int file = open(draft, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

    if (file < 0) {
        bz_fail(err, BZ_ERROR_IO, "%s %s: cannot be created: %s", what, bz_quoted_path(path).text,
                strerror(errno));
        return NULL;
    }
    if (!is_mine(file, draft)) {
        close(file);
        bz_fail(err, BZ_ERROR_IO, "%s %s: another process is writing it", what,
                bz_quoted_path(path).text);
        return NULL;
    }
    return fdopen(file, "r+b");
}
