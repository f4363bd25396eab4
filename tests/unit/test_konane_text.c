/*
 * test_konane_text.c - Konane in writing: positions, moves, drawings, and the words in which a
 * wrong one is refused.
 */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "duet_konane.h"

static const char start_4x4[] = "BWBW/WBWB/BWBW/WBWB b";

static void good_positions_read_back(void **state)
{
    static const char *const good[] = {
        start_4x4,
        "BWBWBWBW/WBWBWBWB/BWBWBWBW/WBWBWBWB/BWBWBWBW/WBWBWBWB/BWBWBWBW/WBWBWBWB b",
        "1WBW/WBWB/BWBW/WBWB w", /* one hole, and White's turn */
        "BWBW/WBWB/BW1W/WBWB w", /* the middle */
        "2BW/WBWB/BWBW/WBWB b",  /* two holes: the opening is over */
        "2BW/WBWB/BWBW/WBWB w",  /* whose turn it is cannot be told from the board */
        "4/4/4/4 b",             /* nobody left */
        "B3/4/4/4 w",
        "BWB1/WB2/B3/4 w",
        "9/9/9/9 b", /* a rectangle */
        "16/16/16/16/16/16/16/16/16/16/16/16/16/16/14B1/16 b",
        "B15/16/16/16 w",
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(good); i++) {
        struct bz_setup setup;
        union bz_pos pos;

        check_setup(&setup, "konane", "");
        check_parse(&setup, good[i], &pos);
        assert_string_equal(check_text(&setup, &pos), good[i]);
        bz_setup_release(&setup);
    }
}

/* A position that must be refused, the code, and words that say what is wrong and where. */
struct refusal {
    const char *text;
    int code;
    const char *words;
};

static void refuse(const struct refusal *refusals, int count)
{
    for (int i = 0; i < count; i++)
        check_no_position("konane", "", refusals[i].text, refusals[i].code, refusals[i].words);
}

static void refuses_wrong_letters(void **state)
{
    static const struct refusal refusals[] = {
        {"BXBW/WBWB/BWBW/WBWB b", BZ_ERROR_SYNTAX, "position character 2 X"},
        {"bWBW/WBWB/BWBW/WBWB b", BZ_ERROR_SYNTAX, "position character 1 b"},
        {"BWBW/WBwB/BWBW/WBWB b", BZ_ERROR_SYNTAX, "position character 8 w"},
        {"BW.W/WBWB/BWBW/WBWB b", BZ_ERROR_SYNTAX, "position character 3 ."},
        {"BW-W/WBWB/BWBW/WBWB b", BZ_ERROR_SYNTAX, "position character 3 -"},
        {"BW\tW/WBWB/BWBW/WBWB b", BZ_ERROR_SYNTAX, "position character 3 \\x09"},
        {"BW\nW/WBWB/BWBW/WBWB b", BZ_ERROR_SYNTAX, "position character 3 \\x0a"},
        {"BW\xffW/WBWB/BWBW/WBWB b", BZ_ERROR_SYNTAX, "position character 3 \\xff"},
        {"BWBW\\WBWB\\BWBW\\WBWB b", BZ_ERROR_SYNTAX, "position character 5"},
        {"startpos", BZ_ERROR_SYNTAX, "position character 1"},
    };

    (void)state;
    refuse(refusals, CHECK_COUNT(refusals));
}

/* Black stands where row and column add up to an even number, White on the others. */
static void refuses_pieces_on_the_other_colour(void **state)
{
    static const struct refusal refusals[] = {
        {"BBBW/WBWB/BWBW/WBWB b", BZ_ERROR_SYNTAX, "character 2 colour"},
        {"WBWB/BWBW/WBWB/BWBW b", BZ_ERROR_SYNTAX, "character 1 colour"},
        {"1B2/4/4/4 b", BZ_ERROR_SYNTAX, "character 2 colour"},
        {"4/4/4/W2W b", BZ_ERROR_SYNTAX, "character 9 colour"},
        {"4/2B1/4/4 b", BZ_ERROR_SYNTAX, "character 4 colour"},
    };

    (void)state;
    refuse(refusals, CHECK_COUNT(refusals));
}

