/*
 * buf.h - text written into the caller's memory, which it can never outgrow.
 *
 * What does not fit is dropped and remembered in `full`; from the first word on the text is
 * always terminated.
 */
#ifndef BAZI_BUF_H
#define BAZI_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bz_buf {
    char *text;
    size_t size; /* of the memory, terminator included; at least 1 */
    size_t length;
    bool full;
};

/* An empty buffer over the array `array`. */
#define BZ_BUF(array) ((struct bz_buf){.text = (array), .size = sizeof(array)})

void bz_buf_clear(struct bz_buf *buf);
void bz_buf_char(struct bz_buf *buf, char c);
void bz_buf_text(struct bz_buf *buf, const char *text, size_t length);
__attribute__((format(printf, 2, 3))) void bz_buf_add(struct bz_buf *buf, const char *format, ...);

/* A stranger's text, safe to show: control characters, bytes that are no UTF-8 and those of
 * `special` are written \xNN. It can be read back where a backslash is special. */
void bz_buf_escape(struct bz_buf *buf, const char *text, const char *special);

/* A number as short as it can be written and still be read back as the same double. */
void bz_buf_number(struct bz_buf *buf, double number);
/* A fraction in lowest terms, "-5/6"; the denominator is above zero. */
void bz_buf_fraction(struct bz_buf *buf, int64_t numerator, int64_t denominator);

#endif
