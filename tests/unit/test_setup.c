/*
 * test_setup.c - a game with its options fixed: changed wholly or not at all.
 */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "oracle_konane.h"

static const char *size_of(const struct bz_setup *setup)
{
    return bz_setup_value(setup, "size")->text;
}

static void assert_same_setup(const struct bz_setup *a, const struct bz_setup *b)
{
    assert_ptr_equal(a->game, b->game);
    assert_ptr_equal(a->rules, b->rules);
    assert_ptr_equal(a->kernel, b->kernel);
    assert_ptr_equal(a->world, b->world);
    assert_memory_equal(a->values, b->values, sizeof(a->values));
}

static void finds_games_by_name(void **state)
{
    struct bz_error err;

    (void)state;
    assert_string_equal(bz_game_find("konane", &err)->title, "Konane");
    assert_null(bz_game_find("go", &err));
    check_error(&err, BZ_ERROR_UNKNOWN, "go konane");
    assert_null(bz_game_find("", &err));
    assert_null(bz_game_find("konan", &err));
    assert_null(bz_game_find("Konane", &err));
    assert_null(bz_game_find("konane\n", &err));
    check_error(&err, BZ_ERROR_UNKNOWN, "konane\\x0a");
}

static void starts_with_the_defaults(void **state)
{
    struct bz_setup setup;

    (void)state;
    check_setup(&setup, "konane", "");
    assert_string_equal(size_of(&setup), "8");
    assert_string_equal(bz_setup_value(&setup, "resign")->text, "never");
    assert_null(bz_setup_value(&setup, "colour"));
    assert_non_null(setup.rules);
    assert_non_null(setup.kernel);
    bz_setup_release(&setup);
}

static void applies_assignments_together(void **state)
{
    struct bz_setup setup;

    (void)state;
    check_setup(&setup, "konane", "size=5x9 resign=lost");
    assert_string_equal(size_of(&setup), "5x9");
    assert_int_equal(bz_setup_value(&setup, "resign")->number, 1);
    bz_setup_release(&setup);
}

static void the_later_of_two_assignments_wins(void **state)
{
    struct bz_setup setup;

    (void)state;
    check_setup(&setup, "konane", "size=6 size=10");
    assert_string_equal(size_of(&setup), "10");
    bz_setup_release(&setup);
}

struct wrong {
    const char *assignment;
    int code;
    const char *words;
};

static const struct wrong wrong_assignments[] = {
    {"size", BZ_ERROR_SYNTAX, "size name=value"},
    {"", BZ_ERROR_SYNTAX, "name=value"},
    {"=6", BZ_ERROR_UNKNOWN, "konane size resign"},
    {"colour=red", BZ_ERROR_UNKNOWN, "konane colour size resign"},
    {"Sizes=6", BZ_ERROR_UNKNOWN, "Sizes size resign"},
    {"size =6", BZ_ERROR_UNKNOWN, "size resign"},
    {"size=", BZ_ERROR_SYNTAX, "size"},
    {"size=3", BZ_ERROR_RANGE, "size 3 4 16"},
    {"size=17", BZ_ERROR_RANGE, "size 17 4 16"},
    {"size=-8", BZ_ERROR_RANGE, "size -8"},
    {"size=99999999999999999999", BZ_ERROR_RANGE, "size 4 16"},
    {"size=big", BZ_ERROR_SYNTAX, "size big"},
    {"size= 8", BZ_ERROR_SYNTAX, "size"},
    {"size=8 ", BZ_ERROR_SYNTAX, "size"},
    {"size=0x8", BZ_ERROR_RANGE, "size 0"},
    {"size=8x", BZ_ERROR_SYNTAX, "size"},
    {"size=x8", BZ_ERROR_SYNTAX, "size"},
    {"size=8X8", BZ_ERROR_SYNTAX, "size 8X8"},
    {"size=8x8x8", BZ_ERROR_SYNTAX, "size 8x8"},
    {"size=4x17", BZ_ERROR_RANGE, "size 17 4 16"},
    {"size=3x8", BZ_ERROR_RANGE, "size 3 4 16"},
    {"size=8=8", BZ_ERROR_SYNTAX, "size"},
    {"resign=", BZ_ERROR_UNKNOWN, "resign never lost"},
    {"resign=maybe", BZ_ERROR_UNKNOWN, "resign maybe never lost"},
};

static void refuses_wrong_assignments_and_touches_nothing(void **state)
{
    const struct bz_game *game = bz_game_find("konane", NULL);

    (void)state;
    for (int i = 0; i < CHECK_COUNT(wrong_assignments); i++) {
        const struct wrong *wrong = &wrong_assignments[i];
        const char *assignments[2] = {"resign=lost", wrong->assignment};
        struct bz_setup setup, before;
        struct bz_error err;

        memset(&setup, 0x5a, sizeof(setup));
        memset(&before, 0x5a, sizeof(before));
        if (bz_setup_init(&setup, game, assignments, 2, &err) == BZ_OK)
            fail_msg("'%s' was accepted", wrong->assignment);
        check_error(&err, wrong->code, wrong->words);
        assert_memory_equal(&setup, &before, sizeof(setup));
    }
}

