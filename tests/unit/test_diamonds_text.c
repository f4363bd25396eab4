/*
 * test_diamonds_text.c - positions and words of Diamonds: what is read, what is refused and how,
 * and what is written.
 */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "games/diamonds/diamonds.h"

/* --- positions -------------------------------------------------------------------------------- */

#define TAIL  " 100,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A -"
#define AFTER " 100,0,3,stay b1,-,1,1.0.0.0,50,1,0,0 2 A "

static const char *const round_trips[] = {
    "p1 E" TAIL,
    "p1 E1E" TAIL,
    "p1 E1-E/EEE 100,0,3,stay b1,-,1,1.0.0.0,50,1,0,0 2 A -",
    "p1 E1E/EEE 100,2.5,3,enter a1,-,0,0.0.0.0,0,0,0,0 1 A -",
    "p1 EE/EE 0,-100000,1000,stay a1,-,0,0.0.0.0,0,0,0,0 1 A -",
    "p1 EE/EE 10000,100000.0,0,stay a1,-,0,0.0.0.0,0,0,0,0 1 A -",
    "p1 Eg-GE 9,0,3,stay c1,g,0,0.0.0.0,0,2,0,0 3 A -",
    "p1 Eg-g-E 9,0,3,stay b1,g,0,0.0.0.0,0,3,0,0 c1,g,0,0.0.0.0,0,1,0,0 4 A -",
    "p1 E*E 9,0,3,stay b1,-,0,0.0.0.0,0,1,0,3 4 A -",
    "p1 EE/EE 9,0,3,stay a1,-,0,0.0.0.0,0,1,0,0 b1,-,0,0.0.0.0,0,0,1,0 1 B -",
    "p1 E 9,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 a1,-,0,0.0.0.0,0,0,0,0 1 A -",
    "p2 E1E 9,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A slip:RIGHT",
    "p2 ETTT1E 9,0,3,stay b1,-,0,0.0.0.0,0,1,0,0 2 A exit:DOWN_LEFT",
    "p3 ETTT1E 9,0,3,stay b1,-,0,0.0.0.0,0,1,0,0 2 A exit:NOOP",
    "v2021 ETTTE 9,0,3,stay b1,-,0,0.0.0.0,0,1,0,0,- 2 A exit:TELEPORT",
    "v2021 E1EE 9,200,3,stay b1,-,0,0.0.0.0,0,2,0,0,a1.b1 c1,-,0,0.0.0.0,0,2,0,0,d1 3 A -",
    "v2021 E1E 3,0,3,stay b1,-,0,0.0.0.0,0,3,0,0,- 4 A -",
};

static void positions_come_back(void **state)
{
    (void)state;
    for (int i = 0; i < CHECK_COUNT(round_trips); i++) {
        struct bz_setup setup;
        union bz_pos pos;

        check_setup(&setup, "diamonds", "rules=p3 players=2 turns=7");
        check_parse(&setup, round_trips[i], &pos);
        assert_string_equal(check_text(&setup, &pos), round_trips[i]);
        bz_setup_release(&setup);
    }
}

struct refusal {
    const char *text;
    int code;
    const char *words; /* of the message */
};

