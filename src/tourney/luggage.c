/*
 * luggage.c - folders to the store and back.
 *
 * A folder is filled under another name first and renamed when it is whole. One that is there
 * already is compared file by file before it is used, and replaced where it is not what was handed
 * in: somebody changed it, or the power failed while it was written.
 *
 * A list of files, a line each, is what a folder is named by. Files that options name have their
 * list in the store too, as one more content, found by its hash.
 */
#include "tourney/luggage.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/home.h"
#include "base/kept.h"
#include "base/tree.h"

struct trunk {
    struct bz_store *store; /* NULL: nothing is put there */
    struct bz_store_file *files;
    char **paths; /* of the files */
    int count;
    int64_t bytes; /* so far, of this one and those before it */
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

/* The path of something in a folder; false, with errno, where it is too long. */
static bool join(const char *folder, const char *name, char ret_path[PATH_MAX])
{
    errno = ENAMETOOLONG;
    return snprintf(ret_path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX;
}

static int refuse_memory(struct bz_error *err)
{
    return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the files");
}

static int open_trunk(struct trunk *trunk)
{
    trunk->files = calloc(BZ_TREE_FILES, sizeof(*trunk->files));
    trunk->paths = calloc(BZ_TREE_FILES, sizeof(*trunk->paths));
    return trunk->files && trunk->paths ? BZ_OK : refuse_memory(trunk->err);
}

static int add_file(struct trunk *trunk, const struct bz_store_file *file)
{
    char *path = strdup(file->path);

    if (!path)
        return refuse_memory(trunk->err);
    trunk->files[trunk->count] = *file;
    trunk->files[trunk->count].path = trunk->paths[trunk->count] = path;
    trunk->count++;
    return BZ_OK;
}

static void close_trunk(struct trunk *trunk)
{
    for (int i = 0; trunk->paths && i < trunk->count; i++)
        free(trunk->paths[i]);
    free(trunk->paths);
    free(trunk->files);
}

/* What is in it as a text, free() it, and the hash of that. */
static int list_trunk(const struct trunk *trunk, char **ret_list, char ret_hash[BZ_STORE_HASH])
{
    char *list = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&list, &length);

    for (int i = 0; out && i < trunk->count; i++)
        fprintf(out, "%s %c %s\n", trunk->files[i].hash, trunk->files[i].mode & 0111 ? 'x' : '-',
                trunk->files[i].path);
    if (!out || fclose(out)) {
        free(list);
        return refuse_memory(trunk->err);
    }
    bz_sha256(list, length, ret_hash);
    *ret_list = list;
    return BZ_OK;
}

/* --- packing ---------------------------------------------------------------------------------- */

static int pack_file(void *context, const struct bz_tree_file *file, struct bz_error *err)
{
    struct trunk *trunk = context;
    struct bz_store_file mine = {.path = file->name, .mode = file->runs ? 0755 : 0644};
    size_t size = (size_t)file->size;
    void *content;
    int code = bz_tree_content(file, &content, err);

    if (code)
        return code;
    if (trunk->store)
        code = bz_store_file_put(trunk->store, content, size, mine.hash, err);
    else
        bz_sha256(content, size, mine.hash);
    free(content);
    trunk->bytes += file->size;
    return code ? code : add_file(trunk, &mine);
}

static int refuse_other(void *context, const char *name, struct bz_error *err)
{
    (void)context;
    return refuse(err, name, "is no file or folder of a plain name; links cannot go along");
}

static int pack_folder(struct trunk *trunk, const char *folder)
{
    struct bz_tree_visitor visitor = {
        .bytes = BZ_LUGGAGE_BYTES, .file = pack_file, .other = refuse_other, .context = trunk};
    int code = open_trunk(trunk);

    return code ? code : bz_tree_walk(folder, &visitor, trunk->err);
}

int bz_luggage_pack(struct bz_store *store, int64_t player, const char *folder,
                    struct bz_error *err)
{
    struct trunk trunk = {.store = store, .err = err};
    int code = pack_folder(&trunk, folder);

