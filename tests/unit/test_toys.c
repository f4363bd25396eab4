/*
 * test_toys.c - the toy games keep what every game must keep, and records carry their chance
 * outcomes and their results.
 */
#include "cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties.h"
#include "toys.h"

static void descriptor(void **state)
{
    property_descriptor(*state);
}

static void rules_and_random_play(void **state)
{
    struct bz_setup setup;

    check_setup_of(&setup, *state, "");
    property_rules(&setup);
    property_random_play(&setup, 7, 200);
    bz_setup_release(&setup);
}

/* Every kind of player that fits the game plays it to its end with legal moves only. */
static void players_finish_it(void **state)
{
    for (int k = 0; bz_engine_kind_at(k); k++) {
        const char *kind = bz_engine_kind_at(k)->name;
        struct bz_setup setup;
        struct bz_engine *engine, *engines[BZ_PLAYERS_MAX];
        struct bz_record record;
        struct bz_random random;
        struct bz_error err;
        char spec[64];

        check_setup_of(&setup, *state, "");
        snprintf(spec, sizeof(spec), "%s%s", kind,
                 bz_option_find(bz_engine_kind_at(k)->options, kind, "plies", 5, NULL) >= 0
                     ? ":plies=4"
                     : "");
        if (bz_engine_new(&setup, spec, &engine, &err)) {
            assert_int_equal(err.code, BZ_ERROR_UNFIT);
            bz_setup_release(&setup);
            continue;
        }
        for (int i = 0; i < BZ_PLAYERS_MAX; i++)
            engines[i] = engine;
        bz_random_seed(&random, 3);
        bz_record_init(&record, &setup, NULL);
        assert_int_equal(bz_record_finish(&record, engines, &random, NULL, NULL, &err), BZ_OK);
        assert_true(bz_record_is_over(&record));
        assert_string_not_equal(bz_record_result(&record), "none");
        bz_record_release(&record);
        bz_engine_free(engine);
        bz_setup_release(&setup);
    }
}

/* --- worlds --------------------------------------------------------------------------------- */

/* Each setup owns one world, through changes that succeed and changes that do not. */
static void a_world_lives_as_long_as_its_setup(void **state)
{
    const char *refused = "cards=7";
    int before = toy_worlds();
    struct bz_setup setup, other;
    struct bz_error err;
    union bz_pos pos;
    const void *world;

    (void)state;
    check_setup_of(&setup, &toy_gather, "");
    assert_int_equal(toy_worlds(), before + 1);
    world = setup.world;
    assert_int_equal(bz_setup_set(&setup, "cards", "7", &err), BZ_ERROR_UNFIT);
    check_error(&err, BZ_ERROR_UNFIT, "cards 7");
    assert_int_equal(bz_setup_set(&setup, "cards", "9", &err), BZ_ERROR_RANGE);
    assert_ptr_equal(setup.world, world);
    assert_int_equal(bz_setup_value(&setup, "cards")->number, 6);
    assert_int_equal(toy_worlds(), before + 1);
    assert_int_equal(bz_setup_set(&setup, "cards", "5", &err), BZ_OK);
    assert_int_equal(toy_worlds(), before + 1);
    assert_int_equal(bz_setup_init(&other, &toy_gather, &refused, 1, &err), BZ_ERROR_UNFIT);
    assert_int_equal(toy_worlds(), before + 1);
    check_parse(&setup, "31 2 8", &pos); /* four cards: the position overrules the option */
    assert_string_equal(bz_setup_value(&setup, "cards")->text, "4");
    assert_int_equal(toy_worlds(), before + 1);
    assert_true(bz_parse(&setup, "31 03 8", 7, &pos, &err) < 0);  /* five cards, badly written */
    assert_true(bz_parse(&setup, "3152 3 8", 8, &pos, &err) < 0); /* seven cards */
    assert_string_equal(bz_setup_value(&setup, "cards")->text, "4");
    assert_int_equal(toy_worlds(), before + 1);
    bz_setup_release(&setup);
    assert_int_equal(toy_worlds(), before);
    bz_setup_release(&setup);
    bz_setup_release(NULL);
    assert_int_equal(toy_worlds(), before);
}

/* A copy holds the same world, which goes with the last of them. */
static void copies_share_a_world(void **state)
{
    int before = toy_worlds();
    struct bz_setup setup, copy;

    (void)state;
    check_setup_of(&setup, &toy_gather, "");
    bz_setup_copy(&setup, &copy);
    assert_ptr_equal(copy.world, setup.world);
    assert_true(bz_setup_equal(&copy, &setup));
    assert_int_equal(toy_worlds(), before + 1);
    assert_int_equal(bz_setup_set(&copy, "cards", "5", NULL), BZ_OK);
    assert_int_equal(toy_worlds(), before + 2);
    assert_false(bz_setup_equal(&copy, &setup));
    bz_setup_release(&copy);
    bz_setup_copy(&setup, &copy);
    bz_setup_release(&setup);
    assert_int_equal(toy_worlds(), before + 1);
    bz_setup_release(&copy);
    assert_int_equal(toy_worlds(), before);
}

/* --- results -------------------------------------------------------------------------------- */

static void play_out(const struct bz_game *game, const char *options, const char *moves,
                     const char *result)
{
    struct bz_setup setup;
    struct bz_record record;
    char word[BZ_MOVE_TEXT_MAX], reason[64] = "";
    struct bz_buf out = BZ_BUF(reason);
    int used;

    check_setup_of(&setup, game, options);
    bz_record_init(&record, &setup, NULL);
    for (const char *p = moves; sscanf(p, "%63s%n", word, &used) == 1; p += used) {
        assert_string_equal(bz_record_result(&record), "none");
        assert_int_equal(bz_record_play(&record, check_move(&setup, &record.pos, word), NULL),
                         BZ_OK);
    }
    assert_string_equal(bz_record_result(&record), result);
    bz_buf_clear(&out);
    bz_record_reason(&record, &out);
    assert_string_equal(reason, "the game is over");
    bz_record_release(&record);
    bz_setup_release(&setup);
}

