/*
 * test_record_read.c - texts that are no game: refused with their place, touching nothing, whatever
 * is wrong with them.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "records.h"

#define HEAD "[Game \"konane\"]\n[Options \"size=4\"]\n"
#define OPEN HEAD "[Result \"none\"]\n\n"

/* Each wrong record, its code, and the place and words of the message. */
static const struct {
    const char *text;
    int code;
    const char *words;
} refusals[] = {
    /* headers */
    {"", BZ_ERROR_SYNTAX, "line 1, column 1: Game Result"},
    {"\n", BZ_ERROR_SYNTAX, "line 1, column 1: Game Result"},
    {"a1 b1\n", BZ_ERROR_SYNTAX, "line 1, column 1: Game Result"},
    {"[Game \"konane\"]\n\n", BZ_ERROR_SYNTAX, "line 2, column 1: Result"},
    {"[Result \"none\"]\n\n", BZ_ERROR_SYNTAX, "line 2, column 1: Game"},
    {"[Game konane]\n", BZ_ERROR_SYNTAX, "line 1, column 6: header"},
    {"[Game  \"konane\"]\n", BZ_ERROR_SYNTAX, "line 1, column 6: header"},
    {"[ \"konane\"]\n", BZ_ERROR_SYNTAX, "line 1, column 2: header"},
    {"[Game \"konane\"\n", BZ_ERROR_SYNTAX, "line 1, column 14:"},
    {"[Game \"konane]\n", BZ_ERROR_SYNTAX, "line 1, column 15:"},
    {"[Game \"konane\"] \n", BZ_ERROR_SYNTAX, "line 1, column 14:"},
    {"[Game \"konane\"]\r\n", BZ_ERROR_SYNTAX, "line 1, column 14:"},
    {"[Game \"kona\tne\"]\n", BZ_ERROR_SYNTAX, "line 1, column 12:"},
    {"[Game \"konane\"]\n[Game \"konane\"]\n", BZ_ERROR_UNKNOWN, "line 2, column 1: twice"},
    {"[Game \"konane\"]\n[Weather \"fine\"]\n", BZ_ERROR_UNKNOWN, "line 2, column 1: Options"},
    {"[Date \"today\"]\n[Date \"today\"]\n", BZ_ERROR_UNKNOWN, "line 2, column 1: twice"},
    {"[Game \"konane\"]\n[P9 \"x\"]\n", BZ_ERROR_UNKNOWN, "line 2, column 1:"},
    {"[Game \"konane\"]\n[Result \"none\"]\n", BZ_ERROR_SYNTAX, "line 3, column 1: empty"},
    {"[Game \"konane\"]\n[Result \"none\"]\na1\n", BZ_ERROR_SYNTAX, "line 3, column 1: empty"},
    /* what the headers say; the place is the header's */
    {"[Game \"go\"]\n[Result \"none\"]\n\n", BZ_ERROR_UNKNOWN, "line 1, go konane"},
    {"[Game \"konane\"]\n[Options \"size=3\"]\n[Result \"none\"]\n\n", BZ_ERROR_RANGE,
     "line 2, size 3"},
    {"[Game \"konane\"]\n[Options \"colour=1\"]\n[Result \"none\"]\n\n", BZ_ERROR_UNKNOWN,
     "line 2, colour size"},
    {"[Game \"konane\"]\n[Options \"size\"]\n[Result \"none\"]\n\n", BZ_ERROR_SYNTAX,
     "line 2, size name=value"},
    {HEAD "[Start \"BWBW b\"]\n[Result \"none\"]\n\n", BZ_ERROR_RANGE, "line 3, position"},
    {HEAD "[Start \"\"]\n[Result \"none\"]\n\n", BZ_ERROR_RANGE, "line 3, position"},
    {HEAD "[P3 \"third\"]\n[Result \"none\"]\n\n", BZ_ERROR_RANGE, "line 3, player"},
    /* moves */
    {OPEN "a1", BZ_ERROR_SYNTAX, "line 5, column 3: end"},
    {OPEN "a1 b1 a2-a4\n", BZ_ERROR_ILLEGAL, "line 5, column 7: a2-a4"},
    {OPEN "a1 b1\na3-a1 x\n", BZ_ERROR_SYNTAX, "line 6, column 7: x"},
    {OPEN "b1\n", BZ_ERROR_ILLEGAL, "line 5, column 1: b1"},
    {OPEN "\n  b1\n", BZ_ERROR_ILLEGAL, "line 6, column 3: b1"},
    {OPEN "a1\fb1\n", BZ_ERROR_SYNTAX, "line 5, column 1: a1\\x0cb1"},
    {OPEN "a1 b1\n[Result \"none\"]\n", BZ_ERROR_SYNTAX, "line 6, column 1:"},
    /* comments */
    {OPEN "{1s} a1\n", BZ_ERROR_SYNTAX, "line 5, column 1: {1s}"},
    {OPEN "a1{1s}\n", BZ_ERROR_SYNTAX, "line 5, column 1: a1{1s}"},
    {OPEN "a1 {1s} {2s}\n", BZ_ERROR_SYNTAX, "line 5, column 9: {2s}"},
    {OPEN "a1 {1s}", BZ_ERROR_SYNTAX, "line 5, column 8: end"},
    {OPEN "a1 {1s}b1\n", BZ_ERROR_SYNTAX, "line 5, column 8: blank"},
    {OPEN "a1 {1s\n", BZ_ERROR_SYNTAX, "line 5, column 4: no end"},
    {OPEN "a1 {}\n", BZ_ERROR_SYNTAX, "line 5, column 5: comment"},
    {OPEN "a1 { }\n", BZ_ERROR_SYNTAX, "line 5, column 6: comment"},
    {OPEN "a1 {1}\n", BZ_ERROR_SYNTAX, "line 5, column 5: comment"},
    {OPEN "a1 {-1s}\n", BZ_ERROR_SYNTAX, "line 5, column 5: comment"},
    {OPEN "a1 {1.s}\n", BZ_ERROR_SYNTAX, "line 5, column 5: comment"},
    {OPEN "a1 {.5s}\n", BZ_ERROR_SYNTAX, "line 5, column 5: comment"},
    {OPEN "a1 {1.-5s}\n", BZ_ERROR_SYNTAX, "line 5, column 5: comment"},
    {OPEN "a1 {0.1234567s}\n", BZ_ERROR_SYNTAX, "line 5, column 5: comment"},
    {OPEN "a1 {9223372036855s}\n", BZ_ERROR_SYNTAX, "line 5, column 5: comment"},
    {OPEN "a1 {1s left}\n", BZ_ERROR_SYNTAX, "line 5, column 12: comment"},
    {OPEN "a1 {1s left 0.0001s}\n", BZ_ERROR_SYNTAX, "line 5, column 13: comment"},
    {OPEN "a1 {left 1s 1s}\n", BZ_ERROR_SYNTAX, "line 5, column 13: comment"},
    {OPEN "a1 {1s\n\n depth 0}\n", BZ_ERROR_SYNTAX, "line 7, column 8: comment"},
    {OPEN "a1 {value nan}\n", BZ_ERROR_SYNTAX, "line 5, column 11: comment"},
    {OPEN "a1 {value 0x10}\n", BZ_ERROR_SYNTAX, "line 5, column 11: comment"},
    {OPEN "a1 {value 1e999}\n", BZ_ERROR_SYNTAX, "line 5, column 11: comment"},
    {OPEN "a1 {win 3 loss 3}\n", BZ_ERROR_SYNTAX, "line 5, column 11: comment"},
    {OPEN "a1 {win -3}\n", BZ_ERROR_SYNTAX, "line 5, column 9: comment"},
    {OPEN "a1 {depth 2147483648}\n", BZ_ERROR_SYNTAX, "line 5, column 11: comment"},
    {OPEN "a1 {nodes 18446744073709551616}\n", BZ_ERROR_SYNTAX, "line 5, column 11: comment"},
    {OPEN "a1 {nodes 5 depth 3}\n", BZ_ERROR_SYNTAX, "line 5, column 13: comment"},
    {OPEN "a1 {pleased}\n", BZ_ERROR_SYNTAX, "line 5, column 5: comment"},
    /* rulings */
    {HEAD "[Result \"p1win\"]\n[Ruling \"slept p2\"]\n\na1\n", BZ_ERROR_UNFIT, "line 4, Ruling"},
    {HEAD "[Result \"p1win\"]\n[Ruling \"late\"]\n\na1\n", BZ_ERROR_UNFIT, "line 4, Ruling"},
    {HEAD "[Result \"p1win\"]\n[Ruling \"late p3\"]\n\na1\n", BZ_ERROR_UNFIT, "line 4, Ruling"},
    {HEAD "[Result \"p1win\"]\n[Ruling \"late p2 \"]\n\na1\n", BZ_ERROR_UNFIT, "line 4, Ruling"},
    {HEAD "[Result \"draw\"]\n[Ruling \"drawn p1\"]\n\na1\n", BZ_ERROR_UNFIT, "line 4, Ruling"},
    {HEAD "[Result \"p2win\"]\n[Ruling \"late p2\"]\n\na1\n", BZ_ERROR_UNFIT, "line 3, Result"},
    {HEAD "[Result \"p1win\"]\n[Ruling \"resigned p2\"]\n[Resigned \"p2\"]\n\na1\n", BZ_ERROR_UNFIT,
     "line 4, Ruling"},
    {HEAD "[Result \"none\"]\n[Note \"\\x00\"]\n\na1\n", BZ_ERROR_RANGE, "line 4, note"},
    /* results that the moves do not lead to */
    {HEAD "[Result \"p1win\"]\n\na1 b1\n", BZ_ERROR_UNFIT, "line column Result"},
    {HEAD "[Result \"draw\"]\n\na1\n", BZ_ERROR_UNFIT, "line column Result"},
    {HEAD "[Result \"\"]\n\na1\n", BZ_ERROR_UNFIT, "line column Result"},
    {HEAD "[Result \"none\"]\n[Reason \"boredom\"]\n\na1\n", BZ_ERROR_UNFIT, "line column Reason"},
    {HEAD "[Result \"none\"]\n[Resigned \"p1\"]\n\na1\n", BZ_ERROR_UNFIT, "line column Result"},
    {HEAD "[Result \"p1win\"]\n[Resigned \"p1\"]\n\na1\n", BZ_ERROR_UNFIT, "line column Result"},
    {HEAD "[Result \"p1win\"]\n[Resigned \"p3\"]\n\na1\n", BZ_ERROR_UNFIT, "line column Resigned"},
    {HEAD "[Result \"p1win\"]\n[Resigned \"\"]\n\na1\n", BZ_ERROR_UNFIT, "line column Resigned"},
    {HEAD "[Start \"1WB1/4/4/W3 b\"]\n[Result \"p2win\"]\n\nc1-a1\n", BZ_ERROR_UNFIT,
     "line column Result"},
    {HEAD "[Start \"1WB1/4/4/W3 b\"]\n[Result \"p2win\"]\n[Resigned \"p1\"]\n\nc1-a1\n",
     BZ_ERROR_UNFIT, "line column Resigned"},
    {HEAD "[Start \"1WB1/4/4/W3 b\"]\n[Result \"p1win\"]\n\nc1-a1 b1\n", BZ_ERROR_ILLEGAL,
     "line 6, column 7: b1 over"},
};