    if (!code)
        code = bz_store_player_files_set(store, player, trunk.files, trunk.count, err);
    close_trunk(&trunk);
    return code;
}

/* --- unpacking -------------------------------------------------------------------------------- */

/* What a store says may be anything: only names that stay within the folder are taken. */
static int note_file(void *context, const struct bz_store_file *file)
{
    struct trunk *trunk = context;

    if (trunk->count == BZ_TREE_FILES || !bz_is_inside(file->path))
        return bz_fail(trunk->err, BZ_ERROR_DAMAGED, "the store has a file '%s'",
                       bz_quoted(file->path, strlen(file->path)).text);
    return add_file(trunk, file);
}

/* Writes a file, and the folders it lies in. */
static int write_file(const char *folder, const char *name, int mode, const void *content,
                      size_t length, struct bz_error *err)
{
    char path[PATH_MAX];

    if (join(folder, name, path) && bz_tree_folders(path, 0755) &&
        bz_tree_write(path, mode & 0111 ? 0755 : 0644, content, length))
        return BZ_OK;
    return refuse_errno(err, path);
}

static int unpack_file(struct trunk *trunk, const struct bz_store_file *file, const char *folder)
{
    void *content;
    size_t length;
    int code = bz_store_file_get(trunk->store, file->hash, &content, &length, trunk->err);

    if (code)
        return code;
    trunk->bytes += (int64_t)length;
    if (trunk->bytes > BZ_LUGGAGE_BYTES)
        code = bz_fail(trunk->err, BZ_ERROR_DAMAGED, "the store has files of more than %d MB",
                       BZ_LUGGAGE_BYTES >> 20);
    else
        code = write_file(folder, file->path, file->mode, content, length, trunk->err);
    free(content);
    return code;
}

/* The whole content of a file, free() it; `flags` are more of those of open(). */
static int read_file(const char *path, int flags, void **ret_content, size_t *ret_length,
                     struct bz_error *err)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | flags);
    struct bz_tree_file file = {.name = path, .fd = fd};
    struct stat there;
    int code;

    if (fd < 0)
        return refuse_errno(err, path);
    if (fstat(fd, &there) || !S_ISREG(there.st_mode) || there.st_size > BZ_STORE_FILE_MAX) {
        code = refuse(err, path, "is no file, or too large");
    } else {
        file.size = there.st_size;
        *ret_length = (size_t)there.st_size;
        code = bz_tree_content(&file, ret_content, err);
    }
    close(fd);
    return code;
}

static bool is_same(const struct bz_store_file *file, const char *folder)
{
    char path[PATH_MAX], hash[BZ_STORE_HASH];
    void *content;
    size_t length;

    if (!join(folder, file->path, path) || read_file(path, O_NOFOLLOW, &content, &length, NULL))
        return false;
    bz_sha256(content, length, hash);
    free(content);
    return !strcmp(hash, file->hash);
}

static bool is_whole(const struct trunk *trunk, const char *folder)
{
    for (int i = 0; i < trunk->count; i++)
        if (!is_same(&trunk->files[i], folder))
            return false;
    return true;
}

static bool has_file(const struct trunk *trunk, const struct bz_store_file *wanted)
{
    for (int i = 0; i < trunk->count; i++)
        if (!strcmp(trunk->files[i].path, wanted->path))
            return !strcmp(trunk->files[i].hash, wanted->hash) &&
                   !(trunk->files[i].mode & 0111) == !(wanted->mode & 0111);
    return false;
}

int bz_luggage_compare(struct bz_store *store, int64_t player, const char *folder, bool *ret_same,
                       struct bz_error *err)
{
    struct bz_error why; /* a folder that cannot be read is another one */
    struct trunk mine = {.err = &why}, theirs = {.store = store, .err = err};
    bool same = pack_folder(&mine, folder) == BZ_OK;
    int code = open_trunk(&theirs);

    if (!code)
        code = bz_store_player_files(store, player, note_file, &theirs, err);
    same = same && mine.count == theirs.count;
    for (int i = 0; same && i < mine.count; i++)
        same = has_file(&theirs, &mine.files[i]);
    if (!code)
        *ret_same = same;
    close_trunk(&mine);
    close_trunk(&theirs);
    return code;
}

/* A folder to be filled, or to be moved away. */
static int open_fresh(const char *base, char ret_fresh[PATH_MAX], struct bz_error *err)
{
    if (join(base, "new-XXXXXX", ret_fresh) && mkdtemp(ret_fresh) && !chmod(ret_fresh, 0755))
        return BZ_OK;
    return refuse_errno(err, ret_fresh);
}

/* Removes what has the name of the folder, all at once for whoever looks. */
static int clear(const char *base, const char *folder, struct bz_error *err)
{
    char away[PATH_MAX];
    int code = open_fresh(base, away, err);

    if (code)
        return code;
    if (rename(folder, away) && errno != ENOENT)
        code = refuse_errno(err, folder);
    bz_tree_remove(away);
    return code;
}

/* Gives it its name, or removes it where that did not work or somebody was faster. */
static int close_fresh(const struct trunk *trunk, const char *base, const char *fresh,
                       const char *folder, int code)
{
    if (!code && rename(fresh, folder) == 0)
        return BZ_OK;
    if (!code && !is_whole(trunk, folder)) {
        code = clear(base, folder, trunk->err);
        if (!code && rename(fresh, folder) == 0)
            return BZ_OK;
        if (!code && !is_whole(trunk, folder))
            code = refuse(trunk->err, folder, "cannot be replaced by what was handed in");
    }
    bz_tree_remove(fresh);
    return code;
}

