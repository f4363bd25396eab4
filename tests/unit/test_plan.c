/*
 * test_plan.c - tournament files: what they say, what is refused and where, that what a store keeps
 * of them is the same plan, and that every key is documented.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tourney/plan.h"

#define PLAYERS "[[players]]\nspec = \"best\"\n[[players]]\nname = \"B\"\nspec = \"random\"\n"

static char path[64];

/* A file with this text; the name stays until the next one. */
static void write_file(const char *text, const char *ending)
{
    int fd;

    snprintf(path, sizeof(path), "/tmp/bazi-plan-XXXXXX%s", ending);
    fd = mkstemps(path, (int)strlen(ending));
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
}

static int read_text(const char *text, struct bz_plan *ret_plan, struct bz_error *err)
{
    int code;

    write_file(text, ".toml");
    code = bz_plan_read(ret_plan, path, err);
    unlink(path);
    return code;
}

static struct bz_plan plan_of(const char *text)
{
    struct bz_plan plan;
    struct bz_error err;

    if (read_text(text, &plan, &err))
        fail_msg("%s", err.text);
    return plan;
}

static void little_is_needed(void **state)
{
    struct bz_plan plan = plan_of("game = \"konane\"\n" PLAYERS);

    (void)state;
    assert_int_equal(plan.player_count, 2);
    assert_string_equal(plan.players[0].name, "best");
    assert_string_equal(plan.players[1].name, "B");
    assert_int_equal(plan.pairing.format, BZ_FORMAT_ROUND_ROBIN);
    assert_int_equal(plan.pairing.seats, 2);
    assert_int_equal(plan.pairing.games, 2);
    assert_int_equal(plan.control.movetime, 1000);
    assert_int_equal(plan.failures, BZ_PLAN_FAILURES_DEFAULT);
    assert_int_equal(plan.opening, 0);
    assert_int_equal(strncmp(plan.name, "bazi-plan-", 10), 0);
    bz_plan_release(&plan);
}

static void every_key_is_heard(void **state)
{
    struct bz_plan plan =
        plan_of("name = \"جام\"\ngame = \"konane\"\noptions = [\"size=6\"]\nformat = \"swiss\"\n"
                "games = 4\nrounds = 3\nscoring = \"encounters\"\nseed = 77\nconcurrency = 3\n"
                "failures = 0\nlots = true\nstore = \"x.db\"\n"
                "[openings]\nplies = 5\nlist = [\"moves a1 b1\", \"size=8\"]\n"
                "[clock]\ntime = 60.5\nincrement = 0.25\nmargin = 7\nspeed = 2.5\n"
                "[adjudication]\nresign_moves = 3\nresign_value = 500\nplies = 90\n"
                "[sandbox]\nmemory = 100\npatience = 2000\nunsafe_ok = true\n" PLAYERS);

    (void)state;
    assert_string_equal(plan.name, "جام");
    assert_string_equal(plan.store, "x.db");
    assert_int_equal(plan.pairing.format, BZ_FORMAT_SWISS);
    assert_int_equal(plan.pairing.scoring, BZ_SCORING_ENCOUNTERS);
    assert_int_equal(plan.pairing.rounds, 3);
    assert_int_equal(plan.pairing.seed, 77);
    assert_true(plan.pairing.lots);
    assert_int_equal(plan.opening, 5);
    assert_int_equal(plan.start_count, 2);
    assert_string_equal(plan.starts[0].moves, "a1 b1");
    assert_string_equal(plan.starts[1].assignments[0], "size=8");
    assert_int_equal(plan.control.main, 60500);
    assert_int_equal(plan.control.increment, 250);
    assert_int_equal(plan.control.movetime, 0);
    assert_int_equal(plan.control.margin, 7);
    check_number(plan.speed, 2.5, "speed");
    assert_int_equal(plan.adjudication.resign_moves, 3);
    assert_int_equal(plan.adjudication.plies, 90);
    assert_int_equal(plan.house.megabytes, 100);
    assert_true(plan.house.unsafe_ok);
    bz_plan_release(&plan);
}

