/*
 * client.c - from lines to positions to words.
 */
#include "match/client.h"

#include <stdlib.h>
#include <string.h>

#include "net/tcp.h"

enum { SEND_LIMIT = 10000 };

/* What a client has at hand while it plays. */
struct desk {
    const struct bz_client *client;
    const struct bz_wire *wire;
    int connection;
    struct bz_client_end *end;
    struct bz_setup setup; /* with the map the lines told of */
    struct bz_engine *engine;
    bool greeted, has_question;
    union bz_pos pos; /* of the last question, if it made sense */
    bool makes_sense;
    size_t filled;
    char bytes[2 * BZ_WIRE_LINE_MAX];
    max_align_t memory[BZ_WIRE_MEMORY_MAX / sizeof(max_align_t)];
};

static void complain(struct desk *desk, const char *text)
{
    const struct bz_client_listener *listener = &desk->client->listener;

    if (listener->trouble)
        listener->trouble(listener->context, text);
}

static int answer(struct desk *desk, const char *word, struct bz_error *err)
{
    return bz_tcp_send(desk->connection, word, strlen(word), bz_tcp_after(SEND_LIMIT),
                       desk->client->stop, err);
}

/* --- lines ------------------------------------------------------------------------------------ */

/* A new map makes the old engine useless. */
static int adopt(struct desk *desk, const char *text, size_t length, struct bz_error *err)
{
    const void *world = desk->setup.world;
    struct bz_setup draft;
    int code;

    bz_setup_copy(&desk->setup, &draft);
    code = bz_parse(&draft, text, length, &desk->pos, err);
    if (!code && (draft.world != world || !desk->engine)) {
        bz_engine_free(desk->engine);
        desk->engine = NULL;
    }
    if (code) {
        bz_setup_release(&draft);
        return code;
    }
    bz_setup_release(&desk->setup);
    desk->setup = draft;
    if (desk->engine)
        return BZ_OK;
    return bz_engine_new(&desk->setup, desk->client->spec, &desk->engine, err);
}

static void take_question(struct desk *desk, const char *line, size_t length)
{
    char text[BZ_POS_TEXT_MAX];
    struct bz_buf out = BZ_BUF(text);
    struct bz_error err;
    int code = desk->wire->hear_turn(desk->memory, &desk->setup, line, length, &out, &err);

    if (!code)
        code = adopt(desk, text, out.length, &err);
    desk->has_question = true;
    desk->makes_sense = code == BZ_OK;
    if (code)
        complain(desk, err.text);
}

static bool begins(const char *line, size_t length, const char *with)
{
    return length >= strlen(with) && !memcmp(line, with, strlen(with));
}

static int take_line(struct desk *desk, const char *line, size_t length, struct bz_error *err)
{
    int code;

    if (begins(line, length, "error: ")) {
        char text[BZ_VALUE_MAX] = "";
        struct bz_buf out = BZ_BUF(text);

        for (size_t i = 0; i < length; i++)
            bz_buf_char(&out, line[i] >= ' ' && line[i] <= '~' ? line[i] : '?');
        complain(desk, text);
        return BZ_OK;
    }
    if (!desk->greeted) {
        code = desk->wire->hear_greeting(desk->memory, line, length, err);
        desk->greeted = !code;
        return code ? code : answer(desk, desk->wire->consent, err);
    }
    if (begins(line, length, desk->wire->farewell)) {
        struct bz_buf out = BZ_BUF(desk->end->farewell);

        bz_buf_add(&out, "%s", bz_quoted(line, length).text);
        desk->end->dismissed = true;
        return BZ_OK;
    }
    take_question(desk, line, length);
    return BZ_OK;
}

/* Every line that is complete. */
static int take_lines(struct desk *desk, struct bz_error *err)
{
    size_t begin = 0;
    int code = BZ_OK;

    while (!code && !desk->end->dismissed) {
        char *line = desk->bytes + begin, *stop = memchr(line, '\n', desk->filled - begin);

        if (!stop)
            break;
        begin += (size_t)(stop - line) + 1;
        code = take_line(desk, line, (size_t)(stop - line), err);
    }
    memmove(desk->bytes, desk->bytes + begin, desk->filled - begin);
    desk->filled -= begin;
    if (!code && desk->filled >= BZ_WIRE_LINE_MAX)
        code = bz_fail(err, BZ_ERROR_SYNTAX, "the server's line has no end");
    return code;
}

/* --- answers ---------------------------------------------------------------------------------- */

/* The word for the question that was heard last. */
static void choose(struct desk *desk, char word[BZ_MOVE_TEXT_MAX])
{
    struct bz_limits limits = {.movetime = desk->client->movetime, .stop = desk->client->stop};
    struct bz_buf out = {.text = word, .size = BZ_MOVE_TEXT_MAX};
    struct bz_answer found = {.move = BZ_MOVE_NONE};

    if (desk->makes_sense && !bz_is_over(&desk->setup, &desk->pos))
        bz_engine_think(desk->engine, &desk->pos, &limits, NULL, &found);
    if (found.move != BZ_MOVE_NONE)
        bz_format_move(&desk->setup, &desk->pos, found.move, &out);
    else
        bz_buf_add(&out, "%s", desk->wire->pass);
}

/* What has come meanwhile, or with a wait the next there is. */
static int listen_on(struct desk *desk, int64_t until, bool *ret_closed, struct bz_error *err)
{
    size_t got = 0;
    int code =
        bz_tcp_receive(desk->connection, desk->bytes + desk->filled,
                       sizeof(desk->bytes) - desk->filled, until, desk->client->stop, &got, err);

    if (code && code != BZ_ERROR_IO) /* which is leaving without a word */
        return code;
    *ret_closed = got == 0;
    desk->filled += got;
    return take_lines(desk, err);
}

static int reply(struct desk *desk, bool *ret_closed, struct bz_error *err)
{
    const struct bz_client_listener *listener = &desk->client->listener;
    char word[BZ_MOVE_TEXT_MAX] = "";
    int code;

    choose(desk, word);
    desk->has_question = false;
    code = listen_on(desk, 0, ret_closed, err);
    if (code && code != BZ_ERROR_LATE)
        return code;
    if (desk->has_question || desk->filled || desk->end->dismissed || *ret_closed)
        return BZ_OK; /* too late for this one */
    desk->end->turns++;
    desk->end->passed += !desk->makes_sense;
    if (listener->moved && desk->makes_sense)
        listener->moved(listener->context, &desk->setup, &desk->pos, word);
    if (answer(desk, word, err) == BZ_ERROR_STOPPED)
        return BZ_ERROR_STOPPED;
    return BZ_OK; /* whether it arrived, the next line will tell */
}

static int play(struct desk *desk, struct bz_error *err)
{
    bool closed = false;
    int code = BZ_OK;

    while (!code && !closed && !desk->end->dismissed)
        code = desk->has_question ? reply(desk, &closed, err)
                                  : listen_on(desk, BZ_FOREVER, &closed, err);
    return code;
}

int bz_client_run(const struct bz_client *client, int connection, struct bz_client_end *ret_end,
                  struct bz_error *err)
{
    struct desk *desk = calloc(1, sizeof(*desk));
    int code;

    if (!desk)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a client");
    *ret_end = (struct bz_client_end){.turns = 0};
    desk->client = client;
    desk->wire = client->setup->game->wire;
    desk->connection = connection;
    desk->end = ret_end;
    bz_setup_copy(client->setup, &desk->setup);
    code = play(desk, err);
    bz_engine_free(desk->engine);
    bz_setup_release(&desk->setup);
    free(desk);
    return code;
}
