/*
 * source.c - reading texts whole, and saying where in them something is wrong.
 */
#include "files/source.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/kept.h"
#include "bazi/asset.h"
#include "bazi/buf.h"

static void set_name(struct bz_source *source, const char *path)
{
    snprintf(source->name, sizeof(source->name), "%s", bz_quoted_path(path).text);
}

/* Fills memory of limit + 1 bytes from the file, and checks what came. */
static int fill(struct bz_source *source, FILE *file, size_t limit, struct bz_error *err)
{
    source->length = fread(source->text, 1, limit + 1, file);
    if (ferror(file))
        return bz_fail(err, BZ_ERROR_IO, "%s: cannot be read: %s", source->name, strerror(errno));
    if (source->length > limit)
        return bz_fail(err, BZ_ERROR_RANGE, "%s: longer than the %zu bytes allowed", source->name,
                       limit);
    source->text[source->length] = '\0';
    if (strlen(source->text) != source->length)
        return bz_source_fail(source, strlen(source->text), err, BZ_ERROR_SYNTAX,
                              "a zero byte: this is not a text");
    return BZ_OK;
}

/* Opens a file, or a pipe that somebody writes to: one that nobody does is empty, and not waited
 * for. */
static FILE *open_at_once(const char *path)
{
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), flags;

    if (file < 0)
        return NULL;
    flags = fcntl(file, F_GETFL);
    fcntl(file, F_SETFL, flags & ~O_NONBLOCK);
    return fdopen(file, "r");
}

int bz_source_read(struct bz_source *source, const char *path, size_t limit, struct bz_error *err)
{
    return bz_source_read_as(source, path, NULL, limit, err);
}

int bz_source_read_as(struct bz_source *source, const char *path, const char *name, size_t limit,
                      struct bz_error *err)
{
    struct bz_source draft = {.text = NULL};
    const char *kept = bz_kept_name(path);
    char place[PATH_MAX];
    FILE *file;
    int code;

    set_name(&draft, name ? name : kept ? kept : path);
    file = open_at_once(kept && bz_kept_path(path, place, sizeof(place)) ? place : path);
    if (!file && kept)
        return bz_fail(err, BZ_ERROR_IO,
                       "%s: not among the files kept on this machine; 'bazi tournament table "
                       "STORE' fetches those of a tournament",
                       draft.name);
    if (!file)
        return bz_fail(err, BZ_ERROR_IO, "%s: cannot be read: %s", draft.name, strerror(errno));
    draft.text = malloc(limit + 1);
    code = draft.text ? fill(&draft, file, limit, err)
                      : bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for %s", draft.name);
    fclose(file);
    if (code)
        bz_source_release(&draft);
    else
        *source = draft;
    return code;
}

/* A plain word that is no map of ours was most likely meant to be one. */
static int refuse_name(const char *game, const char *name, struct bz_error *err)
{
    char folder[80], names[192] = "";
    struct bz_buf list = BZ_BUF(names);
    size_t length = (size_t)snprintf(folder, sizeof(folder), "maps/%s/", game);

    for (int i = 0; bz_asset_at(i); i++) {
        const char *asset = bz_asset_at(i)->name;

        if (!strncmp(asset, folder, length))
            bz_buf_add(&list, "%s%.*s", list.length ? ", " : "",
                       (int)(strcspn(asset + length, ".")), asset + length);
    }
    return bz_fail(err, BZ_ERROR_IO, "no map or file '%s'; there are: %s",
                   bz_quoted(name, strlen(name)).text, names);
}

static void name_map(const char *game, const char *name, char ret_asset[120])
{
    snprintf(ret_asset, 120, "maps/%s/%s.txt", game, name);
}

bool bz_source_has_map(const char *game, const char *name)
{
    char asset[120];

    name_map(game, name, asset);
    return bz_asset_find(asset);
}

int bz_source_map(struct bz_source *source, const char *game, const char *name, size_t limit,
                  struct bz_error *err)
{
    char asset[120];

    name_map(game, name, asset);
    if (bz_asset_find(asset))
        return bz_source_asset(source, asset, err);
    if (!strpbrk(name, "./") && access(name, F_OK))
        return refuse_name(game, name, err);
    return bz_source_read(source, name, limit, err);
}

int bz_source_asset(struct bz_source *source, const char *name, struct bz_error *err)
{
    const struct bz_asset *asset = bz_asset_find(name);
    char *text;

    assert(asset);
    text = strdup(asset->text);
    if (!text)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for %s", name);
    set_name(source, name);
    source->text = text;
    source->length = asset->length;
    return BZ_OK;
}

void bz_source_release(struct bz_source *source)
{
    if (!source)
        return;
    free(source->text);
    source->text = NULL;
    source->length = 0;
}

int bz_source_fail(const struct bz_source *source, size_t offset, struct bz_error *err, int code,
                   const char *format, ...)
{
    size_t line = 1, start = 0;
    char text[200];
    va_list args;

    for (size_t i = 0; i < offset && i < source->length; i++)
        if (source->text[i] == '\n') {
            line++;
            start = i + 1;
        }
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    return bz_fail(err, code, "%s:%zu:%zu: %s", source->name, line, offset - start + 1, text);
}
