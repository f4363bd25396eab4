/*
 * test_record.c - games as text: what is written reads back the same, of every game and with
 * everything that can be known of it.
 */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties.h"
#include "records.h"
#include "settings.h"
#include "toys.h"

#define HEAD "[Game \"konane\"]\n[Options \"size=4\"]\n"
#define OPEN HEAD "[Result \"none\"]\n\n"

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
    record_round_trip(&record);
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
    bz_record_rule(&record, BZ_RULING_RESIGNED, 1);
    text = record_text(&record);
    assert_string_equal(text, "[Game \"konane\"]\n"
                              "[Options \"size=6\"]\n"
                              "[P1 \"human\"]\n"
                              "[P2 \"best\"]\n"
                              "[Result \"p1win\"]\n"
                              "[Reason \"White resigned\"]\n"
                              "[Ruling \"resigned p2\"]\n"
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
            bz_record_rule(&record, BZ_RULING_RESIGNED, i % 2);
        snprintf(record.players[i % 2], BZ_NAME_MAX, "alphabeta:plies=%d,eval=report", i);
        record_round_trip(&record);
        bz_record_release(&record);
        bz_setup_release(&setup);
    }
}

/* --- everything a record can hold ------------------------------------------------------------- */

/* A terminal may be shown the text, whoever wrote what is in it. */
static void assert_harmless(const char *text)
{
    for (const char *c = text; *c; c++)
        if (((unsigned char)*c < ' ' && *c != '\n') || *c == 0x7f ||
            (*c == '\xc2' && (unsigned char)c[1] < 0xa0))
            fail_msg("a control character in\n%s", text);
}

static void everything_known_reads_back_in_every_game(void **state)
{
    struct bz_random random;

    (void)state;
    bz_random_seed(&random, 6);
    for (int g = 0; bz_game_at(g); g++)
        for (const char *const *options = settings_of(bz_game_at(g)->name); *options; options++) {
            struct bz_setup setup;

            check_setup(&setup, bz_game_at(g)->name, *options);
            for (int i = 0; i < 8; i++) {
                struct bz_record record;
                char *text;

                record_some(&setup, &random, &record);
                record_round_trip(&record);
                text = record_text(&record);
                assert_harmless(text);
                free(text);
                bz_record_release(&record);
            }
            bz_setup_release(&setup);
        }
}

static void knowledge_is_written_plainly(void **state)
{
    static const struct bz_remark known = {
        .micros = 512000, .left = 59500, .depth = 18, .nodes = 123456, .value = 3.5};
    static const struct bz_remark proved = {
        .micros = 2000001, .left = -1, .value = (double)NAN, .proof = BZ_LOSS, .distance = 4};
    struct bz_setup setup;
    struct bz_record record;
    char *text;

    (void)state;
    check_setup(&setup, "konane", "size=4");
    bz_record_init(&record, &setup, NULL);
    snprintf(record.tags[BZ_TAG_ROUND], BZ_NAME_MAX, "2.1");
    bz_record_remark(&record, check_move(&setup, &record.pos, "a1"), &known, NULL);
    bz_record_remark(&record, check_move(&setup, &record.pos, "b1"), &proved, NULL);
    check_record(&record, "a3-a1");
    bz_record_rule(&record, BZ_RULING_CRASHED, 1);
    snprintf(record.note, BZ_NOTE_MAX, "it said \"\x1b[31m\"");
    text = record_text(&record);
    assert_string_equal(text, "[Game \"konane\"]\n"
                              "[Options \"size=4\"]\n"
                              "[Round \"2.1\"]\n"
                              "[Result \"p1win\"]\n"
                              "[Reason \"White stopped running\"]\n"
                              "[Ruling \"crashed p2\"]\n"
                              "[Note \"it said \\x22\\x1b[31m\\x22\"]\n"
                              "\n"
                              "a1 {0.512s left 59.5s value 3.5 depth 18 nodes 123456} "
                              "b1 {2.000001s loss 4}\n"
                              "a3-a1\n");
    free(text);
    bz_record_release(&record);
    bz_setup_release(&setup);
}

