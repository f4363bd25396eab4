/*
 * tcp.h - connections over TCP: listening, accepting, connecting, and bytes both ways, none of
 * which waits longer than it was told.
 *
 * All sockets here are non-blocking, closed on exec, without Nagle's delay, and never raise
 * SIGPIPE. A wait ends at `until`, a moment of bz_clock_micros, with BZ_ERROR_LATE, and within a
 * few hundredths of a second of *stop becoming true (NULL where nothing does that) with
 * BZ_ERROR_STOPPED.
 */
#ifndef NET_TCP_H
#define NET_TCP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bazi/buf.h"
#include "bazi/error.h"

#define BZ_FOREVER INT64_MAX

/* The moment so many milliseconds from now. */
int64_t bz_tcp_after(int64_t millis);

/* Listens at an address of this machine, by number or name. Port 0 is any that is free; *ret_port
 * says which. */
int bz_tcp_listen(const char *address, int port, int *ret_socket, int *ret_port,
                  struct bz_error *err);
int bz_tcp_accept(int listener, int64_t until, const atomic_bool *stop, int *ret_socket,
                  struct bz_error *err);
/* Tries every address the name has, in turn. Looking the name up may take longer than `until`. */
int bz_tcp_connect(const char *host, int port, int64_t until, const atomic_bool *stop,
                   int *ret_socket, struct bz_error *err);

/* Sends all of it, or fails. */
int bz_tcp_send(int connection, const void *bytes, size_t length, int64_t until,
                const atomic_bool *stop, struct bz_error *err);
/* What is there, as soon as anything is; a length of 0 if the other side has closed. */
int bz_tcp_receive(int connection, void *bytes, size_t size, int64_t until, const atomic_bool *stop,
                   size_t *ret_length, struct bz_error *err);
/* Whether the other side has not closed, or has but what it said is not all heard. */
bool bz_tcp_is_open(int connection);
/* Says that nothing follows and hears the other side out, no longer than `until`, so that what was
 * sent last arrives; then closes. */
void bz_tcp_part(int connection, int64_t until);
/* Who is at the other end: "127.0.0.1" and its port; "?" and 0 where that is not known. */
void bz_tcp_peer(int connection, struct bz_buf *out, int *ret_port);
/* Closes. A negative number is no connection, here as in bz_tcp_part. */
void bz_tcp_close(int connection);

#endif
