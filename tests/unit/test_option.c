/*
 * test_option.c - tables of settings: what is accepted, what is refused and in which words.
 */
#include "check.h"

#include <inttypes.h>
#include <string.h>

static const struct bz_option table[] = {
    {.name = "size", .type = BZ_INTEGER, .fallback = "8", .min = 4, .max = 16, .brief = "cells"},
    {.name = "resign", .type = BZ_CHOICE, .fallback = "never", .choices = "never|lost|late"},
    {.name = "map", .type = BZ_TEXT, .fallback = "plain"},
    {.name = NULL},
};

enum { SIZE, RESIGN, MAP };

static const struct bz_option empty_table[] = {{.name = NULL}};

static int parse(int which, const char *text, struct bz_value *ret_value, struct bz_error *err)
{
    return bz_option_parse(&table[which], text, strlen(text), ret_value, err);
}

static void finds_by_whole_name(void **state)
{
    struct bz_error err;

    (void)state;
    assert_int_equal(bz_option_find(table, "konane", "size", 4, &err), SIZE);
    assert_int_equal(bz_option_find(table, "konane", "map and more", 3, &err), MAP);
    assert_true(bz_option_find(table, "konane", "siz", 3, &err) < 0);
    assert_true(bz_option_find(table, "konane", "sizes", 5, &err) < 0);
    assert_int_equal(bz_option_find(table, "konane", "Size", 4, &err), SIZE);
    assert_true(bz_option_find(table, "konane", "", 0, &err) < 0);
}

static void unknown_name_lists_what_exists(void **state)
{
    struct bz_error err;

    (void)state;
    assert_int_equal(bz_option_find(table, "konane", "colour", 6, &err), BZ_ERROR_UNKNOWN);
    check_error(&err, BZ_ERROR_UNKNOWN, "konane colour size resign map");
    assert_int_equal(bz_option_find(empty_table, "player simple", "x", 1, &err), BZ_ERROR_UNKNOWN);
    check_error(&err, BZ_ERROR_UNKNOWN, "player simple x");
}

static void defaults_are_the_fallbacks(void **state)
{
    struct bz_value values[3];

    (void)state;
    bz_option_defaults(table, values);
    assert_int_equal(values[SIZE].number, 8);
    assert_string_equal(values[SIZE].text, "8");
    assert_int_equal(values[RESIGN].number, 0);
    assert_string_equal(values[RESIGN].text, "never");
    assert_string_equal(values[MAP].text, "plain");
}

static void integers_keep_number_and_text(void **state)
{
    struct bz_value value;
    struct bz_error err;

    (void)state;
    assert_int_equal(parse(SIZE, "4", &value, &err), BZ_OK);
    assert_int_equal(value.number, 4);
    assert_int_equal(parse(SIZE, "16", &value, &err), BZ_OK);
    assert_int_equal(value.number, 16);
    assert_string_equal(value.text, "16");
}

static void choices_keep_their_index(void **state)
{
    struct bz_value value;
    struct bz_error err;

    (void)state;
    assert_int_equal(parse(RESIGN, "never", &value, &err), BZ_OK);
    assert_int_equal(value.number, 0);
    assert_int_equal(parse(RESIGN, "late", &value, &err), BZ_OK);
    assert_int_equal(value.number, 2);
    assert_string_equal(value.text, "late");
}

static void other_words_are_no_choice(void **state)
{
    static const char *const wrong[] = {"",           "los", "losts", "LOST",
                                        "never|lost", "|",   "lost ", " lost"};
    struct bz_error err;

    (void)state;
    for (int i = 0; i < CHECK_COUNT(wrong); i++) {
        struct bz_value value = {.number = 77, .text = "before"};

        if (parse(RESIGN, wrong[i], &value, &err) == BZ_OK)
            fail_msg("'%s' was taken for a choice", wrong[i]);
        check_error(&err, BZ_ERROR_UNKNOWN, "resign never lost late");
        assert_int_equal(value.number, 77);
        assert_string_equal(value.text, "before");
    }
}

/* Each kind of thing that is not a whole decimal number. */
static void bad_numbers_are_refused(void **state)
{
    static const char *const wrong[] = {
        "",    " ",   "8 ",  " 8",  "+8", "-",    "+",  "--8", "0x8", "8x",  "1e1", "8.0",
        "8,0", "8_0", "\t8", "8\n", "८",  "VIII", "8h", "(8)", "'8'", "8/1", "8-",  "0b1000",
    };
    struct bz_error err;

    (void)state;
    for (int i = 0; i < CHECK_COUNT(wrong); i++) {
        struct bz_value value = {.number = 77, .text = "before"};

        if (parse(SIZE, wrong[i], &value, &err) == BZ_OK)
            fail_msg("'%s' was taken for a number", wrong[i]);
        check_error(&err, BZ_ERROR_SYNTAX, "size");
        assert_int_equal(value.number, 77);
        assert_string_equal(value.text, "before");
    }
}