static const struct refusal refused[] = {
    {"", BZ_ERROR_SYNTAX, "column 1: missing"},
    {"p1", BZ_ERROR_SYNTAX, "1 fields"},
    {"p1 E1E  100,0,3,stay", BZ_ERROR_SYNTAX, "column 8: missing"},
    {"p1 E1E" TAIL " ", BZ_ERROR_SYNTAX, "missing"},
    {"p1 E1E 9,0,3,stay a1 a1 1 A - x", BZ_ERROR_SYNTAX, "nothing may follow"},
    {"p4 E1E" TAIL, BZ_ERROR_UNKNOWN, "rules p4"},
    {"p1 E1E/E" TAIL, BZ_ERROR_SYNTAX, "position:2:2: 1 3"},
    {"p1 E1E/EXE/EEE" TAIL, BZ_ERROR_SYNTAX, "position:2:2: 'X'"},
    {"p1 E1E/EEW" TAIL, BZ_ERROR_ILLEGAL, "position:2:3: corners"},
    {"p1 E1T" TAIL, BZ_ERROR_ILLEGAL, "position:1:3: teleport"},
    {"p1 E\x01"
     "E" TAIL,
     BZ_ERROR_SYNTAX, "column 5: map"},
    {"p1 EE-E" TAIL, BZ_ERROR_ILLEGAL, "column 6: gone"},
    {"p1 E1--E" TAIL, BZ_ERROR_SYNTAX, "'-'"},
    {"p1 -E" TAIL, BZ_ERROR_ILLEGAL, "corners"},
    {"p1 EEEEEEEEEEEEEEEEEEEEEEEEEE" TAIL, BZ_ERROR_RANGE, "25 x 25"},
    {"v2021 EEEEEEEEEEEEEEEEEEEEE 9,0,3,stay a1,-,0,0.0.0.0,0,0,0,0,- 1 A -", BZ_ERROR_RANGE,
     "20 x 20"},
    {"v2021 E*E 9,0,3,stay a1,-,0,0.0.0.0,0,0,0,0,- 1 A -", BZ_ERROR_SYNTAX, "position:1:2: '*'"},
    {"p1 EE 10001,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A -", BZ_ERROR_RANGE, "turns 10001"},
    {"p1 EE 9,100001,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A -", BZ_ERROR_RANGE, "init_score 100001"},
    {"p1 EE 9,0.1,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A -", BZ_ERROR_SYNTAX, "init_score eighths"},
    {"p1 EE 9,0,3 a1,-,0,0.0.0.0,0,0,0,0 1 A -", BZ_ERROR_SYNTAX, "settings"},
    {"p1 EE 9,0,3,stay,x a1,-,0,0.0.0.0,0,0,0,0 1 A -", BZ_ERROR_SYNTAX, "settings"},
    {"p1 EE 9,0,3,never a1,-,0,0.0.0.0,0,0,0,0 1 A -", BZ_ERROR_UNKNOWN, "barbed never"},
    {"p1 EE 9,0,3,stay c1,-,0,0.0.0.0,0,0,0,0 1 A -", BZ_ERROR_SYNTAX, "cell"},
    {"p1 EE 9,0,3,stay a2,-,0,0.0.0.0,0,0,0,0 1 A -", BZ_ERROR_RANGE, "not on the map"},
    {"p1 EE 9,0,3,stay a01,-,0,0.0.0.0,0,0,0,0 1 A -", BZ_ERROR_RANGE, "too long"},
    {"p1 EE 9,0,3,stay a1,yg,0,0.0.0.0,0,0,0,0 1 A -", BZ_ERROR_SYNTAX, "comma"},
    {"p1 EE 9,0,3,stay a1,-,5,0.0.0.0,0,0,0,0 1 A -", BZ_ERROR_RANGE, "more"},
    {"p1 EE 9,0,3,stay a1,-,0,0.0.0,0,0,0,0 1 A -", BZ_ERROR_SYNTAX, "number"},
    {"p1 EE 9,0,3,stay a1,-,0,0.0.0.0,0,0,0 1 A -", BZ_ERROR_SYNTAX, "comma"},
    {"p1 EE 9,0,3,stay a1,-,0,0.0.0.0,0,0,0,0,- 1 A -", BZ_ERROR_SYNTAX, "ends here"},
    {"p1 EE 9,0,3,stay a1,-,0,0.0.0.0,9999999,0,0,0 1 A -", BZ_ERROR_RANGE, "too long"},
    {"p1 EE 9,0,3,stay a1,-,0,0.0.0.0,0,1,0,0 1 A -", BZ_ERROR_RANGE, "more than"},
    {"p1 EE 9,0,3,stay a1,-,0,0.0.0.0,0,0,0,1 1 A -", BZ_ERROR_RANGE, "more than"},
    {"p1 EE 9,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 0 A -", BZ_ERROR_SYNTAX, "turn"},
    {"p1 EE 9,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 11 A -", BZ_ERROR_RANGE, "more than"},
    {"p1 EE 9,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 B -", BZ_ERROR_SYNTAX, "agent"},
    {"p1 EE 1,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 b1,-,0,0.0.0.0,0,0,0,0 2 B -", BZ_ERROR_ILLEGAL,
     "over"},
    {"p1 EE 9,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A slip:UP", BZ_ERROR_ILLEGAL, "due"},
    {"p2 E1E 9,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A slip:NOOP", BZ_ERROR_ILLEGAL, "due"},
    {"p2 E1E 9,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A exit:UP", BZ_ERROR_ILLEGAL, "due"},
    {"p2 E1E 0,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A slip:UP", BZ_ERROR_ILLEGAL, "due"},
    {"p2 ETT1E 9,0,3,stay b1,-,0,0.0.0.0,0,1,0,0 2 A exit:UP", BZ_ERROR_ILLEGAL, "due"},
    {"p3 ETTT1E 9,0,3,stay b1,-,0,0.0.0.0,0,1,0,0 2 A exit:TELEPORT", BZ_ERROR_ILLEGAL, "due"},
    {"v2021 ETTTE 9,0,3,stay b1,-,0,0.0.0.0,0,1,0,0,- 2 A exit:NOOP", BZ_ERROR_ILLEGAL, "due"},
    {"p1 ETTT1E 9,0,3,stay b1,-,0,0.0.0.0,0,1,0,0 2 A exit:NOOP", BZ_ERROR_ILLEGAL, "due"},
    {"p1 E1-E" TAIL, BZ_ERROR_ILLEGAL, "more is gone"},
    {"p1 E1E" AFTER "-", BZ_ERROR_ILLEGAL, "0 yellow 1"},
    {"p1 E2-E" AFTER "-", BZ_ERROR_ILLEGAL, "0 yellow 1"},
    {"p1 Eg-E 9,0,3,stay b1,-,0,0.0.0.0,0,1,0,0 2 A -", BZ_ERROR_ILLEGAL, "1 green keys 0"},
    {"p1 EgE 9,0,3,stay a1,g,0,0.0.0.0,0,1,0,0 2 A -", BZ_ERROR_ILLEGAL, "0 green keys 1"},
    {"p1 EWE 9,0,3,stay b1,-,0,0.0.0.0,0,1,0,0 2 A -", BZ_ERROR_ILLEGAL, "wall"},
    {"p1 EGE 9,0,3,stay b1,-,0,0.0.0.0,0,1,0,0 2 A -", BZ_ERROR_ILLEGAL, "locked"},
    {"p1 E1E 9,0,3,stay b1,-,0,0.0.0.0,0,1,0,0 2 A -", BZ_ERROR_ILLEGAL, "without having"},
    {"p1 E1-E 9,0,3,stay b1,-,0,1.0.0.0,50,1,0,0 2 A -", BZ_ERROR_ILLEGAL, "points"},
    {"p1 E1-E 9,0,3,stay b1,-,2,1.0.0.0,50,1,0,0 2 A -", BZ_ERROR_ILLEGAL, "points"},
    {"p1 E1-E 9,0,3,stay b1,-,1,1.0.0.0,55,1,0,0 2 A -", BZ_ERROR_ILLEGAL, "points"},
    {"p1 E1-E 9,0,3,stay b1,-,1,1.0.0.0,350,1,0,0 2 A -", BZ_ERROR_ILLEGAL, "points"},
    {"v2021 E1-E 9,0,3,stay b1,-,0,1.0.0.0,11,1,0,0,- 2 A -", BZ_ERROR_ILLEGAL, "points"},
    {"v2021 EEE 9,0,3,stay b1,-,0,0.0.0.0,0,0,0,0,- 2 A -", BZ_ERROR_ILLEGAL, "acted 1"},
    {"v2021 EEE 9,0,3,stay b1,-,0,0.0.0.0,0,1,0,0,a1.b1 2 A -", BZ_ERROR_ILLEGAL, "acted 1"},
    {"v2021 EEE 9,0,3,stay b1,-,0,0.0.0.0,0,2,0,0,b1.a1 3 A -", BZ_ERROR_ILLEGAL, "trap order"},
    {"v2021 EEE 9,0,1,stay b1,-,0,0.0.0.0,0,2,0,0,a1.b1 3 A -", BZ_ERROR_ILLEGAL, "one too many"},
    {"v2021 ETTE 9,0,1,stay b1,-,0,0.0.0.0,0,2,0,0,b1 3 A -", BZ_ERROR_ILLEGAL, "none can be"},
    {"p1 EEE 9,0,3,stay b1,-,0,0.0.0.0,0,1,1,0 2 A -", BZ_ERROR_ILLEGAL, "nobody"},
    {"p1 EEE 9,0,3,stay b1,-,0,0.0.0.0,0,1,0,0 b1,-,0,0.0.0.0,0,1,0,0 2 A -", BZ_ERROR_ILLEGAL,
     "same cell"},
    {"p1 EEE 9,0,3,stay b1,-,0,0.0.0.0,0,1,2,0 c1,-,0,0.0.0.0,0,1,1,0 2 A -", BZ_ERROR_ILLEGAL,
     "more hits"},
};

