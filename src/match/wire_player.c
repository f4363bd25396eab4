/*
 * wire_player.c - a client of a course's own server, unchanged: it connects, is greeted and asked
 * as that server did it, one connection a game. A word that is no action, or none in time, passes
 * its turn as it always did; only who goes away has lost.
 */
#include <stdlib.h>

#include "base/clock.h"
#include "match/kinds.h"
#include "match/lobby.h"
#include "match/notes.h"
#include "match/wire_guest.h"

struct client {
    const struct bz_house *house;
    const struct bz_wire *wire;
    const struct bz_record *record; /* of the game, while there is one */
    int door;
    struct bz_wire_guest guest;
};

static int open_wire(const struct bz_setup *setup, const char *rest, const struct bz_house *house,
                     void **ret_state, struct bz_error *err)
{
    struct client *client;
    int door, code;

    if (!setup->game->wire)
        return bz_fail(err, BZ_ERROR_UNFIT, "%s had no server of its own", setup->game->name);
    if (!house->lobby)
        return bz_fail(err, BZ_ERROR_UNFIT, "nobody can connect here");
    code = bz_lobby_open(house->lobby, rest, &door, err);
    if (code)
        return code;
    client = calloc(1, sizeof(*client));
    if (!client)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a player");
    *client = (struct client){.house = house, .wire = setup->game->wire, .door = door};
    bz_wire_guest_init(&client->guest, -1, true);
    *ret_state = client;
    return BZ_OK;
}

/* Who played to the end hears how it came out. */
static void end(void *state)
{
    struct client *client = state;

    if (client->guest.connection >= 0 && client->record &&
        bz_is_over(client->record->setup, &client->record->pos))
        bz_wire_guest_dismiss(&client->guest, client->wire, &client->record->pos,
                              client->house->stop);
    else if (client->guest.connection >= 0)
        bz_wire_guest_drop(&client->guest, client->house->stop);
    client->record = NULL;
}

static void close_wire(void *state)
{
    end(state);
    free(state);
}

static void begin(void *state, const struct bz_record *record, int seat, struct bz_reply *reply)
{
    struct client *client = state;
    const struct bz_house *house = client->house;
    struct bz_buf note = BZ_BUF(reply->note);
    int64_t until = bz_clock_micros() + house->patience * 1000;
    bool consents = false;
    struct bz_error err;
    int socket, code;

    end(client);
    code = bz_lobby_wait(house->lobby, client->door, until, house->stop, &socket, &err);
    if (code) {
        reply->stopped = code == BZ_ERROR_STOPPED;
        reply->ruling = BZ_RULING_SILENT;
        bz_note_absence(&note, bz_lobby_port(house->lobby, client->door), house->patience);
        return;
    }
    bz_wire_guest_init(&client->guest, socket, true);
    client->record = record;
    code = bz_wire_guest_greet(&client->guest, client->wire, &record->pos, seat, house->stop,
                               &consents, &err);
    reply->stopped = code == BZ_ERROR_STOPPED;
    if (code || consents)
        return;
    reply->ruling = client->guest.has_left ? BZ_RULING_LEFT : BZ_RULING_SILENT;
    bz_buf_add(&note, "your program did not answer the greeting with '%s'", client->wire->consent);
}

static void ask(void *state, const struct bz_question *question, struct bz_reply *reply)
{
    struct client *client = state;
    const struct bz_record *record = question->record;
    int64_t patience = client->house->patience * 1000;
    struct bz_buf note = BZ_BUF(reply->note);
    struct bz_wire_reply said;
    struct bz_error err;
    int code = bz_wire_guest_ask(&client->guest, record,
                                 question->allowed == INT64_MAX ? patience : question->allowed,
                                 question->stop, &said, &err);

    reply->stopped = code == BZ_ERROR_STOPPED;
    if (code)
        return;
    reply->answer.move = said.move;
    /* Time that ran out has passed the turn, and is not held against it once more. */
    reply->micros = said.heard == BZ_WIRE_HEARD_MOVE ? said.micros : 0;
    if (said.heard != BZ_WIRE_HEARD_LEFT)
        return;
    reply->ruling = BZ_RULING_LEFT;
    bz_note_open(&note, record->length + 1);
    bz_buf_add(&note, "your program closed the connection instead of sending an action");
}

const struct bz_player_kind bz_wire_kind = {
    .name = "wire",
    .form = "wire:PORT",
    .brief = "a client of the course's own server that connects to that port",
    .open = open_wire,
    .close = close_wire,
    .begin = begin,
    .ask = ask,
    .end = end,
};
