/*
 * test_diamonds_wire.c - what a client makes of the server's lines: the very position the server is
 * in, in every rule set, and an error with nothing changed for whatever is no line.
 */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "games/diamonds/wire.h"

enum { GAMES = 6, ROUNDS = 2 };

/* A client and the setup its positions belong to. */
struct ear {
    union {
        struct diamonds_memory memory;
        max_align_t align;
    };
    struct bz_setup setup;
};

static void greet(struct ear *ear, const struct bz_setup *setup, const void *pos, int player)
{
    char line[BZ_WIRE_LINE_MAX];
    struct bz_buf out = BZ_BUF(line);
    struct bz_error err;

    setup->game->wire->greet(pos, player, &out);
    check_setup(&ear->setup, "diamonds", "");
    assert_int_equal(
        bz_setup_set(&ear->setup, "barbed", bz_setup_value(setup, "barbed")->text, NULL), BZ_OK);
    if (diamonds_hear_greeting(&ear->memory, line, out.length - 1, &err))
        fail_msg("%s: %s", line, err.text);
}

static int hear(struct ear *ear, const char *line, size_t length, union bz_pos *ret_pos,
                struct bz_error *err)
{
    char text[BZ_POS_TEXT_MAX];
    struct bz_buf out = BZ_BUF(text);
    int code = diamonds_hear_turn(&ear->memory, &ear->setup, line, length, &out, err);

    return code ? code : bz_parse(&ear->setup, text, out.length, ret_pos, err);
}

/* Of v2021 the other's traps are not told. */
static void same_position(const struct bz_setup *setup, const struct diamonds *here,
                          const struct ear *ear, const struct diamonds *there)
{
    assert_int_equal(here->turn, there->turn);
    assert_int_equal(here->mover, there->mover);
    assert_int_equal(here->left, there->left);
    for (int i = 0; i < here->world->players; i++) {
        assert_int_equal(diamonds_score(here, i), diamonds_score(there, i));
        assert_int_equal(here->agent[i].cell, there->agent[i].cell);
        assert_int_equal(here->agent[i].keys, there->agent[i].keys);
        assert_memory_equal(here->agent[i].gems, there->agent[i].gems, sizeof(here->agent[i].gems));
    }
    if (here->world->variant != V2021)
        assert_int_equal(setup->rules->hash(here), ear->setup.rules->hash(there));
    else
        assert_memory_equal(diamonds_traps(here, here->mover), diamonds_traps(there, here->mover),
                            TRAP_WORDS * sizeof(uint64_t));
}

/* A line that was refused has changed nothing; one that was taken is forgotten again. */
static void hear_spoiled(struct ear *ear, const char *line, size_t length)
{
    char text[BZ_POS_TEXT_MAX];
    struct bz_buf out = BZ_BUF(text);
    struct diamonds_memory before = ear->memory;
    struct bz_error err;

    if (diamonds_hear_turn(&ear->memory, &ear->setup, line, length, &out, &err))
        assert_memory_equal(&ear->memory, &before, sizeof(before));
    ear->memory = before;
}

/* Lines with one character less, or another one. */
static void spoil(struct ear *ear, const char *line, size_t length, struct bz_random *dice)
{
    char text[BZ_WIRE_LINE_MAX];
    size_t at = (size_t)bz_random_below(dice, length);

    memcpy(text, line, length);
    memmove(text + at, text + at + 1, length - at - 1);
    hear_spoiled(ear, text, length - 1);
    memcpy(text, line, length);
    text[at] = (char)bz_random_below(dice, 256);
    hear_spoiled(ear, text, length);
}

static void play_round(const struct bz_setup *setup, struct ear *ears, struct bz_random *dice)
{
    char line[BZ_WIRE_LINE_MAX];
    bz_move moves[BZ_MOVES_MAX];
    union bz_pos pos, heard;
    struct bz_error err;

    bz_start(setup, &pos);
    while (!bz_is_over(setup, &pos)) {
        int turn = setup->rules->turn(&pos), count = setup->rules->moves(&pos, moves);
        struct bz_buf out = BZ_BUF(line);

        if (turn != BZ_CHANCE) {
            setup->game->wire->ask(&pos, &out);
            spoil(&ears[turn], line, out.length - 1, dice);
            if (hear(&ears[turn], line, out.length - 1, &heard, &err))
                fail_msg("%s: %s", line, err.text);
            same_position(setup, (struct diamonds *)&pos, &ears[turn], (struct diamonds *)&heard);
        }
        setup->rules->play(&pos, moves[bz_random_below(dice, (uint64_t)count)]);
    }
}

static void play_on(const char *options, struct bz_random *dice)
{
    struct ear ears[AGENTS_MAX];
    struct bz_setup setup;
    union bz_pos pos;

    check_setup(&setup, "diamonds", options);
    bz_start(&setup, &pos);
    for (int i = 0; i < setup.rules->players; i++)
        greet(&ears[i], &setup, &pos, i);
    for (int i = 0; i < ROUNDS; i++)
        play_round(&setup, ears, dice);
    for (int i = 0; i < setup.rules->players; i++)
        bz_setup_release(&ears[i].setup);
    bz_setup_release(&setup);
}

