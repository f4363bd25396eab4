/*
 * toml.h - TOML 1.0 from strangers, read into the same values as JSON: strict, bounded, no key
 * twice, errors by line and column.
 *
 * Tables become objects and arrays arrays. JSON has no dates: they are refused, with the advice to
 * write a string; so are inf and nan.
 */
#ifndef FILES_TOML_H
#define FILES_TOML_H

#include <jansson.h>

#include "files/source.h"

enum { BZ_TOML_DEPTH = 100 }; /* tables and arrays inside each other, at most */

/* Parses the whole text; the value, an object, is to be released with json_decref. */
int bz_toml_parse(const struct bz_source *source, json_t **ret_value, struct bz_error *err);

/* Parses a text that may be either: TOML if its name ends in .toml, JSON if in .json, and otherwise
 * JSON exactly if it begins like an object of JSON, with a brace. */
int bz_toml_or_json(const struct bz_source *source, json_t **ret_value, struct bz_error *err);

/* Reads and parses such a file of at most `limit` bytes. The source stays, for errors about what
 * its values mean, and is to be released. */
int bz_toml_read(const char *path, size_t limit, struct bz_source *ret_source, json_t **ret_value,
                 struct bz_error *err);

/* Where the n-th occurrence (from 0) of the key stands, or the beginning of the text. */
size_t bz_toml_place(const struct bz_source *source, const char *key, int n);

#endif
