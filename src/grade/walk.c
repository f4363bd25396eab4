/*
 * walk.c - what is done on a walk through a submission: nothing, a copy, a digest.
 */
#include "grade/walk.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/sha256.h"
#include "base/tree.h"

int bz_walk_measure(const char *root, struct bz_error *err)
{
    return bz_tree_walk(root, &(struct bz_tree_visitor){.bytes = BZ_WALK_BYTES}, err);
}

/* --- copies ----------------------------------------------------------------------------------- */

struct copy {
    const char *target;
    bool shared;
    struct bz_walk *walk;
};

/* Not the author's fault: the disk is full, or the like. */
static int fail_target(struct bz_error *err, const char *path)
{
    return bz_fail(err, BZ_ERROR_BUSY, "%s: %s", bz_quoted_path(path).text, strerror(errno));
}

static int copy_file(void *context, const struct bz_tree_file *file, struct bz_error *err)
{
    const struct copy *copy = context;
    mode_t mode = (file->runs ? 0755u : 0644u) | (copy->shared ? 0022u : 0u);
    char target[2 * PATH_MAX];
    void *content;
    int code = bz_tree_content(file, &content, err);

    if (code)
        return code;
    snprintf(target, sizeof(target), "%s/%s", copy->target, file->name);
    if (!bz_tree_write(target, mode, content, (size_t)file->size))
        code = fail_target(err, target);
    copy->walk->files++;
    free(content);
    return code;
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

static int leave_out(void *context, const char *name, struct bz_error *err)
{
    struct bz_walk *walk = ((const struct copy *)context)->walk;

    (void)err;
    if (!walk->left++)
        snprintf(walk->first_left, sizeof(walk->first_left), "%.79s",
                 bz_quoted(name, strlen(name)).text);
    return BZ_OK;
}

int bz_walk_copy(const char *root, const char *target, bool shared, struct bz_walk *ret_walk,
                 struct bz_error *err)
{
    struct copy copy = {.target = target, .shared = shared};
    struct bz_tree_visitor visitor = {BZ_WALK_BYTES, copy_file, copy_folder, leave_out, &copy};
    int code = copy_folder(&copy, "", err);

    *ret_walk = (struct bz_walk){.files = 0};
    copy.walk = ret_walk;
    return code ? code : bz_tree_walk(root, &visitor, err);
}

/* --- digests ---------------------------------------------------------------------------------- */

static int digest_file(void *context, const struct bz_tree_file *file, struct bz_error *err)
{
    char hash[BZ_SHA256_TEXT];
    void *content;
    int code = bz_tree_content(file, &content, err);

    if (code)
        return code;
    bz_sha256(content, (size_t)file->size, hash);
    fprintf(context, "%s %c %s\n", hash, file->runs ? 'x' : '-', file->name);
    free(content);
    return BZ_OK;
}

int bz_walk_digest(const char *root, char ret_digest[65], struct bz_error *err)
{
    char *list = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&list, &length);
    struct bz_tree_visitor visitor = {.bytes = BZ_WALK_BYTES, .file = digest_file, .context = out};
    int code = out ? bz_tree_walk(root, &visitor, err)
                   : bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the files");

    if (out && fclose(out) && !code)
        code = bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the files");
    if (!code)
        bz_sha256(list, length, ret_digest);
    free(list);
    return code;
}

void bz_walk_enter(char path[PATH_MAX])
{
    char inner[2 * PATH_MAX], *only = bz_tree_only(path);
    struct stat info;

    snprintf(inner, sizeof(inner), "%s/%s", path, only ? only : "");
    if (only && strlen(inner) < PATH_MAX && !lstat(inner, &info) && S_ISDIR(info.st_mode))
        memcpy(path, inner, strlen(inner) + 1);
    free(only);
}
