/*
 * toml_scalar.h - the parts of TOML that hold nothing else: strings, numbers and the two truths;
 * for toml.c only.
 */
#ifndef FILES_TOML_SCALAR_H
#define FILES_TOML_SCALAR_H

#include <jansson.h>
#include <stdbool.h>

#include "files/source.h"

/* A place in a text that was found to be UTF-8 without stray control characters. */
struct bz_toml_reader {
    const struct bz_source *source;
    const char *at;
    char *scratch; /* as long as the text; what is read is never longer than how it was written */
    struct bz_error *err;
};

/* Fails with the place `where`. */
__attribute__((format(printf, 4, 5))) int bz_toml_fail(const struct bz_toml_reader *reader,
                                                       const char *where, int code,
                                                       const char *format, ...);

/* Whether the bytes can be TOML at all. */
int bz_toml_bytes(const struct bz_toml_reader *reader);

/* A string at a quote, left terminated in `scratch`; several lines only where `lines` allows. */
int bz_toml_string(struct bz_toml_reader *reader, bool lines, size_t *ret_length);

/* A number, true or false. */
int bz_toml_scalar(struct bz_toml_reader *reader, json_t **ret_value);

#endif
