/*
 * luggage.c - folders to the store and back.
 *
 * A folder is unpacked under another name first and renamed when it is whole. One that is there
 * already is compared file by file before it is used: what runs is what was handed in.
 */
#include "tourney/luggage.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sha256.h"

enum { DEPTH = 16 };

struct trunk {
    struct bz_store *store;
    const char *root;
    struct bz_store_file *files;
    char **paths; /* of the files */
    int count;
    int64_t bytes;
    struct bz_error *err;
};

static int refuse(struct bz_error *err, const char *path, const char *why)
{
    return bz_fail(err, BZ_ERROR_IO, "%s: %s", bz_quoted_path(path).text, why);
}

static int refuse_errno(struct bz_error *err, const char *path)
{
    return refuse(err, path, strerror(errno));
}

static int open_trunk(struct trunk *trunk)
{
    trunk->files = calloc(BZ_LUGGAGE_FILES, sizeof(*trunk->files));
    trunk->paths = calloc(BZ_LUGGAGE_FILES, sizeof(*trunk->paths));
    if (trunk->files && trunk->paths)
        return BZ_OK;
    return bz_fail(trunk->err, BZ_ERROR_MEMORY, "not enough memory for the files");
}

/* Adds a file whose hash and mode are there. */
static int name_file(struct trunk *trunk, const char *path)
{
    char *copy = strdup(path);

    if (!copy)
        return bz_fail(trunk->err, BZ_ERROR_MEMORY, "not enough memory for the files");
    trunk->paths[trunk->count] = copy;
    trunk->files[trunk->count++].path = copy;
    return BZ_OK;
}

static void release_files(struct trunk *trunk)
{
    for (int i = 0; trunk->paths && i < trunk->count; i++)
        free(trunk->paths[i]);
    free(trunk->paths);
    free(trunk->files);
}

/* --- packing ---------------------------------------------------------------------------------- */

/* The whole content of a file; free() it. */
static int read_whole(const char *path, int64_t size, void **ret_content, struct bz_error *err)
{
    char *content = malloc((size_t)size + 1);
    FILE *file = content ? fopen(path, "rb") : NULL;
    bool whole =
        file && fread(content, 1, (size_t)size, file) == (size_t)size && fgetc(file) == EOF;

    if (file)
        fclose(file);
    if (whole) {
        *ret_content = content;
        return BZ_OK;
    }
    free(content);
    return refuse(err, path, "cannot be read");
}

static int add_file(struct trunk *trunk, const char *name, const struct stat *there)
{
    struct bz_store_file *file = &trunk->files[trunk->count];
    char path[2 * PATH_MAX];
    void *content;
    int code;

    if (snprintf(path, sizeof(path), "%s/%s", trunk->root, name) >= (int)sizeof(path) ||
        trunk->count == BZ_LUGGAGE_FILES || trunk->bytes + there->st_size > BZ_LUGGAGE_BYTES)
        return refuse(trunk->err, trunk->root, "a program has at most 2000 files and 256 MB");
    code = read_whole(path, there->st_size, &content, trunk->err);
    if (code)
        return code;
    code = bz_store_file_put(trunk->store, content, (size_t)there->st_size, file->hash, trunk->err);
    free(content);
    if (code)
        return code;
    file->mode = there->st_mode & 0111 ? 0755 : 0644;
    trunk->bytes += there->st_size;
    return name_file(trunk, name);
}

static int add_folder(struct trunk *trunk, const char *name, int depth);

