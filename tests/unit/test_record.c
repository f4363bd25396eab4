/*
 * test_record.c - games as text: what is written reads back the same, and whatever else is offered
 * is refused with its place, touching nothing.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties.h"
#include "toys.h"

/* The text form, to be freed. */
static char *written(const struct bz_record *record)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    struct bz_error err;

    assert_non_null(out);
    if (bz_record_write(record, out, &err))
        fail_msg("%s", err.text);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void assert_same_position(const struct bz_setup *setup, const void *pos,
                                 const struct bz_setup *other, const void *copy)
{
    char text[BZ_POS_TEXT_MAX];

    snprintf(text, sizeof(text), "%s", check_text(setup, pos));
    assert_string_equal(check_text(other, copy), text);
}

static void assert_same_record(const struct bz_record *a, const struct bz_record *b)
{
    assert_int_equal(a->length, b->length);
    assert_int_equal(a->resigned, b->resigned);
    assert_int_equal(a->from_start, b->from_start);
    assert_same_position(a->setup, &a->start, b->setup, &b->start);
    assert_same_position(a->setup, &a->pos, b->setup, &b->pos);
    for (int i = 0; i < a->length; i++)
        assert_true(a->moves[i] == b->moves[i]);
    for (int i = 0; i < BZ_PLAYERS_MAX; i++)
        assert_string_equal(a->players[i], b->players[i]);
}

/* Written, read, and written again: the same record and the same text. */
static void assert_round_trip(const struct bz_record *record)
{
    char *text = written(record), *again;
    struct bz_setup setup;
    struct bz_record read;
    struct bz_error err;

    if (bz_record_read(text, strlen(text), &setup, &read, &err))
        fail_msg("%s\n%s", err.text, text);
    assert_ptr_equal(read.setup, &setup);
    assert_same_record(record, &read);
    again = written(&read);
    assert_string_equal(again, text);
    free(again);
    free(text);
    bz_record_release(&read);
    bz_setup_release(&setup);
}

static void engines_play_it_out(void **state)
{
    struct bz_setup setup;
    struct bz_engine *engines[2];
    struct bz_record record;
    struct bz_random random;

    (void)state;
    check_setup(&setup, "konane", "size=6");
    engines[0] = check_engine(&setup, "random:seed=4");
    engines[1] = check_engine(&setup, "best:plies=3,hash=1");
    bz_random_seed(&random, 0);
    bz_record_init(&record, &setup, NULL);
    assert_int_equal(bz_record_finish(&record, engines, &random, NULL, NULL, NULL), BZ_OK);
    assert_true(bz_is_over(&setup, &record.pos));
    assert_round_trip(&record);
    bz_record_release(&record);
    bz_engine_free(engines[0]);
    bz_engine_free(engines[1]);
    bz_setup_release(&setup);
}

/* --- text ----------------------------------------------------------------------------------- */

static void is_written_plainly(void **state)
{
    struct bz_setup setup;
    struct bz_record record;
    char *text;

    (void)state;
    check_setup(&setup, "konane", "size=6");
    bz_record_init(&record, &setup, NULL);
    snprintf(record.players[0], BZ_NAME_MAX, "human");
    snprintf(record.players[1], BZ_NAME_MAX, "best");
    check_record(&record, "a1 b1 a3-a1");
    record.resigned = 1;
    text = written(&record);
    assert_string_equal(text, "[Game \"konane\"]\n"
                              "[Options \"size=6\"]\n"
                              "[P1 \"human\"]\n"
                              "[P2 \"best\"]\n"
                              "[Result \"p1win\"]\n"
                              "[Reason \"White resigned\"]\n"
                              "[Resigned \"p2\"]\n"
                              "\n"
                              "a1 b1 a3-a1\n");
    free(text);
    bz_record_release(&record);
    bz_setup_release(&setup);
}

