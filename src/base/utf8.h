/*
 * utf8.h - characters of UTF-8, strictly: shortest forms only, no surrogates.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* How many bytes the character here takes, and which it is; 0 where there is none. The text ends
 * with a zero, which is a character like any other. */
static inline size_t bz_utf8_read(const char *text, uint32_t *ret_code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)text;
    unsigned char first = *bytes;
    size_t length = first < 0x80 ? 1 : first < 0xc0 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    uint32_t code = length < 2 ? first : first & (0x7fu >> length);

    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (bytes[i] & 0x3f);
    }
    if (first >= 0xf8 || code < least[length] || code > 0x10ffff || code >> 11 == 0x1b)
        return 0;
    *ret_code = code;
    return length;
}

/* The same in a text of that length, which no zero ends. */
static inline size_t bz_utf8_read_in(const char *text, size_t length, uint32_t *ret_code)
{
    char here[5] = "";
    size_t span;

    memcpy(here, text, length < 4 ? length : 4);
    span = length ? bz_utf8_read(here, ret_code) : 0;
    return span <= length ? span : 0;
}

/* Whether it is shown and does nothing else: it ends no line, commands no terminal and turns no
 * text around. */
static inline bool bz_utf8_is_plain(uint32_t code)
{
    return code >= ' ' && (code < 0x7f || code >= 0xa0) && (code < 0x2028 || code > 0x202e) &&
           (code < 0x2066 || code > 0x2069);
}

/* Whether all of a text is UTF-8. */
static inline bool bz_utf8_is(const char *text)
{
    uint32_t code;

    while (*text) {
        size_t length = bz_utf8_read(text, &code);

        if (!length)
            return false;
        text += length;
    }
    return true;
}

/* How many characters a text has, at most one more than asked for; -1 where it is not UTF-8. */
static inline int bz_utf8_count(const char *text, int most)
{
    uint32_t code;
    int count = 0;

    for (; *text && count <= most; count++) {
        size_t length = bz_utf8_read(text, &code);

        if (!length)
            return -1;
        text += length;
    }
    return count;
}

#endif