static void wrong_positions_are_refused(void **state)
{
    (void)state;
    for (int i = 0; i < CHECK_COUNT(refused); i++)
        check_no_position("diamonds", "", refused[i].text, refused[i].code, refused[i].words);
}

/* A position cut off anywhere is none, unless what is left is one. */
static void truncated_positions_are_refused(void **state)
{
    (void)state;
    for (int i = 0; i < CHECK_COUNT(round_trips); i++)
        for (size_t length = 0; length + 1 < strlen(round_trips[i]); length++) {
            struct bz_setup setup;
            union bz_pos pos;
            char text[BZ_POS_TEXT_MAX];

            check_setup(&setup, "diamonds", "");
            if (!bz_parse(&setup, round_trips[i], length, &pos, NULL)) {
                snprintf(text, sizeof(text), "%s", check_text(&setup, &pos));
                assert_int_equal(strlen(text), length);
                assert_memory_equal(text, round_trips[i], length);
            }
            bz_setup_release(&setup);
        }
}

/* The largest map with everything in it taken still has a text. */
static void the_longest_position_fits(void **state)
{
    char text[BZ_POS_TEXT_MAX] = "";
    struct bz_buf out = BZ_BUF(text);
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    bz_buf_add(&out, "p1 ");
    for (int cell = 0; cell < 625; cell++) {
        bool corner = cell == 0 || cell == 24 || cell == 600 || cell == 624;

        bz_buf_add(&out, "%s%s", cell && cell % 25 == 0 ? "/" : "", corner ? "E" : "1-");
    }
    bz_buf_add(&out, " 10000,-99999.125,1000,enter y25,-,1,300.0.0.0,12350,20000,20000,10000"
                     " x25,-,1,321.0.0.0,12350,20000,0,10000 10001 A -");
    check_setup(&setup, "diamonds", "");
    check_parse(&setup, text, &pos);
    assert_string_equal(check_text(&setup, &pos), text);
    assert_int_equal(setup.rules->pos_size % 8, 0);
    bz_setup_release(&setup);
}