/* What a store keeps. */
static void its_text_is_the_same_plan(void **state)
{
    struct bz_plan plan =
                       plan_of("game = \"konane\"\n[openings]\nlist = [\"moves a1 b1\"]\n" PLAYERS),
                   again;
    char *text = bz_plan_text(&plan), *twice;
    struct bz_error err;

    (void)state;
    assert_int_equal(bz_plan_parse(&again, text, &err), BZ_OK);
    twice = bz_plan_text(&again);
    assert_string_equal(text, twice);
    assert_string_equal(again.name, plan.name);
    free(text);
    free(twice);
    bz_plan_release(&plan);
    bz_plan_release(&again);
}

/* A map of one's own lies in the plan itself: the file may be gone when it is needed. */
static void own_maps_come_along(void **state)
{
    char text[400], map[64];
    struct bz_plan plan;
    struct bz_fixture fixture;
    struct bz_setup setup;
    struct bz_record record;
    struct bz_error err;
    const char *options[2 * BZ_PLAN_OPTIONS_MAX];

    (void)state;
    write_file("E1E\nEEE\nE2E\n", ".txt");
    snprintf(map, sizeof(map), "%s", path);
    snprintf(text, sizeof(text),
             "game = \"diamonds\"\noptions = [\"players=1\"]\n[openings]\nlist = [\"map=%s\"]\n%s",
             map, PLAYERS);
    plan = plan_of(text);
    unlink(map);
    assert_null(strstr(plan.starts[0].fen ? plan.starts[0].fen : "none", map));
    assert_non_null(plan.starts[0].fen);
    fixture = bz_plan_fixture(&plan, 0, options);
    if (bz_fixture_open(&fixture, &setup, &record, &err))
        fail_msg("%s", err.text);
    bz_record_release(&record);
    bz_setup_release(&setup);
    bz_plan_release(&plan);
}

static void what_is_wrong_is_told(void **state)
{
    static const struct {
        const char *text;
        int code;
        const char *words;
    } cases[] = {
        {PLAYERS, BZ_ERROR_SYNTAX, "which game"},
        {"game = \"chess\"\n" PLAYERS, BZ_ERROR_UNKNOWN, ":1: chess konane"},
        {"game = \"konane\"\n", BZ_ERROR_SYNTAX, "nobody [[players]]"},
        {"game = \"konane\"\ngmaes = 3\n" PLAYERS, BZ_ERROR_UNKNOWN, ":2: gmaes games"},
        {"game = \"konane\"\ngames = \"3\"\n" PLAYERS, BZ_ERROR_RANGE, ":2: games whole number"},
        {"game = \"konane\"\ngames = 0\n" PLAYERS, BZ_ERROR_RANGE, ":2: games from 1"},
        {"game = \"konane\"\ngames = 10000\ncycles = 1001\n" PLAYERS, BZ_ERROR_RANGE,
         ":2: 10010000 games most 10000000"},
        {"game = \"konane\"\nformat = \"league\"\n" PLAYERS, BZ_ERROR_RANGE, ":2: format swiss"},
        {"game = \"konane\"\noptions = [\"size=5000\"]\n" PLAYERS, BZ_ERROR_RANGE, ":2: size"},
        {"game = \"konane\"\n[clock]\nnode = 3\n" PLAYERS, BZ_ERROR_UNKNOWN, "node clock nodes"},
        {"game = \"konane\"\n[clok]\nnodes = 3\n" PLAYERS, BZ_ERROR_UNKNOWN,
         ":2: clok openings clock adjudication sandbox players"},
        {"game = \"konane\"\n[[player]]\nspec = \"best\"\n", BZ_ERROR_UNKNOWN,
         ":2: player [clock] [[players]]"},
        {"game = \"konane\"\n\n[players]\nspec = \"best\"\n", BZ_ERROR_SYNTAX,
         ":3: [[players]] brackets"},
        {"game = \"konane\"\nplayers = 3\n", BZ_ERROR_SYNTAX, ":2: [[players]]"},
        {"game = \"konane\"\nclock = 3\n" PLAYERS, BZ_ERROR_SYNTAX, "clock table"},
        {"game = \"konane\"\n[[players]]\nname = \"a\"\n", BZ_ERROR_SYNTAX, "player 1 no spec"},
        {"game = \"konane\"\n[[players]]\nspec = \"best\"\n[[players]]\nspec = \"best\"\n",
         BZ_ERROR_UNFIT, "two players 'best' another"},
        {"game = \"konane\"\n[openings]\nlist = [\"moves z9\"]\n" PLAYERS, BZ_ERROR_SYNTAX,
         "opening 1 z9"},
        {"game = \"konane\"\n[openings]\nlist = [\"hello\"]\n" PLAYERS, BZ_ERROR_SYNTAX,
         "opening 1 'hello' moves fen"},
        {"game = \"konane\"\n[openings]\nfile = \"nowhere.txt\"\n" PLAYERS, BZ_ERROR_IO,
         "no file nowhere.txt"},
        {"game = \"konane\"\n[[players]]\nspec = \"cmd:./a\"\nfolder = \"nowhere\"\n", BZ_ERROR_IO,
         "no folder nowhere"},
        {"game = \"konane\"\nname = \"\\u0007\"\n" PLAYERS, BZ_ERROR_RANGE, "name printable"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        struct bz_plan plan;
        struct bz_error err;

        if (read_text(cases[i].text, &plan, &err) == BZ_OK)
            fail_msg("accepted: %s", cases[i].text);
        check_error(&err, cases[i].code, cases[i].words);
    }
}

/* Sixty characters, however many bytes each of them has. */
static void names_are_counted_in_characters(void **state)
{
    static const char *const letters[] = {"a", "پ", "あ", "𝄞"};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(letters); i++)
        for (int count = BZ_PLAN_NAME_MAX; count <= BZ_PLAN_NAME_MAX + 1; count++) {
            char name[4 * (BZ_PLAN_NAME_MAX + 1) + 1] = "", text[1000];
            bool fits = count <= BZ_PLAN_NAME_MAX;
            struct bz_plan plan;
            struct bz_error err;

            for (int k = 0; k < count; k++)
                strcat(name, letters[i]);
            snprintf(text, sizeof(text), "game = \"konane\"\nname = \"%s\"\n" PLAYERS, name);
            assert_int_equal(read_text(text, &plan, &err), fits ? BZ_OK : BZ_ERROR_RANGE);
            if (fits)
                bz_plan_release(&plan);
            snprintf(text, sizeof(text),
                     "game = \"konane\"\n" PLAYERS "[[players]]\nname = \"%s\"\nspec = \"best\"\n",
                     name);
            assert_int_equal(read_text(text, &plan, &err), fits ? BZ_OK : BZ_ERROR_RANGE);
            if (fits)
                bz_plan_release(&plan);
            else
                check_error(&err, BZ_ERROR_RANGE, "player 3 60 characters");
        }
}

