/*
 * json.h - JSON written piece by piece; commas and escapes are taken care of.
 *
 * The key is NULL for a member of an array and for the outermost value. No name here is one of
 * jansson's, which the library uses.
 */
#ifndef TEXT_JSON_H
#define TEXT_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "number.h"

struct json {
    FILE *out;
    bool follows; /* a value stands before this place at the same level */
};

void json_open(struct json *json, const char *key, char bracket); /* '{' or '[' */
void json_close(struct json *json, char bracket);
void json_end_line(struct json *json); /* after the outermost value */
void json_text(struct json *json, const char *key, const char *text);
void json_whole(struct json *json, const char *key, int64_t number);
void json_count(struct json *json, const char *key, uint64_t number);
void json_number(struct json *json, const char *key, double number); /* null unless finite */
/* The same to so many decimals: see number.h. */
void json_rounded(struct json *json, const char *key, double number, int decimals);
void json_bool(struct json *json, const char *key, bool value);
void json_ready(struct json *json, const char *key, const char *value); /* already JSON */

#endif
