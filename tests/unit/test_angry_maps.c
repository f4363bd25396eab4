/*
 * test_angry_maps.c - maps of Angry hen: ours, generated ones, and those of strangers, which are
 * refused by line and column.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bazi/asset.h"

#define OPEN  "H9/10/10/10/10/10/10/10/10/S8Q"
#define WORLD "H7/8/8/8/8/8/8/7G"

/* What the library says to a map of this text. */
static int load_map(const char *text, size_t length, const char *rules, struct bz_setup *setup,
                    struct bz_error *err)
{
    char path[] = "/tmp/bazi-map-XXXXXX", map[64], rule[32];
    const char *const assignments[] = {map, rule};
    int file = mkstemp(path), code;

    assert_true(file >= 0);
    assert_int_equal(write(file, text, length), length);
    close(file);
    snprintf(map, sizeof(map), "map=%s", path);
    snprintf(rule, sizeof(rule), "rules=%s", rules);
    code = bz_setup_init(setup, bz_game_find("angry", NULL), assignments, 2, err);
    unlink(path);
    return code;
}

#define GROUND  "TTTTTTTTTT\n"
#define GROUND3 GROUND GROUND GROUND
#define MAP     "HTTTTTTTTT\n" GROUND3 GROUND3 GROUND GROUND "STTTTTTTTQ"
#define TILES   "TTTTTTTT\n"
#define TILES6  TILES TILES TILES TILES TILES TILES

