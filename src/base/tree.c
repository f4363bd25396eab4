/*
 * tree.c - one walk for all, and one way to make and to remove folders.
 */
#include "base/tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"

enum { ENTRIES = 20000 };

struct course {
    const struct bz_tree_visitor *visitor;
    int files, folders;
    int64_t bytes;
    struct bz_error *err;
};

static int fail_errno(const struct course *course, const char *name)
{
    return bz_fail(course->err, BZ_ERROR_IO, "%s: %s", bz_quoted_path(name).text, strerror(errno));
}

/* --- entries ---------------------------------------------------------------------------------- */

struct names {
    char **list;
    int count;
};

static void release_names(struct names *names)
{
    for (int i = 0; i < names->count; i++)
        free(names->list[i]);
    free(names->list);
}

/* What tools leave behind is nobody's work. */
static bool is_wanted(const char *name)
{
    static const char *const tools[] = {".",    "..",       ".git",      "__pycache__",
                                        ".svn", "__MACOSX", ".DS_Store", NULL};

    for (int i = 0; tools[i]; i++)
        if (!strcmp(name, tools[i]))
            return false;
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The entries of an open folder, in order; takes the descriptor over. False for want of memory. */
static bool list_names(int fd, struct names *ret_names)
{
    struct names names = {.list = calloc(ENTRIES + 1, sizeof(*names.list))};
    DIR *folder = fdopendir(fd);
    const struct dirent *entry;
    bool whole = names.list && folder;

    while (whole && names.count <= ENTRIES && (entry = readdir(folder)))
        if (is_wanted(entry->d_name)) {
            names.list[names.count] = strdup(entry->d_name);
            whole = names.list[names.count] != NULL;
            names.count += whole;
        }
    if (folder)
        closedir(folder);
    else
        close(fd);
    if (names.list)
        qsort(names.list, (size_t)names.count, sizeof(*names.list), by_name);
    *ret_names = names;
    return whole;
}

/* The caller's own folder may be named by a link, those in it may not. */
static int open_root(const char *path)
{
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static int open_folder(int at, const char *name)
{
    return openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

char *bz_tree_only(const char *path)
{
    struct names names = {.list = NULL};
    int fd = open_root(path);
    char *only = NULL;

    if (fd >= 0 && list_names(fd, &names) && names.count == 1)
        only = strdup(names.list[0]);
    release_names(&names);
    return only;
}

/* --- the walk --------------------------------------------------------------------------------- */

/* A name that every store can keep. */
static bool is_plain(const char *name)
{
    for (const char *at = name; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            return false;
    return bz_utf8_is(name);
}

static int leave_out(const struct course *course, const char *name)
{
    const struct bz_tree_visitor *visitor = course->visitor;

    return visitor->other ? visitor->other(visitor->context, name, course->err) : BZ_OK;
}

static int count_file(struct course *course, int64_t size)
{
    course->files++;
    course->bytes += size;
    if (course->files <= BZ_TREE_FILES && course->bytes <= course->visitor->bytes &&
        size <= BZ_TREE_FILE_BYTES)
        return BZ_OK;
    return bz_fail(course->err, BZ_ERROR_RANGE,
                   "more than %d files, %d MB, or %d MB in one file: too much for a program",
                   BZ_TREE_FILES, (int)(course->visitor->bytes >> 20), BZ_TREE_FILE_BYTES >> 20);
}

/* What was opened is what counts; its name may mean something else by now. */
static int meet_file(struct course *course, int folder, const char *entry, const char *name)
{
    const struct bz_tree_visitor *visitor = course->visitor;
    int fd = openat(folder, entry, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC), code;
    struct stat info;

    if (fd < 0)
        return fail_errno(course, name);
    if (fstat(fd, &info) || !S_ISREG(info.st_mode)) {
        code = leave_out(course, name);
    } else {
        struct bz_tree_file file = {name, info.st_size, (info.st_mode & 0111) != 0, fd};

        code = count_file(course, info.st_size);
        if (!code)
            code = visitor->file(visitor->context, &file, course->err);
    }
    close(fd);
    return code;
}

static int walk_folder(struct course *course, int fd, const char *name, int depth);

/* One that is gone meanwhile is left out. */
static int enter_folder(struct course *course, int folder, const char *entry, const char *name,
                        int depth)
{
    int fd = open_folder(folder, entry);

    if (fd >= 0)
        return walk_folder(course, fd, name, depth);
    return errno == ENOENT ? BZ_OK : fail_errno(course, name);
}

static int meet(struct course *course, int folder, const char *entry, const char *name, int depth)
{
    struct stat info;

    if (!is_plain(name))
        return leave_out(course, name);
    if (fstatat(folder, entry, &info, AT_SYMLINK_NOFOLLOW))
        return errno == ENOENT ? BZ_OK : fail_errno(course, name); /* gone meanwhile */
    if (S_ISDIR(info.st_mode))
        return enter_folder(course, folder, entry, name, depth + 1);
    if (!S_ISREG(info.st_mode))
        return leave_out(course, name);
    return course->visitor->file ? meet_file(course, folder, entry, name)
                                 : count_file(course, info.st_size);
}

static int meet_all(struct course *course, int folder, const char *name, int depth)
{
    struct names names;
    int copy = dup(folder), code = BZ_OK;

    if (!list_names(copy, &names))
        code = bz_fail(course->err, BZ_ERROR_MEMORY, "not enough memory for the files");
    else if (names.count > ENTRIES)
        code = bz_fail(course->err, BZ_ERROR_RANGE, "more than %d files in a folder", ENTRIES);
    for (int i = 0; i < names.count && !code; i++) {
        char inner[PATH_MAX];
        int length =
            snprintf(inner, sizeof(inner), "%s%s%s", name, *name ? "/" : "", names.list[i]);

        code = length < PATH_MAX ? meet(course, folder, names.list[i], inner, depth)
                                 : leave_out(course, names.list[i]);
    }
    release_names(&names);
    return code;
}

/* Takes the descriptor over. */
static int walk_folder(struct course *course, int fd, const char *name, int depth)
{
    const struct bz_tree_visitor *visitor = course->visitor;
    int code = BZ_OK;

    if (depth > BZ_TREE_DEPTH || ++course->folders > BZ_TREE_FILES)
        code = bz_fail(course->err, BZ_ERROR_RANGE, "too many folders, or too many in each other");
    else if (depth && visitor->folder)
        code = visitor->folder(visitor->context, name, course->err);
    if (!code)
        code = meet_all(course, fd, name, depth);
    close(fd);
    return code;
}

int bz_tree_walk(const char *root, const struct bz_tree_visitor *visitor, struct bz_error *err)
{
    struct course course = {.visitor = visitor, .err = err};
    int fd = open_root(root);

    return fd < 0 ? fail_errno(&course, root) : walk_folder(&course, fd, "", 0);
}

/* --- contents --------------------------------------------------------------------------------- */

int bz_tree_content(const struct bz_tree_file *file, void **ret_content, struct bz_error *err)
{
    size_t size = (size_t)file->size, done = 0;
    char *content = malloc(size + 1);
    ssize_t count = content ? 1 : 0;

    if (!content)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the files");
    while (count > 0 && done <= size) { /* one byte more than it had shows that it grows */
        count = read(file->fd, content + done, size + 1 - done);
        done += count > 0 ? (size_t)count : 0;
    }
    if (count == 0 && done == size) {
        *ret_content = content;
        return BZ_OK;
    }
    free(content);
    return bz_fail(err, BZ_ERROR_IO, "%s: cannot be read, or not as a whole",
                   bz_quoted_path(file->name).text);
}

bool bz_tree_write(const char *path, mode_t mode, const void *content, size_t length)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool whole = fd >= 0;

    for (size_t done = 0; whole && done < length;) {
        ssize_t count = write(fd, (const char *)content + done, length - done);

        whole = count > 0;
        done += whole ? (size_t)count : 0;
    }
    whole = whole && !fchmod(fd, mode);
    return fd >= 0 && !close(fd) && whole;
}

bool bz_tree_folders(const char *path, mode_t mode)
{
    char folder[PATH_MAX];

    if (snprintf(folder, sizeof(folder), "%s", path) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (char *at = folder + 1; (at = strchr(at, '/')); *at++ = '/') {
        *at = '\0';
        if (mkdir(folder, mode) && errno != EEXIST)
            return false;
    }
    return true;
}

/* --- removing --------------------------------------------------------------------------------- */

/* An open folder, whose owner may have taken away our own rights to it; NULL where it is none. */
static DIR *enter(int at, const char *name)
{
    DIR *folder;
    int fd;

    fchmodat(at, name, 0700, AT_SYMLINK_NOFOLLOW);
    fd = open_folder(at, name);
    folder = fd >= 0 ? fdopendir(fd) : NULL;
    if (fd >= 0 && !folder)
        close(fd);
    return folder;
}

/* Empties a folder: files go, folders move into `top`, so that nothing is ever deep. */
static void empty(DIR *folder, int top, unsigned *number)
{
    const struct dirent *entry;

    while ((entry = readdir(folder))) {
        char name[32];

        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..") ||
            !unlinkat(dirfd(folder), entry->d_name, 0))
            continue;
        do
            snprintf(name, sizeof(name), "%u", (*number)++);
        while (!faccessat(top, name, F_OK, AT_SYMLINK_NOFOLLOW));
        fchmodat(dirfd(folder), entry->d_name, 0700, AT_SYMLINK_NOFOLLOW);
        renameat(dirfd(folder), entry->d_name, top, name);
    }
}

/* Removes what lies in `top` now, folders only where that empties them; how much went. */
static int clear(DIR *top, unsigned *number)
{
    const struct dirent *entry;
    int gone = 0;

    rewinddir(top);
    while ((entry = readdir(top))) {
        DIR *folder;

        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
            continue;
        if (!unlinkat(dirfd(top), entry->d_name, 0)) {
            gone++;
            continue;
        }
        folder = enter(dirfd(top), entry->d_name);
        if (!folder)
            continue;
        empty(folder, dirfd(top), number);
        closedir(folder);
        gone += !unlinkat(dirfd(top), entry->d_name, AT_REMOVEDIR);
    }
    return gone;
}

void bz_tree_remove(const char *path)
{
    unsigned number = 0;
    DIR *top;

    if (!unlink(path))
        return;
    top = enter(AT_FDCWD, path);
    while (top && clear(top, &number))
        ;
    if (top)
        closedir(top);
    rmdir(path);
}