/* A second position on the same map keeps the world, and with it every other position. */
static void the_world_stays(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;
    const void *world;

    (void)state;
    check_setup(&setup, "diamonds", "");
    check_parse(&setup, "p1 E1E/EEE" TAIL, &pos);
    world = setup.world;
    check_parse(&setup, "p1 E1-E/EEE" AFTER "-", &pos);
    assert_ptr_equal(setup.world, world);
    bz_setup_release(&setup);
}

/* --- what is written -------------------------------------------------------------------------- */

static void play_record(struct bz_setup *setup, const char *start, const char *moves,
                        struct bz_record *ret_record)
{
    char word[BZ_MOVE_TEXT_MAX];
    union bz_pos pos;
    int used;

    check_setup(setup, "diamonds", "");
    check_parse(setup, start, &pos);
    bz_record_init(ret_record, setup, &pos);
    for (const char *p = moves; sscanf(p, "%63s%n", word, &used) == 1; p += used)
        bz_record_play(ret_record, check_move(setup, &ret_record->pos, word), NULL);
}

static void check_export(const char *start, const char *moves, const char *name, const char *wanted)
{
    static char text[1 << 16];
    const struct bz_export *export;
    struct bz_record record;
    struct bz_setup setup;
    FILE *file;

    play_record(&setup, start, moves, &record);
    memset(text, 0, sizeof(text));
    file = fmemopen(text, sizeof(text), "w");
    for (export = setup.game->exports; strcmp(export->name, name) != 0; export ++)
        continue;
    assert_int_equal(export->write(&record, file, NULL), BZ_OK);
    fclose(file);
    assert_string_equal(text, wanted);
    bz_record_release(&record);
    bz_setup_release(&setup);
}

