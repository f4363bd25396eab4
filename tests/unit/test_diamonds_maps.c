/*
 * test_diamonds_maps.c - the world of Diamonds: maps, options and configurations from outside, the
 * program's own maps, new ones, and whether the default evaluation finds its way on them.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "games/diamonds/diamonds.h"

#define HUGE_FILE (10 << 20)

struct refusal {
    const char *text;
    int code;
    const char *words; /* of the message */
};

/* --- files ------------------------------------------------------------------------------------ */

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
        {"map=", BZ_ERROR_IO, "no map there are:"},
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

/* --- configurations --------------------------------------------------------------------------- */

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
         {CONFIG_WITH("\"m.txt\"", "1", "0", "9", "false", ", \"round_repeat\": 0"),
          BZ_ERROR_SYNTAX, "c.json:6: round_repeat"}},
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

/* --- maps of our own, and new ones ------------------------------------------------------------ */

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
    static const char *const fair[] = {"size=13x15", "players=2", "doors=1", "gems=12", "wires=0"};
    static const char *const small[] = {"size=4x4"};
    static const char *const narrow[] = {"size=1x25"};
    static const char *const old[] = {"rules=v2021", "size=20x20", "gems=30", "walls=30"};
    static const struct {
        const char *const *options;
        int count, gems, doors, wires, teleports;
        const char *rules;
    } wanted[] = {{rich, 6, 15, 3, 6, 4, "rules=p1"},
                  {fair, 5, 12, 2, 0, 0, "rules=p3"},
                  {small, 1, 2, 0, 0, 0, "rules=p1"},
                  {narrow, 1, 2, 0, 0, 0, "rules=p1"},
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

/* --- the default evaluation ------------------------------------------------------------------- */

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
        cmocka_unit_test_setup_teardown(wrong_maps_are_refused, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(huge_files_are_refused, make_folder, remove_folder),
        cmocka_unit_test(wrong_options_are_refused),
        cmocka_unit_test_setup_teardown(a_configuration_takes_the_place_of_options, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(wrong_configurations_are_refused, make_folder,
                                        remove_folder),
        cmocka_unit_test(own_maps_are_good),
        cmocka_unit_test(own_maps_are_all_known),
        cmocka_unit_test_setup_teardown(new_maps_are_good, make_folder, remove_folder),
        cmocka_unit_test(impossible_maps_are_refused),
        cmocka_unit_test(greedy_collects),
        cmocka_unit_test(agents_start_in_corners_by_lot),
    };

    return CHECK_RUN(tests);
}
