/*
 * inbox.c - lines that wait until a search is over, and those that do not.
 *
 * Behind a line that has to wait all others are kept, in order; but `isready` is answered, and
 * `stop`, `quit` and the end of the input take effect at once. A `stop` is kept as well: searches
 * that are still to begin before it must not outlast it either.
 *
 * A `quit` with which the input ends too is the last line of a script, whose writer is gone: it
 * wants its answers and is given the time that the end of the input gives. A program that quits
 * keeps its end open and waits for ours.
 *
 * Reading pauses where the longest line might find no room any more. So at least a mebibyte is
 * kept, and never more than two. That the other end is closed is noticed even then.
 */
#include "inbox.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "parts.h"

enum { LINE_ROOM = LINES_LENGTH_MAX + 1, ROOM = 2 * LINE_ROOM, SCRIPT_MILLIS = 100 };

int inbox_init(struct inbox *inbox, int fd)
{
    *inbox = (struct inbox){.bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), .kept = malloc(ROOM)};
    if (inbox->bell >= 0 && inbox->kept && !lines_init(&inbox->lines, fd)) {
        inbox->lines.call = inbox->bell;
        return 0;
    }
    inbox_release(inbox);
    return -1;
}

void inbox_release(struct inbox *inbox)
{
    if (!inbox)
        return;
    lines_release(&inbox->lines);
    free(inbox->kept);
    if (inbox->bell >= 0)
        close(inbox->bell);
    *inbox = (struct inbox){.bell = -1};
}

static void ring(void *context)
{
    const struct inbox *inbox = context;

    eventfd_write(inbox->bell, 1);
}

static void quieten(const struct inbox *inbox)
{
    eventfd_t rings;

    eventfd_read(inbox->bell, &rings);
}

static bool is_empty(const struct inbox *inbox)
{
    return inbox->start == inbox->end;
}

static bool is_full(const struct inbox *inbox)
{
    return ROOM - (inbox->end - inbox->start) < LINE_ROOM;
}

static void keep(struct inbox *inbox, const char *text, size_t length)
{
    if (ROOM - inbox->end < LINE_ROOM) {
        memmove(inbox->kept, inbox->kept + inbox->start, inbox->end - inbox->start);
        inbox->end -= inbox->start;
        inbox->start = 0;
    }
    memcpy(inbox->kept + inbox->end, text, length);
    inbox->kept[inbox->end + length] = '\n';
    inbox->end += length + 1;
}

/* Carries out what is kept, up to the first line that has to wait. False when it is time to
 * leave. */
static bool work_off(struct inbox *inbox)
{
    while (!is_empty(inbox)) {
        const char *text = inbox->kept + inbox->start;
        const char *stop = memchr(text, '\n', inbox->end - inbox->start);
        size_t length = (size_t)(stop - text);

        if (ugi_must_wait(inbox->ugi, text, length)) {
            if (inbox->stops > 0)
                ugi_search_stop(inbox->ugi);
            return true;
        }
        inbox->start += length + 1;
        inbox->stops -= ugi_call_of(text, length) == UGI_CALL_STOP;
        if (!ugi_line(inbox->ugi, text, length))
            return false;
    }
    inbox->start = inbox->end = 0;
    return true;
}

/* Whoever has sent so much and is gone must not leave a search behind that never ends. */
static void wait_with_full_hands(struct inbox *inbox)
{
    struct pollfd ready[] = {{.fd = inbox->lines.fd, .events = POLLRDHUP},
                             {.fd = inbox->bell, .events = POLLIN}};

    while (poll(ready, 2, -1) < 0 && errno == EINTR) {
    }
    quieten(inbox);
    if (ready[0].revents)
        ugi_search_finish(inbox->ugi);
}

/* Without reading on. */
static void wait_for_search(struct inbox *inbox)
{
    if (inbox->quits)
        ugi_search_quit(inbox->ugi);
    else if (inbox->ended)
        ugi_search_finish(inbox->ugi);
    else
        wait_with_full_hands(inbox);
}

static bool is_busy(const struct inbox *inbox)
{
    return !is_empty(inbox) || ugi_search_running(inbox->ugi);
}

/* False when it is time to leave. */
static bool take(struct inbox *inbox, const char *text, size_t length)
{
    enum ugi_call call = ugi_call_of(text, length);

    if (call == UGI_CALL_QUIT && is_busy(inbox)) {
        inbox->ended = true;
        inbox->quits = !lines_end_within(&inbox->lines, SCRIPT_MILLIS);
        return true;
    }
    if (is_empty(inbox) ? !ugi_must_wait(inbox->ugi, text, length)
                        : call == UGI_CALL_ISREADY && ugi_search_lasts(inbox->ugi))
        return ugi_line(inbox->ugi, text, length);
    keep(inbox, text, length);
    if (call == UGI_CALL_STOP) {
        inbox->stops++;
        ugi_search_stop(inbox->ugi);
    }
    return true;
}

static bool read_on(struct inbox *inbox)
{
    const char *text;
    size_t length;
    enum lines_event event = lines_next(&inbox->lines, &text, &length);

    if (event == LINES_LINE)
        return take(inbox, text, length);
    if (event == LINES_CALLED)
        quieten(inbox);
    else if (event == LINES_TOO_LONG)
        ugi_error(inbox->ugi, "a line of more than %d bytes was left out", LINES_LENGTH_MAX);
    else
        inbox->ended = true;
    return true;
}

void inbox_serve(struct inbox *inbox, struct ugi *ugi)
{
    inbox->ugi = ugi;
    ugi->bell = (struct ugi_bell){ring, inbox};
    while (work_off(inbox)) {
        if (is_empty(inbox) && inbox->ended) {
            if (inbox->quits)
                ugi_search_quit(ugi);
            return;
        }
        if (inbox->ended || is_full(inbox))
            wait_for_search(inbox);
        else if (!read_on(inbox))
            return;
    }
}
