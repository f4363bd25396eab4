/*
 * test_error.c - codes, messages, and strangers' text made safe to show.
 */
#include "check.h"

#include <ctype.h>
#include <string.h>

static void fail_fills_and_returns_the_code(void **state)
{
    struct bz_error err = {0};

    (void)state;
    assert_int_equal(bz_fail(&err, BZ_ERROR_RANGE, "size %d", 17), BZ_ERROR_RANGE);
    assert_int_equal(err.code, BZ_ERROR_RANGE);
    assert_string_equal(err.text, "size 17");
}

static void fail_works_without_an_error_to_fill(void **state)
{
    (void)state;
    assert_int_equal(bz_fail(NULL, BZ_ERROR_IO, "nobody %s", "listens"), BZ_ERROR_IO);
}

static void fail_cuts_what_is_too_long(void **state)
{
    char stuff[1000];
    struct bz_error err;

    (void)state;
    memset(stuff, 'x', sizeof(stuff) - 1);
    stuff[sizeof(stuff) - 1] = '\0';
    bz_fail(&err, BZ_ERROR_SYNTAX, "%s", stuff);
    assert_int_equal(strlen(err.text), sizeof(err.text) - 1);
}

static void codes_are_negative_and_different(void **state)
{
#define CODE(name, brief) BZ_ERROR_##name,
    static const int codes[] = {BZ_ERROR_LIST(CODE)};
#undef CODE

    (void)state;
    for (int i = 0; i < CHECK_COUNT(codes); i++) {
        assert_true(codes[i] < 0);
        for (int j = 0; j < i; j++)
            assert_int_not_equal(codes[i], codes[j]);
    }
}

static void every_code_has_its_brief(void **state)
{
    (void)state;
#define SAME(name, brief) assert_string_equal(bz_code_brief(BZ_ERROR_##name), brief);
    BZ_ERROR_LIST(SAME)
#undef SAME
    assert_string_equal(bz_code_brief(1), "unknown error");
    assert_string_equal(bz_code_brief(-100), "unknown error");
    assert_string_equal(bz_code_brief(-12345), "unknown error");
}

static void quoting_leaves_plain_text_alone(void **state)
{
    (void)state;
    assert_string_equal(bz_quoted("c1-e1", 5).text, "c1-e1");
    assert_string_equal(bz_quoted("c1-e1", 2).text, "c1");
    assert_string_equal(bz_quoted("", 0).text, "");
}

static void quoting_writes_odd_bytes_in_hex(void **state)
{
    (void)state;
    assert_string_equal(bz_quoted("a\nb", 3).text, "a\\x0ab");
    assert_string_equal(bz_quoted("\0", 1).text, "\\x00");
    assert_string_equal(bz_quoted("\xff\x7f", 2).text, "\\xff\\x7f");
}

/* Any length of any byte stays printable, terminated, and starts with what was given. */
static void quoting_is_safe_for_every_byte_and_length(void **state)
{
    char stuff[200];

    (void)state;
    for (int byte = 0; byte < 256; byte++) {
        memset(stuff, byte, sizeof(stuff));
        for (size_t length = 0; length <= sizeof(stuff); length++) {
            struct bz_quote quote = bz_quoted(stuff, length);
            const char *end = memchr(quote.text, '\0', sizeof(quote.text));

            assert_non_null(end);
            for (const char *p = quote.text; p < end; p++)
                assert_true(isprint((unsigned char)*p));
            if (length > sizeof(quote.text))
                assert_string_equal(end - 3, "...");
        }
    }
}

static void quoting_cuts_long_text(void **state)
{
    static const char text[] = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz";
    struct bz_quote quote = bz_quoted(text, strlen(text));
    size_t shown = strlen(quote.text) - 3;

    (void)state;
    assert_true(shown >= 24);
    assert_memory_equal(quote.text, text, shown);
    assert_string_equal(quote.text + shown, "...");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fail_fills_and_returns_the_code),
        cmocka_unit_test(fail_works_without_an_error_to_fill),
        cmocka_unit_test(fail_cuts_what_is_too_long),
        cmocka_unit_test(codes_are_negative_and_different),
        cmocka_unit_test(every_code_has_its_brief),
        cmocka_unit_test(quoting_leaves_plain_text_alone),
        cmocka_unit_test(quoting_writes_odd_bytes_in_hex),
        cmocka_unit_test(quoting_is_safe_for_every_byte_and_length),
        cmocka_unit_test(quoting_cuts_long_text),
    };

    return CHECK_RUN(tests);
}
