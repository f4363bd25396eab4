/*
 * test_diamonds_text.c - positions, maps, configurations and words of Diamonds: what is read, what
 * is refused and how, and what is written.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "games/diamonds/diamonds.h"

#define HUGE_FILE (10 << 20)

/* --- positions --------------------------------------------------------------------------------- */

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

/* Neither setup nor position changes. */
static void wrong_positions_are_refused(void **state)
{
    (void)state;
    for (int i = 0; i < CHECK_COUNT(refused); i++) {
        struct bz_setup setup, before;
        union bz_pos pos, untouched;
        struct bz_error err = {0};

        check_setup(&setup, "diamonds", "");
        before = setup;
        memset(&pos, 0x5a, sizeof(pos));
        untouched = pos;
        if (!bz_parse(&setup, refused[i].text, strlen(refused[i].text), &pos, &err))
            fail_msg("'%s' was read", refused[i].text);
        check_error(&err, refused[i].code, refused[i].words);
        assert_memory_equal(&pos, &untouched, sizeof(pos));
        assert_memory_equal(&setup, &before, sizeof(setup));
        bz_setup_release(&setup);
    }
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

/* --- files ------------------------------------------------------------------------------------- */

static char folder[64];

static const char *in_folder(const char *name)
{
    static char path[128];

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(in_folder(name), "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof(folder), "/tmp/bazi-diamonds-XXXXXX");
    return mkdtemp(folder) && !mkdir(in_folder("maps"), 0700) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    remove(in_folder("maps/m.txt"));
    remove(in_folder("c.json"));
    remove(in_folder("map.txt"));
    rmdir(in_folder("maps"));
    return rmdir(folder);
}

/* The error a setup with these options ends in. */
static struct bz_error failure(const char *const *assignments, int count)
{
    struct bz_setup setup;
    struct bz_error err = {0};

    if (!bz_setup_init(&setup, bz_game_find("diamonds", NULL), assignments, count, &err))
        fail_msg("%s was accepted", assignments[0]);
    return err;
}

static void refuse_map(const char *rules, const char *text, int code, const char *words)
{
    char option[160];
    const char *const assignments[] = {option, rules};
    struct bz_error err;

    write_file("map.txt", text);
    snprintf(option, sizeof(option), "map=%s", in_folder("map.txt"));
    err = failure(assignments, 2);
    check_error(&err, code, words);
}

static void wrong_maps_are_refused(void **state)
{
    (void)state;
    refuse_map("rules=p1", "", BZ_ERROR_SYNTAX, "map.txt:1:1: no map");
    refuse_map("rules=p1", " \n\t\r\n", BZ_ERROR_SYNTAX, "map.txt:1:1: no map");
    refuse_map("rules=p1", "EEE\nEE\nEEE\n", BZ_ERROR_SYNTAX, "map.txt:2:3: 2 3");
    refuse_map("rules=p1", "EEE\n\nEEE\n", BZ_ERROR_SYNTAX, "map.txt:2:1: 0 3");
    refuse_map("rules=p1", "\nEEE\r\nEeE\r\nEEE\r\n", BZ_ERROR_SYNTAX, "map.txt:3:2: 'e'");
    refuse_map("rules=p1",
               "EEE\nE\xc3\xa4"
               "E\nEEE\n",
               BZ_ERROR_SYNTAX, "map.txt:2: 4 3");
    refuse_map("rules=p1",
               "EEE\nE\xff"
               "E\nEEE\n",
               BZ_ERROR_SYNTAX, "map.txt:2:2: \\xff");
    refuse_map("rules=p1", "EEE\nETE\nEE1\n", BZ_ERROR_ILLEGAL, "map.txt:2:2: teleport");
    refuse_map("rules=p1", "EEE\nEEE\nEE1\n", BZ_ERROR_ILLEGAL, "map.txt:3:3: corners '1'");
    refuse_map("rules=v2021", "EEE\nEgE\nEEE\n", BZ_ERROR_SYNTAX, "map.txt:2:2: 'g' v2021");
    refuse_map("rules=v2021", "EEEEEEEEEEEEEEEEEEEEE\n", BZ_ERROR_RANGE, "1 x 21 20 x 20");
}

static void huge_files_are_refused(void **state)
{
    char *text = malloc(HUGE_FILE + 1);

    (void)state;
    memset(text, 'E', HUGE_FILE);
    text[HUGE_FILE] = '\0';
    refuse_map("rules=p1", text, BZ_ERROR_RANGE, "longer");
    free(text);
}

static void wrong_options_are_refused(void **state)
{
    static const struct refusal wrong[] = {
        {"map=no/such/map", BZ_ERROR_IO, "no/such/map"},
        {"map=", BZ_ERROR_IO, "read"},
        {"map=/tmp", BZ_ERROR_IO, "read"},
        {"players=3", BZ_ERROR_UNKNOWN, "players"},
        {"turns=-1", BZ_ERROR_RANGE, "turns"},
        {"turns=1e3", BZ_ERROR_SYNTAX, "turns"},
        {"trap_count=1001", BZ_ERROR_RANGE, "trap_count"},
        {"init_score=", BZ_ERROR_SYNTAX, "init_score"},
        {"init_score=-100001", BZ_ERROR_RANGE, "init_score"},
        {"init_score=100000.125", BZ_ERROR_RANGE, "init_score"},
        {"init_score=1.", BZ_ERROR_SYNTAX, "eighths"},
        {"init_score=.5", BZ_ERROR_SYNTAX, "init_score"},
        {"init_score=1.0001", BZ_ERROR_SYNTAX, "eighths"},
        {"init_score=1.5x", BZ_ERROR_SYNTAX, "eighths"},
        {"init_score=nan", BZ_ERROR_SYNTAX, "init_score"},
        {"rules=p4", BZ_ERROR_UNKNOWN, "rules"},
        {"barbed=both", BZ_ERROR_UNKNOWN, "barbed"},
        {"config=no/such/file", BZ_ERROR_IO, "no/such/file"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(wrong); i++) {
        struct bz_error err = failure(&wrong[i].text, 1);

        check_error(&err, wrong[i].code, wrong[i].words);
    }
}

/* --- configurations ---------------------------------------------------------------------------- */

#define CONFIG_WITH(map, players, init, turns, random, more)                           \
    "{\n \"map\": " map ",\n \"server_ip\": \"127.0.0.1\", \"server_port\": 9921,\n"   \
    " \"player_count\": " players ", \"time_out\": 0.5,\n \"init_score\": " init ",\n" \
    " \"turn_count\": " turns ", \"init_random_location\": " random more "}\n"
#define REPEAT ", \"round_repeat\": 1"

static void take_config(struct bz_setup *setup, const char *rules, const char *text)
{
    char options[200];

    write_file("c.json", text);
    snprintf(options, sizeof(options), "config=%s %s", in_folder("c.json"), rules);
    check_setup(setup, "diamonds", options);
}

static void a_configuration_takes_the_place_of_options(void **state)
{
    const struct diamonds_world *world;
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    write_file("maps/m.txt", "E1E\nEEE\n");
    take_config(&setup, "turns=3",
                CONFIG_WITH("\"m.txt\"", "2", "-2.5", "17", "false", REPEAT ", \"x\": []"));
    bz_start(&setup, &pos);
    assert_string_equal(check_text(&setup, &pos),
                        "p1 E1E/EEE 17,-2.5,3,stay a1,-,0,0.0.0.0,0,0,0,0 c2,-,0,0.0.0.0,0,0,0,0 "
                        "1 A -");
    bz_setup_release(&setup);
    take_config(&setup, "rules=v2021",
                CONFIG_WITH("\"m.txt\"", "1", "45", "9", "true", REPEAT ", \"trap_count\": 5"));
    world = setup.world;
    assert_int_equal(world->trap_count, 5);
    assert_int_equal(world->init, 45 * 8);
    assert_false(world->is_real);
    bz_setup_release(&setup);
    take_config(&setup, "rules=p3",
                CONFIG_WITH("\"m.txt\"", "2", "2.0", "9", "false",
                            REPEAT ", \"probabilities_xlsx\": \"1.xlsx\""));
    world = setup.world;
    assert_true(world->is_real);
    assert_int_equal(world->players, 2);
    bz_setup_release(&setup);
}

static void wrong_configurations_are_refused(void **state)
{
    static const struct {
        const char *rules;
        struct refusal refusal;
    } wrong[] = {
        {"rules=p1", {"", BZ_ERROR_SYNTAX, "c.json:1:"}},
        {"rules=p1", {"[]", BZ_ERROR_SYNTAX, "c.json:1:1: object"}},
        {"rules=p1", {"{\n \"map\": \"m.txt\",\n", BZ_ERROR_SYNTAX, "c.json:"}},
        {"rules=p1", {"{\"map\": \"m.txt\", \"map\": 1}", BZ_ERROR_SYNTAX, "c.json:1:"}},
        {"rules=p1",
         {CONFIG_WITH("\"m.txt\"", "1", "0", "9", "false", ""), BZ_ERROR_SYNTAX,
          "c.json:1:1: round_repeat"}},
        {"rules=p2",
         {CONFIG_WITH("\"m.txt\"", "1", "0", "9", "false", REPEAT), BZ_ERROR_SYNTAX,
          "probabilities_xlsx"}},
        {"rules=v2021",
         {CONFIG_WITH("\"m.txt\"", "1", "0", "9", "false", REPEAT), BZ_ERROR_SYNTAX, "trap_count"}},
        {"rules=p1",
         {CONFIG_WITH("7", "1", "0", "9", "false", REPEAT), BZ_ERROR_SYNTAX,
          "c.json:2:2: map text"}},
        {"rules=p1",
         {CONFIG_WITH("\"../m.txt\"", "1", "0", "9", "false", REPEAT), BZ_ERROR_SYNTAX,
          "c.json:2:2: maps/"}},
        {"rules=p1",
         {CONFIG_WITH("\"none.txt\"", "1", "0", "9", "false", REPEAT), BZ_ERROR_IO, "none.txt"}},
        {"rules=p1",
         {CONFIG_WITH("\"m.txt\"", "3", "0", "9", "false", REPEAT), BZ_ERROR_SYNTAX,
          "c.json:4:2: player_count 1 and 2"}},
        {"rules=p1",
         {CONFIG_WITH("\"m.txt\"", "1.0", "0", "9", "false", REPEAT), BZ_ERROR_SYNTAX,
          "player_count"}},
        {"rules=p1",
         {CONFIG_WITH("\"m.txt\"", "1", "\"0\"", "9", "false", REPEAT), BZ_ERROR_SYNTAX,
          "c.json:5:2: init_score number"}},
        {"rules=p1",
         {CONFIG_WITH("\"m.txt\"", "1", "0.3", "9", "false", REPEAT), BZ_ERROR_SYNTAX,
          "c.json:5:2: init_score eighths"}},
        {"rules=p1",
         {CONFIG_WITH("\"m.txt\"", "1", "1e300", "9", "false", REPEAT), BZ_ERROR_RANGE,
          "c.json:5:2: init_score"}},
        {"rules=p1",
         {CONFIG_WITH("\"m.txt\"", "1", "0", "-1", "false", REPEAT), BZ_ERROR_SYNTAX,
          "c.json:6:2: turn_count"}},
        {"rules=p1",
         {CONFIG_WITH("\"m.txt\"", "1", "0", "9", "0", REPEAT), BZ_ERROR_SYNTAX,
          "init_random_location true"}},
    };

    (void)state;
    write_file("maps/m.txt", "E1E\nEEE\n");
    for (int i = 0; i < CHECK_COUNT(wrong); i++) {
        char option[160];
        const char *const assignments[] = {option, wrong[i].rules};
        struct bz_error err;

        write_file("c.json", wrong[i].refusal.text);
        snprintf(option, sizeof(option), "config=%s", in_folder("c.json"));
        err = failure(assignments, 2);
        check_error(&err, wrong[i].refusal.code, wrong[i].refusal.words);
    }
}

/* --- what is written --------------------------------------------------------------------------- */

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
                                 " 1 | .  A* B | 1\n"
                                 " 2 | .  1 ###| 2\n"
                                 " 3 | .  .  . | 3\n"
                                 "     a  b  c\n"
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

/* --- data -------------------------------------------------------------------------------------- */

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

/* --- maps of our own, and new ones ------------------------------------------------------------- */

static int within_reach(const struct bz_setup *setup, int agent)
{
    const struct diamonds_world *world = setup->world;
    uint64_t cells[WIDE];
    int n = 0;

    diamonds_reach(world, world->start[agent], cells);
    for (int cell = 0; cell < diamonds_cells(world); cell++)
        n += world->place[cell].gem && diamonds_has(cells, cell);
    return n;
}

static const struct {
    const char *map, *rules;
    int out_of_reach;
} own_maps[] = {
    {"first-steps", "p1", 0},   {"corridor", "p1", 0},      {"two-colours", "p1", 0},
    {"rainbow", "p1", 0},       {"wire-shortcut", "p1", 0}, {"village", "p1", 0},
    {"three-keys", "p1", 0},    {"door-maze", "p1", 0},     {"crowded", "p1", 0},
    {"false-friends", "p1", 0}, {"locked-out", "p1", 2},    {"giant", "p1", 0},
    {"slippery", "p2", 0},      {"teleport-ring", "p2", 0}, {"teleport-ring", "p3", 0},
    {"contested", "p3", 0},     {"contested", "p1", 0},     {"traps", "v2021", 0},
};

static void own_maps_are_good(void **state)
{
    (void)state;
    for (int i = 0; i < CHECK_COUNT(own_maps); i++) {
        char options[100];
        struct bz_setup setup;
        const struct diamonds_world *world;

        snprintf(options, sizeof(options), "map=%s rules=%s players=2", own_maps[i].map,
                 own_maps[i].rules);
        check_setup(&setup, "diamonds", options);
        world = setup.world;
        assert_true(world->gems > 0);
        if (within_reach(&setup, 0) != world->gems - own_maps[i].out_of_reach)
            fail_msg("%s: %d of %d diamonds within reach", own_maps[i].map, within_reach(&setup, 0),
                     world->gems);
        bz_setup_release(&setup);
    }
}

/* Each stands in the test above and in the README beside it. */
static void own_maps_are_all_known(void **state)
{
    static char readme[1 << 14];
    char path[512];
    FILE *file;

    (void)state;
    snprintf(path, sizeof(path), "%s/maps/diamonds/README.md", getenv("BAZI_ROOT"));
    file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(readme, 1, sizeof(readme) - 1, file) > 0);
    fclose(file);
    for (int i = 0; bz_asset_at(i); i++) {
        const char *name = bz_asset_at(i)->name;
        char word[64], quoted[70];
        bool known = false;

        if (sscanf(name, "maps/diamonds/%63[^.].txt", word) != 1)
            continue;
        snprintf(quoted, sizeof(quoted), "`%s`", word);
        assert_non_null(strstr(readme, quoted));
        for (int k = 0; k < CHECK_COUNT(own_maps); k++)
            known |= !strcmp(own_maps[k].map, word);
        if (!known)
            fail_msg("%s is not tested", name);
    }
}

static int make_map(const char *const *assignments, int count, uint64_t seed, struct bz_buf *out,
                    struct bz_error *err)
{
    const struct bz_maps *maps = bz_game_find("diamonds", NULL)->maps;
    struct bz_value values[BZ_OPTIONS_MAX];

    bz_option_defaults(maps->options, values);
    for (int i = 0; i < count; i++) {
        size_t name = strcspn(assignments[i], "=");
        int index = bz_option_find(maps->options, "map", assignments[i], name, NULL);
        const char *value = assignments[i] + name + 1;

        assert_true(index >= 0);
        assert_int_equal(
            bz_option_parse(&maps->options[index], value, strlen(value), &values[index], NULL),
            BZ_OK);
    }
    return maps->generate(values, seed, out, err);
}

static int count_of(const char *text, const char *tiles)
{
    int n = 0;

    for (; *text; text++)
        n += strchr(tiles, *text) != NULL;
    return n;
}

static void new_maps_are_good(void **state)
{
    static const char *const rich[] = {"size=14x20", "gems=15",     "doors=3",
                                       "wires=6",    "teleports=4", "walls=20"};
    static const char *const fair[] = {"size=13x15", "players=2", "doors=1", "gems=12"};
    static const char *const old[] = {"rules=v2021", "size=20x20", "gems=30", "walls=30"};
    static const struct {
        const char *const *options;
        int count, gems, doors, wires, teleports;
        const char *rules;
    } wanted[] = {{rich, 6, 15, 3, 6, 4, "rules=p1"},
                  {fair, 4, 12, 2, 0, 0, "rules=p3"},
                  {old, 4, 30, 0, 0, 0, "rules=v2021"}};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(wanted); i++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            char text[1024] = "", again[1024] = "", options[200];
            struct bz_buf out = BZ_BUF(text), twice = BZ_BUF(again);
            struct bz_setup setup;

            assert_int_equal(make_map(wanted[i].options, wanted[i].count, seed, &out, NULL), BZ_OK);
            assert_int_equal(make_map(wanted[i].options, wanted[i].count, seed, &twice, NULL),
                             BZ_OK);
            assert_string_equal(text, again);
            assert_int_equal(count_of(text, "1234"), wanted[i].gems);
            assert_int_equal(count_of(text, "GYR"), wanted[i].doors);
            assert_int_equal(count_of(text, "*"), wanted[i].wires);
            assert_int_equal(count_of(text, "T"), wanted[i].teleports);
            write_file("map.txt", text);
            snprintf(options, sizeof(options), "map=%s players=2 %s", in_folder("map.txt"),
                     wanted[i].rules);
            check_setup(&setup, "diamonds", options);
            assert_int_equal(within_reach(&setup, 0), wanted[i].gems);
            assert_int_equal(within_reach(&setup, 1), wanted[i].gems);
            bz_setup_release(&setup);
        }
}

static void impossible_maps_are_refused(void **state)
{
    static const struct {
        const char *option;
        int code;
        const char *words;
    } wrong[] = {
        {"size=10", BZ_ERROR_SYNTAX, "size rows"},  {"size=26x3", BZ_ERROR_RANGE, "size 26"},
        {"size=0x3", BZ_ERROR_RANGE, "size 0"},     {"size=3x", BZ_ERROR_SYNTAX, "size"},
        {"teleports=1", BZ_ERROR_RANGE, "nowhere"}, {"gems=600", BZ_ERROR_UNFIT, "ask for less"}};
    static const char *const old[] = {"rules=v2021", "doors=1"};
    char text[1024];
    struct bz_buf out = BZ_BUF(text);
    struct bz_error err;

    (void)state;
    for (int i = 0; i < CHECK_COUNT(wrong); i++) {
        assert_true(make_map(&wrong[i].option, 1, 1, &out, &err) < 0);
        check_error(&err, wrong[i].code, wrong[i].words);
        assert_int_equal(out.length, 0);
    }
    assert_true(make_map(old, 2, 1, &out, &err) < 0);
    check_error(&err, BZ_ERROR_UNFIT, "v2021 doors");
}

/* --- the default evaluation -------------------------------------------------------------------- */

/* One action ahead is enough to fetch everything on an open map. */
static void greedy_collects(void **state)
{
    static const struct {
        const char *options;
        int least;
    } wanted[] = {{"map=first-steps", 400},
                  {"map=crowded", 5000},
                  {"map=village", 1500},
                  {"map=three-keys", 500},
                  {"rules=p2", 500},
                  {"rules=p3 map=teleport-ring turns=300", 1000},
                  {"rules=v2021 init_score=50", 100},
                  {"rules=p3 players=2", 1000}};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(wanted); i++) {
        struct bz_engine *engines[2];
        struct bz_random random;
        struct bz_setup setup;
        struct bz_record record;
        int score[BZ_PLAYERS_MAX];

        check_setup(&setup, "diamonds", wanted[i].options);
        engines[0] = check_engine(&setup, "greedy");
        engines[1] = check_engine(&setup, "simple");
        bz_record_init(&record, &setup, NULL);
        bz_random_seed(&random, 4);
        assert_int_equal(bz_record_finish(&record, engines, &random, NULL, NULL, NULL), BZ_OK);
        setup.rules->score(&record.pos, score);
        if (score[0] < wanted[i].least)
            fail_msg("%s: %d points, at least %d wanted", wanted[i].options, score[0],
                     wanted[i].least);
        bz_record_release(&record);
        bz_engine_free(engines[0]);
        bz_engine_free(engines[1]);
        bz_setup_release(&setup);
    }
}