/* The folder of what is in the trunk, made or compared. */
static int settle(struct trunk *trunk, const char *base, const char *hash,
                  char ret_folder[PATH_MAX])
{
    char fresh[PATH_MAX];
    int code;

    if (!join(base, hash, ret_folder))
        return refuse_errno(trunk->err, base);
    if (is_whole(trunk, ret_folder))
        return BZ_OK;
    code = open_fresh(base, fresh, trunk->err);
    if (code)
        return code;
    for (int i = 0; i < trunk->count && !code; i++)
        code = unpack_file(trunk, &trunk->files[i], fresh);
    return close_fresh(trunk, base, fresh, ret_folder, code);
}

int bz_luggage_unpack(struct bz_store *store, int64_t player, const char *base,
                      char ret_folder[PATH_MAX], struct bz_error *err)
{
    struct trunk trunk = {.store = store, .err = err};
    char hash[BZ_STORE_HASH], *list = NULL;
    int code = open_trunk(&trunk);

    ret_folder[0] = '\0';
    if (!code)
        code = bz_store_player_files(store, player, note_file, &trunk, err);
    if (!code)
        code = list_trunk(&trunk, &list, hash);
    if (!code && trunk.count)
        code = settle(&trunk, base, hash, ret_folder);
    free(list);
    close_trunk(&trunk);
    return code;
}

/* A folder of that name for all of its kind, made if need be. */
static int find_base(const char *name, char ret_base[PATH_MAX], struct bz_error *err)
{
    char path[PATH_MAX];

    if (!bz_home_path(BZ_HOME_CACHE, name, ret_base, PATH_MAX))
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "no place for a tournament's files; set HOME or XDG_CACHE_HOME");
    return join(ret_base, "", path) && bz_tree_folders(path, 0755) ? BZ_OK
                                                                   : refuse_errno(err, ret_base);
}

int bz_luggage_base(char ret_base[PATH_MAX], struct bz_error *err)
{
    return find_base("agents", ret_base, err);
}

/* --- files that options name ------------------------------------------------------------------ */

static int find_kept(char ret_base[PATH_MAX], struct bz_error *err)
{
    return find_base("files", ret_base, err);
}

static int copy_file(const char *path, const char *folder, const char *name, struct bz_error *err)
{
    void *content;
    size_t length;
    int code = read_file(path, 0, &content, &length, err);

    if (code)
        return code;
    code = write_file(folder, name, 0644, content, length, err);
    free(content);
    return code;
}

static int copy_other(const char *path, const char *folder, const char *name, struct bz_error *err)
{
    const char *slash = strrchr(path, '/');
    char other[2 * PATH_MAX];

    snprintf(other, sizeof(other), "%.*s%s", slash ? (int)(slash - path) + 1 : 0, path, name);
    return access(other, F_OK) ? BZ_OK : copy_file(other, folder, name, err);
}

int bz_luggage_keep(const char *path, const char *name, const char *other,
                    char ret_value[BZ_VALUE_MAX], struct bz_error *err)
{
    char base[PATH_MAX], fresh[PATH_MAX], folder[PATH_MAX] = "", hash[BZ_STORE_HASH], *list = NULL;
    struct trunk trunk = {.err = err};
    int code = find_kept(base, err);

    if (!code)
        code = open_fresh(base, fresh, err);
    if (code)
        return code;
    code = copy_file(path, fresh, name, err);
    if (!code && other)
        code = copy_other(path, fresh, other, err);
    if (!code)
        code = pack_folder(&trunk, fresh);
    if (!code)
        code = list_trunk(&trunk, &list, hash);
    if (!code && !join(base, hash, folder))
        code = refuse_errno(err, base);
    code = close_fresh(&trunk, base, fresh, folder, code);
    if (!code && snprintf(ret_value, BZ_VALUE_MAX, "@%s/%s", hash, name) >= BZ_VALUE_MAX)
        code = refuse(err, name, "its name is too long");
    free(list);
    close_trunk(&trunk);
    return code;
}

/* One folder of kept files, to the store or back. */
typedef int carry(struct trunk *trunk, const char *base, const char *hash);

static int send_one(struct trunk *trunk, const char *base, const char *hash)
{
    char folder[PATH_MAX], found[BZ_STORE_HASH], *list = NULL;
    int code;

    if (!join(base, hash, folder))
        return refuse_errno(trunk->err, base);
    code = pack_folder(trunk, folder);
    if (!code && trunk->bytes > BZ_LUGGAGE_BYTES)
        code = bz_fail(trunk->err, BZ_ERROR_RANGE, "files of options have more than %d MB",
                       BZ_LUGGAGE_BYTES >> 20);
    if (!code)
        code = list_trunk(trunk, &list, found);
    if (!code && strcmp(found, hash) != 0)
        code = refuse(trunk->err, folder, "is not what it was; remove it");
    if (!code)
        code = bz_store_file_put(trunk->store, list, strlen(list), found, trunk->err);
    free(list);
    return code;
}

