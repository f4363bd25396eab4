/*
 * tcp.c - every wait is a poll in short slices, so that one flag stops any number of threads.
 */
#include "net/tcp.h"

#include <assert.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"

enum { SLICE = 50 }; /* milliseconds between two looks at the flag */

int64_t bz_tcp_after(int64_t millis)
{
    return bz_clock_micros() + millis * 1000;
}

/* Milliseconds to sleep, rounded up so that nothing is given up too early. */
static int nap(int64_t until, const atomic_bool *stop)
{
    int64_t longest = stop ? SLICE : INT32_MAX, left;

    if (until == BZ_FOREVER)
        return stop ? SLICE : -1;
    left = (until - bz_clock_micros() + 999) / 1000;
    if (left < 0)
        return 0;
    return (int)(left < longest ? left : longest);
}

/* Waits until the socket can do this; what is there already is found even when it is late. */
static int await(int fd, short events, int64_t until, const atomic_bool *stop, struct bz_error *err)
{
    for (;;) {
        struct pollfd poller = {.fd = fd, .events = events};
        int ready;

        if (stop && atomic_load(stop))
            return bz_fail(err, BZ_ERROR_STOPPED, "interrupted");
        ready = poll(&poller, 1, nap(until, stop));
        if (ready > 0)
            return BZ_OK;
        if (ready < 0 && errno != EINTR)
            return bz_fail(err, BZ_ERROR_IO, "waiting failed: %s", strerror(errno));
        if (ready == 0 && until != BZ_FOREVER && bz_clock_micros() >= until)
            return bz_fail(err, BZ_ERROR_LATE, "nothing came in time");
    }
}

/* The addresses of a name; to be freed by freeaddrinfo. */
static int look_up(const char *host, int port, int flags, struct addrinfo **ret_list,
                   struct bz_error *err)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = flags | AI_NUMERICSERV};
    char service[8];
    int code;

    assert(port >= 0 && port <= 65535);
    snprintf(service, sizeof(service), "%d", port);
    code = getaddrinfo(host, service, &hints, ret_list);
    if (code)
        return bz_fail(err, BZ_ERROR_IO, "%s: %s", bz_quoted(host, strlen(host)).text,
                       gai_strerror(code));
    return BZ_OK;
}

static int new_socket(const struct addrinfo *address)
{
    return socket(address->ai_family, address->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC,
                  address->ai_protocol);
}

static void hurry(int fd)
{
    int yes = 1;

    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
}

/* The number of an address and its port; 0 where that cannot be told. */
static int port_of(const struct sockaddr_storage *address, socklen_t size, char host[NI_MAXHOST])
{
    char service[NI_MAXSERV];

    if (getnameinfo((const struct sockaddr *)address, size, host, NI_MAXHOST, service,
                    sizeof(service), NI_NUMERICHOST | NI_NUMERICSERV))
        return 0;
    return (int)strtol(service, NULL, 10);
}

static int own_port(int fd)
{
    struct sockaddr_storage own;
    socklen_t size = sizeof(own);
    char host[NI_MAXHOST];

    return getsockname(fd, (struct sockaddr *)&own, &size) ? 0 : port_of(&own, size, host);
}

/* A socket bound to the address, or -1 and errno. */
static int listen_at(const struct addrinfo *address)
{
    int fd = new_socket(address), yes = 1;

    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    if (bind(fd, address->ai_addr, address->ai_addrlen) || listen(fd, SOMAXCONN)) {
        int why = errno;

        close(fd);
        errno = why;
        return -1;
    }
    return fd;
}

int bz_tcp_listen(const char *address, int port, int *ret_socket, int *ret_port,
                  struct bz_error *err)
{
    struct addrinfo *list;
    int fd = -1, code = look_up(address, port, AI_PASSIVE, &list, err);

    if (code)
        return code;
    for (const struct addrinfo *at = list; at && fd < 0; at = at->ai_next)
        fd = listen_at(at);
    if (fd < 0)
        code = bz_fail(err, BZ_ERROR_IO, "cannot listen at %s port %d: %s",
                       bz_quoted(address, strlen(address)).text, port, strerror(errno));
    freeaddrinfo(list);
    if (code)
        return code;
    *ret_port = own_port(fd);
    *ret_socket = fd;
    return BZ_OK;
}

/* Someone who left before being let in is nobody. */
static bool is_nobody(int number)
{
    return number == EINTR || number == EAGAIN || number == EWOULDBLOCK || number == ECONNABORTED ||
           number == EPROTO;
}

