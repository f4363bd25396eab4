/*
 * cmd_ugi.c - `bazi ugi GAME`: the session between standard input and standard output.
 *
 * Whatever comes in, the end is orderly. A reader who leaves ends the session like the end of the
 * input does, with status 0; answers lost for another reason (a full disk) are a failure.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "ugi/inbox.h"

/* The context is where the first error number goes. */
static int write_stdout(void *context, const char *text, size_t length)
{
    int *ret_errno = context;

    while (length > 0) {
        ssize_t put = write(STDOUT_FILENO, text, length);
        struct pollfd ready = {.fd = STDOUT_FILENO, .events = POLLOUT};

        if (put >= 0) {
            text += put;
            length -= (size_t)put;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            *ret_errno = errno;
            return -1;
        }
    }
    return 0;
}

static int serve(struct bz_setup *setup, struct ugi *ugi)
{
    int write_errno = 0;
    struct inbox inbox;
    struct bz_error err;

    if (inbox_init(&inbox, STDIN_FILENO)) {
        bz_setup_release(setup);
        return complain("no memory for the input");
    }
    if (ugi_init(ugi, setup, write_stdout, &write_errno, &err)) {
        inbox_release(&inbox);
        bz_setup_release(setup);
        return complain("%s", err.text);
    }
    inbox_serve(&inbox, ugi);
    ugi_release(ugi);
    inbox_release(&inbox);
    return write_errno == 0 || write_errno == EPIPE ? STATUS_DONE : STATUS_BAD;
}

/* Where a file that only helps players is damaged, or not there, that is said, and the engine plays
 * without it. */
static int set_up(const struct invocation *inv, struct bz_setup *ret_setup)
{
    const struct bz_game *game = invocation_game(inv, invocation_operand(inv, 0));
    const char *given[FLAGS_MAX], *needed[FLAGS_MAX];
    char name[BZ_VALUE_MAX];
    struct bz_error err;
    int count, kept = 0;

    if (!game)
        return STATUS_USAGE;
    count = invocation_values(inv, "option", given);
    for (int i = 0; i < count; i++)
        if (!bz_option_only_helps(game->options, given[i]))
            needed[kept++] = given[i];
    if (bz_setup_init(ret_setup, game, needed, kept, &err))
        return complain("%s", err.text);
    for (int i = 0; i < count; i++) {
        size_t length = strcspn(given[i], "=");

        if (!bz_option_only_helps(game->options, given[i]))
            continue;
        snprintf(name, sizeof(name), "%.*s", (int)length, given[i]);
        if (bz_setup_set(ret_setup, name, given[i] + length + 1, &err))
            complain("%s; playing on without it", err.text);
    }
    return STATUS_DONE;
}

int cmd_ugi(const struct invocation *inv)
{
    struct bz_setup setup;
    struct ugi *ugi;
    int status = set_up(inv, &setup);

    if (status)
        return status;
    ugi = malloc(sizeof(*ugi));
    if (!ugi) {
        bz_setup_release(&setup);
        return complain("no memory for a session");
    }
    signal(SIGPIPE, SIG_IGN);
    status = serve(&setup, ugi);
    free(ugi);
    return status;
}