/* A line of a list, "HASH - PATH"; where the next one begins, or NULL. */
static char *read_line(char *line, struct bz_store_file *ret_file)
{
    size_t hash = BZ_STORE_HASH - 1, length = strcspn(line, "\n");

    if (length < hash + 4 || strspn(line, "0123456789abcdef") != hash || line[hash] != ' ' ||
        line[length] != '\n')
        return NULL;
    line[length] = '\0';
    *ret_file = (struct bz_store_file){.path = line + hash + 3,
                                       .mode = line[hash + 1] == 'x' ? 0755 : 0644};
    memcpy(ret_file->hash, line, hash);
    return line + length + 1;
}

/* Only what is written as we write it has the same hash again. */
static int unlist(struct trunk *trunk, char *list, const char *hash)
{
    char found[BZ_STORE_HASH] = "", *again = NULL;
    struct bz_store_file file;
    int code = open_trunk(trunk);

    for (char *at = list; !code && (at = read_line(at, &file));)
        code = note_file(trunk, &file);
    if (!code)
        code = list_trunk(trunk, &again, found);
    if (!code && strcmp(found, hash) != 0)
        code = bz_fail(trunk->err, BZ_ERROR_DAMAGED, "the store's file %s is no list of files",
                       bz_quoted(hash, strlen(hash)).text);
    free(again);
    return code;
}

static int fetch_one(struct trunk *trunk, const char *base, const char *hash)
{
    char folder[PATH_MAX];
    void *content;
    size_t length;
    int code = bz_store_file_get(trunk->store, hash, &content, &length, trunk->err);

    if (code)
        return code;
    code = unlist(trunk, content, hash);
    free(content);
    return code ? code : settle(trunk, base, hash, folder);
}

/* The hashes of a text, once each, up to an empty one; free() them. */
static int find_hashes(const char *text, char (**ret_hashes)[BZ_STORE_HASH], struct bz_error *err)
{
    char(*hashes)[BZ_STORE_HASH] = calloc(BZ_LUGGAGE_KEPT + 1, sizeof(*hashes));
    int count = 0, i;

    if (!hashes)
        return refuse_memory(err);
    while ((text = bz_kept_find(text, hashes[count]))) {
        for (i = 0; strcmp(hashes[i], hashes[count]) != 0; i++)
            ;
        count += i == count;
        if (count > BZ_LUGGAGE_KEPT) {
            free(hashes);
            return bz_fail(err, BZ_ERROR_RANGE, "options name more than %d files", BZ_LUGGAGE_KEPT);
        }
    }
    hashes[count][0] = '\0';
    *ret_hashes = hashes;
    return BZ_OK;
}

/* All that a text names, and together no more than may go along. */
static int carry_all(struct bz_store *store, const char *text, carry *one, struct bz_error *err)
{
    char base[PATH_MAX] = "", (*hashes)[BZ_STORE_HASH] = NULL;
    int64_t bytes = 0;
    int code = find_hashes(text, &hashes, err);

    if (code)
        return code;
    if (hashes[0][0])
        code = find_kept(base, err);
    for (int i = 0; !code && hashes[i][0]; i++) {
        struct trunk trunk = {.store = store, .bytes = bytes, .err = err};

        code = one(&trunk, base, hashes[i]);
        bytes = trunk.bytes;
        close_trunk(&trunk);
    }
    free(hashes);
    return code;
}

int bz_luggage_send(struct bz_store *store, const char *text, struct bz_error *err)
{
    return carry_all(store, text, send_one, err);
}

int bz_luggage_fetch(struct bz_store *store, const char *text, struct bz_error *err)
{
    return carry_all(store, text, fetch_one, err);
}

/* The plans of all tournaments. */
struct plans {
    char **list;
    int count;
};

static int note_plan(void *context, const struct bz_store_tournament *tournament)
{
    struct plans *plans = context;
    char **list = realloc(plans->list, (size_t)(plans->count + 1) * sizeof(*list));

    if (list)
        plans->list = list;
    if (!list || !(list[plans->count] = strdup(tournament->config)))
        return BZ_ERROR_MEMORY;
    plans->count++;
    return BZ_OK;
}

int bz_luggage_fetch_all(struct bz_store *store, struct bz_error *err)
{
    struct plans plans = {.list = NULL};
    int code = bz_store_tournaments(store, 0, note_plan, &plans, err);

    if (code == BZ_ERROR_MEMORY)
        refuse_memory(err);
    for (int i = 0; i < plans.count; i++) {
        code = code ? code : bz_luggage_fetch(store, plans.list[i], err);
        free(plans.list[i]);
    }
    free(plans.list);
    return code;
}
