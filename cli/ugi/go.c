/*
 * go.c - reading the limits of a search. A `go` is understood whole or refused whole.
 */
#include <string.h>

#include "parts.h"

#define MILLIS_MAX INT64_C(1000000000000) /* three decades */
#define NODES_MAX  INT64_C(1000000000000000000)

enum { DEPTH, NODES, MOVETIME, PLAIN };

static const struct {
    const char *name;
    int64_t max;
} plain[PLAIN] = {
    [DEPTH] = {"depth", BZ_DEPTH_MAX},
    [NODES] = {"nodes", NODES_MAX},
    [MOVETIME] = {"movetime", MILLIS_MAX},
};

/* What has been read so far. Zero is what was not given, but for an increment, which may be it. */
struct request {
    int64_t plain[PLAIN];
    int64_t time[BZ_PLAYERS_MAX], increment[BZ_PLAYERS_MAX];
    bool has_increment[BZ_PLAYERS_MAX];
    bool infinite;
};

static int read_number(struct token name, struct tokens *tokens, bool given, int64_t min,
                       int64_t max, int64_t *field, struct bz_error *err)
{
    char what[32] = "go ";
    struct bz_buf label = {.text = what, .size = sizeof(what), .length = 3};
    struct token number = token_next(tokens);

    bz_buf_text(&label, name.text, name.length);
    if (given)
        return bz_fail(err, BZ_ERROR_SYNTAX, "%s: given twice", what);
    if (!number.length)
        return bz_fail(err, BZ_ERROR_SYNTAX, "%s: the number is missing", what);
    return bz_parse_integer(number.text, number.length, min, max, what, field, err);
}

/* p1time … p8time and p1inc … p8inc. A clock that has run out must still differ from one that
 * was not given. */
static int read_clock(struct token name, struct tokens *tokens, struct request *request,
                      struct bz_error *err)
{
    struct token unit = {name.text + 2, name.length - 2};
    int player = name.text[1] - '1', code;
    int64_t *time = &request->time[player];
    bool *has_increment = &request->has_increment[player];

    if (token_is(unit, "inc")) {
        code = read_number(name, tokens, *has_increment, 0, MILLIS_MAX, &request->increment[player],
                           err);
        *has_increment = true;
        return code;
    }
    code = read_number(name, tokens, *time != 0, 0, MILLIS_MAX, time, err);
    if (!code && *time == 0)
        *time = 1;
    return code;
}

static bool is_clock(struct token name)
{
    struct token unit = {name.text + 2, name.length - 2};

    return name.length > 2 && name.text[0] == 'p' && name.text[1] >= '1' &&
           name.text[1] < '1' + BZ_PLAYERS_MAX && (token_is(unit, "time") || token_is(unit, "inc"));
}

static int read_limit(struct token name, struct tokens *tokens, struct request *request,
                      struct bz_error *err)
{
    if (is_clock(name))
        return read_clock(name, tokens, request, err);
    for (int i = 0; i < PLAIN; i++)
        if (token_is(name, plain[i].name))
            return read_number(name, tokens, request->plain[i] != 0, 1, plain[i].max,
                               &request->plain[i], err);
    if (!token_is(name, "infinite"))
        return bz_fail(err, BZ_ERROR_UNKNOWN, "go: '%s' is not a limit",
                       bz_quoted(name.text, name.length).text);
    if (request->infinite)
        return bz_fail(err, BZ_ERROR_SYNTAX, "go infinite: given twice");
    request->infinite = true;
    return BZ_OK;
}

/* The request together with what the session's own settings say. Clocks that do not run for the
 * player to move limit nothing, and must not pass for a limit. */
static struct bz_limits limits_of(const struct ugi *ugi, const struct request *request)
{
    uint64_t ceiling = ugi->ceiling.nodes;
    int turn = ugi->setup->rules->turn(&ugi->pos);
    struct bz_limits limits = {
        .depth = (int)request->plain[DEPTH],
        .nodes = (uint64_t)request->plain[NODES],
        .movetime = request->plain[MOVETIME],
        .infinite = request->infinite,
    };

    if (!limits.depth && !limits.infinite)
        limits.depth = (int)ugi->options.values[UGI_DEPTH].number;
    if (ceiling && (!limits.nodes || limits.nodes > ceiling))
        limits.nodes = ceiling;
    if (turn >= 0 && request->time[turn]) {
        memcpy(limits.time, request->time, sizeof(limits.time));
        memcpy(limits.increment, request->increment, sizeof(limits.increment));
    }
    return limits;
}

void ugi_do_go(struct ugi *ugi, struct tokens *tokens)
{
    struct request request = {0};
    struct bz_limits limits;
    struct bz_error err;

    for (struct token token = token_next(tokens); token.length; token = token_next(tokens))
        if (read_limit(token, tokens, &request, &err)) {
            ugi_error(ugi, "%s", err.text);
            return;
        }
    limits = limits_of(ugi, &request);
    if (ugi_engine_make(ugi, &err)) {
        ugi_error(ugi, "%s", err.text);
        return;
    }
    ugi_engine_hint(ugi);
    ugi_search_start(ugi, &limits);
}
