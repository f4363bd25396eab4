/*
 * lobby.c - listening sockets by the names they were asked for.
 */
#include "match/lobby.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "bazi/option.h"
#include "net/tcp.h"

enum { DOORS = 16, NAME = 80, WAITING_MAX = 64, FAREWELL = 20 /* milliseconds */ };

struct door {
    char where[NAME];
    int socket, port;
    int waiting[WAITING_MAX], waiting_count;
};

struct bz_lobby {
    pthread_mutex_t lock; /* over the doors, of which none is closed before the end */
    struct door doors[DOORS];
    int count;
};

struct bz_lobby *bz_lobby_new(void)
{
    struct bz_lobby *lobby = calloc(1, sizeof(*lobby));

    if (lobby)
        pthread_mutex_init(&lobby->lock, NULL);
    return lobby;
}

static void close_door(struct door *door)
{
    while (door->waiting_count) {
        int socket = door->waiting[--door->waiting_count];

        bz_tcp_send(socket, "quit\n", 5, bz_tcp_after(FAREWELL), NULL, NULL);
        bz_tcp_close(socket);
    }
    bz_tcp_close(door->socket);
}

void bz_lobby_free(struct bz_lobby *lobby)
{
    if (!lobby)
        return;
    for (int i = 0; i < lobby->count; i++)
        close_door(&lobby->doors[i]);
    pthread_mutex_destroy(&lobby->lock);
    free(lobby);
}

static int listen_at(const char *where, struct door *ret_door, struct bz_error *err)
{
    const char *colon = strrchr(where, ':');
    const char *number = colon ? colon + 1 : where;
    char address[NAME] = "127.0.0.1";
    int64_t port;
    int code;

    if (strlen(where) >= NAME)
        return bz_fail(err, BZ_ERROR_RANGE, "an address has at most %d characters", NAME - 1);
    if (colon)
        snprintf(address, sizeof(address), "%.*s", (int)(colon - where), where);
    code = bz_parse_integer(number, strlen(number), 0, 65535, "the port", &port, err);
    if (code)
        return code;
    memcpy(ret_door->where, where, strlen(where) + 1);
    return bz_tcp_listen(address, (int)port, &ret_door->socket, &ret_door->port, err);
}

static int open_door(struct bz_lobby *lobby, const char *where, int *ret_door, struct bz_error *err)
{
    int code;

    for (int i = 0; i < lobby->count; i++)
        if (strcmp(lobby->doors[i].where, where) == 0) {
            *ret_door = i;
            return BZ_OK;
        }
    if (lobby->count == DOORS)
        return bz_fail(err, BZ_ERROR_RANGE, "at most %d ports can be listened at", DOORS);
    code = listen_at(where, &lobby->doors[lobby->count], err);
    if (!code)
        *ret_door = lobby->count++;
    return code;
}

int bz_lobby_open(struct bz_lobby *lobby, const char *where, int *ret_door, struct bz_error *err)
{
    int code;

    pthread_mutex_lock(&lobby->lock);
    code = open_door(lobby, where, ret_door, err);
    pthread_mutex_unlock(&lobby->lock);
    return code;
}

/* Whether somebody who waits has not gone away meanwhile. */
static bool is_there(int socket)
{
    char byte;

    return recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) != 0;
}

/* One who waits at the door, or -1; and the socket at which others come. */
static int take_waiting(struct bz_lobby *lobby, int number, int *ret_listener)
{
    struct door *door = &lobby->doors[number];
    int taken = -1;

    pthread_mutex_lock(&lobby->lock);
    while (taken < 0 && door->waiting_count) {
        taken = door->waiting[--door->waiting_count];
        if (!is_there(taken)) {
            bz_tcp_close(taken);
            taken = -1;
        }
    }
    *ret_listener = door->socket;
    pthread_mutex_unlock(&lobby->lock);
    return taken;
}

int bz_lobby_wait(struct bz_lobby *lobby, int door, int64_t until, const atomic_bool *stop,
                  int *ret_socket, struct bz_error *err)
{
    int listener, waiting = take_waiting(lobby, door, &listener);

    if (waiting < 0)
        return bz_tcp_accept(listener, until, stop, ret_socket, err);
    *ret_socket = waiting;
    return BZ_OK;
}

void bz_lobby_return(struct bz_lobby *lobby, int number, int socket)
{
    struct door *door = &lobby->doors[number];
    bool room;

    pthread_mutex_lock(&lobby->lock);
    room = door->waiting_count < WAITING_MAX;
    if (room)
        door->waiting[door->waiting_count++] = socket;
    pthread_mutex_unlock(&lobby->lock);
    if (!room)
        bz_tcp_close(socket);
}

int bz_lobby_port(struct bz_lobby *lobby, int door)
{
    int port;

    pthread_mutex_lock(&lobby->lock);
    port = lobby->doors[door].port;
    pthread_mutex_unlock(&lobby->lock);
    return port;
}
