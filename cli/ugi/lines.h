/*
 * lines.h - a stranger's input, one line at a time, in memory that never grows.
 */
#ifndef UGI_LINES_H
#define UGI_LINES_H

#include <stdbool.h>
#include <stddef.h>

enum { LINES_LENGTH_MAX = 1 << 20 };

enum lines_event {
    LINES_LINE,
    LINES_TOO_LONG, /* a line beyond the ceiling begins; all of it will be left out */
    LINES_CALLED,   /* there is none yet, and something to read at the other descriptor */
    LINES_END
};

struct lines {
    int fd;
    int call; /* another descriptor that ends the waiting, or negative: whoever has one sets it */
    char *memory;
    size_t start, scanned, end; /* the line in progress, how far it was searched, all there is */
    bool skipping, ended;
};

/* Reads from a descriptor that stays the caller's. Negative if there is no memory. */
int lines_init(struct lines *lines, int fd);
void lines_release(struct lines *lines);

/* Waits for the next line. The text has no line end (LF or CR LF), may hold any other byte, zero
 * included, and is good until the next call. A last line without an end counts as a line. */
enum lines_event lines_next(struct lines *lines, const char **ret_text, size_t *ret_length);

/* Whether the input ends within some milliseconds. What comes until then is dropped. */
bool lines_end_within(struct lines *lines, int millis);

#endif