static int add_entry(struct trunk *trunk, const char *name, int depth)
{
    char path[PATH_MAX];
    struct stat there;

    if (snprintf(path, sizeof(path), "%s/%s", trunk->root, name) >= PATH_MAX)
        return refuse(trunk->err, name, "its name is too long");
    if (lstat(path, &there))
        return refuse_errno(trunk->err, path);
    if (S_ISDIR(there.st_mode))
        return add_folder(trunk, name, depth + 1);
    if (S_ISREG(there.st_mode))
        return add_file(trunk, name, &there);
    return refuse(trunk->err, path, "is neither a file nor a folder; links cannot go along");
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_wanted(const struct dirent *entry)
{
    static const char *const left[] = {".", "..", ".git", "__pycache__", NULL};

    for (int i = 0; left[i]; i++)
        if (!strcmp(entry->d_name, left[i]))
            return 0;
    return 1;
}

static int add_folder(struct trunk *trunk, const char *name, int depth)
{
    char path[2 * PATH_MAX];
    struct dirent **entries;
    int count, code = BZ_OK;

    snprintf(path, sizeof(path), "%s/%s", trunk->root, name);
    if (depth > DEPTH)
        return refuse(trunk->err, path, "too many folders in each other");
    count = scandir(path, &entries, is_wanted, by_name);
    if (count < 0)
        return refuse_errno(trunk->err, path);
    for (int i = 0; i < count; i++) {
        char inner[2 * PATH_MAX];

        snprintf(inner, sizeof(inner), "%s%s%s", name, *name ? "/" : "", entries[i]->d_name);
        code = code ? code : add_entry(trunk, inner, depth);
        free(entries[i]);
    }
    free(entries);
    return code;
}

int bz_luggage_pack(struct bz_store *store, int64_t player, const char *folder,
                    struct bz_error *err)
{
    struct trunk trunk = {.store = store, .root = folder, .err = err};
    int code = open_trunk(&trunk);

    if (!code)
        code = add_folder(&trunk, "", 0);
    if (!code)
        code = bz_store_player_files_set(store, player, trunk.files, trunk.count, err);
    release_files(&trunk);
    return code;
}

/* --- unpacking -------------------------------------------------------------------------------- */

/* What a store says may be anything: only names that stay within the folder are taken. */
static bool is_inside(const char *path)
{
    for (const char *at = path; *at;) {
        size_t length = strcspn(at, "/");

        if (length == 0 || (length == 1 && *at == '.') || (length == 2 && !memcmp(at, "..", 2)))
            return false;
        at += length + (at[length] == '/');
    }
    return *path && path[strlen(path) - 1] != '/';
}

static int note_file(void *context, const struct bz_store_file *file)
{
    struct trunk *trunk = context;
    struct bz_store_file *mine = &trunk->files[trunk->count];

    if (trunk->count == BZ_LUGGAGE_FILES || !is_inside(file->path))
        return bz_fail(trunk->err, BZ_ERROR_DAMAGED, "the store has a file '%s'",
                       bz_quoted(file->path, strlen(file->path)).text);
    *mine = *file;
    return name_file(trunk, file->path);
}

/* The folders a file lies in. */
static int make_folders(char *path, size_t from)
{
    for (char *at = path + from; (at = strchr(at, '/')); *at++ = '/') {
        *at = '\0';
        if (mkdir(path, 0755) && errno != EEXIST)
            return -1;
    }
    return 0;
}

static int write_whole(const char *path, int mode, const void *content, size_t length)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool whole = fd >= 0;

    for (size_t done = 0; whole && done < length;) {
        ssize_t count = write(fd, (const char *)content + done, length - done);

        whole = count > 0;
        done += whole ? (size_t)count : 0;
    }
    whole = whole && !fchmod(fd, mode & 0111 ? 0755 : 0644);
    return fd >= 0 && !close(fd) && whole ? 0 : -1;
}

static int unpack_file(const struct trunk *trunk, const struct bz_store_file *file,
                       const char *folder)
{
    char path[2 * PATH_MAX];
    void *content;
    size_t length;
    int code = bz_store_file_get(trunk->store, file->hash, &content, &length, trunk->err);

    if (code)
        return code;
    snprintf(path, sizeof(path), "%s/%s", folder, file->path);
    if (make_folders(path, strlen(folder) + 1) || write_whole(path, file->mode, content, length))
        code = refuse_errno(trunk->err, path);
    free(content);
    return code;
}

static bool is_same(const struct bz_store_file *file, const char *folder)
{
    char path[2 * PATH_MAX], hash[BZ_STORE_HASH];
    struct stat there;
    void *content;

    snprintf(path, sizeof(path), "%s/%s", folder, file->path);
    if (lstat(path, &there) || !S_ISREG(there.st_mode) || there.st_size > BZ_STORE_FILE_MAX ||
        read_whole(path, there.st_size, &content, NULL))
        return false;
    bz_sha256(content, (size_t)there.st_size, hash);
    free(content);
    return !strcmp(hash, file->hash);
}

