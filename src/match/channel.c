/*
 * channel.c - poll(2) over the two or three descriptors of a stranger.
 *
 * As in every reader of lines: start <= scanned <= end, and there is no line end between start and
 * scanned. Standard error is always read along, or a program that complains at length would wait
 * for ever.
 */
#include "match/channel.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"

enum {
    CAPACITY = BZ_CHANNEL_LINE_MAX + 1,
    LOOK = 200000, /* microseconds between two looks at the flag */
    NEAR = 100000, /* so near to the deadline the naps are short, */
    NAP = 10000,   /* so that little time passes of which nobody knows whose it was */
    SLACK = 1000   /* waking up takes that anyway */
};

static int set_nonblocking(int fd)
{
    int flags = fd < 0 ? 0 : fcntl(fd, F_GETFL);

    return fd < 0 ? 0 : flags < 0 ? -1 : fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

int bz_channel_init(struct bz_channel *channel, int in, int out, int err, struct bz_error *error)
{
    char *memory = malloc(CAPACITY);

    if (!memory)
        return bz_fail(error, BZ_ERROR_MEMORY, "not enough memory for a conversation");
    if (set_nonblocking(in) || set_nonblocking(out) || set_nonblocking(err)) {
        free(memory);
        return bz_fail(error, BZ_ERROR_IO, "a descriptor cannot be used: %s", strerror(errno));
    }
    memset(channel, 0, sizeof(*channel));
    channel->in = in;
    channel->out = out;
    channel->err = err;
    channel->memory = memory;
    return BZ_OK;
}

void bz_channel_release(struct bz_channel *channel)
{
    if (!channel || !channel->memory)
        return;
    if (channel->in >= 0)
        close(channel->in);
    if (channel->out >= 0 && channel->out != channel->in)
        close(channel->out);
    if (channel->err >= 0)
        close(channel->err);
    free(channel->memory);
    channel->memory = NULL;
    channel->in = channel->out = channel->err = -1;
}

static void remember(struct bz_memory *memory, const char *text, size_t length)
{
    int place = memory->count++ % BZ_CHANNEL_LINES;

    if (length > BZ_CHANNEL_CUT)
        length = BZ_CHANNEL_CUT;
    memcpy(memory->lines[place], text, length);
    memory->lines[place][length] = '\0';
    memory->lengths[place] = length;
}

/* The end is what tells why a program failed. */
static void keep_errors(struct bz_channel *channel, const char *text, size_t length)
{
    size_t over = channel->error_length + length;

    over = over > BZ_CHANNEL_ERRORS_MAX ? over - BZ_CHANNEL_ERRORS_MAX : 0;
    assert(length <= BZ_CHANNEL_ERRORS_MAX && over <= channel->error_length);
    memmove(channel->errors, channel->errors + over, channel->error_length - over);
    channel->error_length -= over;
    memcpy(channel->errors + channel->error_length, text, length);
    channel->error_length += length;
}

static bool is_later(ssize_t done)
{
    return done < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
}

static void read_errors(struct bz_channel *channel)
{
    char text[4096];
    ssize_t got;

    if (channel->err < 0)
        return;
    got = read(channel->err, text, sizeof(text));
    if (got > 0) {
        keep_errors(channel, text, (size_t)got);
        channel->heard += (size_t)got;
    } else if (!is_later(got)) {
        close(channel->err);
        channel->err = -1;
    }
}

static void read_lines(struct bz_channel *channel)
{
    ssize_t got;

    if (channel->start > 0) {
        memmove(channel->memory, channel->memory + channel->start, channel->end - channel->start);
        channel->scanned -= channel->start;
        channel->end -= channel->start;
        channel->start = 0;
    }
    assert(channel->end < CAPACITY);
    got = read(channel->out, channel->memory + channel->end, CAPACITY - channel->end);
    if (got > 0) {
        channel->end += (size_t)got;
        channel->heard += (size_t)got;
    } else if (!is_later(got)) {
        channel->ended = true;
    }
}

/* write(2) that raises no signal where nobody reads any more: a library ends no program. */
static ssize_t write_quietly(int fd, const char *text, size_t length)
{
    sigset_t pipe_signal, before;
    ssize_t done;
    int error;

    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    done = write(fd, text, length);
    error = errno;
    if (done < 0 && error == EPIPE && !sigismember(&before, SIGPIPE))
        sigtimedwait(&pipe_signal, NULL, &(struct timespec){0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return done;
}

/* Waits until something can be read, or written where that is wanted, and reads it. Whether the
 * wait was over before `micros` had passed. */
static bool attend(struct bz_channel *channel, bool writes, int64_t micros, bool *ret_writable)
{
    struct pollfd fds[3] = {
        {.fd = channel->ended ? -1 : channel->out, .events = POLLIN},
        {.fd = channel->err, .events = POLLIN},
        {.fd = writes ? channel->in : -1, .events = POLLOUT},
    };
    struct timespec limit = {.tv_sec = micros / 1000000, .tv_nsec = micros % 1000000 * 1000};
    int64_t begin = bz_clock_micros(), over;
    int ready = ppoll(fds, 3, &limit, NULL);

    over = bz_clock_micros() - begin - micros;
    if (micros > 0 && over > SLACK)
        channel->lag += over;
    if (ready > 0 && fds[1].revents)
        read_errors(channel);
    if (ready > 0 && fds[0].revents)
        read_lines(channel);
    *ret_writable = ready > 0 && fds[2].revents;
    return ready > 0;
}

/* How long to wait now where `left` is left. */
static int64_t nap_of(int64_t left)
{
    int64_t nap = left > NEAR + NAP ? left - NEAR : left < NAP ? left : NAP;

    return nap < 0 ? 0 : nap > LOOK ? LOOK : nap;
}

static int64_t left_until(const struct bz_channel *channel, int64_t deadline, int64_t lag)
{
    return deadline == INT64_MAX ? INT64_MAX : deadline + channel->lag - lag - bz_clock_micros();
}

bool bz_channel_say(struct bz_channel *channel, const char *line, size_t length, int64_t deadline)
{
    int64_t lag = channel->lag;
    size_t done = 0;

    remember(&channel->told, line, length);
    for (;;) {
        bool last = done == length, writable = false;
        ssize_t got = last ? write_quietly(channel->in, "\n", 1)
                           : write_quietly(channel->in, line + done, length - done);

        if (got < 0 && !is_later(got))
            return false;
        if (got > 0 && last)
            return true;
        if (got > 0) {
            done += (size_t)got;
            continue;
        }
        while (!writable) {
            int64_t left = left_until(channel, deadline, lag);

            if (left <= 0 || channel->heard > BZ_CHANNEL_FLOOD || channel->ended ||
                channel->end - channel->start == CAPACITY)
                return false;
            attend(channel, true, nap_of(left), &writable);
        }
    }
}

void bz_channel_question(struct bz_channel *channel)
{
    bz_channel_drain(channel);
    channel->start = channel->scanned = channel->end = 0;
    channel->heard = 0;
    channel->lag = 0;
}

/* The next line of what was read, if it is whole. */
static bool take_line(struct bz_channel *channel, const char **ret_text, size_t *ret_length)
{
    for (;;) {
        const char *begin = channel->memory + channel->start;
        const char *found =
            memchr(channel->memory + channel->scanned, '\n', channel->end - channel->scanned);
        size_t length = found ? (size_t)(found - begin) : 0;

        if (!found) {
            channel->scanned = channel->end;
            if (channel->end - channel->start < CAPACITY)
                return false;
            channel->skipping = true;
            channel->start = channel->scanned = channel->end = 0;
            return false;
        }
        channel->start = channel->scanned = channel->start + length + 1;
        if (channel->skipping) {
            channel->skipping = false;
            continue;
        }
        *ret_text = begin;
        *ret_length = length && begin[length - 1] == '\r' ? length - 1 : length;
        remember(&channel->said, *ret_text, *ret_length);
        return true;
    }
}

enum bz_heard bz_channel_hear(struct bz_channel *channel, int64_t deadline, const atomic_bool *stop,
                              const char **ret_text, size_t *ret_length)
{
    int64_t lag = channel->lag;

    for (;;) {
        int64_t left;
        bool unused;

        if (take_line(channel, ret_text, ret_length))
            return BZ_HEARD_LINE;
        if (channel->heard > BZ_CHANNEL_FLOOD)
            return BZ_HEARD_FLOOD;
        if (channel->ended)
            return BZ_HEARD_END;
        if (stop && atomic_load(stop))
            return BZ_HEARD_STOP;
        left = left_until(channel, deadline, lag);
        if (left <= 0)
            return BZ_HEARD_NOTHING;
        attend(channel, false, nap_of(left), &unused);
    }
}

void bz_channel_drain(struct bz_channel *channel)
{
    bool unused;

    for (int i = 0; i < 64; i++) {
        channel->start = channel->scanned = channel->end = 0;
        if ((channel->ended && channel->err < 0) || !attend(channel, false, 0, &unused))
            return;
    }
}
