/*
 * test_hotk_moves.c - moves of Hand of the King in writing, what is told of them, drawings, how a
 * game ends, and how cards are dealt.
 */
#include "check.h"

#include <stdio.h>
#include <string.h>

#define NOTHING "0,0,0,0,0,0,0/0,0,0,0,0,0,0 -------"
#define ALL     "Jon,Gendry,Ramsay,Sandor,Jaqen,Melisandre"

struct refusal {
    const char *text;
    int code;
    const char *words;
};

static void position(struct bz_setup *setup, const char *options, const char *text,
                     union bz_pos *ret_pos)
{
    check_setup(setup, "hotk", options);
    check_parse(setup, text, ret_pos);
}

static void refuse(const char *options, const char *text, const struct refusal *refusals, int count)
{
    struct bz_setup setup;
    union bz_pos pos;

    position(&setup, options, text, &pos);
    for (int i = 0; i < count; i++) {
        struct bz_error err;
        bz_move move = 12345;

        if (bz_parse_move(&setup, &pos, refusals[i].text, strlen(refusals[i].text), &move, &err) ==
            BZ_OK)
            fail_msg("'%s' was accepted", refusals[i].text);
        check_error(&err, refusals[i].code, refusals[i].words);
        assert_int_equal(move, 12345);
    }
    bz_setup_release(&setup);
}

static void explains_refused_walks(void **state)
{
    static const struct refusal course[] = {
        {"a1", BZ_ERROR_ILLEGAL, "a1 Varys already"},
        {"c1", BZ_ERROR_ILLEGAL, "c1 no card"},
        {"c3", BZ_ERROR_ILLEGAL, "c3 row column"},
        {"g1", BZ_ERROR_SYNTAX, "g1 cell c4"},
        {"a7", BZ_ERROR_SYNTAX, "a7 cell"},
        {"a0", BZ_ERROR_SYNTAX, "a0 cell"},
        {"B1", BZ_ERROR_SYNTAX, "B1 cell"},
        {"b1 ", BZ_ERROR_SYNTAX, "b1 cell"},
        {"", BZ_ERROR_SYNTAX, "cell"},
        {"b", BZ_ERROR_SYNTAX, "cell"},
        {":", BZ_ERROR_SYNTAX, "cell"},
        {"Gendry", BZ_ERROR_ILLEGAL, "Gendry no companion due"},
        {"Jon:b1", BZ_ERROR_ILLEGAL, "Jon no companion due"},
        {"b1\n", BZ_ERROR_SYNTAX, "b1\\x0a"},
    };
    static const struct refusal published[] = {
        {"b1", BZ_ERROR_ILLEGAL, "b1 same house farther"},
        {"c1", BZ_ERROR_ILLEGAL, "c1 no card"},
    };

    (void)state;
    refuse("", "VS1S2/6/2L3/6/6/6 " NOTHING " 1 - m", course, CHECK_COUNT(course));
    refuse("rules=published", "VS1S2/6/2L3/6/6/6 " NOTHING " 1 - m", published,
           CHECK_COUNT(published));
}