static void records_of_old_say_who_resigned(void **state)
{
    static const char text[] =
        "[Game \"konane\"]\n[Result \"p2win\"]\n[Resigned \"p1\"]\n\na1 b1\n";
    struct bz_setup setup;
    struct bz_record record;

    (void)state;
    assert_int_equal(bz_record_read(text, strlen(text), &setup, &record, NULL), BZ_OK);
    assert_int_equal(record.ruling, BZ_RULING_RESIGNED);
    assert_int_equal(record.loser, 0);
    record_round_trip(&record);
    bz_record_release(&record);
    bz_setup_release(&setup);
}

/* --- several games ---------------------------------------------------------------------------- */

/* Written one behind the other, an empty line between them. */
static char *written_games(struct bz_record *records, int count)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    assert_non_null(out);
    for (int i = 0; i < count; i++) {
        if (i)
            fputc('\n', out);
        assert_int_equal(bz_record_write(&records[i], out, NULL), BZ_OK);
    }
    assert_int_equal(fclose(out), 0);
    return text;
}

static void several_games_are_taken_apart(void **state)
{
    enum { GAMES = 12 };
    struct bz_record records[GAMES];
    struct bz_setup setup;
    struct bz_random random;
    struct bz_record_part part = {.text = NULL};
    char *text;

    (void)state;
    check_setup(&setup, "konane", "size=5");
    bz_random_seed(&random, 3);
    for (int i = 0; i < GAMES; i++)
        record_some(&setup, &random, &records[i]);
    bz_record_release(&records[4]); /* one without a move */
    bz_record_init(&records[4], &setup, NULL);
    text = written_games(records, GAMES);
    for (int i = 0; i < GAMES; i++) {
        struct bz_setup again;
        struct bz_record read;
        struct bz_error err;

        assert_true(bz_record_part_next(text, strlen(text), &part));
        if (bz_record_read_part(&part, &again, &read, &err))
            fail_msg("%s\n%s", err.text, text);
        record_same(&records[i], &read);
        bz_record_release(&read);
        bz_setup_release(&again);
        bz_record_release(&records[i]);
    }
    assert_false(bz_record_part_next(text, strlen(text), &part));
    free(text);
    bz_setup_release(&setup);
}

static void a_game_among_others_is_refused_by_its_line(void **state)
{
    static const char text[] = OPEN "a1 b1\n\n" OPEN "\n" OPEN "a1\nb4\n";
    struct bz_record_part part = {.text = NULL};
    struct bz_setup setup;
    struct bz_record record;
    struct bz_error err;

    (void)state;
    assert_int_equal(bz_record_read(text, strlen(text), &setup, &record, &err), BZ_ERROR_SYNTAX);
    check_error(&err, BZ_ERROR_SYNTAX, "line 7, column 1: [Game");
    for (int i = 0; i < 3; i++)
        assert_true(bz_record_part_next(text, strlen(text), &part));
    assert_int_equal(bz_record_read_part(&part, &setup, &record, &err), BZ_ERROR_ILLEGAL);
    check_error(&err, BZ_ERROR_ILLEGAL, "line 17, column 1: b4");
    assert_false(bz_record_part_next(text, strlen(text), &part));
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
        text = record_text(&record);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(engines_play_it_out),
        cmocka_unit_test(is_written_plainly),
        cmocka_unit_test(a_record_that_cannot_be_written_is_an_error),
        cmocka_unit_test(random_games_read_back),
        cmocka_unit_test(everything_known_reads_back_in_every_game),
        cmocka_unit_test(knowledge_is_written_plainly),
        cmocka_unit_test(records_of_old_say_who_resigned),
        cmocka_unit_test(several_games_are_taken_apart),
        cmocka_unit_test(a_game_among_others_is_refused_by_its_line),
        cmocka_unit_test(odd_names_do_not_spoil_a_record),
    };

    return CHECK_RUN(tests);
}
