/*
 * walk.c - one walk, and what is done at every file of it: nothing, a copy, a digest.
 */
#include "grade/walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sha256.h"
#include "base/utf8.h"

enum { ENTRIES = 20000, REMOVE_DEPTH = 200, CHUNK = 1 << 16, FILE_BYTES = 64 << 20 };

/* What is done at each file and each folder, whose names are relative to the root. */
struct visitor {
    int (*file)(void *context, const char *path, const char *name, const struct stat *info,
                struct bz_error *err);
    int (*folder)(void *context, const char *name, struct bz_error *err);
    void *context;
};

struct course {
    const char *root;
    const struct visitor *visitor;
    struct bz_walk *walk;
    struct bz_error *err;
};

static int fail_errno(struct bz_error *err, const char *path)
{
    return bz_fail(err, BZ_ERROR_IO, "%s: %s", bz_quoted_path(path).text, strerror(errno));
}

/* --- the walk --------------------------------------------------------------------------------- */

static void leave_out(struct bz_walk *walk, const char *name)
{
    if (!walk->left++)
        snprintf(walk->first_left, sizeof(walk->first_left), "%.79s",
                 bz_quoted(name, strlen(name)).text);
}

/* A name that every store can keep. */
static bool is_plain(const char *name)
{
    for (const char *at = name; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            return false;
    return bz_utf8_is(name);
}

/* What tools leave behind is nobody's work. */
static int is_wanted(const struct dirent *entry)
{
    static const char *const tools[] = {".",    "..",       ".git",      "__pycache__",
                                        ".svn", "__MACOSX", ".DS_Store", NULL};

    for (int i = 0; tools[i]; i++)
        if (!strcmp(entry->d_name, tools[i]))
            return 0;
    return 1;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int walk_folder(const struct course *course, const char *name, int depth);

static int meet_file(const struct course *course, const char *path, const char *name,
                     const struct stat *info)
{
    struct bz_walk *walk = course->walk;

    walk->files++;
    walk->bytes += info->st_size;
    if (walk->files > BZ_WALK_FILES || walk->bytes > BZ_WALK_BYTES || info->st_size > FILE_BYTES)
        return bz_fail(course->err, BZ_ERROR_RANGE,
                       "more than %d files, %d MB, or %d MB in one file: too much for a program",
                       BZ_WALK_FILES, BZ_WALK_BYTES >> 20, FILE_BYTES >> 20);
    return course->visitor && course->visitor->file
               ? course->visitor->file(course->visitor->context, path, name, info, course->err)
               : BZ_OK;
}

static int meet(const struct course *course, const char *name, int depth)
{
    char path[2 * PATH_MAX];
    struct stat info;

    if (snprintf(path, sizeof(path), "%s/%s", course->root, name) >= PATH_MAX || !is_plain(name)) {
        leave_out(course->walk, name);
        return BZ_OK;
    }
    if (lstat(path, &info))
        return fail_errno(course->err, path);
    if (S_ISDIR(info.st_mode))
        return walk_folder(course, name, depth + 1);
    if (S_ISREG(info.st_mode))
        return meet_file(course, path, name, &info);
    leave_out(course->walk, name);
    return BZ_OK;
}

static int walk_folder(const struct course *course, const char *name, int depth)
{
    char path[2 * PATH_MAX];
    struct dirent **entries;
    int count, code = BZ_OK;

    if (depth > BZ_WALK_DEPTH || ++course->walk->folders > BZ_WALK_FILES)
        return bz_fail(course->err, BZ_ERROR_RANGE, "too many folders, or too many in each other");
    if (depth > 0 && course->visitor && course->visitor->folder)
        code = course->visitor->folder(course->visitor->context, name, course->err);
    if (code)
        return code;
    snprintf(path, sizeof(path), "%s/%s", course->root, name);
    count = scandir(path, &entries, is_wanted, by_name);
    if (count < 0)
        return fail_errno(course->err, path);
    if (count > ENTRIES)
        code = bz_fail(course->err, BZ_ERROR_RANGE, "more than %d files in a folder", ENTRIES);
    for (int i = 0; i < count; i++) {
        char inner[2 * PATH_MAX];

        snprintf(inner, sizeof(inner), "%s%s%s", name, *name ? "/" : "", entries[i]->d_name);
        code = code ? code : meet(course, inner, depth);
        free(entries[i]);
    }
    free(entries);
    return code;
}

static int walk(const char *root, const struct visitor *visitor, struct bz_walk *ret_walk,
                struct bz_error *err)
{
    struct course course = {root, visitor, ret_walk, err};

    *ret_walk = (struct bz_walk){.files = 0};
    return walk_folder(&course, "", 0);
}

int bz_walk_measure(const char *root, struct bz_walk *ret_walk, struct bz_error *err)
{
    return walk(root, NULL, ret_walk, err);
}

/* --- copies ----------------------------------------------------------------------------------- */

struct copy {
    const char *target;
    bool shared;
};

/* Not the author's fault: the disk is full, or the like. */
static int fail_target(struct bz_error *err, const char *path)
{
    return bz_fail(err, BZ_ERROR_BUSY, "%s: %s", bz_quoted_path(path).text, strerror(errno));
}

/* As many bytes as were announced, or the end. */
static bool pour(int from, int to, int64_t left)
{
    char bytes[CHUNK];
    ssize_t count = 1;

    while (left > 0 && count > 0) {
        count = read(from, bytes, left < CHUNK ? (size_t)left : sizeof(bytes));
        for (ssize_t done = 0, wrote; done < count; done += wrote) {
            wrote = write(to, bytes + done, (size_t)(count - done));
            if (wrote <= 0)
                return false;
        }
        left -= count;
    }
    return count >= 0;
}

static int copy_file(void *context, const char *path, const char *name, const struct stat *info,
                     struct bz_error *err)
{
    const struct copy *copy = context;
    mode_t mode = (info->st_mode & 0111 ? 0755u : 0644u) | (copy->shared ? 0022u : 0u);
    char target[2 * PATH_MAX];
    int from = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC), to = -1;
    bool whole;

    if (from < 0)
        return fail_errno(err, path);
    snprintf(target, sizeof(target), "%s/%s", copy->target, name);
    to = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    whole = to >= 0 && pour(from, to, info->st_size) && !fchmod(to, mode);
    if (!whole)
        fail_target(err, target);
    close(from);
    if (to >= 0)
        close(to);
    return whole ? BZ_OK : BZ_ERROR_BUSY;
}

static int copy_folder(void *context, const char *name, struct bz_error *err)
{
    const struct copy *copy = context;
    char target[2 * PATH_MAX];

    snprintf(target, sizeof(target), "%s%s%s", copy->target, *name ? "/" : "", name);
    if (mkdir(target, 0755) || chmod(target, copy->shared ? 0777 : 0755))
        return fail_target(err, target);
    return BZ_OK;
}

int bz_walk_copy(const char *root, const char *target, bool shared, struct bz_walk *ret_walk,
                 struct bz_error *err)
{
    struct copy copy = {target, shared};
    struct visitor visitor = {copy_file, copy_folder, &copy};
    int code = copy_folder(&copy, "", err);

    return code ? code : walk(root, &visitor, ret_walk, err);
}

/* --- digests ---------------------------------------------------------------------------------- */

static int digest_file(void *context, const char *path, const char *name, const struct stat *info,
                       struct bz_error *err)
{
    size_t size = (size_t)info->st_size;
    char *content = malloc(size + 1), hash[BZ_SHA256_TEXT];
    FILE *file = fopen(path, "rbe");
    bool whole = content && file && fread(content, 1, size, file) == size;

    if (whole) {
        bz_sha256(content, size, hash);
        fprintf(context, "%s %c %s\n", hash, info->st_mode & 0111 ? 'x' : '-', name);
    } else {
        bz_fail(err, BZ_ERROR_IO, "%s: cannot be read", bz_quoted_path(path).text);
    }
    if (file)
        fclose(file);
    free(content);
    return whole ? BZ_OK : BZ_ERROR_IO;
}

int bz_walk_digest(const char *root, char ret_digest[65], struct bz_error *err)
{
    char *list = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&list, &length);
    struct visitor visitor = {digest_file, NULL, out};
    struct bz_walk seen;
    int code = out ? walk(root, &visitor, &seen, err)
                   : bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the files");

    if (out && fclose(out) && !code)
        code = bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the files");
    if (!code)
        bz_sha256(list, length, ret_digest);
    free(list);
    return code;
}