static void explains_refused_companions(void **state)
{
    static const struct refusal refusals[] = {
        {"b1", BZ_ERROR_ILLEGAL, "b1 companion first"},
        {"Arya", BZ_ERROR_SYNTAX, "Arya not companion Sandor:c3"},
        {"jon:b1", BZ_ERROR_SYNTAX, "jon not companion"},
        {"Jon", BZ_ERROR_SYNTAX, "Jon 1 arguments"},
        {"Jon:b1:c3", BZ_ERROR_SYNTAX, "Jon 1 arguments"},
        {"Jon:", BZ_ERROR_SYNTAX, "cell a1 f6"},
        {"Jon:a1", BZ_ERROR_ILLEGAL, "a1 Varys"},
        {"Jon:f6", BZ_ERROR_ILLEGAL, "f6 no card"},
        {"Jon:S", BZ_ERROR_SYNTAX, "S cell"},
        {"Gendry:b1", BZ_ERROR_SYNTAX, "Gendry 0 arguments"},
        {"Ramsay:b1", BZ_ERROR_SYNTAX, "Ramsay 2 arguments"},
        {"Ramsay:b1:b1", BZ_ERROR_ILLEGAL, "cells same"},
        {"Ramsay:b1:c1", BZ_ERROR_ILLEGAL, "c1 no card"},
        {"Sandor:a1", BZ_ERROR_ILLEGAL, "a1 Varys"},
        {"Jaqen:b1:d1", BZ_ERROR_SYNTAX, "Jaqen 3 arguments"},
        {"Jaqen:b1:d1:Jaqen", BZ_ERROR_ILLEGAL, "Jaqen himself"},
        {"Jaqen:b1:d1:Arya", BZ_ERROR_SYNTAX, "Arya name companion"},
        {"Jaqen:b1:a1:Jon", BZ_ERROR_ILLEGAL, "a1 Varys"},
        {"Jaqen:b1:b1:Jon", BZ_ERROR_ILLEGAL, "same"},
        {"Jaqen:b1:d1:Jon:c3", BZ_ERROR_SYNTAX, "Jaqen 3 arguments"},
        {"Jaqen:b1:d1:Jon:c3:c3:c3", BZ_ERROR_SYNTAX, "Jaqen 3 arguments"},
        {"Melisandre:b1", BZ_ERROR_SYNTAX, "Melisandre 0 arguments"},
    };
    static const struct refusal gone[] = {
        {"Jon:b1", BZ_ERROR_ILLEGAL, "Jon not there any more"},
        {"Jaqen:b1:d1:Jon", BZ_ERROR_ILLEGAL, "Jon companion not there"},
    };
    static const struct refusal published[] = {
        {"Jon:b1", BZ_ERROR_SYNTAX, "b1 letter house"},
        {"Jon:V", BZ_ERROR_SYNTAX, "V letter house"},
        {"Jaqen:b2:d1:Jon", BZ_ERROR_SYNTAX, "d1 player house 2S"},
        {"Jaqen:b2:1S:Jon", BZ_ERROR_ILLEGAL, "1S nobody"},
        {"Jaqen:b2:3S:Jon", BZ_ERROR_SYNTAX, "3S player house"},
        {"Melisandre", BZ_ERROR_ILLEGAL, "Melisandre cannot now"},
    };

    (void)state;
    refuse("rules=phase2", "VS1S2/6/2L3/6/6/6 " NOTHING " 1 " ALL " c", refusals,
           CHECK_COUNT(refusals));
    refuse("rules=phase2", "VS1S2/6/2L3/6/6/6 " NOTHING " 1 Gendry,Jaqen c", gone,
           CHECK_COUNT(gone));
    refuse("rules=published", "V5/1S4/6/6/6/6 0,0,0,0,0,0,0/0,2,0,0,0,0,0 -2----- 1 " ALL " c",
           published, CHECK_COUNT(published));
}

/* The two cells of Ramsay and of the course's Jaqen come in either order. */
static void both_orders_are_the_same_move(void **state)
{
    static const char *const pairs[][2] = {
        {"Ramsay:a1:b1", "Ramsay:b1:a1"},
        {"Ramsay:d1:c3", "Ramsay:c3:d1"},
        {"Jaqen:b1:c3:Melisandre", "Jaqen:c3:b1:Melisandre"},
    };
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    position(&setup, "rules=phase2", "VS1S2/6/2L3/6/6/6 " NOTHING " 1 " ALL " c", &pos);
    for (int i = 0; i < CHECK_COUNT(pairs); i++) {
        bz_move move = check_move(&setup, &pos, pairs[i][0]);

        assert_true(check_move(&setup, &pos, pairs[i][1]) == move);
        assert_true(bz_is_legal(&setup, &pos, move));
        assert_string_equal(check_move_text(&setup, &pos, move), pairs[i][0]);
    }
    bz_setup_release(&setup);
}

static void nothing_is_legal_when_the_game_is_over(void **state)
{
    static const struct refusal refusals[] = {
        {"b2", BZ_ERROR_ILLEGAL, "b2 over"},
        {"Gendry", BZ_ERROR_ILLEGAL, "Gendry over"},
    };

    (void)state;
    refuse("", "V5/1S4/6/6/6/6 1,0,0,0,0,0,0/0,0,0,0,0,0,0 1------ 2 - m", refusals,
           CHECK_COUNT(refusals));
}

/* --- What is told --------------------------------------------------------------------------- */