int bz_tcp_accept(int listener, int64_t until, const atomic_bool *stop, int *ret_socket,
                  struct bz_error *err)
{
    for (;;) {
        int fd, code = await(listener, POLLIN, until, stop, err);

        if (code)
            return code;
        fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            hurry(fd);
            *ret_socket = fd;
            return BZ_OK;
        }
        if (!is_nobody(errno))
            return bz_fail(err, BZ_ERROR_IO, "nobody can be let in: %s", strerror(errno));
    }
}

/* Connects this socket; 0, or a code with err filled in. */
static int reach(int fd, const struct addrinfo *address, int64_t until, const atomic_bool *stop,
                 struct bz_error *err)
{
    int fault = 0, code;
    socklen_t size = sizeof(fault);

    if (connect(fd, address->ai_addr, address->ai_addrlen) == 0)
        return BZ_OK;
    if (errno != EINPROGRESS && errno != EINTR)
        return bz_fail(err, BZ_ERROR_IO, "%s", strerror(errno));
    code = await(fd, POLLOUT, until, stop, err);
    if (code)
        return code;
    if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &fault, &size) || fault)
        return bz_fail(err, BZ_ERROR_IO, "%s", strerror(fault ? fault : errno));
    return BZ_OK;
}

int bz_tcp_connect(const char *host, int port, int64_t until, const atomic_bool *stop,
                   int *ret_socket, struct bz_error *err)
{
    struct bz_error inner = {0};
    struct addrinfo *list;
    int fd = -1, code = look_up(host, port, 0, &list, err);

    if (code)
        return code;
    for (const struct addrinfo *at = list; at; at = at->ai_next) {
        fd = new_socket(at);
        code = fd < 0 ? bz_fail(&inner, BZ_ERROR_IO, "%s", strerror(errno))
                      : reach(fd, at, until, stop, &inner);
        if (!code || code == BZ_ERROR_STOPPED)
            break;
        bz_tcp_close(fd);
        fd = -1;
    }
    freeaddrinfo(list);
    if (code) {
        bz_tcp_close(fd);
        return bz_fail(err, code, "cannot reach %s port %d: %s", bz_quoted(host, strlen(host)).text,
                       port, inner.text);
    }
    hurry(fd);
    *ret_socket = fd;
    return BZ_OK;
}

int bz_tcp_send(int connection, const void *bytes, size_t length, int64_t until,
                const atomic_bool *stop, struct bz_error *err)
{
    const char *at = bytes;

    while (length > 0) {
        ssize_t sent = send(connection, at, length, MSG_NOSIGNAL);

        if (sent >= 0) {
            at += sent;
            length -= (size_t)sent;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            int code = await(connection, POLLOUT, until, stop, err);

            if (code)
                return code;
        } else if (errno != EINTR) {
            return bz_fail(err, BZ_ERROR_IO, "cannot be sent: %s", strerror(errno));
        }
    }
    return BZ_OK;
}

int bz_tcp_receive(int connection, void *bytes, size_t size, int64_t until, const atomic_bool *stop,
                   size_t *ret_length, struct bz_error *err)
{
    for (;;) {
        ssize_t got;
        int code = await(connection, POLLIN, until, stop, err);

        if (code)
            return code;
        got = recv(connection, bytes, size, 0);
        if (got >= 0) {
            *ret_length = (size_t)got;
            return BZ_OK;
        }
        if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)
            return bz_fail(err, BZ_ERROR_IO, "the connection is gone: %s", strerror(errno));
    }
}

bool bz_tcp_is_open(int connection)
{
    char byte;
    ssize_t got = recv(connection, &byte, 1, MSG_PEEK | MSG_DONTWAIT);

    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR));
}

void bz_tcp_part(int connection, int64_t until)
{
    char bytes[4096];
    size_t length = 1;

    if (connection < 0)
        return;
    shutdown(connection, SHUT_WR);
    while (length && bz_clock_micros() < until &&
           !bz_tcp_receive(connection, bytes, sizeof(bytes), until, NULL, &length, NULL))
        ;
    close(connection);
}

void bz_tcp_peer(int connection, struct bz_buf *out, int *ret_port)
{
    struct sockaddr_storage peer;
    socklen_t size = sizeof(peer);
    char host[NI_MAXHOST] = "?";

    *ret_port = 0;
    if (!getpeername(connection, (struct sockaddr *)&peer, &size))
        *ret_port = port_of(&peer, size, host);
    bz_buf_add(out, "%s", host);
}

void bz_tcp_close(int connection)
{
    if (connection >= 0)
        close(connection);
}
