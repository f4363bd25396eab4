/*
 * wire_guest.h - a player at the other end of a connection, who is asked for moves the way a
 * course's own server asked.
 *
 * As the original did it, a reply is whatever one recv returns: words that come late or early are
 * the replies to later questions. A strict guest is listened to more carefully: what it said before
 * it was asked is thrown away, a word may come in pieces, who still owes an answer is not asked
 * again until that has come, and it is told what was wrong in a line `error: ...` that goes before
 * the next one, where clients that take the last line of what they receive never see it.
 */
#ifndef MATCH_WIRE_GUEST_H
#define MATCH_WIRE_GUEST_H

#include "bazi/record.h"
#include "bazi/wire.h"

enum { BZ_WIRE_GUEST_NOTE_MAX = 240 };

struct bz_wire_guest {
    int connection;
    bool strict;
    bool has_left; /* said by an empty recv, or for strict ones when nothing gets through */
    bool owes;     /* the answer to a question whose time is over; only of strict ones */
    char note[BZ_WIRE_GUEST_NOTE_MAX]; /* the line before the next one, without newline; or "" */
    int late, wrong, left;             /* turns that were passed for these reasons */
};

enum bz_wire_heard {
    BZ_WIRE_HEARD_MOVE,
    BZ_WIRE_HEARD_WRONG, /* something else */
    BZ_WIRE_HEARD_LATE,  /* nothing in time */
    BZ_WIRE_HEARD_LEFT   /* the connection is closed */
};

struct bz_wire_reply {
    enum bz_wire_heard heard;
    bz_move move; /* the one that counts: passing unless a move was heard */
    char text[BZ_WIRE_REPLY_MAX];
    size_t length;  /* of the text */
    int64_t micros; /* from the question to the answer */
};

void bz_wire_guest_init(struct bz_wire_guest *guest, int connection, bool strict);

/* Greets it as this player and waits for its consent; *ret_consents says whether that came. */
int bz_wire_guest_greet(struct bz_wire_guest *guest, const struct bz_wire *wire, const void *pos,
                        int player, const atomic_bool *stop, bool *ret_consents,
                        struct bz_error *err);
/* Asks for a move in a position where it is this guest's turn, and waits `limit` microseconds for
 * the answer. Fails only when stopped. */
int bz_wire_guest_ask(struct bz_wire_guest *guest, const struct bz_record *record, int64_t limit,
                      const atomic_bool *stop, struct bz_wire_reply *ret_reply,
                      struct bz_error *err);
/* Sends the last line and closes. */
void bz_wire_guest_dismiss(struct bz_wire_guest *guest, const struct bz_wire *wire, const void *pos,
                           const atomic_bool *stop);
/* Closes without a word, but for the note of a strict guest. */
void bz_wire_guest_drop(struct bz_wire_guest *guest, const atomic_bool *stop);

#endif