/* --- around ----------------------------------------------------------------------------------- */

void bz_walk_enter(char path[PATH_MAX])
{
    struct dirent **entries;
    int count = scandir(path, &entries, is_wanted, by_name);
    char inner[2 * PATH_MAX] = "";
    struct stat info;

    if (count == 1)
        snprintf(inner, sizeof(inner), "%s/%s", path, entries[0]->d_name);
    for (int i = 0; i < count; i++)
        free(entries[i]);
    if (count >= 0)
        free(entries);
    if (*inner && strlen(inner) < PATH_MAX && !lstat(inner, &info) && S_ISDIR(info.st_mode))
        memcpy(path, inner, strlen(inner) + 1);
}

/* Of `folder`, a descriptor, by its name. A stranger may have taken away our own rights. */
static void remove_entry(int folder, const char *name, int depth)
{
    const struct dirent *entry;
    struct stat info;
    DIR *list;
    int fd;

    if (!unlinkat(folder, name, 0) || depth > REMOVE_DEPTH ||
        fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) || !S_ISDIR(info.st_mode))
        return;
    fchmodat(folder, name, 0700, 0);
    fd = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    list = fd >= 0 ? fdopendir(fd) : NULL;
    while (list && (entry = readdir(list)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            remove_entry(fd, entry->d_name, depth + 1);
    if (list)
        closedir(list);
    else if (fd >= 0)
        close(fd);
    unlinkat(folder, name, AT_REMOVEDIR);
}

void bz_walk_remove(const char *path)
{
    remove_entry(AT_FDCWD, path, 0);
}