static void numbers_out_of_range_are_refused(void **state)
{
    static const char *const wrong[] = {
        "3",
        "17",
        "0",
        "-8",
        "2147483656",           /* 2^31 + 8 */
        "4294967304",           /* 2^32 + 8 */
        "9223372036854775807",  /* the largest 64-bit number */
        "9223372036854775808",  /* and one more */
        "18446744073709551624", /* 2^64 + 8 */
        "-9223372036854775809",
        "99999999999999999999999999999999999999999",
    };
    struct bz_error err;

    (void)state;
    for (int i = 0; i < CHECK_COUNT(wrong); i++) {
        struct bz_value value = {.number = 77, .text = "before"};

        if (parse(SIZE, wrong[i], &value, &err) == BZ_OK)
            fail_msg("'%s' was taken for a size", wrong[i]);
        check_error(&err, BZ_ERROR_RANGE, "size 4 16");
        assert_int_equal(value.number, 77);
        assert_string_equal(value.text, "before");
    }
}

static void integers_reach_both_ends_of_their_type(void **state)
{
    static const struct {
        const char *text;
        int64_t number;
    } cases[] = {
        {"9223372036854775807", INT64_MAX},
        {"-9223372036854775808", INT64_MIN},
        {"0", 0},
        {"-1", -1},
    };
    struct bz_error err;

    (void)state;
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        int64_t number = 5;

        assert_int_equal(bz_parse_integer(cases[i].text, strlen(cases[i].text), INT64_MIN,
                                          INT64_MAX, "it", &number, &err),
                         BZ_OK);
        assert_true(number == cases[i].number);
    }
}

static void integer_stops_at_its_length(void **state)
{
    int64_t number = 5;
    struct bz_error err;

    (void)state;
    assert_int_equal(bz_parse_integer("123456", 3, 0, 1000, "it", &number, &err), BZ_OK);
    assert_int_equal(number, 123);
    assert_int_equal(bz_parse_integer("12\0"
                                      "3",
                                      4, 0, 1000, "it", &number, &err),
                     BZ_ERROR_SYNTAX);
    assert_int_equal(number, 123);
}

static void texts_may_be_anything_that_fits(void **state)
{
    char longest[BZ_VALUE_MAX + 1];
    struct bz_value value = {.number = 77, .text = "before"};
    struct bz_error err;

    (void)state;
    memset(longest, 'x', sizeof(longest));
    assert_int_equal(bz_option_parse(&table[MAP], longest, BZ_VALUE_MAX, &value, &err),
                     BZ_ERROR_RANGE);
    check_error(&err, BZ_ERROR_RANGE, "map");
    assert_string_equal(value.text, "before");
    assert_int_equal(bz_option_parse(&table[MAP], "a\0b", 3, &value, &err), BZ_ERROR_SYNTAX);
    assert_string_equal(value.text, "before");
    assert_int_equal(bz_option_parse(&table[MAP], longest, BZ_VALUE_MAX - 1, &value, &err), BZ_OK);
    assert_int_equal(strlen(value.text), BZ_VALUE_MAX - 1);
    assert_int_equal(parse(MAP, "", &value, &err), BZ_OK);
    assert_string_equal(value.text, "");
}

static void domains_are_in_words(void **state)
{
    char words[64] = "";
    struct bz_buf out = BZ_BUF(words);

    (void)state;
    bz_buf_clear(&out);
    bz_option_domain(&table[SIZE], &out);
    assert_non_null(strstr(words, "4"));
    assert_non_null(strstr(words, "16"));
    bz_buf_clear(&out);
    bz_option_domain(&table[RESIGN], &out);
    assert_string_equal(words, "never|lost|late");
    bz_buf_clear(&out);
    bz_option_domain(&table[MAP], &out);
    assert_string_equal(words, "text");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_by_whole_name),
        cmocka_unit_test(unknown_name_lists_what_exists),
        cmocka_unit_test(defaults_are_the_fallbacks),
        cmocka_unit_test(integers_keep_number_and_text),
        cmocka_unit_test(choices_keep_their_index),
        cmocka_unit_test(other_words_are_no_choice),
        cmocka_unit_test(bad_numbers_are_refused),
        cmocka_unit_test(numbers_out_of_range_are_refused),
        cmocka_unit_test(integers_reach_both_ends_of_their_type),
        cmocka_unit_test(integer_stops_at_its_length),
        cmocka_unit_test(texts_may_be_anything_that_fits),
        cmocka_unit_test(domains_are_in_words),
    };

    return CHECK_RUN(tests);
}