static bool is_unpacked(const struct trunk *trunk, const char *folder)
{
    for (int i = 0; i < trunk->count; i++)
        if (!is_same(&trunk->files[i], folder))
            return false;
    return true;
}

/* Removes what was unpacked in part. */
static void remove_all(const struct trunk *trunk, const char *folder)
{
    char path[2 * PATH_MAX];

    for (int i = trunk->count - 1; i >= 0; i--) {
        size_t root;

        snprintf(path, sizeof(path), "%s/%s", folder, trunk->files[i].path);
        root = strlen(folder);
        unlink(path);
        for (char *slash; (slash = strrchr(path, '/')) && slash > path + root;) {
            *slash = '\0';
            if (rmdir(path))
                break;
        }
    }
    rmdir(folder);
}

static int unpack(const struct trunk *trunk, const char *base, const char *folder)
{
    char fresh[PATH_MAX];
    int code = BZ_OK;

    snprintf(fresh, sizeof(fresh), "%s/new-XXXXXX", base);
    if (!mkdtemp(fresh) || chmod(fresh, 0755))
        return refuse_errno(trunk->err, fresh);
    for (int i = 0; i < trunk->count && !code; i++)
        code = unpack_file(trunk, &trunk->files[i], fresh);
    if (!code && rename(fresh, folder) == 0)
        return BZ_OK;
    remove_all(trunk, fresh);
    if (!code && !is_unpacked(trunk, folder)) /* else somebody was faster */
        code = refuse(trunk->err, folder, "is not what was handed in; remove it");
    return code;
}

/* One name for one set of files. */
static int name_folder(const struct trunk *trunk, const char *base, char ret_folder[PATH_MAX])
{
    char hash[BZ_STORE_HASH], *list = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&list, &length);

    for (int i = 0; out && i < trunk->count; i++)
        fprintf(out, "%s %c %s\n", trunk->files[i].hash, trunk->files[i].mode & 0111 ? 'x' : '-',
                trunk->files[i].path);
    if (!out || fclose(out))
        return bz_fail(trunk->err, BZ_ERROR_MEMORY, "not enough memory for the files");
    bz_sha256(list, length, hash);
    free(list);
    snprintf(ret_folder, PATH_MAX, "%s/%s", base, hash);
    return BZ_OK;
}

/* The folder of what is in the trunk, made or compared. */
static int settle(const struct trunk *trunk, const char *base, char ret_folder[PATH_MAX])
{
    struct stat there;
    int code = name_folder(trunk, base, ret_folder);

    if (code)
        return code;
    if (stat(ret_folder, &there))
        return unpack(trunk, base, ret_folder);
    if (is_unpacked(trunk, ret_folder))
        return BZ_OK;
    return refuse(trunk->err, ret_folder, "is not what was handed in; remove it");
}

int bz_luggage_unpack(struct bz_store *store, int64_t player, const char *base,
                      char ret_folder[PATH_MAX], struct bz_error *err)
{
    struct trunk trunk = {.store = store, .err = err};
    int code = open_trunk(&trunk);

    ret_folder[0] = '\0';
    if (!code)
        code = bz_store_player_files(store, player, note_file, &trunk, err);
    if (!code && trunk.count)
        code = settle(&trunk, base, ret_folder);
    release_files(&trunk);
    return code;
}

int bz_luggage_base(char ret_base[PATH_MAX], struct bz_error *err)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    char path[PATH_MAX];

    if (cache && *cache == '/')
        snprintf(path, sizeof(path), "%s/bazi/agents/", cache);
    else if (home && *home == '/')
        snprintf(path, sizeof(path), "%s/.cache/bazi/agents/", home);
    else
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "no place for programs' files; set HOME or XDG_CACHE_HOME");
    if (make_folders(path, 1))
        return refuse_errno(err, path);
    path[strlen(path) - 1] = '\0';
    snprintf(ret_base, PATH_MAX, "%s", path);
    return BZ_OK;
}