static void refuses_uneven_rows(void **state)
{
    static const struct refusal refusals[] = {
        {"BWBW/WBW/BWBW/WBWB b", BZ_ERROR_SYNTAX, "row 2 3 4"},
        {"BWBW/WBWBW/BWBW/WBWB b", BZ_ERROR_SYNTAX, "row 2 5 4"},
        {"BWBW/WBWB/BWBW/5 b", BZ_ERROR_SYNTAX, "row 4 5"},
        {"BWBW/WBWB//BWBW b", BZ_ERROR_SYNTAX, "row 3 0 4"},
        {"BWBW/WBWB/BWBW/WBWB/ b", BZ_ERROR_SYNTAX, "row 5 0 4"},
        {"/WBWB/BWBW/WBWB/BWBW b", BZ_ERROR_SYNTAX, "row 2 4 0"},
    };

    (void)state;
    refuse(refusals, CHECK_COUNT(refusals));
}

static void refuses_wrong_runs(void **state)
{
    static const struct refusal refusals[] = {
        {"BW0BW/WBWB/BWBW/WBWB b", BZ_ERROR_SYNTAX, "character 3 0"},
        {"0/0/0/0 b", BZ_ERROR_SYNTAX, "character 1 0"},
        {"B03/4/4/4 b", BZ_ERROR_SYNTAX, "character 2 0"},
        {"04/4/4/4 b", BZ_ERROR_SYNTAX, "character 1 0"},
        {"-4/4/4/4 b", BZ_ERROR_SYNTAX, "character 1 -4"},
        {"17/17/17/17 b", BZ_ERROR_SYNTAX, "character 1 16"},
        {"B16/4/4/4 b", BZ_ERROR_SYNTAX, "character 2 16"},
        {"99999999999999999999999999/4/4/4 b", BZ_ERROR_SYNTAX, "character 1 16"},
        {"4294967300/4/4/4 b", BZ_ERROR_SYNTAX, "character 1 16"},
    };

    (void)state;
    refuse(refusals, CHECK_COUNT(refusals));
}

static void refuses_wrong_sizes(void **state)
{
    static const struct refusal refusals[] = {
        {"", BZ_ERROR_RANGE, "position small 4"},
        {" b", BZ_ERROR_RANGE, "position small 4"},
        {"BWB/WBW/BWB b", BZ_ERROR_RANGE, "position 3 x small 4"},
        {"BWBW/WBWB/BWBW b", BZ_ERROR_RANGE, "position 3 x 4 small"},
        {"BWB/WBW/BWB/WBW b", BZ_ERROR_RANGE, "position 4 x 3 small"},
        {"8 b", BZ_ERROR_RANGE, "position 1 x 8 small"},
        {"BWBWBWBWBWBWBWBWB/16/16/16 b", BZ_ERROR_SYNTAX, "character 17 16"},
        {"4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4 b", BZ_ERROR_SYNTAX, "16 rows"},
    };

    (void)state;
    refuse(refusals, CHECK_COUNT(refusals));
}

static void refuses_wrong_sides(void **state)
{
    static const struct refusal refusals[] = {
        {"BWBW/WBWB/BWBW/WBWB", BZ_ERROR_SYNTAX, "character 20 side"},
        {"BWBW/WBWB/BWBW/WBWB ", BZ_ERROR_SYNTAX, "character 21 side"},
        {"BWBW/WBWB/BWBW/WBWB X", BZ_ERROR_SYNTAX, "character 21 side X"},
        {"BWBW/WBWB/BWBW/WBWB B", BZ_ERROR_SYNTAX, "character 21 side B"},
        {"BWBW/WBWB/BWBW/WBWB W", BZ_ERROR_SYNTAX, "character 21 side W"},
        {"BWBW/WBWB/BWBW/WBWB 1", BZ_ERROR_SYNTAX, "character 21 side 1"},
        {"BWBW/WBWB/BWBW/WBWB  b", BZ_ERROR_SYNTAX, "character 21 side"},
        {"BWBW/WBWB/BWBW/WBWB\tb", BZ_ERROR_SYNTAX, "character 20"},
        {"BWBW/WBWB/BWBW/WBWBb", BZ_ERROR_SYNTAX, "character 20"},
        {"BWBW/WBWB/BWBW/WBWB b ", BZ_ERROR_SYNTAX, "character 22 follow"},
        {"BWBW/WBWB/BWBW/WBWB bb", BZ_ERROR_SYNTAX, "character 22 follow"},
        {"BWBW/WBWB/BWBW/WBWB b 0 1", BZ_ERROR_SYNTAX, "character 22 follow"},
        {"BWBW/WBWB/BWBW/WBWB b\n", BZ_ERROR_SYNTAX, "character 22 follow"},
        {" BWBW/WBWB/BWBW/WBWB b", BZ_ERROR_RANGE, "position small"},
    };

    (void)state;
    refuse(refusals, CHECK_COUNT(refusals));
}

