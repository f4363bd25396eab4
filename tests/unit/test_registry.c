/*
 * test_registry.c - every registered game, in every setting worth trying: its descriptor, its
 * rules, and what must hold at each position of random games.
 */
#include "cases.h"

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

static void report_is_complete(void **state)
{
    const struct bz_report *report = ((const struct room *)*state)->game->report;

    assert_true(strlen(report->source) > 0);
    if (report->compared) {
        assert_non_null(report->compared[0]);
        assert_non_null(report->compared[1]);
    }
    assert_non_null(report->rows[0].label);
    for (const struct bz_report_row *row = report->rows; row->label; row++) {
        assert_true(row->moves || row->players[0]);
        assert_true(row->plies >= 0 && row->seconds >= 0 && row->seconds_a_move >= 0);
        if (row->result)
            assert_true(!strcmp(row->result, "p1win") || !strcmp(row->result, "p2win"));
        if (row->games > 1) {
            assert_in_range(row->hero, 0, 1);
            assert_in_range(row->wins, 0, row->of);
            assert_true(row->least >= 0 && row->least <= 1);
        }
    }
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

/* Start and play depend on nothing but setup and move: two setups give the same game. */
static void same_seed_same_game(void **state)
{
    const struct room *room = *state;
    struct bz_setup setups[2];
    union bz_pos pos[2];

    for (int i = 0; i < 2; i++) {
        struct bz_random random;

        check_setup_of(&setups[i], room->game, room->options);
        bz_random_seed(&random, 99);
        property_wander(&setups[i], &random, 1000, &pos[i]);
    }
    assert_memory_equal(pos[0].bytes, pos[1].bytes, setups[0].rules->pos_size);
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