static void hears_every_position(void **state)
{
    static const char *const maps[] = {"auto",    "three-keys",    "door-maze",
                                       "crowded", "teleport-ring", "wire-shortcut"};
    struct bz_random dice;

    (void)state;
    bz_random_seed(&dice, 7);
    for (int variant = 0; variant < VARIANTS; variant++)
        for (int map = 0; map < (variant == V2021 ? 1 : CHECK_COUNT(maps)); map++)
            for (int game = 0; game < GAMES; game++) {
                char options[200];

                snprintf(options, sizeof(options),
                         "rules=%s map=%s players=%d turns=60 init_score=%s barbed=%s "
                         "random_start=%s seed=%d",
                         diamonds_variants[variant], maps[map], game % 2 + 1,
                         game % 3 ? "-7" : "200.5", game % 3 == 1 ? "stay" : "enter",
                         game > 3 ? "true" : "false", game);
                play_on(options, &dice);
            }
}

/* B never saw the key that A took with its first step, but sees A in the door. */
static void a_door_tells_of_a_key(void **state)
{
    struct ear ear;
    struct bz_setup setup;
    union bz_pos pos, heard;
    struct bz_error err;
    char line[BZ_WIRE_LINE_MAX];
    static const char *const moves[] = {"RIGHT", "NOOP", "RIGHT", "NOOP", "RIGHT"};

    (void)state;
    check_setup(&setup, "diamonds", "");
    check_parse(&setup,
                "p1 EgGEE/EEEEE 9,0,3,enter a1,-,0,0.0.0.0,0,0,0,0 e2,-,0,0.0.0.0,0,0,0,0 1 A -",
                &pos);
    greet(&ear, &setup, &pos, 1);
    for (int i = 0; i < CHECK_COUNT(moves); i++) {
        check_play(&setup, &pos, moves[i]);
        if (i % 2 == 0) {
            struct bz_buf out = BZ_BUF(line);

            setup.game->wire->ask(&pos, &out);
            if (hear(&ear, line, out.length - 1, &heard, &err))
                fail_msg("%s: %s", line, err.text);
            assert_int_equal(((struct diamonds *)&heard)->agent[0].keys, i >= 2);
        }
    }
    bz_setup_release(&ear.setup);
    bz_setup_release(&setup);
}

static void refuses_what_is_no_greeting(void **state)
{
    static const char *const greetings[] = {
        "",
        " ",
        "3 4 A 1 0 7 1",
        "3 4 A 1 0 7 1  ",
        "3 4 A 2 0 7 2 ",
        "3 4 B 2 0 7 1 ",
        "26 4 A 1 0 7 1 ",
        "0 4 A 1 0 7 1 ",
        "3 4 A 1 x 7 1 ",
        "3 4 A 1 0 99999 1 ",
        "3 4 A 1 0 7 1 3 ",
        "21 4 A 1 0 7 1 3",
        "{",
        "{}",
        "[]",
        "{\"height\": 3, \"width\": 4, \"character\": \"A\", \"id\": 1, \"score\": 0, "
        "\"max_turn_count\": 7, \"agent_count\": 1}",
        "{\"height\": 1e300, \"width\": 4, \"character\": \"A\", \"id\": 1, \"score\": 0, "
        "\"max_turn_count\": 7, \"agent_count\": 1, \"probabilities\": {}}",
    };
    struct diamonds_memory memory, before;

    (void)state;
    memset(&memory, 0x5a, sizeof(memory));
    before = memory;
    for (int i = 0; i < CHECK_COUNT(greetings); i++) {
        struct bz_error err = {0};

        if (diamonds_hear_greeting(&memory, greetings[i], strlen(greetings[i]), &err) == BZ_OK)
            fail_msg("'%s' is taken for a greeting", greetings[i]);
        assert_true(err.code < 0 && err.text[0]);
        assert_memory_equal(&memory, &before, sizeof(memory));
    }
}

static void refuses_what_is_no_turn(void **state)
{
    static const char *const lines[] = {
        "",
        "1 0 0 0 0 0 EA E",               /* no blank in front */
        " 1 0 0 0 0 0 EA",                /* a cell missing */
        " 1 0 0 0 0 0 EA E E",            /* one too many */
        " 1 0 0 0 0 0 EA EA",             /* twice */
        " 1 0 0 0 0 0 E E",               /* nowhere */
        " 1 0 0 0 0 0 EAB E",             /* nobody else is there */
        " 2 0 0 0 0 0 EA E",              /* the first is turn 1 */
        " 8 0 0 0 0 0 EA E",              /* there are seven */
        " 1 5 0 0 0 0 EA E",              /* a score from nowhere */
        " 1 0 9 0 0 0 EA E",              /* diamonds from nowhere */
        " 1 0.3 0 0 0 0 EA E",            /* no eighth */
        " 1 0 0 0 0 0 EA x",              /* no tile */
        " 1 0 0 0 0 99999999999999 EA E", /* no number */
        " 1  0 0 0 0 0 EA E",
    };
    struct ear ear;
    struct diamonds_memory before;
    union bz_pos pos;
    struct bz_error err;

    (void)state;
    check_setup(&ear.setup, "diamonds", "");
    assert_int_equal(diamonds_hear_greeting(&ear.memory, "1 2 A 1 0 7 1 ", 14, &err), BZ_OK);
    for (int i = 0; i < CHECK_COUNT(lines); i++) {
        before = ear.memory;
        if (hear(&ear, lines[i], strlen(lines[i]), &pos, &err) == BZ_OK)
            fail_msg("'%s' is taken for a turn", lines[i]);
        ear.memory = before;
    }
    assert_int_equal(hear(&ear, " 1 0 0 0 0 0 EA E", 17, &pos, &err), BZ_OK);
    bz_setup_release(&ear.setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hears_every_position),
        cmocka_unit_test(a_door_tells_of_a_key),
        cmocka_unit_test(refuses_what_is_no_greeting),
        cmocka_unit_test(refuses_what_is_no_turn),
    };

    return CHECK_RUN(tests);
}