/* The opening rule leaves few boards with no hole or one, each with one side to move. */
static void refuses_impossible_openings(void **state)
{
    static const struct refusal refusals[] = {
        {"BWBW/WBWB/BWBW/WBWB w", BZ_ERROR_ILLEGAL, "position full board Black"},
        {"1WBW/WBWB/BWBW/WBWB b", BZ_ERROR_ILLEGAL, "position one hole White"},
        {"B1BW/WBWB/BWBW/WBWB b", BZ_ERROR_ILLEGAL, "position one hole White"},
        {"B1BW/WBWB/BWBW/WBWB w", BZ_ERROR_ILLEGAL, "position hole"}, /* a white piece is gone */
        {"BW1W/WBWB/BWBW/WBWB w", BZ_ERROR_ILLEGAL, "position hole"}, /* not a cell to open with */
        {"BWBW/WBW1/BWBW/WBWB w", BZ_ERROR_ILLEGAL, "position hole"},
    };

    (void)state;
    refuse(refusals, CHECK_COUNT(refusals));
}

/* Everywhere a byte can be cut off or go wrong, it is refused or reads back as it is written. */
static void every_damaged_text_is_refused_or_understood(void **state)
{
    static const char whole[] = "BWBW/W2B/BWBW/WBWB b";
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    check_setup(&setup, "konane", "");
    for (size_t at = 0; at < sizeof(whole) - 1; at++) {
        assert_true(bz_parse(&setup, whole, at, &pos, NULL) < 0);
        for (int byte = 0; byte < 256; byte++) {
            char text[sizeof(whole)];

            memcpy(text, whole, sizeof(text));
            text[at] = (char)byte;
            if (bz_parse(&setup, text, sizeof(text) - 1, &pos, NULL) == BZ_OK)
                assert_string_equal(check_text(&setup, &pos), text);
        }
    }
    bz_setup_release(&setup);
}

static void plain_drawing_is_the_originals(void **state)
{
    char memory[2048];
    struct bz_buf out = BZ_BUF(memory);
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    duet_from_drawing(&setup,
                      "B . B W B W B W\n"
                      "W . W B W B W B\n"
                      "B W B W B W B W\n"
                      "W B W B W B W B\n"
                      "B W B W B W B W\n"
                      "W B W B W B . B\n"
                      "B W B W B . B W\n"
                      "W B W B W B W .\n",
                      'b', &pos);
    bz_buf_clear(&out);
    setup.game->text->draw(&pos, BZ_DRAW_PLAIN, BZ_MOVE_NONE, &out);
    assert_string_equal(memory, "  0 1 2 3 4 5 6 7 \n"
                                "0 B . B W B W B W \n"
                                "1 W . W B W B W B \n"
                                "2 B W B W B W B W \n"
                                "3 W B W B W B W B \n"
                                "4 B W B W B W B W \n"
                                "5 W B W B W B . B \n"
                                "6 B W B W B . B W \n"
                                "7 W B W B W B W . \n");
    bz_setup_release(&setup);
}

static void framed_drawing_shows_names_and_the_last_move(void **state)
{
    char memory[2048];
    struct bz_buf out = BZ_BUF(memory);
    struct bz_setup setup;
    union bz_pos pos;
    bz_move last;

    (void)state;
    duet_from_drawing(&setup,
                      "B W B W\n"
                      "W . . B\n"
                      "B W B W\n"
                      "W B W B\n",
                      'b', &pos);
    last = check_move(&setup, &pos, "b4-b2");
    setup.rules->play(&pos, last);
    bz_buf_clear(&out);
    setup.game->text->draw(&pos, BZ_DRAW_FRAMED, last, &out);
    assert_string_equal(memory, "     a  b  c  d\n"
                                "   ┌────────────┐\n"
                                " 1 │ ●  ○  ●  ○ │ 1\n"
                                " 2 │ ○ [●] ·  ● │ 2\n"
                                " 3 │ ●  ·  ●  ○ │ 3\n"
                                " 4 │ ○ (·) ○  ● │ 4\n"
                                "   └────────────┘\n"
                                "     a  b  c  d\n");
    bz_setup_release(&setup);
}

