/*
 * test_notes.c - what a note makes of a stranger's words: readable in every script, harmless to a
 * terminal, and the line of a trace that says what went wrong and where.
 */
#include "check.h"

#include <string.h>

#include "match/notes.h"

static void reads(const char *text, size_t length, size_t room, const char *wanted)
{
    char got[200] = "";
    struct bz_buf note = {.text = got, .size = room};

    bz_note_text(&note, text, length);
    assert_string_equal(got, wanted);
}

static void every_script_is_readable_and_nothing_else_happens(void **state)
{
    static const char *const cases[][2] = {
        {"plain", "plain"},
        {"خطا در تخته", "خطا در تخته"},
        {"می\u200cشود \u00e9 棋", "می\u200cشود \u00e9 棋"},
        {"a\tb\x1b[2J\x7f", "a\\x09b\\x1b[2J\\x7f"},
        {"\u202e \u202c", "\\xe2\\x80\\xae \\xe2\\x80\\xac"},
        {"\u2066 \u2069", "\\xe2\\x81\\xa6 \\xe2\\x81\\xa9"},
        {"a\u2028b\xc2\x85 c", "a\\xe2\\x80\\xa8b\\xc2\\x85 c"},
        {"\xff\xd8 \xc0\x80", "\\xff\\xd8 \\xc0\\x80"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(cases); i++)
        reads(cases[i][0], strlen(cases[i][0]), 200, cases[i][1]);
    reads("خطا", 3, 200, "خ\\xd8"); /* no further than it was told */
    reads("خطا", 6, 6, "خط");       /* nor a half where there is no room */
    reads("خطا", 6, 7, "خطا");
}

/* What is said of a program that wrote this to its standard error. */
static void last_words(const char *errors, const char *wanted)
{
    static struct bz_channel channel;
    char got[BZ_NOTE_MAX] = "";
    struct bz_buf note = BZ_BUF(got);

    memset(&channel, 0, sizeof(channel));
    channel.error_length = strlen(errors);
    memcpy(channel.errors, errors, channel.error_length);
    bz_note_talk(&note, &channel);
    assert_non_null(strstr(got, wanted));
}

static void the_line_that_names_the_error_is_found(void **state)
{
    (void)state;
    last_words("hello\nsomething is wrong\n\n", "standard error: 'something is wrong'");
    last_words(
        "Traceback (most recent call last):\n  File \"/pen/agent.py\", line 9, in <module>\n"
        "    think()\n  File \"/pen/my mind.py\", line 2, in think\n    raise ValueError(x)\n"
        "ValueError: خطا\n",
        "standard error: 'ValueError: خطا', at '\"my mind.py\", line 2, in think'");
    last_words("/pen/a.js:1\n  return b.moves[0];\n           ^\n\nTypeError: b is null\n"
               "    at think (/pen/a.js:1:42)\n    at Socket.emit (node:events:524:28) {\n"
               "  code: 'X'\n}\n\nNode.js v20.20.2\n",
               "standard error: 'TypeError: b is null', at 'think (a.js:1:42)'");
    last_words("Exception in thread \"main\" java.lang.Error: x\n\tat Main.main(Main.java:5)\n"
               "Caused by: java.lang.IndexOutOfBoundsException: Index 3\n"
               "\tat java.base/java.util.List.get(List.java:1)\n\tat Mind.think(Mind.java:7)\n"
               "\t... 1 more\n",
               "'Caused by: java.lang.IndexOutOfBoundsException: Index 3', at "
               "'Mind.think(Mind.java:7)'");
    last_words("terminate called after throwing an instance of 'E'\n  what():  too far\n",
               "standard error: 'what():  too far'");
    last_words("  all of it\n  is indented\n", "standard error: 'is indented'");
}

static void what_is_too_long_is_cut_where_that_is_marked(void **state)
{
    char line[400];

    (void)state;
    memset(line, 'x', 300);
    snprintf(line + 300, sizeof(line) - 300, "the end\n");
    last_words(line, "standard error: '...xxx");
    last_words(line, "xxxthe end'");
    for (int i = 0; i < 100; i++)
        memcpy(line + 2 * i, "خ", 2);
    snprintf(line + 200, sizeof(line) - 200, "!\n");
    last_words(line, "standard error: '...خخخ");
}

static void a_remembered_line_ends_with_a_whole_character(void **state)
{
    static struct bz_channel channel;
    char got[BZ_NOTE_MAX] = "";
    struct bz_buf note = BZ_BUF(got);

    (void)state;
    channel.said.count = 1;
    channel.said.lengths[0] = BZ_CHANNEL_CUT;
    channel.said.lines[0][0] = 'a';
    for (int i = 1; i + 1 < BZ_CHANNEL_CUT; i += 2)
        memcpy(channel.said.lines[0] + i, "خ", 2);
    channel.said.lines[0][BZ_CHANNEL_CUT - 1] = '\xd8';
    bz_note_talk(&note, &channel);
    assert_non_null(strstr(got, "it had said 'aخخ"));
    assert_non_null(strstr(got, "خ...'"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_script_is_readable_and_nothing_else_happens),
        cmocka_unit_test(the_line_that_names_the_error_is_found),
        cmocka_unit_test(what_is_too_long_is_cut_where_that_is_marked),
        cmocka_unit_test(a_remembered_line_ends_with_a_whole_character),
    };

    return CHECK_RUN(tests);
}
