/*
 * source.h - a text from a file, a map of the program's own, or a stranger: read whole, with a
 * ceiling, and every error in it named by line and column.
 */
#ifndef FILES_SOURCE_H
#define FILES_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "bazi/error.h"

struct bz_source {
    char name[120]; /* for messages; safe to print */
    char *text;     /* terminated, without zero bytes */
    size_t length;
};

/* Reads a whole file of at most `limit` bytes; a kept one (base/kept.h) goes by its name. */
int bz_source_read(struct bz_source *source, const char *path, size_t limit, struct bz_error *err);
/* The same for a file that messages call something else, wherever it lies. */
int bz_source_read_as(struct bz_source *source, const char *path, const char *name, size_t limit,
                      struct bz_error *err);
/* Whether the program has a map of its own of that name for the game. */
bool bz_source_has_map(const char *game, const char *name);
/* Reads the program's own map of that name for the game, or else the file. */
int bz_source_map(struct bz_source *source, const char *game, const char *name, size_t limit,
                  struct bz_error *err);
/* Copies the program's own text of that name, which must be there. */
int bz_source_asset(struct bz_source *source, const char *name, struct bz_error *err);
void bz_source_release(struct bz_source *source);

/* Fails with "NAME:LINE:COLUMN: …" for the given place of the text; lines and columns are counted
 * from 1, columns in bytes. */
__attribute__((format(printf, 5, 6))) int bz_source_fail(const struct bz_source *source,
                                                         size_t offset, struct bz_error *err,
                                                         int code, const char *format, ...);

#endif
