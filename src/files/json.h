/*
 * json.h - JSON from strangers: strict, bounded, no key twice, errors by line and column.
 */
#ifndef FILES_JSON_H
#define FILES_JSON_H

#include <jansson.h>

#include "files/source.h"

/* Parses the whole text; the value is to be released with json_decref. */
int bz_json_parse(const struct bz_source *source, json_t **ret_value, struct bz_error *err);

/* Where the n-th occurrence (from 0) of the key stands, or the beginning of the text. */
size_t bz_json_place(const struct bz_source *source, const char *key, int n);

#endif
