/*
 * wire_guest.c - asking over a connection. Nothing a guest does can make a call last longer than
 * its limits, or any of its bytes stand for more than one question.
 */
#include "match/wire_guest.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/clock.h"
#include "net/tcp.h"

enum {
    CONSENT_LIMIT =
        10000, /* milliseconds a strict guest has for it; the original waited for ever */
    SEND_LIMIT = 5000,
    PART_LIMIT = 250,   /* for the last bytes to be taken */
    SETTLE = 250,       /* between two pieces of a word */
    SPILL_MAX = 1 << 16 /* thrown away before a question at most */
};

void bz_wire_guest_init(struct bz_wire_guest *guest, int connection, bool strict)
{
    *guest = (struct bz_wire_guest){.connection = connection, .strict = strict};
}

/* What Python strips, as far as it is ASCII. */
static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f);
}

static void strip(const char **text, size_t *length)
{
    while (*length && is_blank(**text)) {
        ++*text;
        --*length;
    }
    while (*length && is_blank((*text)[*length - 1]))
        --*length;
}

/* The move that is written exactly like this. */
static bool find_word(const struct bz_setup *setup, const void *pos, const char *word,
                      size_t length, bz_move *ret_move)
{
    bz_move moves[BZ_MOVES_MAX];
    int count = setup->rules->moves(pos, moves);

    for (int i = 0; i < count; i++) {
        char text[BZ_MOVE_TEXT_MAX];
        struct bz_buf out = BZ_BUF(text);

        bz_format_move(setup, pos, moves[i], &out);
        if (out.length == length && !memcmp(text, word, length)) {
            *ret_move = moves[i];
            return true;
        }
    }
    return false;
}

static bool understand(const struct bz_record *record, struct bz_wire_reply *reply)
{
    const char *text = reply->text;
    size_t length = reply->length;

    strip(&text, &length);
    return find_word(record->setup, &record->pos, text, length, &reply->move);
}

/* --- talking ---------------------------------------------------------------------------------- */

/* The note, if there is one, goes out in the same breath. What cannot be sent is lost, as it was in
 * the original; a strict guest who does not read is gone. */
static void say(struct bz_wire_guest *guest, const char *line, size_t length, int64_t until,
                const atomic_bool *stop)
{
    char text[BZ_WIRE_LINE_MAX + BZ_WIRE_GUEST_NOTE_MAX + 16];
    struct bz_buf out = BZ_BUF(text);

    if (guest->note[0])
        bz_buf_add(&out, "error: %s\n", guest->note);
    bz_buf_text(&out, line, length);
    guest->note[0] = '\0';
    if (bz_tcp_send(guest->connection, text, out.length, until, stop, NULL) && guest->strict)
        guest->has_left = true;
}

__attribute__((format(printf, 2, 3))) static void note(struct bz_wire_guest *guest,
                                                       const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(guest->note, sizeof(guest->note), format, args);
    va_end(args);
}

/* --- listening -------------------------------------------------------------------------------- */

/* Throws away what has come already; how much it was. */
static size_t spill(struct bz_wire_guest *guest)
{
    char bytes[BZ_WIRE_REPLY_MAX];
    size_t length = 0, all = 0;

    while (all < SPILL_MAX &&
           !bz_tcp_receive(guest->connection, bytes, sizeof(bytes), 0, NULL, &length, NULL)) {
        if (length == 0) {
            guest->has_left = true;
            break;
        }
        all += length;
    }
    return all;
}

/* One recv, added to what the reply has already. */
static int hear(struct bz_wire_guest *guest, int64_t until, const atomic_bool *stop,
                struct bz_wire_reply *reply, struct bz_error *err)
{
    size_t got = 0;
    int code = bz_tcp_receive(guest->connection, reply->text + reply->length,
                              sizeof(reply->text) - reply->length, until, stop, &got, err);

    if (code == BZ_ERROR_STOPPED || code == BZ_ERROR_LATE)
        return code;
    reply->length += got;
    if (code || got == 0)
        guest->has_left = true;
    return BZ_OK;
}