/* Column letter from the left, row number from the top, on the largest board too. */
static void moves_are_written_by_their_cells(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;
    bz_move moves[BZ_MOVES_MAX];

    (void)state;
    check_setup(&setup, "konane", "size=16");
    bz_start(&setup, &pos);
    assert_int_equal(setup.rules->moves(&pos, moves), 4);
    assert_string_equal(check_move_text(&setup, &pos, moves[0]), "a1");
    assert_string_equal(check_move_text(&setup, &pos, moves[1]), "p16");
    assert_string_equal(check_move_text(&setup, &pos, moves[2]), "i9");
    assert_string_equal(check_move_text(&setup, &pos, moves[3]), "h8");
    bz_setup_release(&setup);

    duet_from_drawing(&setup,
                      "B W . W . W . W\n"
                      ". . . . . . . .\n"
                      ". . . . . . . .\n"
                      ". . . . . . . .\n",
                      'b', &pos);
    assert_int_equal(setup.rules->moves(&pos, moves), 3);
    assert_string_equal(check_move_text(&setup, &pos, moves[0]), "a1-c1");
    assert_string_equal(check_move_text(&setup, &pos, moves[1]), "a1-e1");
    assert_string_equal(check_move_text(&setup, &pos, moves[2]), "a1-g1");
    bz_setup_release(&setup);
}

static void refuse_moves(struct bz_setup *setup, const union bz_pos *pos,
                         const struct refusal *refusals, int count)
{
    for (int i = 0; i < count; i++) {
        struct bz_error err;
        bz_move move = 12345;

        if (bz_parse_move(setup, pos, refusals[i].text, strlen(refusals[i].text), &move, &err) ==
            BZ_OK)
            fail_msg("'%s' was accepted", refusals[i].text);
        check_error(&err, refusals[i].code, refusals[i].words);
        assert_int_equal(move, 12345);
    }
}

static void explains_refused_removals(void **state)
{
    static const struct refusal first[] = {
        {"b2", BZ_ERROR_ILLEGAL, "b2 opening Black a1 h8 e5 d4"},
        {"a1-c1", BZ_ERROR_ILLEGAL, "a1-c1 opening Black a1 h8 e5 d4"},
        {"b1", BZ_ERROR_ILLEGAL, "b1 Black a1 h8 e5 d4"},
        {"i9", BZ_ERROR_SYNTAX, "i9 not board d4"},
        {"A1", BZ_ERROR_SYNTAX, "A1 not d4"},
        {"1a", BZ_ERROR_SYNTAX, "1a not d4"},
        {"", BZ_ERROR_SYNTAX, "not d4"},
        {"a", BZ_ERROR_SYNTAX, "a not d4"},
        {"a0", BZ_ERROR_SYNTAX, "a0 not d4"},
        {"a1 ", BZ_ERROR_SYNTAX, "a1 not d4"},
        {"a99999999999999999999", BZ_ERROR_SYNTAX, "a999 not"},
        {"a1\n", BZ_ERROR_SYNTAX, "a1\\x0a not"},
    };
    static const struct refusal second[] = {
        {"c3", BZ_ERROR_ILLEGAL, "c3 opening White b1 a2"},
        {"c2", BZ_ERROR_ILLEGAL, "c2 opening White b1 a2"},
    };
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    check_setup(&setup, "konane", "");
    bz_start(&setup, &pos);
    refuse_moves(&setup, &pos, first, CHECK_COUNT(first));
    check_play(&setup, &pos, "a1");
    refuse_moves(&setup, &pos, second, CHECK_COUNT(second));
    bz_setup_release(&setup);
}

