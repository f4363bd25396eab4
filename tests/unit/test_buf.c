/*
 * test_buf.c - text in memory it can never outgrow.
 */
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void starts_empty(void **state)
{
    char memory[4] = "";
    struct bz_buf buf = BZ_BUF(memory);

    (void)state;
    assert_int_equal(buf.size, 4);
    assert_int_equal(buf.length, 0);
    assert_false(buf.full);
}

static void adds_up(void **state)
{
    char memory[32];
    struct bz_buf buf = BZ_BUF(memory);

    (void)state;
    bz_buf_clear(&buf);
    bz_buf_char(&buf, 'c');
    bz_buf_add(&buf, "%d-%s", 1, "e1");
    bz_buf_text(&buf, " and more", 4);
    assert_string_equal(memory, "c1-e1 and");
    assert_int_equal(buf.length, 9);
    assert_false(buf.full);
}

/* Whatever is added, in every size of memory: the text is a prefix, terminated, and the byte
 * behind the memory is untouched. */
static void never_outgrows_its_memory(void **state)
{
    static const char whole[] = "0123456789";

    (void)state;
    for (size_t size = 1; size <= sizeof(whole); size++) {
        char memory[16];
        struct bz_buf buf = {.text = memory, .size = size};

        for (int way = 0; way < 3; way++) {
            memset(memory, '#', sizeof(memory));
            bz_buf_clear(&buf);
            for (int i = 0; way == 0 && i < 10; i++)
                bz_buf_char(&buf, whole[i]);
            if (way == 1)
                bz_buf_add(&buf, "%s%d", "01234", 56789);
            if (way == 2)
                bz_buf_text(&buf, whole, 10);
            assert_int_equal(buf.length, size - 1);
            assert_memory_equal(memory, whole, size - 1);
            assert_int_equal(memory[size - 1], '\0');
            assert_int_equal(memory[size], '#');
            assert_int_equal(buf.full, size - 1 < 10);
        }
    }
}

static void stays_full_until_cleared(void **state)
{
    char memory[4];
    struct bz_buf buf = BZ_BUF(memory);

    (void)state;
    bz_buf_clear(&buf);
    bz_buf_add(&buf, "abcdef");
    bz_buf_text(&buf, "", 0);
    assert_true(buf.full);
    assert_string_equal(memory, "abc");
    bz_buf_clear(&buf);
    assert_false(buf.full);
    assert_string_equal(memory, "");
}

static void writes_short_numbers_short(void **state)
{
    static const struct {
        double number;
        const char *text;
    } cases[] = {
        {0, "0"},         {-3, "-3"},        {0.5, "0.5"},        {0.1, "0.1"},
        {1e6, "1000000"}, {HUGE_VAL, "inf"}, {-HUGE_VAL, "-inf"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        char memory[64] = "";
        struct bz_buf buf = BZ_BUF(memory);

        bz_buf_clear(&buf);
        bz_buf_number(&buf, cases[i].number);
        assert_string_equal(memory, cases[i].text);
    }
}

static void numbers_read_back_the_same(void **state)
{
    struct bz_random random;

    (void)state;
    bz_random_seed(&random, 1);
    for (int i = 0; i < 20000; i++) {
        int exponent = (int)bz_random_below(&random, 600) - 300;
        double number = ldexp((double)bz_random_next(&random), exponent);
        char memory[64] = "";
        struct bz_buf buf = BZ_BUF(memory);

        bz_buf_clear(&buf);
        bz_buf_number(&buf, i % 2 ? number : -number);
        check_number(strtod(memory, NULL), i % 2 ? number : -number, memory);
    }
}

/* What a terminal would obey, and what is no text, is spelt out. */
static void strange_texts_are_spelt_out(void **state)
{
    static const struct {
        const char *text, *special, *wanted;
    } cases[] = {
        {"plain \"text\"", "", "plain \"text\""},
        {"a \"b\\", "\"\\", "a \\x22b\\x5c"},
        {"\x1b[31m\r\n\t\x7f", "", "\\x1b[31m\\x0d\\x0a\\x09\\x7f"},
        {"سیاه é \U0001f600 \xc2\xa0", "", "سیاه é \U0001f600 \xc2\xa0"},
        {"\xc2\x9b"
         "2J",
         "", "\\xc2\\x9b2J"}, /* a command of eight bits */
        {"\x9b"
         "2J",
         "", "\\x9b2J"},
        {"\xc0\x9b \xe0\x80\x9b", "", "\\xc0\\x9b \\xe0\\x80\\x9b"}, /* longer than it need be */
        {"\xed\xa0\x80", "", "\\xed\\xa0\\x80"},                     /* half of a pair */
        {"\xf4\x90\x80\x80 \xf8\x88\x80\x80\x80", "",                /* beyond the last one */
         "\\xf4\\x90\\x80\\x80 \\xf8\\x88\\x80\\x80\\x80"},
        {"\xd8", "", "\\xd8"},
        {"\xe2\x82", "", "\\xe2\\x82"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        char text[80] = "";
        struct bz_buf buf = BZ_BUF(text);

        bz_buf_escape(&buf, cases[i].text, cases[i].special);
        assert_string_equal(text, cases[i].wanted);
    }
}

static void no_character_is_cut_in_two(void **state)
{
    char text[6] = "";
    struct bz_buf buf = BZ_BUF(text);

    (void)state;
    bz_buf_escape(&buf, "سیاه", "");
    assert_string_equal(text, "سی");
    assert_true(buf.full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starts_empty),
        cmocka_unit_test(adds_up),
        cmocka_unit_test(never_outgrows_its_memory),
        cmocka_unit_test(stays_full_until_cleared),
        cmocka_unit_test(writes_short_numbers_short),
        cmocka_unit_test(numbers_read_back_the_same),
        cmocka_unit_test(strange_texts_are_spelt_out),
        cmocka_unit_test(no_character_is_cut_in_two),
    };

    return CHECK_RUN(tests);
}