static void a_failed_change_leaves_the_setup_as_it_was(void **state)
{
    struct bz_setup setup, before;
    struct bz_error err;

    (void)state;
    check_setup(&setup, "konane", "size=12 resign=lost");
    before = setup;
    for (int i = 0; i < CHECK_COUNT(wrong_assignments); i++) {
        char name[64];
        char *equals;

        snprintf(name, sizeof(name), "%s", wrong_assignments[i].assignment);
        equals = strchr(name, '=');
        if (!equals)
            continue;
        *equals = '\0';
        assert_int_equal(bz_setup_set(&setup, name, equals + 1, &err), wrong_assignments[i].code);
        check_error(&err, wrong_assignments[i].code, wrong_assignments[i].words);
        assert_same_setup(&setup, &before);
    }
    bz_setup_release(&setup);
}

static void a_change_changes_rules_and_start(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;
    struct bz_error err;

    (void)state;
    check_setup(&setup, "konane", "");
    assert_int_equal(bz_setup_set(&setup, "size", "4", &err), BZ_OK);
    bz_start(&setup, &pos);
    assert_string_equal(check_text(&setup, &pos), "BWBW/WBWB/BWBW/WBWB b");
    assert_int_equal(bz_setup_set(&setup, "size", "4x5", &err), BZ_OK);
    bz_start(&setup, &pos);
    assert_string_equal(check_text(&setup, &pos), "BWBWB/WBWBW/BWBWB/WBWBW b");
    bz_setup_release(&setup);
}

static void every_size_starts_as_a_full_board(void **state)
{
    (void)state;
    for (int rows = 4; rows <= 16; rows++)
        for (int cols = 4; cols <= 16; cols++) {
            struct bz_setup setup;
            union bz_pos pos;
            struct oracle oracle;
            char option[32], fen[ORACLE_TEXT_MAX];

            snprintf(option, sizeof(option), "size=%dx%d", rows, cols);
            check_setup(&setup, "konane", option);
            bz_start(&setup, &pos);
            oracle_start(&oracle, rows, cols);
            oracle_fen(&oracle, fen);
            assert_string_equal(check_text(&setup, &pos), fen);
            bz_setup_release(&setup);
        }
}

static void a_position_overrules_the_size(void **state)
{
    static const char *const boards[][2] = {
        {"BWBW/WBWB/BWBW/WBW1 w", "4"},
        {"BWBWB/WBWBW/B4/W4 b", "4x5"},
        {"16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/WBWBWBWBWBWBWBWB w", "16"},
        {"9/9/9/9/9/9/9/9/8B b", "9"},
    };
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    check_setup(&setup, "konane", "size=8 resign=lost");
    for (int i = 0; i < CHECK_COUNT(boards); i++) {
        check_parse(&setup, boards[i][0], &pos);
        assert_string_equal(size_of(&setup), boards[i][1]);
        assert_string_equal(check_text(&setup, &pos), boards[i][0]);
        assert_string_equal(bz_setup_value(&setup, "resign")->text, "lost");
    }
    bz_setup_release(&setup);
}

static void a_refused_position_leaves_setup_and_position(void **state)
{
    static const char *const wrong[] = {
        "16/16/16/BWBWBWBWBWBWBWBW b", /* right size, wrong cells */
        "BWBW/WBWB/BWBW/WBWB w",       /* right board, wrong side */
        "BWB/WBW/BWB b",               /* too small */
        "BWBWB/WBWBW/B4/W4",           /* no side */
    };
    struct bz_setup setup, before;
    union bz_pos pos, pos_before;
    struct bz_error err;

    (void)state;
    check_setup(&setup, "konane", "size=6");
    before = setup;
    memset(&pos, 0x5a, sizeof(pos));
    pos_before = pos;
    for (int i = 0; i < CHECK_COUNT(wrong); i++) {
        assert_true(bz_parse(&setup, wrong[i], strlen(wrong[i]), &pos, &err) < 0);
        assert_same_setup(&setup, &before);
        assert_memory_equal(&pos, &pos_before, sizeof(pos));
    }
    bz_setup_release(&setup);
}

static void a_position_too_long_is_refused(void **state)
{
    char text[BZ_POS_TEXT_MAX + 1];
    struct bz_setup setup;
    union bz_pos pos;
    struct bz_error err;

    (void)state;
    check_setup(&setup, "konane", "");
    memset(text, 'B', sizeof(text));
    assert_int_equal(bz_parse(&setup, text, sizeof(text), &pos, &err), BZ_ERROR_RANGE);
    check_error(&err, BZ_ERROR_RANGE, "long");
    bz_setup_release(&setup);
}

static void players_have_names(void **state)
{
    const struct bz_game unnamed = {.name = "unnamed"};

    (void)state;
    assert_string_equal(bz_player_name(bz_game_find("konane", NULL), 0), "Black");
    assert_string_equal(bz_player_name(bz_game_find("konane", NULL), 1), "White");
    assert_string_equal(bz_player_name(&unnamed, 0), "Player 1");
    assert_string_equal(bz_player_name(&unnamed, 7), "Player 8");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_games_by_name),
        cmocka_unit_test(starts_with_the_defaults),
        cmocka_unit_test(applies_assignments_together),
        cmocka_unit_test(the_later_of_two_assignments_wins),
        cmocka_unit_test(refuses_wrong_assignments_and_touches_nothing),
        cmocka_unit_test(a_failed_change_leaves_the_setup_as_it_was),
        cmocka_unit_test(a_change_changes_rules_and_start),
        cmocka_unit_test(every_size_starts_as_a_full_board),
        cmocka_unit_test(a_position_overrules_the_size),
        cmocka_unit_test(a_refused_position_leaves_setup_and_position),
        cmocka_unit_test(a_position_too_long_is_refused),
        cmocka_unit_test(players_have_names),
    };

    return CHECK_RUN(tests);
}
