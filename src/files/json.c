/*
 * json.c - the parser of jansson, its errors told the way all others are.
 */
#include "files/json.h"

#include <string.h>

/* jansson counts bytes from 1 up to and including the last one it looked at. */
static size_t offset_of(const json_error_t *error)
{
    return error->position > 0 ? (size_t)error->position - 1 : 0;
}

int bz_json_parse(const struct bz_source *source, json_t **ret_value, struct bz_error *err)
{
    json_error_t error;
    json_t *value = json_loadb(source->text, source->length, JSON_REJECT_DUPLICATES, &error);

    if (!value)
        return bz_source_fail(source, offset_of(&error), err, BZ_ERROR_SYNTAX, "%s",
                              bz_quoted(error.text, strlen(error.text)).text);
    *ret_value = value;
    return BZ_OK;
}

size_t bz_json_place(const struct bz_source *source, const char *key, int n)
{
    size_t length = strlen(key);

    for (const char *at = strchr(source->text, '"'); at; at = strchr(at + 1, '"')) {
        const char *after = at + 1 + length;

        if (strncmp(at + 1, key, length) != 0 || *after != '"')
            continue;
        after += 1 + strspn(after + 1, " \t\r\n");
        if (*after == ':' && n-- == 0)
            return (size_t)(at - source->text);
    }
    return 0;
}
