/*
 * channel.h - a conversation in lines with a stranger, whatever it does: nothing here blocks for
 * longer than agreed, grows beyond its ceiling, or is lost that a note to its author needs.
 *
 * Time during which this process itself was not running is nobody's: what a wait took longer than
 * it was to take is added up in `lag`, and whoever measures leaves it out.
 */
#ifndef MATCH_CHANNEL_H
#define MATCH_CHANNEL_H

#include <stdatomic.h>

#include "bazi/buf.h"
#include "bazi/error.h"

enum {
    BZ_CHANNEL_LINE_MAX = 1 << 16, /* a longer line is left out */
    BZ_CHANNEL_FLOOD = 8 << 20,    /* bytes to one question that are more than anyone can read */
    BZ_CHANNEL_ERRORS_MAX = 1 << 14,
    BZ_CHANNEL_LINES = 4, /* remembered of what each side said last */
    BZ_CHANNEL_CUT = 120  /* characters remembered of each */
};

enum bz_heard {
    BZ_HEARD_LINE,
    BZ_HEARD_NOTHING, /* until the deadline */
    BZ_HEARD_END,     /* it will say no more */
    BZ_HEARD_FLOOD,
    BZ_HEARD_STOP /* the caller's flag */
};

/* The last lines somebody said. */
struct bz_memory {
    char lines[BZ_CHANNEL_LINES][BZ_CHANNEL_CUT + 1];
    size_t lengths[BZ_CHANNEL_LINES];
    int count; /* of all, of which the last are kept */
};

struct bz_channel {
    int in, out, err; /* to write to, to read from; -1 where there is none */
    char *memory;     /* what was read: the line in progress, how far it was searched, all */
    size_t start, scanned, end;
    bool skipping, ended;
    size_t heard;                       /* bytes since the last question */
    int64_t lag;                        /* microseconds */
    struct bz_memory told, said;        /* to it, by it */
    char errors[BZ_CHANNEL_ERRORS_MAX]; /* the end of what it wrote to its standard error */
    size_t error_length;
};

/* Takes the descriptors, which are closed by the release, and sets them not to block. `in` and
 * `out` may be the same. On failure they stay the caller's. */
int bz_channel_init(struct bz_channel *channel, int in, int out, int err, struct bz_error *error);
void bz_channel_release(struct bz_channel *channel);

/* Forgets what came unasked; what comes from now on answers a question. */
void bz_channel_question(struct bz_channel *channel);

/* Says a line, to which the line's end is added. False where it was not read before the deadline,
 * or nobody reads any more. */
bool bz_channel_say(struct bz_channel *channel, const char *line, size_t length, int64_t deadline);

/* Waits for a line until the deadline, in bz_clock_micros and lag not counted. The text is good
 * until the next call. `stop` may be NULL. */
enum bz_heard bz_channel_hear(struct bz_channel *channel, int64_t deadline, const atomic_bool *stop,
                              const char **ret_text, size_t *ret_length);

/* Whether it has closed its side, without waiting. Takes in what is left of standard error. */
void bz_channel_drain(struct bz_channel *channel);

#endif
