/*
 * buf.c - bounded text. Invariant: length < size, text[length] is the terminator.
 */
#include "bazi/buf.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/utf8.h"

void bz_buf_clear(struct bz_buf *buf)
{
    buf->length = 0;
    buf->full = false;
    buf->text[0] = '\0';
}

void bz_buf_text(struct bz_buf *buf, const char *text, size_t length)
{
    size_t room = buf->size - buf->length - 1;

    assert(buf->size > buf->length);
    if (length > room) {
        length = room;
        buf->full = true;
    }
    memcpy(buf->text + buf->length, text, length);
    buf->length += length;
    buf->text[buf->length] = '\0';
}

void bz_buf_char(struct bz_buf *buf, char c)
{
    bz_buf_text(buf, &c, 1);
}

void bz_buf_add(struct bz_buf *buf, const char *format, ...)
{
    size_t room = buf->size - buf->length;
    va_list args;
    int wanted;

    va_start(args, format);
    wanted = vsnprintf(buf->text + buf->length, room, format, args);
    va_end(args);
    assert(wanted >= 0);
    if ((size_t)wanted >= room) {
        buf->full = true;
        wanted = (int)(room - 1);
    }
    buf->length += (size_t)wanted;
}

/* How many bytes a character of UTF-8 takes here; 0 where there is none, or one that terminals take
 * for a command. */
static size_t character_length(const char *text)
{
    uint32_t code;
    size_t length = bz_utf8_read(text, &code);

    return length && code >= ' ' && (code < 0x7f || code >= 0xa0) ? length : 0;
}

void bz_buf_escape(struct bz_buf *buf, const char *text, const char *special)
{
    while (*text) {
        size_t length = character_length(text);

        if (length > 1 && length >= buf->size - buf->length) {
            buf->full = true; /* half of it would be none */
            return;
        }
        if (length && !strchr(special, *text)) {
            bz_buf_text(buf, text, length);
            text += length;
        } else {
            bz_buf_add(buf, "\\x%02x", (unsigned char)*text++);
        }
    }
}

void bz_buf_number(struct bz_buf *buf, double number)
{
    char text[40];

    if (isinf(number)) {
        bz_buf_add(buf, "%sinf", number < 0 ? "-" : "");
        return;
    }
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof(text), "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            break;
    }
    bz_buf_text(buf, text, strlen(text));
}

void bz_buf_fraction(struct bz_buf *buf, int64_t numerator, int64_t denominator)
{
    uint64_t size = numerator < 0 ? -(uint64_t)numerator : (uint64_t)numerator;
    int64_t divisor = (int64_t)bz_common_divisor(size, (uint64_t)denominator);

    bz_buf_add(buf, "%" PRId64 "/%" PRId64, numerator / divisor, denominator / divisor);
}