static bool is_line(const struct bz_wire_reply *reply)
{
    size_t blank = 0; /* what is left of an earlier word is no line of its own */

    while (blank < reply->length && is_blank(reply->text[blank]))
        blank++;
    return memchr(reply->text + blank, '\n', reply->length - blank) != NULL;
}

/* The rest of a word that came in pieces. */
static int hear_rest(struct bz_wire_guest *guest, const struct bz_record *record, int64_t until,
                     const atomic_bool *stop, struct bz_wire_reply *reply, struct bz_error *err)
{
    while (!guest->has_left && reply->length < sizeof(reply->text) && !is_line(reply) &&
           !understand(record, reply)) {
        int64_t settled = bz_tcp_after(SETTLE);
        int code = hear(guest, settled < until ? settled : until, stop, reply, err);

        if (code == BZ_ERROR_LATE)
            break;
        if (code)
            return code;
    }
    return BZ_OK;
}

static int listen_to(struct bz_wire_guest *guest, const struct bz_record *record, int64_t until,
                     const atomic_bool *stop, struct bz_wire_reply *reply, struct bz_error *err)
{
    int code = hear(guest, until, stop, reply, err);

    if (code == BZ_ERROR_LATE) {
        reply->heard = BZ_WIRE_HEARD_LATE;
        return BZ_OK;
    }
    if (!code && guest->strict)
        code = hear_rest(guest, record, until, stop, reply, err);
    if (code)
        return code;
    if (understand(record, reply))
        reply->heard = BZ_WIRE_HEARD_MOVE;
    else
        reply->heard = reply->length ? BZ_WIRE_HEARD_WRONG : BZ_WIRE_HEARD_LEFT;
    return BZ_OK;
}

/* --- strict guests ---------------------------------------------------------------------------- */

/* Waits for the answer to an earlier question, which nobody wants any more. Asking again before it
 * has come, however late that is, would make it the answer to another question. */
static int settle_debt(struct bz_wire_guest *guest, const struct bz_record *record, int64_t until,
                       const atomic_bool *stop, struct bz_error *err)
{
    struct bz_wire_reply late = {.length = 0};
    int code = hear(guest, until, stop, &late, err);

    if (code == BZ_ERROR_LATE)
        return BZ_OK;
    if (!code)
        code = hear_rest(guest, record, until + SETTLE * 1000, stop, &late, err);
    if (code)
        return code;
    note(guest, "your answer to an earlier turn came too late and was not used");
    guest->owes = false;
    return BZ_OK;
}

/* Whether the guest can be asked now; if not, this turn of its is over. */
static int make_ready(struct bz_wire_guest *guest, const struct bz_record *record, int64_t limit,
                      const atomic_bool *stop, bool *ret_ready, struct bz_error *err)
{
    int code = BZ_OK;

    if (guest->strict && !guest->has_left && guest->owes)
        code = settle_debt(guest, record, bz_clock_micros() + limit, stop, err);
    else if (guest->strict && !guest->has_left && spill(guest))
        note(guest, "what you said before you were asked was not used");
    *ret_ready = !guest->strict || (!guest->has_left && !guest->owes);
    return code;
}

static void explain(struct bz_wire_guest *guest, const struct bz_record *record, int64_t limit,
                    const struct bz_wire_reply *reply)
{
    const char *text = reply->text, *pass = record->setup->game->wire->pass;
    size_t length = reply->length;

    strip(&text, &length);
    if (reply->heard == BZ_WIRE_HEARD_WRONG)
        note(guest, "'%s' is no action of this game, %s was done instead",
             bz_quoted(text, length).text, pass);
    else if (reply->heard == BZ_WIRE_HEARD_LATE)
        note(guest, "no answer within %g s, %s was done instead until it came",
             (double)limit * 1e-6, pass);
}

/* --- the doors -------------------------------------------------------------------------------- */

static bool is_consent(const struct bz_wire *wire, const struct bz_wire_reply *reply)
{
    const char *text = reply->text;
    size_t length = reply->length;

    strip(&text, &length);
    return length == strlen(wire->consent) && !strncasecmp(text, wire->consent, length);
}

