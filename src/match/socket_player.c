/*
 * socket_player.c - whoever connects to a port and speaks UGI. The connection lasts from game to
 * game, as long as nothing goes wrong with it; between rounds it waits in the lobby.
 */
#include <stdlib.h>

#include "base/clock.h"
#include "match/guest.h"
#include "match/kinds.h"
#include "match/lobby.h"
#include "match/notes.h"
#include "net/tcp.h"

struct visitor {
    int door;
    bool broken; /* nothing it says from now on counts */
    struct bz_guest guest;
};

static enum bz_ruling fate(void *context, struct bz_buf *out)
{
    (void)context;
    bz_buf_add(out, "your program closed the connection");
    return BZ_RULING_LEFT;
}

static int open_socket(const struct bz_setup *setup, const char *rest, const struct bz_house *house,
                       void **ret_state, struct bz_error *err)
{
    struct visitor *visitor;
    int door, code;

    (void)setup;
    if (!house->lobby)
        return bz_fail(err, BZ_ERROR_UNFIT, "nobody can connect here");
    code = bz_lobby_open(house->lobby, rest, &door, err);
    if (code)
        return code;
    visitor = calloc(1, sizeof(*visitor));
    if (!visitor)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a player");
    visitor->door = door;
    visitor->guest = (struct bz_guest){.house = house, .fate = fate};
    *ret_state = visitor;
    return BZ_OK;
}

static void close_socket(void *state)
{
    struct visitor *visitor = state;
    struct bz_channel *channel = &visitor->guest.channel;

    if (visitor->guest.here && !visitor->broken) {
        bz_lobby_return(visitor->guest.house->lobby, visitor->door, channel->in);
        channel->in = channel->out = -1;
    }
    bz_guest_release(&visitor->guest);
    free(visitor);
}

static int let_in(struct visitor *visitor, struct bz_error *err)
{
    const struct bz_house *house = visitor->guest.house;
    int64_t until = bz_clock_micros() + house->patience * 1000;
    int socket;
    int code = bz_lobby_wait(house->lobby, visitor->door, until, house->stop, &socket, err);

    if (code)
        return code;
    code = bz_channel_init(&visitor->guest.channel, socket, socket, -1, err);
    if (code)
        bz_tcp_close(socket);
    visitor->guest.here = !code;
    visitor->broken = false;
    return code;
}

static void begin(void *state, const struct bz_record *record, int seat, struct bz_reply *reply)
{
    struct visitor *visitor = state;
    const struct bz_house *house = visitor->guest.house;
    struct bz_buf note = BZ_BUF(reply->note);
    struct bz_error err;

    (void)seat;
    if (visitor->broken)
        bz_guest_release(&visitor->guest);
    if (!visitor->guest.here && let_in(visitor, &err)) {
        reply->stopped = house->stop && atomic_load(house->stop);
        reply->ruling = BZ_RULING_SILENT;
        bz_note_absence(&note, bz_lobby_port(house->lobby, visitor->door), house->patience);
        return;
    }
    bz_guest_begin(&visitor->guest, record, reply);
    visitor->broken = reply->ruling != BZ_RULING_NONE;
}

static void ask(void *state, const struct bz_question *question, struct bz_reply *reply)
{
    struct visitor *visitor = state;

    bz_guest_ask(&visitor->guest, question, reply);
    visitor->broken = reply->ruling != BZ_RULING_NONE && reply->ruling != BZ_RULING_RESIGNED;
}

static void end(void *state)
{
    (void)state;
}

const struct bz_player_kind bz_socket_kind = {
    .name = "tcp",
    .form = "tcp:PORT",
    .brief = "whoever connects to that port and speaks UGI",
    .open = open_socket,
    .close = close_socket,
    .begin = begin,
    .ask = ask,
    .end = end,
};