/* Moves may stand anywhere behind the headers, as people leave them who edit a record by hand. */
static void blanks_between_moves_do_not_matter(void **state)
{
    static const char text[] = OPEN "\n a1  \t\r\n\r\nb1 \n\n";
    struct bz_setup setup;
    struct bz_record record;

    (void)state;
    assert_int_equal(bz_record_read(text, strlen(text), &setup, &record, NULL), BZ_OK);
    assert_int_equal(record.length, 2);
    bz_record_release(&record);
    bz_setup_release(&setup);
}

/* Reads what must be refused, from a copy without a terminator; nothing may be touched. */
static void refuse(const char *text, size_t length, struct bz_error *ret_err)
{
    struct bz_setup setup, setup_before;
    struct bz_record record, record_before;
    char *copy = malloc(length ? length : 1);

    assert_non_null(copy);
    memcpy(copy, text, length);
    memset(&setup, 0x5a, sizeof(setup));
    memset(&setup_before, 0x5a, sizeof(setup));
    memset(&record, 0x5a, sizeof(record));
    memset(&record_before, 0x5a, sizeof(record));
    if (bz_record_read(copy, length, &setup, &record, ret_err) == BZ_OK)
        fail_msg("this was accepted:\n%s", text);
    assert_memory_equal(&setup, &setup_before, sizeof(setup));
    assert_memory_equal(&record, &record_before, sizeof(record));
    free(copy);
}

