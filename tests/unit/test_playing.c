/*
 * test_playing.c - a game being played: moves added and taken back, its end, its ceiling.
 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "properties.h"
#include "toys.h"

static void starts_where_it_is_told(void **state)
{
    struct bz_setup setup;
    struct bz_record record;
    union bz_pos pos;

    (void)state;
    check_setup(&setup, "konane", "size=4");
    bz_record_init(&record, &setup, NULL);
    assert_true(record.from_start);
    assert_string_equal(check_text(&setup, &record.pos), "BWBW/WBWB/BWBW/WBWB b");
    bz_record_release(&record);
    check_parse(&setup, "2BW/WBWB/BWBW/WBWB b", &pos);
    bz_record_init(&record, &setup, &pos);
    assert_false(record.from_start);
    assert_string_equal(check_text(&setup, &record.pos), "2BW/WBWB/BWBW/WBWB b");
    assert_int_equal(record.length, 0);
    assert_int_equal(record.ruling, BZ_RULING_NONE);
    bz_record_release(&record);
    bz_setup_release(&setup);
}

static void plays_and_takes_back(void **state)
{
    struct bz_setup setup;
    struct bz_record record;

    (void)state;
    check_setup(&setup, "konane", "size=4");
    bz_record_init(&record, &setup, NULL);
    check_record(&record, "a1 b1 a3-a1");
    assert_string_equal(check_text(&setup, &record.pos), "B1BW/1BWB/1WBW/WBWB w");
    bz_record_undo(&record, 0);
    assert_int_equal(record.length, 3);
    bz_record_undo(&record, 1);
    assert_string_equal(check_text(&setup, &record.pos), "2BW/WBWB/BWBW/WBWB b");
    check_record(&record, "a3-a1 b3-b1");
    assert_int_equal(record.length, 4);
    bz_record_undo(&record, 3);
    assert_string_equal(check_text(&setup, &record.pos), "1WBW/WBWB/BWBW/WBWB w");
    bz_record_undo(&record, 1000);
    assert_int_equal(record.length, 0);
    assert_string_equal(check_text(&setup, &record.pos), "BWBW/WBWB/BWBW/WBWB b");
    bz_record_release(&record);
    bz_setup_release(&setup);
}

/* Taking back n moves of a random game gives the position before them, for every n. */
static void taking_back_is_exact(void **state)
{
    struct bz_setup setup;
    struct bz_record record;
    struct bz_random random;
    union bz_pos path[128];

    (void)state;
    check_setup(&setup, "konane", "");
    bz_random_seed(&random, 21);
    for (int plies = 1; plies < 60; plies++) {
        bz_move moves[BZ_MOVES_MAX];
        int length = 0, count;

        bz_record_init(&record, &setup, NULL);
        path[0] = record.pos;
        while ((count = setup.rules->moves(&record.pos, moves)) > 0) {
            bz_record_play(&record, moves[bz_random_below(&random, (uint64_t)count)], NULL);
            path[++length] = record.pos;
        }
        bz_record_undo(&record, plies);
        assert_int_equal(record.length, plies < length ? length - plies : 0);
        assert_memory_equal(&record.pos, &path[record.length], setup.rules->pos_size);
        bz_record_release(&record);
    }
    bz_setup_release(&setup);
}

static void the_end_is_told_in_words(void **state)
{
    struct bz_setup setup;
    struct bz_record record;
    char memory[128];
    struct bz_buf out = BZ_BUF(memory);
    union bz_pos pos;

    (void)state;
    check_setup(&setup, "konane", "");
    check_parse(&setup, "1WB1/4/4/W3 b", &pos);
    bz_record_init(&record, &setup, &pos);
    assert_false(bz_record_is_over(&record));
    assert_string_equal(bz_record_result(&record), "none");
    check_record(&record, "c1-a1");
    assert_true(bz_record_is_over(&record));
    assert_string_equal(bz_record_result(&record), "p1win");
    bz_buf_clear(&out);
    bz_record_reason(&record, &out);
    assert_string_equal(memory, "White has no move left");
    bz_record_release(&record);
    bz_setup_release(&setup);
}

static void who_resigns_has_lost(void **state)
{
    (void)state;
    for (int player = 0; player < 2; player++) {
        struct bz_setup setup;
        struct bz_record record;
        char memory[128];
        struct bz_buf out = BZ_BUF(memory);

        check_setup(&setup, "konane", "");
        bz_record_init(&record, &setup, NULL);
        check_record(&record, "a1 b1");
        bz_record_rule(&record, BZ_RULING_RESIGNED, player);
        assert_true(bz_record_is_over(&record));
        assert_string_equal(bz_record_result(&record), player == 0 ? "p2win" : "p1win");
        bz_buf_clear(&out);
        bz_record_reason(&record, &out);
        assert_string_equal(memory, player == 0 ? "Black resigned" : "White resigned");
        bz_record_undo(&record, 1);
        assert_false(bz_record_is_over(&record));
        assert_int_equal(record.length, 1);
        bz_record_release(&record);
        bz_setup_release(&setup);
    }
}

static int always_one(const void *pos, bz_move *ret_moves)
{
    (void)pos;
    ret_moves[0] = 0;
    return 1;
}

static void stay(void *pos, bz_move move)
{
    (void)pos;
    (void)move;
}

/* A game without end: the record takes as many moves as it says and not one more. */
static void a_record_has_a_ceiling(void **state)
{
    struct bz_setup setup;
    struct bz_rules endless;
    struct bz_record record;
    struct bz_error err;

    (void)state;
    check_setup_of(&setup, &toy_gather, "");
    endless = *setup.rules;
    endless.moves = always_one;
    endless.count = NULL;
    endless.play = stay;
    setup.rules = &endless;
    bz_record_init(&record, &setup, NULL);
    for (int i = 0; i < BZ_RECORD_PLIES_MAX; i++)
        assert_int_equal(bz_record_play(&record, 0, &err), BZ_OK);
    assert_int_equal(bz_record_play(&record, 0, &err), BZ_ERROR_RANGE);
    check_error(&err, BZ_ERROR_RANGE, "100000");
    assert_int_equal(record.length, BZ_RECORD_PLIES_MAX);
    bz_record_release(&record);
    bz_setup_release(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starts_where_it_is_told), cmocka_unit_test(plays_and_takes_back),
        cmocka_unit_test(taking_back_is_exact),    cmocka_unit_test(the_end_is_told_in_words),
        cmocka_unit_test(who_resigns_has_lost),    cmocka_unit_test(a_record_has_a_ceiling),
    };

    return CHECK_RUN(tests);
}