static void reads_maps_of_strangers(void **state)
{
    static const struct {
        const char *text, *rules, *position;
    } good[] = {
        {MAP, "game1", OPEN " h 0 game1 policy forbid"},
        {MAP "\n", "game1", OPEN " h 0 game1 policy forbid"},
        {MAP "  \r\n\n \r\n", "game1", OPEN " h 0 game1 policy forbid"},
        {"HTTTTTTTTT\t\r\n" GROUND3 GROUND3 GROUND GROUND "STTTTTTTTQ\r\n", "game2",
         OPEN " h 0 game2 policy forbid"},
        {TILES TILES6 "TTTTTTTG\n", "mdp", WORLD " h 0 mdp 0 0"},
        {"HTTTTTTT\n" TILES6 "TTTTTTTG\n", "rl", WORLD " h 0 rl 0 0"},
        {"PTTTTTTT\n" TILES6 "THTTTTTG\n", "rl", "P7/8/8/8/8/8/8/1H5G h 0 rl 0 0"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(good); i++) {
        struct bz_setup setup;
        union bz_pos pos;
        struct bz_error err;

        if (load_map(good[i].text, strlen(good[i].text), good[i].rules, &setup, &err))
            fail_msg("%s", err.text);
        bz_start(&setup, &pos);
        assert_string_equal(check_text(&setup, &pos), good[i].position);
        bz_setup_release(&setup);
    }
}

static void refuses_wrong_maps(void **state)
{
    static const struct {
        const char *text, *rules;
        int code;
        const char *words;
    } bad[] = {
        {"", "game1", BZ_ERROR_SYNTAX, ":1:1: row 1 10"},
        {GROUND GROUND, "game1", BZ_ERROR_SYNTAX, ":3:1: row 3 10"},
        {"HTTTTTTTT\n" GROUND, "game1", BZ_ERROR_SYNTAX, ":1:10: 9 10"},
        {"HTTTTTTTTTT\n" GROUND, "game1", BZ_ERROR_SYNTAX, ":1:11: longer 10"},
        {GROUND "TTtT", "game1", BZ_ERROR_SYNTAX, ":2:3: 't' piece T R P Q E S H"},
        {GROUND "TTBT", "game1", BZ_ERROR_SYNTAX, ":2:3: 'B' piece"},
        {GROUND "BTBT", "game2", BZ_ERROR_SYNTAX, ":2:3: second bird"},
        {"HTTTTTTTTH\n", "game1", BZ_ERROR_SYNTAX, ":1:10: second hen"},
        {GROUND "TT TTTTTTT\n", "game1", BZ_ERROR_SYNTAX, ":2:3: piece"},
        {"\xef\xbb\xbf" MAP, "game1", BZ_ERROR_SYNTAX, ":1:1: \\xef"},
        {MAP "\nT", "game1", BZ_ERROR_SYNTAX, ":11:1: nothing 10"},
        {GROUND3 GROUND3 GROUND3 "STTTTTTTTQ\n", "game1", BZ_ERROR_UNFIT, "no hen"},
        {GROUND3 GROUND3 GROUND3 "STTTTTTTTH\n", "game1", BZ_ERROR_UNFIT, "no queen"},
        {GROUND3 GROUND3 GROUND3 "HTTTTTTTTQ\n", "game1", BZ_ERROR_UNFIT, "no slingshot"},
        {TILES TILES6 TILES, "mdp", BZ_ERROR_UNFIT, "no goal"},
        {"PTTTTTTT\n" TILES6 "TTTTTTTG\n", "mdp", BZ_ERROR_UNFIT, "no hen"},
        {TILES "RRRRRRRR\n" TILES TILES TILES TILES TILES "TTTTTTTG\n", "mdp", BZ_ERROR_UNFIT,
         "rocks shut"},
        {"TTTTTTTX\n" TILES6 "TTTTTTTG\n", "mdp", BZ_ERROR_SYNTAX, ":1:8: 'X' piece"},
        {MAP, "mdp", BZ_ERROR_SYNTAX, ":1:9: longer 8"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(bad); i++) {
        struct bz_setup setup;
        struct bz_error err;

        if (load_map(bad[i].text, strlen(bad[i].text), bad[i].rules, &setup, &err) == BZ_OK)
            fail_msg("map %d was accepted", i);
        check_error(&err, bad[i].code, bad[i].words);
    }
}

static void refuses_maps_that_are_no_texts(void **state)
{
    static const char zero[] = "HTTTT\0TTTT\n";
    size_t size = (size_t)10 << 20;
    char *huge = malloc(size);
    struct bz_setup setup;
    struct bz_error err;

    (void)state;
    assert_non_null(huge);
    memset(huge, 'T', size);
    assert_int_equal(load_map(huge, size, "game1", &setup, &err), BZ_ERROR_RANGE);
    free(huge);
    assert_int_equal(load_map(zero, sizeof(zero) - 1, "game1", &setup, &err), BZ_ERROR_SYNTAX);
    check_error(&err, BZ_ERROR_SYNTAX, ":1:6: zero");
}

static void refuses_wrong_options(void **state)
{
    static const struct {
        const char *assignment;
        int code;
        const char *words;
    } bad[] = {
        {"rules=game3", BZ_ERROR_UNKNOWN, "game3 game1"},
        {"queen=robot", BZ_ERROR_UNKNOWN, "robot policy"},
        {"bump=yes", BZ_ERROR_UNKNOWN, "yes forbid"},
        {"seed=-1", BZ_ERROR_RANGE, "-1"},
        {"map=", BZ_ERROR_IO, "no map there are:"},
        {"map=no/such/file.txt", BZ_ERROR_IO, "no/such/file.txt"},
        {"map=garden", BZ_ERROR_SYNTAX, "garden.txt:1:9: 8 10"},
        {"map=escort", BZ_ERROR_SYNTAX, "escort.txt:6:6: piece"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(bad); i++) {
        struct bz_setup setup;
        struct bz_error err;

        if (bz_setup_init(&setup, bz_game_find("angry", NULL), &bad[i].assignment, 1, &err) ==
            BZ_OK)
            fail_msg("'%s' was accepted", bad[i].assignment);
        check_error(&err, bad[i].code, bad[i].words);
    }
}

static int letters(const char *text, char letter)
{
    int n = 0;

    for (; *text; text++)
        n += *text == letter;
    return n;
}

/* The first rule set that a map of ours is for. */
static const char *rules_for(const char *map)
{
    if (letters(map, 'X'))
        return "rl";
    return letters(map, 'G') ? "mdp" : letters(map, 'B') ? "game2" : "game1";
}

/* Ours all have what the README promises, and there are enough for every rule set. */
static void our_maps_are_complete(void **state)
{
    int games[2] = {0, 0}, worlds = 0;

    (void)state;
    for (int i = 0; bz_asset_at(i); i++) {
        const struct bz_asset *asset = bz_asset_at(i);
        const char *rules = rules_for(asset->text);
        char name[64], options[128], told[1024];
        struct bz_buf out = BZ_BUF(told);
        struct bz_setup setup;

        if (sscanf(asset->name, "maps/angry/%63[a-z].txt", name) != 1)
            continue;
        snprintf(options, sizeof(options), "rules=%s map=%s", rules, name);
        check_setup(&setup, "angry", options);
        assert_int_equal(letters(asset->text, 'P'), 8);
        if (setup.rules->traits & BZ_HAS_CHANCE) {
            worlds++;
            assert_int_equal(letters(asset->text, 'Q'), 2);
            assert_int_equal(letters(asset->text, 'R'), 8);
        } else {
            games[rules[4] - '1']++;
            assert_int_equal(letters(asset->text, 'E'), 8);
            assert_int_equal(letters(asset->text, 'Q'), 1);
            assert_int_equal(letters(asset->text, 'S'), 1);
        }
        setup.game->maps->describe(&setup, &out);
        assert_true(out.length > 0 && told[out.length - 1] == '\n');
        bz_setup_release(&setup);
    }
    assert_true(games[0] >= 6 && games[1] >= 3 && worlds >= 2);
}

/* Everything that can be asked for comes out, and can be played. */
static void generated_maps_are_playable(void **state)
{
    static const char *const rules[] = {"game1", "game2", "mdp", "rl"};
    const struct bz_maps *maps = bz_game_find("angry", NULL)->maps;
    struct bz_value values[BZ_OPTIONS_MAX];

    (void)state;
    for (int i = 0; i < 4 * 25; i++) {
        char text[512], again[512];
        struct bz_buf out = BZ_BUF(text), second = BZ_BUF(again);
        struct bz_setup setup;
        struct bz_error err;

        bz_option_defaults(maps->options, values);
        assert_int_equal(bz_option_parse(&maps->options[0], rules[i % 4], strlen(rules[i % 4]),
                                         &values[0], NULL),
                         BZ_OK);
        assert_int_equal(maps->generate(values, (uint64_t)i, &out, &err), BZ_OK);
        assert_int_equal(maps->generate(values, (uint64_t)i, &second, &err), BZ_OK);
        assert_string_equal(text, again);
        if (load_map(text, out.length, rules[i % 4], &setup, &err))
            fail_msg("%s\n%s", err.text, text);
        assert_int_equal(letters(text, 'P'), 8);
        assert_int_equal(letters(text, 'E'), i % 4 < 2 ? 8 : 0);
        bz_setup_release(&setup);
    }
}

static void cannot_generate_the_impossible(void **state)
{
    const struct bz_maps *maps = bz_game_find("angry", NULL)->maps;
    static const char *const numbers[] = {"game1", "20", "20", "40"};
    struct bz_value values[BZ_OPTIONS_MAX];
    char text[512] = "";
    struct bz_buf out = BZ_BUF(text);
    struct bz_error err;

    (void)state;
    for (int i = 0; i < 4; i++)
        bz_option_parse(&maps->options[i], numbers[i], strlen(numbers[i]), &values[i], NULL);
    assert_int_equal(maps->generate(values, 1, &out, &err), BZ_ERROR_UNFIT);
    check_error(&err, BZ_ERROR_UNFIT, "fewer rocks");
    assert_int_equal(out.length, 0);
}

/* Nothing was published of our maps. */
static void publishes_nothing_of_ours(void **state)
{
    const struct bz_report *report = bz_game_find("angry", NULL)->report;
    struct bz_setup setup;
    int score = 4711;

    (void)state;
    check_setup(&setup, "angry", "");
    for (int row = -1; row < 9; row++)
        assert_false(report->published(&setup, row, &score));
    assert_int_equal(score, 4711);
    bz_setup_release(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_maps_of_strangers),
        cmocka_unit_test(refuses_wrong_maps),
        cmocka_unit_test(refuses_maps_that_are_no_texts),
        cmocka_unit_test(refuses_wrong_options),
        cmocka_unit_test(our_maps_are_complete),
        cmocka_unit_test(generated_maps_are_playable),
        cmocka_unit_test(cannot_generate_the_impossible),
        cmocka_unit_test(publishes_nothing_of_ours),
    };

    return CHECK_RUN(tests);
}