static void wrong_records_are_refused_with_their_place(void **state)
{
    (void)state;
    for (int i = 0; i < CHECK_COUNT(refusals); i++) {
        struct bz_error err;

        refuse(refusals[i].text, strlen(refusals[i].text), &err);
        check_error(&err, refusals[i].code, refusals[i].words);
    }
}

/* --- hostile text --------------------------------------------------------------------------- */

/* Reads it; if it is understood, writing it gives a record that reads the same. */
static bool understood(const char *text, size_t length)
{
    char *copy = malloc(length ? length : 1);
    struct bz_setup setup;
    struct bz_record record;
    struct bz_error err;
    int code;

    assert_non_null(copy);
    memcpy(copy, text, length);
    code = bz_record_read(copy, length, &setup, &record, &err);
    free(copy);
    if (code) {
        check_error(&err, code, "record");
        return false;
    }
    record_round_trip(&record);
    bz_record_release(&record);
    bz_setup_release(&setup);
    return true;
}

/* A whole game: any part of it leads to another result. */
static char *whole_game(void)
{
    struct bz_setup setup;
    struct bz_record record;
    union bz_pos start;
    struct bz_remark known = {.micros = 1500, .left = 70, .value = -2.5, .depth = 3, .nodes = 9};
    bz_move moves[BZ_MOVES_MAX];
    char *text;

    check_setup(&setup, "konane", "");
    check_parse(&setup, "2BW/WBWB/BWBW/WBWB b", &start);
    bz_record_init(&record, &setup, &start);
    snprintf(record.players[0], BZ_NAME_MAX, "human");
    snprintf(record.tags[BZ_TAG_DATE], BZ_NAME_MAX, "today");
    while (setup.rules->moves(&record.pos, moves) > 0)
        if (record.length != 1)
            bz_record_play(&record, moves[0], NULL);
        else
            bz_record_remark(&record, moves[0], &known, NULL);
    assert_true(record.length > 3);
    text = record_text(&record);
    bz_record_release(&record);
    bz_setup_release(&setup);
    return text;
}