/* A disk without room: the device that is always full. */
static void a_record_that_cannot_be_written_is_an_error(void **state)
{
    struct bz_setup setup;
    struct bz_record record;
    struct bz_error err;
    FILE *full = fopen("/dev/full", "w");

    (void)state;
    assert_non_null(full);
    check_setup(&setup, "konane", "");
    bz_record_init(&record, &setup, NULL);
    assert_int_equal(bz_record_write(&record, full, &err), BZ_ERROR_IO);
    check_error(&err, BZ_ERROR_IO, "record");
    fclose(full);
    bz_record_release(&record);
    bz_setup_release(&setup);
}

static void random_games_read_back(void **state)
{
    static const char *const options[] = {"", "size=4", "size=5x9", "size=16",
                                          "resign=lost size=6"};
    struct bz_random random;

    (void)state;
    bz_random_seed(&random, 22);
    for (int i = 0; i < 60; i++) {
        struct bz_setup setup;
        struct bz_record record;
        union bz_pos start;
        bz_move moves[BZ_MOVES_MAX];
        int count, plies = (int)bz_random_below(&random, 80);

        check_setup(&setup, "konane", options[i % CHECK_COUNT(options)]);
        property_wander(&setup, &random, (int)bz_random_below(&random, 6), &start);
        bz_record_init(&record, &setup, i % 2 ? &start : NULL);
        for (int p = 0; p < plies && (count = setup.rules->moves(&record.pos, moves)) > 0; p++)
            bz_record_play(&record, moves[bz_random_below(&random, (uint64_t)count)], NULL);
        if (i % 3 == 0 && !bz_is_over(&setup, &record.pos))
            record.resigned = i % 2;
        snprintf(record.players[i % 2], BZ_NAME_MAX, "alphabeta:plies=%d,eval=report", i);
        assert_round_trip(&record);
        bz_record_release(&record);
        bz_setup_release(&setup);
    }
}

/* A player may be a command line, quotes and all; whatever its name, the record can be read. */
static void odd_names_do_not_spoil_a_record(void **state)
{
    static const char *const names[] = {
        "cmd:./agent --name \"my agent\"",
        "back\\slash",
        "ends with ]",
        "سیاه",
        "tab\there",
        "two\nlines",
        "\"]\n[Result \"p1win",
    };
    struct bz_setup setup;

    (void)state;
    check_setup(&setup, "konane", "");
    for (int i = 0; i < CHECK_COUNT(names); i++) {
        struct bz_record record, read;
        struct bz_setup again;
        struct bz_error err;
        char *text;

        bz_record_init(&record, &setup, NULL);
        check_record(&record, "d4 d5");
        snprintf(record.players[0], BZ_NAME_MAX, "%s", names[i]);
        text = written(&record);
        if (bz_record_read(text, strlen(text), &again, &read, &err))
            fail_msg("%s\n%s", err.text, text);
        assert_int_equal(read.length, 2);
        bz_record_release(&read);
        bz_setup_release(&again);
        free(text);
        bz_record_release(&record);
    }
    bz_setup_release(&setup);
}

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
    {"[Game \"konane\"]\n[Date \"today\"]\n", BZ_ERROR_UNKNOWN, "line 2, column 1: Options"},
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
    assert_round_trip(&record);
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
    bz_move moves[BZ_MOVES_MAX];
    char *text;

    check_setup(&setup, "konane", "");
    check_parse(&setup, "2BW/WBWB/BWBW/WBWB b", &start);
    bz_record_init(&record, &setup, &start);
    snprintf(record.players[0], BZ_NAME_MAX, "human");
    while (setup.rules->moves(&record.pos, moves) > 0)
        bz_record_play(&record, moves[0], NULL);
    assert_true(record.length > 3);
    text = written(&record);
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
        cmocka_unit_test(engines_play_it_out),
        cmocka_unit_test(is_written_plainly),
        cmocka_unit_test(a_record_that_cannot_be_written_is_an_error),
        cmocka_unit_test(random_games_read_back),
        cmocka_unit_test(odd_names_do_not_spoil_a_record),
        cmocka_unit_test(blanks_between_moves_do_not_matter),
        cmocka_unit_test(wrong_records_are_refused_with_their_place),
        cmocka_unit_test(every_cut_is_refused),
        cmocka_unit_test(every_changed_byte_is_refused_or_understood),
        cmocka_unit_test(huge_texts_are_refused),
    };

    return CHECK_RUN(tests);
}