static void collect(void *context, const char *text)
{
    strcat(context, text);
}

static void the_example_is_a_plan(void **state)
{
    static char text[16 << 10];
    struct bz_plan plan;

    (void)state;
    bz_plan_example(collect, text);
    plan = plan_of(text);
    assert_int_equal(plan.player_count, 3);
    bz_plan_release(&plan);
}

/* A page of docs/, whole. */
static void read_page(const char *name, char *ret_page, size_t size)
{
    FILE *file = fopen(check_path(name), "r");
    size_t length;

    assert_non_null(file);
    length = fread(ret_page, 1, size - 1, file);
    fclose(file);
    assert_true(length > 0 && length < size - 1);
    ret_page[length] = '\0';
}

static void every_key_is_documented(void **state)
{
    static char tournament[64 << 10], grading[64 << 10];

    (void)state;
    read_page("../docs/tournament.md", tournament, sizeof(tournament));
    read_page("../docs/grading.md", grading, sizeof(grading));
    for (const struct bz_key *key = bz_plan_keys; key->name; key++) {
        const char *page = strcmp(key->section, "grade") ? tournament : grading;
        char quoted[80];

        snprintf(quoted, sizeof(quoted), "`%s`", key->name);
        if (!strstr(page, quoted))
            fail_msg("no page explains %s", key->name);
        if (key->section[0] && !strstr(page, key->section))
            fail_msg("no page mentions [%s]", key->section);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(little_is_needed),
        cmocka_unit_test(every_key_is_heard),
        cmocka_unit_test(its_text_is_the_same_plan),
        cmocka_unit_test(own_maps_come_along),
        cmocka_unit_test(what_is_wrong_is_told),
        cmocka_unit_test(the_example_is_a_plan),
        cmocka_unit_test(every_key_is_documented),
        cmocka_unit_test(names_are_counted_in_characters),
    };

    return CHECK_RUN(tests);
}