/* Random corners: by the seed alone, and every corner comes up. */
static void agents_start_in_corners_by_lot(void **state)
{
    int seen[4] = {0};

    (void)state;
    for (int seed = 0; seed < 40; seed++) {
        char options[100];
        struct bz_setup setup;
        union bz_pos pos;
        const struct diamonds *at = (const struct diamonds *)&pos;
        int corners[4] = {0, 4, 20, 24};

        snprintf(options, sizeof(options), "map=first-steps players=2 random_start=true seed=%d",
                 seed);
        check_setup(&setup, "diamonds", options);
        bz_start(&setup, &pos);
        assert_int_not_equal(at->agent[0].cell, at->agent[1].cell);
        for (int i = 0; i < 4; i++)
            seen[i] += at->agent[0].cell == corners[i];
        bz_setup_release(&setup);
    }
    assert_int_equal(seen[0] + seen[1] + seen[2] + seen[3], 40);
    for (int i = 0; i < 4; i++)
        assert_true(seen[i] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_come_back),
        cmocka_unit_test(wrong_positions_are_refused),
        cmocka_unit_test(truncated_positions_are_refused),
        cmocka_unit_test(the_longest_position_fits),
        cmocka_unit_test(the_world_stays),
        cmocka_unit_test_setup_teardown(wrong_maps_are_refused, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(huge_files_are_refused, make_folder, remove_folder),
        cmocka_unit_test(wrong_options_are_refused),
        cmocka_unit_test_setup_teardown(a_configuration_takes_the_place_of_options, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(wrong_configurations_are_refused, make_folder,
                                        remove_folder),
        cmocka_unit_test(logs_to_the_byte),
        cmocka_unit_test(actions_are_told),
        cmocka_unit_test(wrong_words_are_explained),
        cmocka_unit_test(drawings_line_up),
        cmocka_unit_test(chances_are_the_walk),
        cmocka_unit_test(own_maps_are_good),
        cmocka_unit_test(own_maps_are_all_known),
        cmocka_unit_test_setup_teardown(new_maps_are_good, make_folder, remove_folder),
        cmocka_unit_test(impossible_maps_are_refused),
        cmocka_unit_test(greedy_collects),
        cmocka_unit_test(agents_start_in_corners_by_lot),
    };

    return CHECK_RUN(tests);
}
