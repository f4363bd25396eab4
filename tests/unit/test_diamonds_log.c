/*
 * test_diamonds_log.c - the course's logs read back: random games of every rule set come out the
 * same, and a log that tells of what cannot be is refused with the entry that does.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gamelog.h"
#include "settings.h"

/* Plays at random; agents like to move, to teleport and to set traps. */
static void play_some(struct bz_record *record, struct bz_random *random, int plies)
{
    const struct bz_rules *rules = record->setup->rules;
    bz_move moves[BZ_MOVES_MAX];
    int count;

    for (; plies > 0 && (count = rules->moves(&record->pos, moves)) > 0; plies--)
        bz_record_play(record, moves[bz_random_below(random, (uint64_t)count)], NULL);
    while (rules->turn(&record->pos) == BZ_CHANCE) /* a log knows whole actions only */
        bz_record_play(record, bz_chance_draw(record->setup, &record->pos, random), NULL);
}

static void random_games_come_out_the_same(const char *options, uint64_t seed, const char *told)
{
    struct bz_setup setup;
    struct bz_random random;

    check_setup(&setup, "diamonds", options);
    bz_random_seed(&random, seed);
    for (int i = 0; i < 6; i++) {
        struct bz_record record;

        bz_record_init(&record, &setup, NULL);
        play_some(&record, &random, i % 3 ? 10000 : (int)bz_random_below(&random, 40));
        gamelog_round_trip(&record, told);
        bz_record_release(&record);
    }
    bz_setup_release(&setup);
}

static void every_setting_comes_out_the_same(void **state)
{
    (void)state;
    for (const char *const *options = settings_of("diamonds"); *options; options++)
        random_games_come_out_the_same(*options, 5, "");
}

static void what_is_told_is_taken(void **state)
{
    (void)state;
    random_games_come_out_the_same("players=2 turns=30", 6, "rules=p1");
    random_games_come_out_the_same("turns=30 barbed=stay", 7, "barbed=stay");
    random_games_come_out_the_same("rules=p2 turns=30 barbed=enter", 8, "rules=p2 barbed=enter");
    random_games_come_out_the_same("rules=p3 players=2 turns=30", 9, "turns=30 rules=p3");
    random_games_come_out_the_same("rules=v2021 players=2 turns=30", 10, "rules=v2021");
}

/* The first moves of a game that is told in full below. */
static char *known_log(void)
{
    struct bz_setup setup;
    struct bz_record record;
    union bz_pos start;
    char *text;

    check_setup(&setup, "diamonds", "");
    check_parse(&setup, "p1 E1EE 3,0,3,enter a1,-,0,0.0.0.0,0,0,0,0 1 A -", &start);
    bz_record_init(&record, &setup, &start);
    check_record(&record, "LEFT RIGHT");
    text = gamelog_of(&record);
    bz_record_release(&record);
    bz_setup_release(&setup);
    return text;
}

static void actions_are_told_by_what_came_of_them(void **state)
{
    char *text = known_log();
    struct bz_setup setup;
    struct bz_record record;

    (void)state;
    assert_int_equal(gamelog_read(text, "", &setup, &record, NULL), BZ_OK);
    assert_int_equal(record.length, 2);
    assert_string_equal(check_move_text(&setup, &record.start, record.moves[0]), "LEFT");
    assert_string_equal(check_move_text(&setup, &record.start, record.moves[1]), "RIGHT");
    assert_string_equal(bz_record_result(&record), "done");
    free(text);
    bz_record_release(&record);
    bz_setup_release(&setup);
}

/* The log with the first `from` replaced. */
static char *forged(const char *from, const char *to)
{
    char *text = known_log(), *at = strstr(text, from), *ret = malloc(strlen(text) + 200);

    assert_true(at && ret);
    sprintf(ret, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    free(text);
    return ret;
}

static void forgeries_are_refused_with_their_entry(void **state)
{
    static const struct {
        const char *from, *to, *options;
        int code;
        const char *words;
    } cases[] = {
        {"[{", "{", "", BZ_ERROR_SYNTAX, "1:"},
        {"\"turn\": 1", "\"turn\": 2", "", BZ_ERROR_ILLEGAL, "entry 1: begins"},
        {"\"agents_info\"", "\"agents\"", "", BZ_ERROR_SYNTAX, "entry 1: agents_info"},
        {"\"map\"", "\"maps\"", "", BZ_ERROR_SYNTAX, "entry 1: map"},
        {"\"EA\"", "\"E\"", "", BZ_ERROR_ILLEGAL, "entry 1: nowhere"},
        {"\"EA\"", "\"?A\"", "", BZ_ERROR_SYNTAX, "entry 1: map"},
        {"\"1\"", "\"W\"", "", BZ_ERROR_ILLEGAL, "entry 2: p1 agent 1 turn 1"},
        {"\"score\": 0", "\"score\": true", "", BZ_ERROR_SYNTAX, "entry 1: score"},
        {"\"score\": -1", "\"score\": -2", "rules=p1", BZ_ERROR_ILLEGAL,
         "entry 2: agent 1 turn 1 can't go"},
        {"LEFT", "UP_LEFT", "rules=p1", BZ_ERROR_ILLEGAL, "entry 2: UP_LEFT"},
        {"LEFT", "\\u001b[31m", "rules=p1", BZ_ERROR_ILLEGAL, "entry 2: \\x1b[31m"},
        {"\"gem1\": 1", "\"gem1\": 2", "rules=p1", BZ_ERROR_ILLEGAL, "entry 3:"},
        {"finish!", "finish?", "rules=p1", BZ_ERROR_ILLEGAL, "entry 4: ends"},
        {"true", "false", "rules=p1", BZ_ERROR_ILLEGAL, "entry 4:"},
        {"LEFT", "LEFT", "rules=p3", BZ_ERROR_ILLEGAL, "entry 3: p3"},
        {"LEFT", "LEFT", "rules=v2021", BZ_ERROR_ILLEGAL, "entry 1:"},
        {"LEFT", "LEFT", "turns=1", BZ_ERROR_ILLEGAL, "entry 3: over"},
        {"LEFT", "LEFT", "map=village", BZ_ERROR_UNFIT, "map=village rules barbed turns"},
        {"LEFT", "LEFT", "turns=many", BZ_ERROR_SYNTAX, "turns many"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        char *text = forged(cases[i].from, cases[i].to);
        struct bz_setup setup;
        struct bz_record record;
        struct bz_error err;

        if (gamelog_read(text, cases[i].options, &setup, &record, &err) == BZ_OK)
            fail_msg("accepted: %s", text);
        check_error(&err, cases[i].code, cases[i].words);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_setting_comes_out_the_same),
        cmocka_unit_test(what_is_told_is_taken),
        cmocka_unit_test(actions_are_told_by_what_came_of_them),
        cmocka_unit_test(forgeries_are_refused_with_their_entry),
    };

    return CHECK_RUN(tests);
}