int bz_wire_guest_greet(struct bz_wire_guest *guest, const struct bz_wire *wire, const void *pos,
                        int player, const atomic_bool *stop, bool *ret_consents,
                        struct bz_error *err)
{
    char line[BZ_WIRE_LINE_MAX];
    struct bz_buf out = BZ_BUF(line);
    struct bz_wire_reply reply = {.length = 0};
    int code;

    wire->greet(pos, player, &out);
    say(guest, line, out.length, bz_tcp_after(SEND_LIMIT), stop);
    do
        code = hear(guest, guest->strict ? bz_tcp_after(CONSENT_LIMIT) : BZ_FOREVER, stop, &reply,
                    err);
    while (!code && guest->strict && !guest->has_left && !is_consent(wire, &reply) &&
           reply.length < strlen(wire->consent) && !memchr(reply.text, '\n', reply.length));
    if (code && code != BZ_ERROR_LATE)
        return code;
    *ret_consents = is_consent(wire, &reply);
    if (!*ret_consents && guest->strict)
        note(guest, "expected %s within %d s, got '%s'", wire->consent, CONSENT_LIMIT / 1000,
             bz_quoted(reply.text, reply.length).text);
    return BZ_OK;
}

static void count(struct bz_wire_guest *guest, enum bz_wire_heard heard)
{
    guest->late += heard == BZ_WIRE_HEARD_LATE;
    guest->wrong += heard == BZ_WIRE_HEARD_WRONG;
    guest->left += heard == BZ_WIRE_HEARD_LEFT;
}

/* Says the line and hears the answer. */
static int converse(struct bz_wire_guest *guest, const struct bz_record *record, int64_t limit,
                    const atomic_bool *stop, struct bz_wire_reply *reply, struct bz_error *err)
{
    char line[BZ_WIRE_LINE_MAX];
    struct bz_buf out = BZ_BUF(line);
    int64_t begin;
    int code;

    record->setup->game->wire->ask(&record->pos, &out);
    say(guest, line, out.length, bz_clock_micros() + limit, stop);
    begin = bz_clock_micros();
    code = listen_to(guest, record, begin + limit, stop, reply, err);
    reply->micros = bz_clock_micros() - begin;
    if (!code && guest->strict) {
        explain(guest, record, limit, reply);
        guest->owes = reply->heard == BZ_WIRE_HEARD_LATE;
    }
    return code;
}

int bz_wire_guest_ask(struct bz_wire_guest *guest, const struct bz_record *record, int64_t limit,
                      const atomic_bool *stop, struct bz_wire_reply *ret_reply,
                      struct bz_error *err)
{
    const char *pass = record->setup->game->wire->pass;
    bool ready = true;
    int code = make_ready(guest, record, limit, stop, &ready, err);

    ret_reply->length = 0;
    ret_reply->micros = -1;
    ret_reply->move = BZ_MOVE_NONE;
    find_word(record->setup, &record->pos, pass, strlen(pass), &ret_reply->move);
    ret_reply->heard = guest->has_left ? BZ_WIRE_HEARD_LEFT : BZ_WIRE_HEARD_LATE;
    if (!code && ready)
        code = converse(guest, record, limit, stop, ret_reply, err);
    if (!code)
        count(guest, ret_reply->heard);
    return code;
}

void bz_wire_guest_dismiss(struct bz_wire_guest *guest, const struct bz_wire *wire, const void *pos,
                           const atomic_bool *stop)
{
    char line[BZ_WIRE_LINE_MAX];
    struct bz_buf out = BZ_BUF(line);

    wire->dismiss(pos, &out);
    say(guest, line, out.length, bz_tcp_after(SEND_LIMIT), stop);
    bz_tcp_part(guest->connection, bz_tcp_after(PART_LIMIT));
    guest->connection = -1;
}

void bz_wire_guest_drop(struct bz_wire_guest *guest, const atomic_bool *stop)
{
    if (guest->connection >= 0 && guest->note[0])
        say(guest, "", 0, bz_tcp_after(PART_LIMIT), stop);
    bz_tcp_part(guest->connection, bz_tcp_after(PART_LIMIT));
    guest->connection = -1;
}