static void every_cut_is_refused(void **state)
{
    char *text = whole_game();
    size_t length = strlen(text);

    (void)state;
    assert_true(understood(text, length));
    for (size_t cut = 0; cut < length; cut++)
        if (understood(text, cut))
            fail_msg("understood without its last %zu bytes", length - cut);
    free(text);
}

/* Each byte replaced by each other: never a crash, never half of it. */
static void every_changed_byte_is_refused_or_understood(void **state)
{
    char *text = whole_game();
    size_t length = strlen(text);

    (void)state;
    for (size_t at = 0; at < length; at++) {
        char before = text[at];

        for (int byte = 0; byte < 256; byte++) {
            text[at] = (char)byte;
            understood(text, length);
        }
        text[at] = before;
    }
    free(text);
}

static void huge_texts_are_refused(void **state)
{
    static const char opening[] = "[Game \"";
    size_t length = (size_t)BZ_RECORD_TEXT_MAX + 1;
    char *text = malloc(length);
    struct bz_error err;

    (void)state;
    assert_non_null(text);
    memset(text, 'a', length);
    memcpy(text, opening, sizeof(opening) - 1);
    refuse(text, length, &err);
    check_error(&err, BZ_ERROR_RANGE, "long");
    memcpy(text + length / 2, "\"]\n[Result \"none\"]\n\n", 20);
    refuse(text, length - 1, &err);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blanks_between_moves_do_not_matter),
        cmocka_unit_test(wrong_records_are_refused_with_their_place),
        cmocka_unit_test(every_cut_is_refused),
        cmocka_unit_test(every_changed_byte_is_refused_or_understood),
        cmocka_unit_test(huge_texts_are_refused),
    };

    return CHECK_RUN(tests);
}
