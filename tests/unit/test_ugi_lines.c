/*
 * test_ugi_lines.c - the bounded line reader, fed through pipes in pieces of every size.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "ugi/lines.h"

/* Somebody who writes `size` bytes in pieces and hangs up. */
struct writer {
    int fd;
    const char *text;
    size_t size, piece;
};

static void *write_all(void *context)
{
    struct writer *writer = context;

    for (size_t at = 0; at < writer->size;) {
        size_t left = writer->size - at;
        ssize_t put =
            write(writer->fd, writer->text + at, left < writer->piece ? left : writer->piece);

        if (put <= 0)
            break;
        at += (size_t)put;
    }
    close(writer->fd);
    return NULL;
}

struct input {
    struct lines lines;
    struct writer writer;
    pthread_t thread;
    int fd;
};

static void open_input(struct input *input, const char *text, size_t size, size_t piece)
{
    int ends[2];

    assert_int_equal(pipe(ends), 0);
    input->fd = ends[0];
    input->writer = (struct writer){.fd = ends[1], .text = text, .size = size, .piece = piece};
    assert_int_equal(lines_init(&input->lines, ends[0]), 0);
    assert_int_equal(pthread_create(&input->thread, NULL, write_all, &input->writer), 0);
}

static void close_input(struct input *input)
{
    pthread_join(input->thread, NULL);
    lines_release(&input->lines);
    close(input->fd);
}

static void expect_line(struct input *input, const char *wanted, size_t wanted_length)
{
    const char *text;
    size_t length;

    assert_int_equal(lines_next(&input->lines, &text, &length), LINES_LINE);
    assert_int_equal(length, wanted_length);
    assert_memory_equal(text, wanted, length);
}

static void expect_event(struct input *input, enum lines_event wanted)
{
    const char *text;
    size_t length;

    assert_int_equal(lines_next(&input->lines, &text, &length), wanted);
}

static void line_ends(void **state)
{
    static const char text[] = "one\ntwo\r\n\n\r\n a\0b \nc\rd\nlast\r";

    (void)state;
    for (size_t piece = 1; piece < 12; piece++) {
        struct input input;

        open_input(&input, text, sizeof(text) - 1, piece);
        expect_line(&input, "one", 3);
        expect_line(&input, "two", 3);
        expect_line(&input, "", 0);
        expect_line(&input, "", 0);
        expect_line(&input, " a\0b ", 5);
        expect_line(&input, "c\rd", 3);
        expect_line(&input, "last\r", 5);
        expect_event(&input, LINES_END);
        expect_event(&input, LINES_END);
        close_input(&input);
    }
}

static void nothing_at_all(void **state)
{
    struct input input;

    (void)state;
    open_input(&input, "", 0, 1);
    expect_event(&input, LINES_END);
    close_input(&input);
}

/* Lines of `length` letters, then a short one. */
static char *long_text(size_t length, size_t *ret_size)
{
    char *text = malloc(length + 4);

    assert_non_null(text);
    memset(text, 'x', length);
    memcpy(text + length, "\nok\n", 4);
    *ret_size = length + 4;
    return text;
}

static void the_longest_line(void **state)
{
    struct input input;
    size_t size;
    char *text = long_text(LINES_LENGTH_MAX, &size);

    (void)state;
    open_input(&input, text, size, 70000);
    expect_line(&input, text, LINES_LENGTH_MAX);
    expect_line(&input, "ok", 2);
    expect_event(&input, LINES_END);
    close_input(&input);
    free(text);
}

static void a_line_too_long_is_left_out_whole(void **state)
{
    static const size_t beyond[] = {1, 2, 1000, LINES_LENGTH_MAX, 5 * (size_t)LINES_LENGTH_MAX + 7};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(beyond); i++) {
        struct input input;
        size_t size;
        char *text = long_text(LINES_LENGTH_MAX + beyond[i], &size);

        open_input(&input, text, size, 1 << 20);
        expect_event(&input, LINES_TOO_LONG);
        expect_line(&input, "ok", 2);
        expect_event(&input, LINES_END);
        close_input(&input);
        free(text);
    }
}

static void too_long_without_an_end(void **state)
{
    struct input input;
    size_t size;
    char *text = long_text(3 * (size_t)LINES_LENGTH_MAX, &size);

    (void)state;
    open_input(&input, text, size - 4, 1 << 20);
    expect_event(&input, LINES_TOO_LONG);
    expect_event(&input, LINES_END);
    close_input(&input);
    free(text);
}

/* Many lines, so that the rest of the memory has to move to the front now and then. */
static void more_lines_than_memory(void **state)
{
    enum { LINES = 40000, LENGTH = 101 };
    size_t size = (size_t)LINES * LENGTH;
    char *text = malloc(size);
    struct input input;

    (void)state;
    assert_non_null(text);
    for (int i = 0; i < LINES; i++) {
        char line[LENGTH + 1];

        snprintf(line, sizeof(line), "%0*d\n", LENGTH - 1, i);
        memcpy(text + (size_t)i * LENGTH, line, LENGTH);
    }
    open_input(&input, text, size, 65536);
    for (int i = 0; i < LINES; i++)
        expect_line(&input, text + (size_t)i * LENGTH, LENGTH - 1);
    expect_event(&input, LINES_END);
    close_input(&input);
    free(text);
}

static void a_descriptor_that_does_not_block(void **state)
{
    struct input input;
    int ends[2];

    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
    input.fd = ends[0];
    input.writer = (struct writer){.fd = ends[1], .text = "a\nb", .size = 3, .piece = 1};
    assert_int_equal(lines_init(&input.lines, ends[0]), 0);
    assert_int_equal(pthread_create(&input.thread, NULL, write_all, &input.writer), 0);
    expect_line(&input, "a", 1);
    expect_line(&input, "b", 1);
    expect_event(&input, LINES_END);
    close_input(&input);
}

/* A line that is there comes first; what has come of the next one is not lost. */
static void somebody_calls(void **state)
{
    struct input input;
    int ends[2], call[2];

    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(pipe(call), 0);
    assert_int_equal(lines_init(&input.lines, ends[0]), 0);
    input.lines.call = call[0];
    assert_int_equal(write(ends[1], "one\ntw", 6), 6);
    expect_line(&input, "one", 3);
    assert_int_equal(write(call[1], "!", 1), 1);
    expect_event(&input, LINES_CALLED);
    expect_event(&input, LINES_CALLED);
    close(call[1]);
    expect_event(&input, LINES_CALLED);
    input.lines.call = -1;
    assert_int_equal(write(ends[1], "o\n", 2), 2);
    expect_line(&input, "two", 3);
    close(ends[1]);
    expect_event(&input, LINES_END);
    lines_release(&input.lines);
    close(ends[0]);
    close(call[0]);
}

static void a_descriptor_that_cannot_be_read(void **state)
{
    struct lines lines;
    const char *text;
    size_t length;

    (void)state;
    assert_int_equal(lines_init(&lines, -1), 0);
    assert_int_equal(lines_next(&lines, &text, &length), LINES_END);
    lines_release(&lines);
    lines_release(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(line_ends),
        cmocka_unit_test(nothing_at_all),
        cmocka_unit_test(the_longest_line),
        cmocka_unit_test(a_line_too_long_is_left_out_whole),
        cmocka_unit_test(too_long_without_an_end),
        cmocka_unit_test(more_lines_than_memory),
        cmocka_unit_test(a_descriptor_that_does_not_block),
        cmocka_unit_test(somebody_calls),
        cmocka_unit_test(a_descriptor_that_cannot_be_read),
    };

    return CHECK_RUN(tests);
}