static void explains_refused_jumps(void **state)
{
    static const struct refusal refusals[] = {
        {"d4", BZ_ERROR_ILLEGAL, "d4 removed opening only"},
        {"b2-b4", BZ_ERROR_ILLEGAL, "b2-b4 no piece"},
        {"b1-d1", BZ_ERROR_ILLEGAL, "b1-d1 opponent"},
        {"a1-b2", BZ_ERROR_ILLEGAL, "a1-b2 straight"},
        {"a1-b1", BZ_ERROR_ILLEGAL, "a1-b1 two"},
        {"a1-a4", BZ_ERROR_ILLEGAL, "a1-a4 two"},
        {"a1-c1", BZ_ERROR_ILLEGAL, "a1-c1 c1 not empty"},
        {"d4-d2", BZ_ERROR_ILLEGAL, "d4-d2 d2 not empty"},
        {"a3-a5", BZ_ERROR_SYNTAX, "a3-a5 not board c1-e1"},
        {"b4-b2-b4", BZ_ERROR_SYNTAX, "b4-b2-b4 not c1-e1"},
        {"b4:b2", BZ_ERROR_SYNTAX, "b4:b2 not c1-e1"},
        {"b4-", BZ_ERROR_SYNTAX, "b4- not c1-e1"},
        {"-b4", BZ_ERROR_SYNTAX, "-b4 not c1-e1"},
        {"b4b2", BZ_ERROR_SYNTAX, "b4b2 not c1-e1"},
        {"3 1 1 1", BZ_ERROR_SYNTAX, "not c1-e1"},
    };
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    duet_from_drawing(&setup,
                      "B W B W\n"
                      "W . . B\n"
                      "B W B W\n"
                      "W B W B\n",
                      'b', &pos);
    refuse_moves(&setup, &pos, refusals, CHECK_COUNT(refusals));
    bz_setup_release(&setup);
}

/* The cell that stops a run of jumps is named, wherever on the way it is. */
static void explains_where_a_run_of_jumps_ends(void **state)
{
    static const struct refusal refusals[] = {
        {"a1-g1", BZ_ERROR_ILLEGAL, "a1-g1 no enemy f1"},
        {"a1-a5", BZ_ERROR_ILLEGAL, "a1-a5 a5 not empty"},
        {"c7-c3", BZ_ERROR_ILLEGAL, "c7-c3 no enemy c6"},
    };
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    duet_from_drawing(&setup,
                      "B W . W . . .\n"
                      "W . . . . . .\n"
                      ". . . . . . .\n"
                      "W . . . . . .\n"
                      "B . . . . . .\n"
                      ". . . . . . .\n"
                      ". . B . . . .\n",
                      'b', &pos);
    assert_true(check_move(&setup, &pos, "a1-e1") != check_move(&setup, &pos, "a1-c1"));
    refuse_moves(&setup, &pos, refusals, CHECK_COUNT(refusals));
    bz_setup_release(&setup);
}

static void nothing_is_legal_when_the_game_is_over(void **state)
{
    static const struct refusal refusals[] = {
        {"a1-c1", BZ_ERROR_ILLEGAL, "a1-c1 over"},
        {"nonsense", BZ_ERROR_ILLEGAL, "nonsense over"},
    };
    struct bz_setup setup;
    union bz_pos pos;
    int result[2];

    (void)state;
    duet_from_drawing(&setup,
                      "B . . W\n"
                      ". . . .\n"
                      ". . . .\n"
                      ". . . B\n",
                      'w', &pos);
    assert_true(bz_is_over(&setup, &pos));
    refuse_moves(&setup, &pos, refusals, CHECK_COUNT(refusals));
    setup.rules->result(&pos, result);
    assert_int_equal(result[0], 1);
    assert_int_equal(result[1], -1);
    bz_setup_release(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_positions_read_back),
        cmocka_unit_test(refuses_wrong_letters),
        cmocka_unit_test(refuses_pieces_on_the_other_colour),
        cmocka_unit_test(refuses_uneven_rows),
        cmocka_unit_test(refuses_wrong_runs),
        cmocka_unit_test(refuses_wrong_sizes),
        cmocka_unit_test(refuses_wrong_sides),
        cmocka_unit_test(refuses_impossible_openings),
        cmocka_unit_test(every_damaged_text_is_refused_or_understood),
        cmocka_unit_test(plain_drawing_is_the_originals),
        cmocka_unit_test(framed_drawing_shows_names_and_the_last_move),
        cmocka_unit_test(moves_are_written_by_their_cells),
        cmocka_unit_test(explains_refused_removals),
        cmocka_unit_test(explains_refused_jumps),
        cmocka_unit_test(explains_where_a_run_of_jumps_ends),
        cmocka_unit_test(nothing_is_legal_when_the_game_is_over),
    };

    return CHECK_RUN(tests);
}