/* Python's spacing, key order and no newline at the end; also of games not played to their end. */
static void logs_to_the_byte(void **state)
{
#define INFO(score, gem)                                                                        \
    "[{\"score\": " score ", \"hit_hurts_count\": 0, \"barbed_hurts_count\": 0, \"gem1\": " gem \
    ", \"gem2\": 0, \"gem3\": 0, \"gem4\": 0}]"
    (void)state;
    check_export(
        "p1 E1E 9,0,3,enter a1,-,0,0.0.0.0,0,0,0,0 1 A -", "RIGHT", "gamelog",
        "[{\"turn\": 1, \"agent\": null, \"agents_info\": " INFO(
            "0",
            "0") ", \"finish\": false, \"winner_id\": null, \"map\": [[\"EA\", \"1\", \"E\"]], "
                 "\"report\": \"\"}, {\"turn\": 1, \"agent\": 1, \"agents_info\": " INFO(
                     "49", "1") ", \"finish\": false, \"winner_id\": null, \"map\": [[\"E\", "
                                "\"EA\", \"E\"]], "
                                "\"report\": \"agent 1 :accepted action : RIGHT\"}, {\"turn\": 1, "
                                "\"agent\": "
                                "null, \"agents_info\": " INFO(
                                    "49", "1") ", \"finish\": true, \"winner_id\": null, \"map\": "
                                               "[[\"E\", \"EA\", \"E\"]], "
                                               "\"report\": \"finish!\"}]");
    check_export(
        "p1 E/E 9,0.0,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A -", "", "gamelog",
        "[{\"turn\": 1, \"agent\": null, \"agents_info\": " INFO(
            "0.0", "0") ", \"finish\": false, \"winner_id\": null, \"map\": [[\"EA\"], [\"E\"]], "
                        "\"report\": \"\"}]");
    check_export("v2021 EEE 9,200,3,stay a1,-,0,0.0.0.0,0,0,0,0,- c1,-,0,0.0.0.0,0,0,0,0,- 1 A -",
                 "TRAP TRAP RIGHT NOOP", "outs",
                 "TURN 1 \nEA  E   EB  \n----------\nTURN 1 \nEAa E   EB  \n----------\n"
                 "TURN 2 \nEAa E   EBb \n----------\nTURN 2 \nEa  EA  EBb \n----------\n");
#undef INFO
}

static void check_tell(const char *start, const char *moves, const char *move, const char *wanted)
{
    char text[256] = "";
    struct bz_buf out = BZ_BUF(text);
    struct bz_record record;
    struct bz_setup setup;
    union bz_pos after;
    bz_move played;

    play_record(&setup, start, moves, &record);
    played = check_move(&setup, &record.pos, move);
    after = record.pos;
    setup.rules->play(&after, played);
    setup.game->text->tell(&record.pos, played, &after, &out);
    assert_string_equal(text, wanted);
    bz_record_release(&record);
    bz_setup_release(&setup);
}

static void actions_are_told(void **state)
{
    static const char wire[] = "p1 E1*GgWE 9,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A -";
    static const char two[] =
        "p1 EEE 9,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 c1,-,0,0.0.0.0,0,0,0,0 1 A -";
    static const char ports[] = "p2 ETTT1E 9,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A -";
    static const char old[] = "v2021 EE 9,0,3,stay a1,-,0,0.0.0.0,0,0,0,0,- 1 A -";

    (void)state;
    check_tell(wire, "", "RIGHT", "A: RIGHT to b1, a yellow diamond: +50.");
    check_tell(wire, "", "UP", "A: UP is refused: that is off the map.");
    check_tell("p1 E1*GgWE/EEEE2EE 9,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A -", "RIGHT", "RIGHT",
               "A: RIGHT to c1; barbed wire: -20.");
    check_tell("p1 EGE/EEE 9,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A -", "", "RIGHT",
               "A: RIGHT is refused: b1 is a door without its key.");
    check_tell("p1 EWE/EEE 9,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A -", "", "RIGHT",
               "A: RIGHT is refused: b1 is a wall.");
    check_tell("p1 EgE/E1E 9,0,3,stay a1,-,0,0.0.0.0,0,0,0,0 1 A -", "", "RIGHT",
               "A: RIGHT to b1, the green key.");
    check_tell(two, "RIGHT", "LEFT", "B: LEFT runs into A, which costs A 20.");
    check_tell(ports, "", "RIGHT", "A wants RIGHT, and may slip.");
    check_tell(ports, "RIGHT", "slip:RIGHT", "A: RIGHT to b1.");
    check_tell(ports, "RIGHT slip:RIGHT UP", "slip:TELEPORT", "A wants UP, through a teleport.");
    check_tell(ports, "RIGHT slip:RIGHT UP slip:TELEPORT", "exit:d1", "A: TELEPORT to d1.");
    check_tell(old, "", "TRAP", "A: TRAP is refused: its score is too low for one more trap.");
    check_tell(old, "", "TELEPORT", "A: TELEPORT is refused: there is no teleport here.");
}