static void one_player_is_done(void **state)
{
    (void)state;
    play_out(&toy_gather, "cards=2", "left left", "done");
}

static void third_player_wins(void **state)
{
    (void)state;
    play_out(&toy_stones, "pile=3", "take1 take1 take1", "p3win");
    play_out(&toy_stones, "pile=3", "take1 take2", "p2win");
}

static void dice_decide(void **state)
{
    (void)state;
    play_out(&toy_darts, "throws=1", "throw3 take throw1 take", "p1win");
    play_out(&toy_darts, "throws=1", "throw1 take throw2 take", "p2win");
    play_out(&toy_darts, "throws=1", "throw2 take throw2 take", "draw");
}

/* --- chance in records ---------------------------------------------------------------------- */

static void outcomes_are_moves_of_the_record(void **state)
{
    struct bz_setup setup;
    struct bz_record record;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    (void)state;
    check_setup_of(&setup, &toy_darts, "throws=1");
    bz_record_init(&record, &setup, NULL);
    assert_int_equal(bz_record_play(&record, check_move(&setup, &record.pos, "throw3"), NULL), 0);
    assert_int_equal(bz_record_play(&record, check_move(&setup, &record.pos, "save"), NULL), 0);
    assert_int_equal(bz_record_play(&record, check_move(&setup, &record.pos, "throw1"), NULL), 0);
    bz_record_undo(&record, 2);
    assert_string_equal(check_text(&setup, &record.pos), "0,0 -- 1 3 4");
    assert_int_equal(bz_record_play(&record, check_move(&setup, &record.pos, "take"), NULL), 0);
    assert_non_null(out);
    assert_int_equal(bz_record_write(&record, out, NULL), BZ_OK);
    fclose(out);
    assert_non_null(strstr(text, "[Game \"darts\"]"));
    assert_non_null(strstr(text, "[Options \"throws=1\"]"));
    assert_non_null(strstr(text, "[Result \"none\"]"));
    assert_non_null(strstr(text, "\nthrow3 take\n"));
    free(text);
    bz_record_release(&record);
    bz_setup_release(&setup);
}

/* Thrown 3 : 2 : 1. The statistic passes 30 by chance less than once in three million. */
static void outcomes_are_drawn_by_weight(void **state)
{
    double counts[4] = {0}, sum = 0;
    struct bz_setup setup;
    struct bz_random random;
    union bz_pos pos;

    (void)state;
    check_setup_of(&setup, &toy_darts, "");
    bz_start(&setup, &pos);
    bz_random_seed(&random, 8);
    for (int i = 0; i < 60000; i++) {
        bz_move move = bz_chance_draw(&setup, &pos, &random);

        assert_in_range(move, 1, 3);
        counts[move]++;
    }
    for (int i = 1; i <= 3; i++) {
        double expected = 10000.0 * (4 - i);

        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    assert_true(sum < 30);
    bz_setup_release(&setup);
}

/* The listener hears of every ply, with an answer exactly when a player chose it. */
struct heard {
    int chosen, drawn;
};

static void listen(void *context, const struct bz_record *record, const struct bz_answer *answer)
{
    struct heard *heard = context;

    if (answer) {
        assert_true(record->moves[record->length - 1] == answer->move);
        heard->chosen++;
    } else {
        heard->drawn++;
    }
}

static void listener_hears_choices_and_draws(void **state)
{
    struct bz_setup setup;
    struct bz_engine *engines[2];
    struct bz_record record;
    struct bz_random random;
    struct heard heard = {0};

    (void)state;
    check_setup_of(&setup, &toy_darts, "throws=2");
    engines[0] = check_engine(&setup, "expectiminimax:plies=3");
    engines[1] = check_engine(&setup, "random:seed=5");
    bz_random_seed(&random, 9);
    bz_record_init(&record, &setup, NULL);
    assert_int_equal(bz_record_finish(&record, engines, &random, listen, &heard, NULL), BZ_OK);
    assert_int_equal(heard.chosen, 4);
    assert_int_equal(heard.drawn, 4);
    assert_int_equal(record.length, 8);
    bz_record_release(&record);
    bz_engine_free(engines[0]);
    bz_engine_free(engines[1]);
    bz_setup_release(&setup);
}

int main(void)
{
    struct cases cases = {0};

    for (int i = 0; toys[i]; i++) {
        void *toy = (void *)(uintptr_t)toys[i];

        cases_add(&cases, descriptor, toy, "%s: descriptor", toys[i]->name);
        cases_add(&cases, rules_and_random_play, toy, "%s: random play", toys[i]->name);
        cases_add(&cases, players_finish_it, toy, "%s: every player", toys[i]->name);
    }
    cases_add(&cases, a_world_lives_as_long_as_its_setup, NULL, "a world lives with its setup");
    cases_add(&cases, copies_share_a_world, NULL, "copies share a world");
    cases_add(&cases, one_player_is_done, NULL, "one player is done");
    cases_add(&cases, third_player_wins, NULL, "third player wins");
    cases_add(&cases, dice_decide, NULL, "dice decide");
    cases_add(&cases, outcomes_are_moves_of_the_record, NULL, "outcomes are moves of the record");
    cases_add(&cases, outcomes_are_drawn_by_weight, NULL, "outcomes are drawn by weight");
    cases_add(&cases, listener_hears_choices_and_draws, NULL, "listener hears choices and draws");
    return cases_run(&cases);
}
