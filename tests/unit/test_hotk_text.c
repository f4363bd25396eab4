/*
 * test_hotk_text.c - Hand of the King in writing: positions, deals, moves, drawings, and the words
 * in which a wrong one is refused.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NOTHING "0,0,0,0,0,0,0/0,0,0,0,0,0,0 -------"

/* --- Positions ------------------------------------------------------------------------------ */

struct example {
    const char *options, *text;
};

static void good_positions_read_back(void **state)
{
    static const struct example good[] = {
        {"", "BBLGLB/SSSBST/ULTSTY/YULTVS/LGYGSG/GTGSGL " NOTHING " 1 - m"},
        {"", "2UUVG/2GB1L/GYB3/6/BL4/6 5,1,3,3,0,1,0/3,3,1,2,1,1,0 121122- 2 - m"},
        {"", "V5/6/6/6/6/6 8,0,0,0,0,0,0/0,7,0,0,0,0,0 12----- 1 - m"},
        {"", "VS4/6/6/6/6/6 " NOTHING " 2 - m"}, /* fewer cards than there are */
        {"rules=phase2",
         "2SV2/6/6/6/6/5L " NOTHING " 1 Jon,Gendry,Ramsay,Sandor,Jaqen,Melisandre c"},
        {"rules=phase2", "2SV2/6/6/6/6/5L " NOTHING " 2 Ramsay m"},
        {"rules=phase2", "2SV2/6/6/6/6/6 9,0,0,0,0,0,0/0,0,0,0,0,0,0 1------ 2 - m"}, /* Jon */
        {"rules=phase2", "V5/6/6/6/6/6 0,0,0,0,4,0,0/0,0,0,0,1,0,0 ----1-- 2 Jon m"}, /* Gendry */
        {"rules=phase2", "V5/6/6/6/6/6 0,0,0,0,7,0,0/0,0,0,0,0,0,0 ----1-- 2 - m"},   /* both */
        {"rules=published", "VS4/6/6/6/6/6 " NOTHING " 1 Jaqen,Melisandre c"},
        {"rules=published players=3",
         "VS4/6/6/6/6/6 1,0,0,0,0,0,0/1,0,0,0,0,0,0/0,1,0,0,0,0,0 23----- 3 - m"},
        {"rules=published players=4", /* a partner may have more than the holder */
         "VS4/6/6/6/6/6 1,0,0,0,0,0,0/2,0,0,0,0,0,0/3,0,0,0,0,0,0/0,0,0,0,0,0,0 1------ 4 - m"},
        {"rules=published", /* Jaqen has killed a Stark of player 1 */
         "VS4/6/6/6/6/6 1,0,0,0,0,0,0/2,0,0,0,0,0,0 1------ 1 - m"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(good); i++) {
        struct bz_setup setup;
        union bz_pos pos;

        check_setup(&setup, "hotk", good[i].options);
        check_parse(&setup, good[i].text, &pos);
        assert_string_equal(check_text(&setup, &pos), good[i].text);
        bz_setup_release(&setup);
    }
}

/* By the published rules a position brings its number of players. */
static void a_position_brings_its_players(void **state)
{
    static const char text[] =
        "VS4/6/6/6/6/6 1,0,0,0,0,0,0/1,0,0,0,0,0,0/0,1,0,0,0,0,0 23----- 3 - m";
    struct bz_setup setup;
    union bz_pos pos;
    struct bz_error err;

    (void)state;
    check_setup(&setup, "hotk", "rules=published");
    check_parse(&setup, text, &pos);
    assert_int_equal(setup.rules->players, 3);
    assert_string_equal(bz_setup_value(&setup, "players")->text, "3");
    assert_string_equal(check_text(&setup, &pos), text);
    bz_setup_release(&setup);
    check_setup(&setup, "hotk", "");
    assert_true(bz_parse(&setup, text, strlen(text), &pos, &err) < 0);
    check_error(&err, BZ_ERROR_SYNTAX, "position character blank next field");
    assert_int_equal(setup.rules->players, 2);
    bz_setup_release(&setup);
}

struct refusal {
    const char *options, *text;
    int code;
    const char *words;
};

static void refuse(const struct refusal *refusals, int count)
{
    for (int i = 0; i < count; i++)
        check_no_position("hotk", refusals[i].options, refusals[i].text, refusals[i].code,
                          refusals[i].words);
}

static void refuses_wrong_boards(void **state)
{
    static const struct refusal refusals[] = {
        {"", "", BZ_ERROR_SYNTAX, "position character 1 card"},
        {"", "startpos", BZ_ERROR_SYNTAX, "character 1 card"},
        {"", "VX4/6/6/6/6/6 " NOTHING " 1 - m", BZ_ERROR_SYNTAX, "character 2 card X"},
        {"", "v5/6/6/6/6/6 " NOTHING " 1 - m", BZ_ERROR_SYNTAX, "character 1 card"},
        {"", "V.4/6/6/6/6/6 " NOTHING " 1 - m", BZ_ERROR_SYNTAX, "character 2 card"},
        {"", "V6/6/6/6/6/6 " NOTHING " 1 - m", BZ_ERROR_SYNTAX, "character 2 empty fits"},
        {"", "V0S4/6/6/6/6/6 " NOTHING " 1 - m", BZ_ERROR_SYNTAX, "character 2 empty fits"},
        {"", "V23/6/6/6/6/6 " NOTHING " 1 - m", BZ_ERROR_SYNTAX, "character 3 empty fits"},
        {"", "V4/6/6/6/6/6 " NOTHING " 1 - m", BZ_ERROR_SYNTAX, "character 3 card"},
        {"", "V5S/6/6/6/6/6 " NOTHING " 1 - m", BZ_ERROR_SYNTAX, "character 3 six rows"},
        {"", "V5/6/6/6/6 " NOTHING " 1 - m", BZ_ERROR_SYNTAX, "six rows"},
        {"", "V5/6/6/6/6/6/6 " NOTHING " 1 - m", BZ_ERROR_SYNTAX, "character 13 blank"},
        {"", "V4V/6/6/6/6/6 " NOTHING " 1 - m", BZ_ERROR_SYNTAX, "character 3 only one Varys"},
        {"", "S5/6/6/6/6/6 " NOTHING " 1 - m", BZ_ERROR_SYNTAX, "no Varys"},
        {"", "VS4/6/6/6/6/6", BZ_ERROR_SYNTAX, "character 14 blank"},
        {"",
         "VS\xff"
         "3/6/6/6/6/6 " NOTHING " 1 - m",
         BZ_ERROR_SYNTAX, "character 3 \\xff"},
    };

    (void)state;
    refuse(refusals, CHECK_COUNT(refusals));
}

#define BOARD "VS4/6/6/6/6/6 "

static void refuses_wrong_fields(void **state)
{
    static const struct refusal refusals[] = {
        {"", BOARD "0,0,0,0,0,0/0,0,0,0,0,0,0 ------- 1 - m", BZ_ERROR_SYNTAX, "26 comma seven"},
        {"", BOARD "0,0,0,0,0,0,0,0/0,0,0,0,0,0,0 ------- 1 - m", BZ_ERROR_SYNTAX,
         "28 next player"},
        {"", BOARD "0,0,0,0,0,0,0 ------- 1 - m", BZ_ERROR_SYNTAX, "28 next player"},
        {"", BOARD "00,0,0,0,0,0,0/0,0,0,0,0,0,0 ------- 1 - m", BZ_ERROR_SYNTAX, "15 begin 0"},
        {"", BOARD "-1,0,0,0,0,0,0/0,0,0,0,0,0,0 ------- 1 - m", BZ_ERROR_SYNTAX, "15 number"},
        {"", BOARD "99999999999999999999,0,0,0,0,0,0/0,0,0,0,0,0,0 ------- 1 - m", BZ_ERROR_SYNTAX,
         "15 many members"},
        {"", BOARD "16,0,0,0,0,0,0/0,0,0,0,0,0,0 1------ 1 - m", BZ_ERROR_SYNTAX, "15 many"},
        {"", BOARD "0,0,0,0,0,0,0/0,0,0,0,0,0,0 ------ 1 - m", BZ_ERROR_SYNTAX, "49 banner"},
        {"", BOARD "0,0,0,0,0,0,0/0,0,0,0,0,0,0 -------- 1 - m", BZ_ERROR_SYNTAX, "50 blank"},
        {"", BOARD "0,0,0,0,0,0,0/0,0,0,0,0,0,0 3------ 1 - m", BZ_ERROR_SYNTAX, "43 banner"},
        {"", BOARD NOTHING " 3 - m", BZ_ERROR_SYNTAX, "51 player move"},
        {"", BOARD NOTHING " 0 - m", BZ_ERROR_SYNTAX, "51 player move"},
        {"", BOARD NOTHING "  1 - m", BZ_ERROR_SYNTAX, "51 player move"},
        {"", BOARD NOTHING " 1", BZ_ERROR_SYNTAX, "blank"},
        {"", BOARD NOTHING " 1  m", BZ_ERROR_SYNTAX, "companion"},
        {"", BOARD NOTHING " 1 Jon m", BZ_ERROR_SYNTAX, "53 no companions phase1"},
        {"rules=phase2", BOARD NOTHING " 1 Arya m", BZ_ERROR_SYNTAX, "53 companion Arya"},
        {"rules=phase2", BOARD NOTHING " 1 Jon,Jon m", BZ_ERROR_SYNTAX, "57 once order"},
        {"rules=phase2", BOARD NOTHING " 1 Sandor,Jon m", BZ_ERROR_SYNTAX, "60 once order"},
        {"rules=phase2", BOARD NOTHING " 1 Jon, m", BZ_ERROR_SYNTAX, "57 companion"},
        {"rules=phase2", BOARD NOTHING " 1 Jonas m", BZ_ERROR_SYNTAX, "56 blank"},
        {"rules=phase2", BOARD NOTHING " 1 Jon x", BZ_ERROR_SYNTAX, "57 due m c"},
        {"rules=phase2", BOARD NOTHING " 1 - c", BZ_ERROR_SYNTAX, "55 no companion"},
        {"", BOARD NOTHING " 1 - m x", BZ_ERROR_SYNTAX, "57 who took"},
        {"", BOARD NOTHING " 1 - mm", BZ_ERROR_SYNTAX, "56 follow"},
        {"rules=phase2", BOARD NOTHING " 1 - m .", BZ_ERROR_SYNTAX, "57 phase1"},
    };

    (void)state;
    refuse(refusals, CHECK_COUNT(refusals));
}

static void refuses_impossible_positions(void **state)
{
    static const struct refusal refusals[] = {
        {"", "VS4/6/6/6/6/6 8,0,0,0,0,0,0/0,0,0,0,0,0,0 1------ 1 - m", BZ_ERROR_ILLEGAL,
         "9 Starks 8"},
        {"", "VUUU2/6/6/6/6/6 " NOTHING " 1 - m", BZ_ERROR_ILLEGAL, "3 Tullys 2"},
        {"", "V5/6/6/6/6/6 0,4,0,0,0,0,0/0,4,0,0,0,0,0 -1----- 1 - m", BZ_ERROR_ILLEGAL,
         "8 Greyjoys 7"},
        {"rules=phase2", "V5/6/6/6/6/6 9,0,0,0,0,0,0/0,0,0,0,0,0,0 1------ 1 Jon m",
         BZ_ERROR_ILLEGAL, "9 Starks 8"},
        {"rules=phase2", "V5/6/6/6/6/6 11,0,0,0,0,0,0/0,0,0,0,0,0,0 1------ 1 - m",
         BZ_ERROR_ILLEGAL, "11 Starks 8"},
        {"rules=phase2", "V5/6/6/6/6/6 9,8,0,0,0,0,0/0,0,0,0,0,0,0 11----- 1 - m", BZ_ERROR_ILLEGAL,
         "8 Greyjoys 7"}, /* Jon is one only */
        {"rules=phase2", "V5/6/6/6/6/6 0,0,0,0,5,0,0/0,0,0,0,0,0,0 ----1-- 1 Jon,Gendry m",
         BZ_ERROR_ILLEGAL, "5 Baratheons 4"},
        {"", "VS4/6/6/6/6/6 1,0,0,0,0,0,0/0,0,0,0,0,0,0 ------- 1 - m", BZ_ERROR_ILLEGAL,
         "Starks nobody banner"},
        {"", "VS4/6/6/6/6/6 1,0,0,0,0,0,0/2,0,0,0,0,0,0 1------ 1 - m", BZ_ERROR_ILLEGAL,
         "player 1 banner Stark"},
        {"", "VS4/6/6/6/6/6 0,0,0,0,0,0,0/0,0,0,0,0,0,0 1------ 1 - m", BZ_ERROR_ILLEGAL,
         "player 1 banner Stark"},
        {"rules=published", "VS4/6/6/6/6/6 1,0,0,0,0,0,0/2,0,0,0,0,0,0 1------ 1 Jon,Jaqen m",
         BZ_ERROR_ILLEGAL, "player 1 banner Stark"},
        {"rules=published", "VS4/6/6/6/6/6 1,0,0,0,0,0,0/3,0,0,0,0,0,0 1------ 1 - m",
         BZ_ERROR_ILLEGAL, "player 1 banner Stark"},
        {"rules=published", "VS4/6/6/6/6/6 1,1,0,0,0,0,0/2,2,0,0,0,0,0 11----- 1 - m",
         BZ_ERROR_ILLEGAL, "player 1 banner Greyjoy"}, /* Jaqen kills once */
        {"", "V5/6/6/6/6/6 " NOTHING " 1 - m", BZ_ERROR_ILLEGAL, "over nobody banner"},
        {"rules=phase2", "V5/6/6/6/6/6 " NOTHING " 1 Sandor c", BZ_ERROR_ILLEGAL,
         "companion due none used"},
    };

    (void)state;
    refuse(refusals, CHECK_COUNT(refusals));
}

/* Who took what may follow, is not written, and does not make another position. */
static void captors_are_understood(void **state)
{
    static const char plain[] = "VS4/6/6/6/6/6 1,0,0,0,0,0,0/0,0,0,0,0,0,1 1-----2 1 - m";
    static const struct refusal refusals[] = {
        {"", "VS4/6/6/6/6/6 1,0,0,0,0,0,0/0,0,0,0,0,0,1 1-----2 1 - m ...", BZ_ERROR_SYNTAX, "who"},
        {"",
         "VS4/6/6/6/6/6 1,0,0,0,0,0,0/0,0,0,0,0,0,1 1-----2 1 - m "
         "13..................................",
         BZ_ERROR_SYNTAX, "who took"},
        {"",
         "VS4/6/6/6/6/6 1,0,0,0,0,0,0/0,0,0,0,0,0,1 1-----2 1 - m "
         "21..................................",
         BZ_ERROR_SYNTAX, "still there"},
        {"",
         "VS4/6/6/6/6/6 1,0,0,0,0,0,0/0,0,0,0,0,0,1 1-----2 1 - m "
         "2.1.....1...........................",
         BZ_ERROR_ILLEGAL, "player 1 1 cards 2 cells"},
        {"",
         "VS4/6/6/6/6/6 1,0,0,0,0,0,0/0,0,0,0,0,0,1 1-----2 1 - m "
         "2.1..................................",
         BZ_ERROR_SYNTAX, "follow"},
    };
    struct bz_setup setup;
    union bz_pos pos, other;
    char text[256];

    (void)state;
    refuse(refusals, CHECK_COUNT(refusals));
    check_setup(&setup, "hotk", "");
    check_parse(&setup, plain, &pos);
    snprintf(text, sizeof(text), "%s 2.1.................................", plain);
    check_parse(&setup, text, &other);
    assert_string_equal(check_text(&setup, &other), plain);
    assert_true(setup.rules->hash(&pos) == setup.rules->hash(&other));
    check_number(setup.rules->evals[2].value(&pos, 0), 92 - 102, "report");
    check_number(setup.rules->evals[2].value(&other, 0), 92 - 102 + 3 - 3, "report");
    check_play(&setup, &other, "b1");
    check_number(setup.rules->evals[2].value(&other, 0), 92 - 102 + 3 * 2 - 3, "report");
    bz_setup_release(&setup);
}

/* Whatever is cut off or changed in a text, it is refused or means a position. */
static void every_damaged_text_is_refused_or_understood(void **state)
{
    static const char text[] = "2UUVG/2GB1L/GYB3/6/BL4/6 5,1,3,3,0,1,0/3,3,1,2,1,1,0 121122- 2 "
                               "Jon,Sandor c";
    static const char *const bytes = "0123456789SGLTBYUVmc-,/ .JonSandr\n\xff";
    struct bz_setup setup;
    union bz_pos pos;
    int understood = 0;

    (void)state;
    check_setup(&setup, "hotk", "rules=phase2");
    for (size_t at = 0; at < sizeof(text) - 1; at++) {
        char damaged[sizeof(text)];

        if (at)
            assert_true(bz_parse(&setup, text, at, &pos, NULL) < 0);
        for (const char *byte = bytes; *byte; byte++) {
            memcpy(damaged, text, sizeof(text));
            damaged[at] = *byte;
            if (bz_parse(&setup, damaged, sizeof(text) - 1, &pos, NULL))
                continue;
            assert_string_equal(check_text(&setup, &pos), damaged);
            understood++;
        }
    }
    assert_true(understood >= (int)sizeof(text) - 1);
    bz_setup_release(&setup);
}

static void a_huge_text_is_refused(void **state)
{
    enum { HUGE_LENGTH = 10 << 20 };
    char *text = malloc(HUGE_LENGTH);
    struct bz_setup setup;
    struct bz_error err;
    union bz_pos pos;
    bz_move move;

    (void)state;
    assert_non_null(text);
    memset(text, 'S', HUGE_LENGTH);
    check_setup(&setup, "hotk", "rules=phase2");
    assert_true(bz_parse(&setup, text, HUGE_LENGTH, &pos, &err) < 0);
    check_error(&err, BZ_ERROR_RANGE, "too long");
    bz_start(&setup, &pos);
    assert_true(bz_parse_move(&setup, &pos, text, HUGE_LENGTH, &move, &err) < 0);
    check_error(&err, BZ_ERROR_SYNTAX, "SSS");
    bz_setup_release(&setup);
    free(text);
}

/* --- Deals ---------------------------------------------------------------------------------- */

static void refuse_options(const struct refusal *refusals, int count)
{
    for (int i = 0; i < count; i++) {
        const char *assignments[] = {refusals[i].text, refusals[i].options};
        struct bz_setup setup;
        struct bz_error err;

        if (bz_setup_init(&setup, bz_game_find("hotk", NULL), assignments,
                          refusals[i].options ? 2 : 1, &err) == BZ_OK)
            fail_msg("'%s' was accepted", refusals[i].text);
        check_error(&err, refusals[i].code, refusals[i].words);
    }
}

static void refuses_wrong_options(void **state)
{
    static const struct refusal refusals[] = {
        {NULL, "rules=phase3", BZ_ERROR_UNKNOWN, "rules phase3 phase1 phase2 published"},
        {NULL, "players=1", BZ_ERROR_RANGE, "players 2 4"},
        {NULL, "players=5", BZ_ERROR_RANGE, "players 2 4"},
        {NULL, "players=3", BZ_ERROR_UNFIT, "players=3 published"},
        {"rules=phase2", "players=4", BZ_ERROR_UNFIT, "players=4 published"},
        {NULL, "seed=-1", BZ_ERROR_RANGE, "seed"},
        {NULL, "seed=9223372036854775808", BZ_ERROR_RANGE, "seed"},
        {NULL, "board=S", BZ_ERROR_SYNTAX, "board 1 letters 36"},
        {NULL, "board=TYSTVLSGSUGUGTSTGYYTGSBBSSLLSGGBBLL", BZ_ERROR_SYNTAX, "35 letters 36"},
        {NULL, "board=TYSTVLSGSUGUGTSTGYYTGSBBSSLLSGGBBLLX", BZ_ERROR_SYNTAX, "character 36 X"},
        {NULL, "board=TYSTSLSGSUGUGTSTGYYTGSBBSSLLSGGBBLLL", BZ_ERROR_ILLEGAL, "9 S Stark 8"},
        {NULL, "board=TYSTVLSGSUGUGTSTGYYTGSBBSSLLSGGBBLLV", BZ_ERROR_ILLEGAL, "5 L Lannister 6"},
        {NULL, "board=VYSTVLSGSUGUGTSTGYYTGSBBSSLLSGGBBLLL", BZ_ERROR_ILLEGAL, "Targaryen 5"},
        {NULL, "board=nowhere.json", BZ_ERROR_IO, "nowhere.json"},
    };

    (void)state;
    refuse_options(refusals, CHECK_COUNT(refusals));
}

/* Writes a board file with the cards of `letters`, in which `wrong` takes the place of the object
 * number `at`; returns its path. */
static const char *board_file(const char *letters, int at, const char *wrong)
{
    static char name[48];
    static const char *const houses[] = {"Stark",     "Greyjoy", "Lannister", "Targaryen",
                                         "Baratheon", "Tyrell",  "Tully",     "No House"};
    FILE *file;

    snprintf(name, sizeof(name), "./hotk-%d.json", (int)getpid());
    file = fopen(name, "w");
    assert_non_null(file);
    fprintf(file, "[");
    for (int i = 0; letters[i]; i++) {
        size_t house = (size_t)(strchr("SGLTBYUV", letters[i]) - "SGLTBYUV");

        if (i == at)
            fprintf(file, "%s", wrong);
        else
            fprintf(file, "{\"house\": \"%s\", \"name\": \"%s\", \"location\": %d}", houses[house],
                    house == 7 ? "Varys" : "somebody", i);
        fprintf(file, letters[i + 1] ? ",\n" : "]\n");
    }
    assert_int_equal(fclose(file), 0);
    return name;
}

static const char deal[] = "TYSTVLSGSUGUGTSTGYYTGSBBSSLLSGGBBLLL";

static void board_files_are_read(void **state)
{
    char options[64];
    struct bz_setup setups[2];
    union bz_pos pos[2];

    (void)state;
    snprintf(options, sizeof(options), "board=%s", board_file(deal, -1, ""));
    check_setup(&setups[0], "hotk", options);
    remove(options + strlen("board="));
    snprintf(options, sizeof(options), "board=%s", deal);
    check_setup(&setups[1], "hotk", options);
    for (int i = 0; i < 2; i++) {
        bz_start(&setups[i], &pos[i]);
        bz_setup_release(&setups[i]);
    }
    assert_memory_equal(pos[0].bytes, pos[1].bytes, setups[0].rules->pos_size);
}

/* A wrong card in the third line. */
static void refuses_wrong_board_files(void **state)
{
    static const struct {
        const char *card;
        int code;
        const char *words;
    } wrong[] = {
        {"{\"house\": \"Stark\", \"name\": \"x\"}", BZ_ERROR_SYNTAX, ":3: card 3 no location"},
        {"{\"name\": \"x\", \"location\": 2}", BZ_ERROR_SYNTAX, ":3: card 3 no house"},
        {"{\"house\": \"Stark\", \"location\": 2}", BZ_ERROR_SYNTAX, ":3: card 3 no name"},
        {"{}", BZ_ERROR_SYNTAX, "card 3 no house"},
        {"3", BZ_ERROR_SYNTAX, "card 3 not an object"},
        {"{\"house\": \"Stark\", \"name\": \"x\", \"location\": 2, \"age\": 3}", BZ_ERROR_SYNTAX,
         ":3: card 3 more than"},
        {"{\"house\": \"Frey\", \"name\": \"x\", \"location\": 2}", BZ_ERROR_UNKNOWN,
         ":3:2: card 3 Frey no house"},
        {"{\"house\": 7, \"name\": \"x\", \"location\": 2}", BZ_ERROR_UNKNOWN, ":3:2: card 3"},
        {"{\"house\": \"Stark\", \"name\": 7, \"location\": 2}", BZ_ERROR_SYNTAX, ":3:20: name"},
        {"{\"house\": \"Stark\", \"name\": \"Varys\", \"location\": 2}", BZ_ERROR_ILLEGAL,
         ":3:20: Varys No House"},
        {"{\"house\": \"No House\", \"name\": \"x\", \"location\": 2}", BZ_ERROR_ILLEGAL,
         ":3:23: Varys No House"},
        {"{\"house\": \"Stark\", \"name\": \"x\", \"location\": 36}", BZ_ERROR_RANGE,
         ":3:33: location 0 35"},
        {"{\"house\": \"Stark\", \"name\": \"x\", \"location\": -1}", BZ_ERROR_RANGE, ":3:33:"},
        {"{\"house\": \"Stark\", \"name\": \"x\", \"location\": \"2\"}", BZ_ERROR_RANGE, ":3:33:"},
        {"{\"house\": \"Stark\", \"name\": \"x\", \"location\": 2.0}", BZ_ERROR_RANGE, ":3:33:"},
        {"{\"house\": \"Stark\", \"name\": \"x\", \"location\": 1}", BZ_ERROR_ILLEGAL,
         ":3:33: already 1"},
        {"{\"house\": \"No House\", \"name\": \"Varys\", \"location\": 2}", BZ_ERROR_ILLEGAL,
         ":5:2: card 5 more than 1 Varys"},
        {"{\"house\": \"Tyrell\", \"name\": \"x\", \"location\": 2}", BZ_ERROR_ILLEGAL,
         ":19:2: card 19 more than 3 Tyrell"},
        {"{\"house\": \"Stark\", \"house\": \"Stark\"}", BZ_ERROR_SYNTAX, ":3: duplicate"},
        {"{\"house\": \"Stark\", \"name\": \"x\", \"location\": 2}, {}", BZ_ERROR_SYNTAX, "37 36"},
        {"{\"house\": \"Stark\", \"name\":", BZ_ERROR_SYNTAX, ":3:"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(wrong); i++) {
        char option[64];
        const char *assignment = option, *path = board_file(deal, 2, wrong[i].card);
        struct bz_setup setup;
        struct bz_error err;

        snprintf(option, sizeof(option), "board=%s", path);
        if (bz_setup_init(&setup, bz_game_find("hotk", NULL), &assignment, 1, &err) == BZ_OK)
            fail_msg("%s was accepted", wrong[i].card);
        remove(path);
        check_error(&err, wrong[i].code, wrong[i].words);
    }
}

static void refuses_files_that_are_no_boards(void **state)
{
    static const struct {
        const char *text, *words;
    } wrong[] = {
        {"", ":1:1: 36 letters"},  {"[", ":1:"},        {"{}", ":1:1: list cards"},
        {"[]", "0 cards 36"},      {"null", ":1:"},     {"[1,2", ":1:"},
        {"[[[[[[[[[[[[[[", ":1:"}, {"\xff\xfe", ":1:"}, {"[] []", ":1:"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(wrong); i++) {
        char option[64];
        const char *assignment = option, *path = board_file("", -1, "");
        FILE *file = fopen(path, "w");
        struct bz_setup setup;
        struct bz_error err;

        fputs(wrong[i].text, file);
        fclose(file);
        snprintf(option, sizeof(option), "board=%s", path);
        assert_true(bz_setup_init(&setup, bz_game_find("hotk", NULL), &assignment, 1, &err) < 0);
        remove(path);
        check_error(&err, BZ_ERROR_SYNTAX, wrong[i].words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_positions_read_back),
        cmocka_unit_test(a_position_brings_its_players),
        cmocka_unit_test(refuses_wrong_boards),
        cmocka_unit_test(refuses_wrong_fields),
        cmocka_unit_test(refuses_impossible_positions),
        cmocka_unit_test(captors_are_understood),
        cmocka_unit_test(every_damaged_text_is_refused_or_understood),
        cmocka_unit_test(a_huge_text_is_refused),
        cmocka_unit_test(refuses_wrong_options),
        cmocka_unit_test(board_files_are_read),
        cmocka_unit_test(refuses_wrong_board_files),
        cmocka_unit_test(refuses_files_that_are_no_boards),
    };

    return CHECK_RUN(tests);
}
