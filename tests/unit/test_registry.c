/*
 * test_registry.c - every registered game, in every setting worth trying: its descriptor, its
 * rules, and what must hold at each position of random games.
 */
#include "cases.h"

#include <stdio.h>
#include <string.h>

#include "properties.h"
#include "settings.h"

enum { GAMES_PER_SETTING = 12, STATES_MAX = 256 };

struct room {
    const struct bz_game *game;
    const char *options;
};

static void descriptor(void **state)
{
    const struct room *room = *state;

    property_descriptor(room->game);
}

static void name_is_unique_and_found(void **state)
{
    const struct room *room = *state;
    int found = 0;

    for (int i = 0; bz_game_at(i); i++)
        found += !strcmp(bz_game_at(i)->name, room->game->name);
    assert_int_equal(found, 1);
    assert_ptr_equal(bz_game_find(room->game->name, NULL), room->game);
}

/* Every row can be played: its options are valid and its players exist. */
static void row_is_playable(const struct bz_game *game, const struct bz_report_row *row)
{
    struct bz_setup setup;

    check_setup_of(&setup, game, row->options ? row->options : "");
    for (int i = 0; i < 2 && row->players[i]; i++)
        bz_engine_free(check_engine(&setup, row->players[i]));
    assert_true(row->players[0] || row->moves);
    assert_true(!row->result || !strcmp(row->result, "p1win") || !strcmp(row->result, "p2win") ||
                !strcmp(row->result, "draw"));
    assert_true(row->plies >= 0 && row->seconds >= 0 && row->games >= 0);
    assert_true(row->hero >= 0 && row->hero < setup.rules->players);
    assert_true(row->wins >= 0 && row->wins <= row->of);
    assert_true(row->least >= 0 && row->least <= 1);
    assert_true(row->games > 1 || (row->of == 0 && row->least == 0)); /* those are of series */
    bz_setup_release(&setup);
}

static void report_is_complete(void **state)
{
    const struct bz_game *game = ((const struct room *)*state)->game;
    const struct bz_report *report = game->report;

    assert_true(strlen(report->source) > 0);
    assert_non_null(report->rows[0].label);
    for (int i = 0; report->compared && report->compared[i]; i++) {
        struct bz_setup setup;

        check_setup_of(&setup, game, "");
        bz_engine_free(check_engine(&setup, report->compared[i]));
        bz_setup_release(&setup);
    }
    for (const struct bz_report_row *row = report->rows; row->label; row++)
        row_is_playable(game, row);
}

static void rules(void **state)
{
    const struct room *room = *state;
    struct bz_setup setup;

    check_setup_of(&setup, room->game, room->options);
    property_rules(&setup);
    bz_setup_release(&setup);
}

static void random_play(void **state)
{
    const struct room *room = *state;
    struct bz_setup setup;

    check_setup_of(&setup, room->game, room->options);
    property_random_play(&setup, 2024, GAMES_PER_SETTING);
    bz_setup_release(&setup);
}

/* Start and play depend on nothing but setup and move: two setups give the same game. Bytes are not
 * compared, for each position may point to its own world. */
static void same_seed_same_game(void **state)
{
    const struct room *room = *state;
    struct bz_setup setups[2];
    union bz_pos pos[2];
    char text[BZ_POS_TEXT_MAX];

    for (int i = 0; i < 2; i++) {
        struct bz_random random;

        check_setup_of(&setups[i], room->game, room->options);
        bz_random_seed(&random, 99);
        property_wander(&setups[i], &random, 1000, &pos[i]);
    }
    snprintf(text, sizeof(text), "%s", check_text(&setups[0], &pos[0]));
    assert_string_equal(check_text(&setups[1], &pos[1]), text);
    assert_true(setups[0].rules->hash(&pos[0]) == setups[1].rules->hash(&pos[1]));
    bz_setup_release(&setups[0]);
    bz_setup_release(&setups[1]);
}

static void the_list_ends(void **state)
{
    int count = 0;

    (void)state;
    while (bz_game_at(count))
        count++;
    assert_true(count >= 1);
    assert_null(bz_game_at(count + 1));
    assert_null(bz_game_at(-1));
}

int main(void)
{
    static struct room rooms[STATES_MAX];
    struct cases cases = {0};
    int used = 0;

    cases_add(&cases, the_list_ends, NULL, "the list of games ends");
    for (int i = 0; bz_game_at(i); i++) {
        const struct bz_game *game = bz_game_at(i);
        const char *const *options = settings_of(game->name);

        rooms[used] = (struct room){game, ""};
        cases_add(&cases, descriptor, &rooms[used], "%s: descriptor", game->name);
        cases_add(&cases, name_is_unique_and_found, &rooms[used], "%s: name", game->name);
        if (game->report)
            cases_add(&cases, report_is_complete, &rooms[used], "%s: report", game->name);
        used++;
        for (; *options && used < STATES_MAX; options++, used++) {
            rooms[used] = (struct room){game, *options};
            cases_add(&cases, rules, &rooms[used], "%s %s: rules", game->name, *options);
            cases_add(&cases, random_play, &rooms[used], "%s %s: random play", game->name,
                      *options);
            cases_add(&cases, same_seed_same_game, &rooms[used], "%s %s: same game twice",
                      game->name, *options);
        }
    }
    return cases_run(&cases);
}
