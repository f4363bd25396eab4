/*
 * error.c - filling in an error, and making a stranger's text safe to show in one.
 */
#include "bazi/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int bz_fail(struct bz_error *err, int code, const char *format, ...)
{
    va_list args;

    if (!err)
        return code;
    err->code = code;
    va_start(args, format);
    vsnprintf(err->text, sizeof(err->text), format, args);
    va_end(args);
    return code;
}

const char *bz_code_brief(int code)
{
    switch (code) {
    case BZ_OK:
        return "no error";
#define BRIEF(name, brief) \
    case BZ_ERROR_##name:  \
        return brief;
        BZ_ERROR_LIST(BRIEF)
#undef BRIEF
    default:
        return "unknown error";
    }
}

struct bz_quote bz_quoted(const char *text, size_t length)
{
    enum { SHOWN_MAX = 40, CELL = 4 }; /* the longest form of one byte is \xNN */
    static const char more[] = "...";
    struct bz_quote quote;
    size_t used = 0;

    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];

        if (i == SHOWN_MAX || used + CELL + sizeof(more) > sizeof(quote.text)) {
            memcpy(quote.text + used, more, sizeof(more));
            return quote;
        }
        if (c >= ' ' && c < 0x7f)
            quote.text[used++] = (char)c;
        else
            used += (size_t)snprintf(quote.text + used, CELL + 1, "\\x%02x", c);
    }
    quote.text[used] = '\0';
    return quote;
}

struct bz_path_quote bz_quoted_path(const char *path)
{
    struct bz_path_quote quote = {""};
    size_t length = strlen(path), room = sizeof(quote.text) - 1, used = 0;

    if (length > room) {
        used = (size_t)snprintf(quote.text, sizeof(quote.text), "...");
        path += length - (room - used);
    }
    for (; *path; path++)
        quote.text[used++] = (char)(*path >= ' ' && *path < 0x7f ? *path : '?');
    quote.text[used] = '\0';
    return quote;
}
