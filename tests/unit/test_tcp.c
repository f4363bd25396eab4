/*
 * test_tcp.c - connections: what is sent arrives, and no wait is longer than it was told.
 */
#include "check.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "net/tcp.h"

/* A pair of connected sockets. */
static void connect_pair(int *ret_here, int *ret_there)
{
    struct bz_error err;
    int listener, port;

    assert_int_equal(bz_tcp_listen("127.0.0.1", 0, &listener, &port, &err), BZ_OK);
    assert_true(port > 0);
    assert_int_equal(bz_tcp_connect("127.0.0.1", port, bz_tcp_after(5000), NULL, ret_here, &err),
                     BZ_OK);
    assert_int_equal(bz_tcp_accept(listener, bz_tcp_after(5000), NULL, ret_there, &err), BZ_OK);
    bz_tcp_close(listener);
}

static void bytes_arrive(void **state)
{
    struct bz_error err;
    char bytes[8];
    size_t length = 99;
    int here, there;

    (void)state;
    connect_pair(&here, &there);
    assert_int_equal(bz_tcp_send(here, "a\0b", 3, BZ_FOREVER, NULL, &err), BZ_OK);
    assert_int_equal(bz_tcp_receive(there, bytes, sizeof(bytes), BZ_FOREVER, NULL, &length, &err),
                     BZ_OK);
    assert_int_equal(length, 3);
    assert_memory_equal(bytes, "a\0b", 3);
    bz_tcp_close(here);
    assert_int_equal(bz_tcp_receive(there, bytes, sizeof(bytes), BZ_FOREVER, NULL, &length, &err),
                     BZ_OK);
    assert_int_equal(length, 0);
    bz_tcp_close(there);
}

/* Late, but what has come is given whatever the time. */
static void waits_end(void **state)
{
    struct bz_error err;
    char bytes[8];
    size_t length = 99;
    int here, there, listener, port, fd = -7;
    int64_t begin = bz_clock_micros();

    (void)state;
    connect_pair(&here, &there);
    assert_int_equal(
        bz_tcp_receive(there, bytes, sizeof(bytes), bz_tcp_after(30), NULL, &length, &err),
        BZ_ERROR_LATE);
    assert_true(bz_clock_micros() - begin >= 30000);
    assert_int_equal(length, 99);
    assert_int_equal(bz_tcp_send(here, "x", 1, 0, NULL, &err), BZ_OK);
    assert_int_equal(
        bz_tcp_receive(there, bytes, sizeof(bytes), bz_tcp_after(5000), NULL, &length, &err),
        BZ_OK);
    assert_int_equal(bz_tcp_listen("127.0.0.1", 0, &listener, &port, &err), BZ_OK);
    assert_int_equal(bz_tcp_accept(listener, 0, NULL, &fd, &err), BZ_ERROR_LATE);
    assert_int_equal(fd, -7);
    bz_tcp_close(listener);
    bz_tcp_close(here);
    bz_tcp_close(there);
}

static void full_pipe_is_late(void **state)
{
    enum { MUCH = 32 << 20 };
    char *bytes = calloc(1, MUCH);
    struct bz_error err;
    int here, there;

    (void)state;
    assert_non_null(bytes);
    connect_pair(&here, &there);
    assert_int_equal(bz_tcp_send(here, bytes, MUCH, bz_tcp_after(50), NULL, &err), BZ_ERROR_LATE);
    bz_tcp_close(there);
    assert_int_equal(bz_tcp_send(here, bytes, MUCH, bz_tcp_after(5000), NULL, &err), BZ_ERROR_IO);
    bz_tcp_close(here);
    free(bytes);
}

static void *raise_flag(void *flag)
{
    usleep(20000);
    atomic_store((atomic_bool *)flag, true);
    return NULL;
}

static void a_flag_stops_waiting(void **state)
{
    atomic_bool stop = false;
    pthread_t thread;
    struct bz_error err;
    int listener, port, fd;

    (void)state;
    assert_int_equal(bz_tcp_listen("127.0.0.1", 0, &listener, &port, &err), BZ_OK);
    assert_int_equal(pthread_create(&thread, NULL, raise_flag, &stop), 0);
    assert_int_equal(bz_tcp_accept(listener, BZ_FOREVER, &stop, &fd, &err), BZ_ERROR_STOPPED);
    pthread_join(thread, NULL);
    bz_tcp_close(listener);
}

static void refuses_in_words(void **state)
{
    struct bz_error err;
    int listener, port, taken, other, fd;

    (void)state;
    assert_int_equal(bz_tcp_listen("127.0.0.1", 0, &listener, &port, &err), BZ_OK);
    assert_int_equal(bz_tcp_listen("127.0.0.1", port, &taken, &other, &err), BZ_ERROR_IO);
    assert_non_null(strstr(err.text, "cannot listen at 127.0.0.1 port "));
    bz_tcp_close(listener);
    assert_int_equal(bz_tcp_connect("127.0.0.1", port, bz_tcp_after(5000), NULL, &fd, &err),
                     BZ_ERROR_IO);
    assert_non_null(strstr(err.text, "cannot reach 127.0.0.1 port "));
    assert_int_equal(bz_tcp_listen("no\033where", 0, &listener, &port, &err), BZ_ERROR_IO);
    assert_non_null(strstr(err.text, "no\\x1bwhere"));
    bz_tcp_close(-1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_arrive),      cmocka_unit_test(waits_end),
        cmocka_unit_test(full_pipe_is_late), cmocka_unit_test(a_flag_stops_waiting),
        cmocka_unit_test(refuses_in_words),
    };

    return CHECK_RUN(tests);
}