static void wrong_words_are_explained(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;
    struct bz_error err;
    bz_move move = 77;

    (void)state;
    check_setup(&setup, "diamonds", "rules=p2");
    bz_start(&setup, &pos);
    assert_true(bz_parse_move(&setup, &pos, "up", 2, &move, &err) < 0);
    check_error(&err, BZ_ERROR_SYNTAX, "'up' p2 UP DOWN_LEFT NOOP");
    assert_true(bz_parse_move(&setup, &pos, "TELEPORT", 8, &move, &err) < 0);
    check_play(&setup, &pos, "UP");
    assert_true(bz_parse_move(&setup, &pos, "UP", 2, &move, &err) < 0);
    check_error(&err, BZ_ERROR_ILLEGAL, "chance slip:WORD");
    assert_true(move == 77);
    bz_setup_release(&setup);
}

static void drawings_line_up(void **state)
{
    static const char wanted[] = "turn 2 of 9, A acts\n"
                                 "     a  b  c\n"
                                 "   +---------+\n"
                                 " 1 | .  A* B | 1\n"
                                 " 2 | .  1 ###| 2\n"
                                 " 3 | .  .  . | 3\n"
                                 "   +---------+\n"
                                 "     a  b  c\n"
                                 "    1 yellow diamond   * wire\n"
                                 "A on b1: score -21, diamonds 0 0 0 0, wire 1\n"
                                 "B on c1: score -1, diamonds 0 0 0 0\n";
    char text[1 << 14];
    struct bz_buf out = BZ_BUF(text);
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    check_setup(&setup, "diamonds", "");
    check_parse(&setup,
                "p1 E*E/E1W/EEE 9,0,3,stay b1,-,0,0.0.0.0,0,1,0,1 c1,-,0,0.0.0.0,0,1,0,0 2 A -",
                &pos);
    setup.game->text->draw(&pos, BZ_DRAW_ASCII, BZ_MOVE_NONE, &out);
    assert_string_equal(text, wanted);
    bz_setup_release(&setup);
}

/* --- data ------------------------------------------------------------------------------------- */

/* The original's walk: a row is spent from the left up to ten tenths, the rest is NOOP. */
static void chances_are_the_walk(void **state)
{
    static const enum ground grounds[] = {NORMAL, BARBED, TELEPORTING};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(grounds); i++)
        for (int asked = 0; asked <= NOOP; asked++) {
            int left = 10, wanted[SLIPS] = {0};

            for (int word = 0; word < SLIPS; word++) {
                int p = diamonds_published(P2, grounds[i], asked, word);

                wanted[word] = p < left ? p : left;
                left -= wanted[word];
            }
            wanted[NOOP] += left;
            for (int word = 0; word < SLIPS; word++)
                assert_int_equal(diamonds_chances[grounds[i]][asked][word], wanted[word]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_come_back),
        cmocka_unit_test(wrong_positions_are_refused),
        cmocka_unit_test(truncated_positions_are_refused),
        cmocka_unit_test(the_longest_position_fits),
        cmocka_unit_test(the_world_stays),
        cmocka_unit_test(logs_to_the_byte),
        cmocka_unit_test(actions_are_told),
        cmocka_unit_test(wrong_words_are_explained),
        cmocka_unit_test(drawings_line_up),
        cmocka_unit_test(chances_are_the_walk),
    };

    return CHECK_RUN(tests);
}