static void tells_what_a_move_did(void **state)
{
    static const struct {
        const char *options, *position, *move, *told;
    } cases[] = {
        {"", "VS1SL1/6/6/6/6/6 " NOTHING " 1 - m", "d1",
         "Player 1 takes 2 Starks at d1 and the Stark banner"},
        {"", "VS1S2/6/6/6/6/6 1,0,0,0,0,0,0/3,0,0,0,0,0,0 2------ 1 - m", "b1",
         "Player 1 takes a Stark at b1"},
        {"rules=phase2", "VS2L1/6/6/6/6/6 " NOTHING " 2 " ALL " m", "b1",
         "Player 2 takes a Stark at b1 and the Stark banner; a companion is to be chosen"},
        {"rules=phase2", "VS2L1/6/6/6/6/6 " NOTHING " 1 " ALL " c", "Jon:e1",
         "Player 1 calls Jon, who counts as 2 Lannisters, and takes the Lannister banner"},
        {"rules=published", "VS2L1/6/6/6/6/6 " NOTHING " 1 " ALL " c", "Jon:U",
         "Player 1 calls Jon, who counts as 2 Tullys, and takes the Tully banner"},
        {"rules=phase2", "VS2L1/6/6/6/6/6 0,0,0,0,0,0,0/0,0,0,0,2,0,0 ----2-- 1 " ALL " c",
         "Gendry", "Player 1 calls Gendry, who counts as a Baratheon"},
        {"rules=phase2", "VS2L1/6/6/6/6/6 " NOTHING " 1 " ALL " c", "Ramsay:a1:e1",
         "Player 1 calls Ramsay, who exchanges a1 and e1"},
        {"rules=phase2", "VS2L1/6/6/6/6/6 " NOTHING " 1 " ALL " c", "Sandor:e1",
         "Player 1 calls Sandor, who kills a Lannister at e1"},
        {"rules=phase2", "VS2L1/6/6/6/6/5U " NOTHING " 1 " ALL " c", "Jaqen:b1:f6:Gendry",
         "Player 1 calls Jaqen, who kills a Stark at b1 and a Tully at f6 and sends Gendry away"},
        {"rules=published", "VS4/6/6/6/6/6 0,0,0,0,0,0,0/0,0,0,0,2,0,0 ----2-- 1 " ALL " c",
         "Jaqen:b1:2B:Gendry",
         "Player 1 calls Jaqen, who kills a Stark at b1 and a Baratheon of Player 2 and sends "
         "Gendry away"},
        {"rules=phase2", "VS2L1/6/6/6/6/6 " NOTHING " 1 " ALL " c", "Melisandre",
         "Player 1 calls Melisandre and moves again"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        char told[256];
        struct bz_buf out = BZ_BUF(told);
        struct bz_setup setup;
        union bz_pos before, after;
        bz_move move;

        position(&setup, cases[i].options, cases[i].position, &before);
        move = check_move(&setup, &before, cases[i].move);
        after = before;
        setup.rules->play(&after, move);
        setup.game->text->tell(&before, move, &after, &out);
        assert_string_equal(told, cases[i].told);
        bz_setup_release(&setup);
    }
}

static void tells_how_a_game_ended(void **state)
{
    static const struct {
        const char *options, *position, *told;
        int result[4];
    } cases[] = {
        {"",
         "V5/6/6/6/6/6 1,0,0,0,0,0,0/0,1,1,0,0,0,0 122---- 1 - m",
         "Varys has nowhere to go; banners 1 to 2",
         {-1, 1}},
        {"",
         "V5/6/6/6/6/6 1,0,0,0,0,0,0/0,1,0,0,0,0,0 12----- 1 - m",
         "Varys has nowhere to go; banners 1 to 1, and the largest house decides",
         {1, -1}},
        {"rules=published players=3",
         "V5/6/6/6/6/6 0,0,1,0,0,0,0/0,1,0,0,0,0,0/0,0,0,1,0,0,0 -213--- 1 - m",
         "Varys has nowhere to go; banners 1 to 1 to 1, and the largest house decides",
         {-1, 1, -1}},
        {"rules=published players=4",
         "V5/6/6/6/6/6 1,0,0,0,0,0,0/0,1,0,0,0,0,0/0,0,0,0,0,0,0/0,0,1,0,0,0,0 124---- 1 - m",
         "Varys has nowhere to go; banners 1 to 2",
         {-1, 1, -1, 1}},
        {"rules=published players=4", /* both of a team win */
         "V5/6/6/6/6/6 1,0,0,0,0,0,0/0,1,0,0,0,0,0/0,0,0,1,0,0,0/0,0,1,0,0,0,0 1243--- 1 - m",
         "Varys has nowhere to go; banners 2 to 2, and the largest house decides",
         {1, -1, 1, -1}},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        char told[256];
        struct bz_buf out = BZ_BUF(told);
        struct bz_setup setup;
        union bz_pos pos;
        int result[BZ_PLAYERS_MAX];

        position(&setup, cases[i].options, cases[i].position, &pos);
        assert_true(bz_is_over(&setup, &pos));
        setup.game->text->ending(&pos, &out);
        assert_string_equal(told, cases[i].told);
        setup.rules->result(&pos, result);
        for (int player = 0; player < setup.rules->players; player++)
            assert_int_equal(result[player], cases[i].result[player]);
        bz_setup_release(&setup);
    }
}

/* --- Drawings ------------------------------------------------------------------------------- */

static void draws(enum bz_draw_style style, const char *wanted)
{
    static const char text[] = "L2T1L/4SV/6/6/TGG1L1/L5 4,1,1,3,0,1,1/3,4,1,0,3,2,1 1211222 2 "
                               "Jon,Gendry c";
    static char drawing[BZ_DRAWING_MAX];
    struct bz_buf out = BZ_BUF(drawing);
    struct bz_setup setup;
    union bz_pos pos;

    position(&setup, "rules=phase2", text, &pos);
    bz_buf_clear(&out);
    setup.game->text->draw(&pos, style, BZ_MOVE_NONE, &out);
    assert_string_equal(drawing, wanted);
    bz_setup_release(&setup);
}

static void plain_drawing_has_letters_and_numbers(void **state)
{
    (void)state;
    draws(BZ_DRAW_PLAIN, "L . . T . L\n"
                         ". . . . S V\n"
                         ". . . . . .\n"
                         ". . . . . .\n"
                         "T G G . L .\n"
                         "L . . . . .\n"
                         "Player        1    2\n"
                         "S Stark       4*   3\n"
                         "G Greyjoy     1    4*\n"
                         "L Lannister   1*   1\n"
                         "T Targaryen   3*   0\n"
                         "B Baratheon   0    3*\n"
                         "Y Tyrell      1    2*\n"
                         "U Tully       1    1*\n"
                         "Banners       3    4\n"
                         "Companions: Jon, Gendry (one is to be chosen now)\n");
}

static void framed_drawing_has_names_around_it(void **state)
{
    (void)state;
    draws(BZ_DRAW_ASCII, "     a  b  c  d  e  f\n"
                         "   +------------------+     Player        1    2\n"
                         " 1 | L  .  .  T  .  L | 1   S Stark       4*   3\n"
                         " 2 | .  .  .  .  S <V>| 2   G Greyjoy     1    4*\n"
                         " 3 | .  .  .  .  .  . | 3   L Lannister   1*   1\n"
                         " 4 | .  .  .  .  .  . | 4   T Targaryen   3*   0\n"
                         " 5 | T  G  G  .  L  . | 5   B Baratheon   0    3*\n"
                         " 6 | L  .  .  .  .  . | 6   Y Tyrell      1    2*\n"
                         "   +------------------+     U Tully       1    1*\n"
                         "     a  b  c  d  e  f       Banners       3    4\n"
                         "Companions: Jon, Gendry (one is to be chosen now)\n");
}

/* --- Deals ---------------------------------------------------------------------------------- */

/* How often a Stark lies on each cell, in many deals. */
static void starks(const char *how, int deals, int ret_starks[36])
{
    memset(ret_starks, 0, 36 * sizeof(ret_starks[0]));
    for (int seed = 0; seed < deals; seed++) {
        char options[64];
        struct bz_setup setup;
        union bz_pos pos;
        int cell = 0;

        snprintf(options, sizeof(options), "deal=%s seed=%d", how, seed);
        check_setup(&setup, "hotk", options);
        bz_start(&setup, &pos);
        for (const char *p = check_text(&setup, &pos); *p != ' '; p++)
            if (*p != '/')
                ret_starks[cell++] += *p == 'S';
        assert_int_equal(cell, 36);
        bz_setup_release(&setup);
    }
}

/* Eight of 36 everywhere; and where every house is as likely as any other until it is used up, one
 * of eight at first and far more at the end. */
static void deals_are_what_they_are_called(void **state)
{
    enum { DEALS = 3600 };
    int fair[36], course[36];

    (void)state;
    starks("fair", DEALS, fair);
    starks("course", DEALS, course);
    for (int cell = 0; cell < 36; cell++)
        assert_in_range(fair[cell], 800 - 150, 800 + 150);
    assert_in_range(course[0], 450 - 120, 450 + 120);
    assert_true(course[35] > 2 * course[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(explains_refused_walks),
        cmocka_unit_test(explains_refused_companions),
        cmocka_unit_test(both_orders_are_the_same_move),
        cmocka_unit_test(nothing_is_legal_when_the_game_is_over),
        cmocka_unit_test(tells_what_a_move_did),
        cmocka_unit_test(tells_how_a_game_ended),
        cmocka_unit_test(plain_drawing_has_letters_and_numbers),
        cmocka_unit_test(framed_drawing_has_names_around_it),
        cmocka_unit_test(deals_are_what_they_are_called),
    };

    return CHECK_RUN(tests);
}
