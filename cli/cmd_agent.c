/*
 * cmd_agent.c - `bazi agent`: one of our players as a client of a course's own server.
 */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "interrupt.h"
#include "match/client.h"
#include "net/tcp.h"
#include "text/words.h"

enum { MOVETIME_DEFAULT = 500, MOVETIME_MAX = 3600000, CONNECT_LIMIT = 10000, HABITS_MAX = 8 };

static int make_setup(const struct invocation *inv, struct bz_setup *ret_setup)
{
    const char *assignments[FLAGS_MAX + HABITS_MAX];
    const struct bz_game *game = invocation_game(inv, invocation_operand(inv, 0));
    struct bz_error err;
    int count = 0;

    if (!game)
        return STATUS_USAGE;
    for (const char *const *habit = game->wire->habits; *habit; habit++)
        assignments[count++] = *habit;
    count += invocation_values(inv, "option", assignments + count);
    if (bz_setup_init(ret_setup, game, assignments, count, &err))
        return complain("%s", err.text);
    return STATUS_DONE;
}

/* A wrong spec is told before anybody waits for us. */
static int check_spec(const struct bz_setup *setup, const char *spec)
{
    struct bz_engine *engine = NULL;
    struct bz_error err;

    if (bz_engine_new(setup, spec, &engine, &err))
        return complain("%s", err.text);
    bz_engine_free(engine);
    return STATUS_DONE;
}

static void tell_trouble(void *context, const char *text)
{
    (void)context;
    fprintf(stderr, "bazi: %s\n", text);
}

static int play(const struct bz_client *client, int connection)
{
    struct bz_client_end end;
    struct bz_error err;
    int code = bz_client_run(client, connection, &end, &err);

    if (code == BZ_ERROR_STOPPED)
        return interrupt_status();
    if (code)
        return complain("%s", err.text);
    if (end.dismissed)
        printf("%s\n", end.farewell);
    printf("%d turns answered, %d of them without understanding\n", end.turns, end.passed);
    if (!end.dismissed)
        fprintf(stderr, "bazi: the server closed the connection before the game was over\n");
    return end.dismissed ? STATUS_DONE : STATUS_BAD;
}

static int join(const struct invocation *inv, struct bz_client *client, int64_t port)
{
    const char *host = invocation_value(inv, "host");
    struct bz_error err;
    int connection, status;

    interrupt_catch();
    client->stop = interrupt_flag();
    if (bz_tcp_connect(host ? host : "127.0.0.1", (int)port, bz_tcp_after(CONNECT_LIMIT),
                       client->stop, &connection, &err))
        return complain("%s", err.text);
    status = play(client, connection);
    bz_tcp_close(connection);
    return status;
}

int cmd_agent(const struct invocation *inv)
{
    const char *spec = invocation_value(inv, "engine");
    struct bz_client client = {.spec = spec ? spec : PLAYER_BEST,
                               .listener = {.trouble = tell_trouble}};
    int64_t port, movetime = MOVETIME_DEFAULT;
    struct bz_wire_terms terms;
    struct bz_setup setup;
    struct bz_error err;
    int status;

    if (make_setup(inv, &setup))
        return STATUS_USAGE;
    client.setup = &setup;
    status =
        setup.game->wire->read_terms(&setup, &terms, &err) ? complain("%s", err.text) : STATUS_DONE;
    port = terms.port;
    if (status == STATUS_DONE && (invocation_number(inv, "port", 1, 65535, &port) ||
                                  invocation_number(inv, "movetime", 1, MOVETIME_MAX, &movetime) ||
                                  check_spec(&setup, client.spec)))
        status = STATUS_USAGE;
    client.movetime = movetime;
    if (status == STATUS_DONE)
        status = join(inv, &client, port);
    bz_setup_release(&setup);
    return status;
}
