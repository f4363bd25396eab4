/*
 * lines.c - the bounded line reader.
 *
 * One block holds the longest line that is allowed. Invariant: start <= scanned <= end, and there
 * is no line end between start and scanned, so no byte is looked at twice however slowly a line
 * arrives.
 */
#include "lines.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    CAPACITY = LINES_LENGTH_MAX + 1, /* the longest line and its end */
    ROOM_MIN = 1 << 16               /* with less room than this the rest moves to the front */
};

int lines_init(struct lines *lines, int fd)
{
    *lines = (struct lines){.fd = fd, .call = -1, .memory = malloc(CAPACITY)};
    return lines->memory ? 0 : -1;
}

void lines_release(struct lines *lines)
{
    if (!lines)
        return;
    free(lines->memory);
    lines->memory = NULL;
}

/* Waits for input, whether or not the descriptor was set not to block. True if somebody calls. */
static bool is_called(const struct lines *lines)
{
    struct pollfd ready[] = {{.fd = lines->fd, .events = POLLIN},
                             {.fd = lines->call, .events = POLLIN}};

    if (lines->fd < 0)
        return false;
    while (poll(ready, 2, -1) < 0 && errno == EINTR) {
    }
    return ready[1].revents != 0;
}

static void make_room(struct lines *lines)
{
    if (CAPACITY - lines->end >= ROOM_MIN || lines->start == 0)
        return;
    memmove(lines->memory, lines->memory + lines->start, lines->end - lines->start);
    lines->scanned -= lines->start;
    lines->end -= lines->start;
    lines->start = 0;
}

/* Input that cannot be read any more has ended. */
static void fill(struct lines *lines)
{
    ssize_t got;

    make_room(lines);
    got = read(lines->fd, lines->memory + lines->end, CAPACITY - lines->end);
    if (got > 0)
        lines->end += (size_t)got;
    else if (got == 0 || (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK))
        lines->ended = true;
}

static void forget(struct lines *lines)
{
    lines->start = lines->scanned = lines->end = 0;
}

/* The line up to `stop`, without the CR of a CR LF; the next one begins at `next`. */
static void take(struct lines *lines, size_t stop, size_t next, const char **ret_text,
                 size_t *ret_length)
{
    if (stop < next && stop > lines->start && lines->memory[stop - 1] == '\r')
        stop--;
    *ret_text = lines->memory + lines->start;
    *ret_length = stop - lines->start;
    lines->start = lines->scanned = next;
}

enum lines_event lines_next(struct lines *lines, const char **ret_text, size_t *ret_length)
{
    for (;;) {
        const char *from = lines->memory + lines->scanned;
        const char *found = memchr(from, '\n', lines->end - lines->scanned);

        if (found && lines->skipping) {
            lines->start = lines->scanned = (size_t)(found - lines->memory) + 1;
            lines->skipping = false;
            continue;
        }
        if (found) {
            size_t stop = (size_t)(found - lines->memory);

            take(lines, stop, stop + 1, ret_text, ret_length);
            return LINES_LINE;
        }
        lines->scanned = lines->end;
        if (lines->skipping || lines->start == lines->end)
            forget(lines);
        if (lines->end - lines->start == CAPACITY) {
            lines->skipping = true;
            forget(lines);
            return LINES_TOO_LONG;
        }
        if (!lines->ended) {
            if (is_called(lines))
                return LINES_CALLED;
            fill(lines);
            continue;
        }
        if (lines->start == lines->end)
            return LINES_END;
        take(lines, lines->end, lines->end, ret_text, ret_length);
        return LINES_LINE;
    }
}

static long now_in_millis(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool lines_end_within(struct lines *lines, int millis)
{
    struct pollfd ready = {.fd = lines->fd, .events = POLLIN};
    long until = now_in_millis() + millis, left;

    while (!lines->ended && (left = until - now_in_millis()) > 0) {
        lines->start = lines->scanned = lines->end = 0;
        if (poll(&ready, 1, (int)left) > 0)
            fill(lines);
    }
    lines->start = lines->scanned = lines->end = 0;
    return lines->ended;
}
