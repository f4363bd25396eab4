/*
 * test_angry_text.c - Angry hen in writing: positions, moves, stories, and the words in which a
 * wrong one is refused.
 */
#include "check.h"

#include <stdio.h>
#include <string.h>

#define OPEN  "H9/10/10/10/10/10/10/10/10/S8Q"
#define WORLD "H7/8/8/8/8/8/8/7G"

static void good_positions_read_back(void **state)
{
    static const char *const good[] = {
        OPEN " h 0 game1 policy forbid",
        OPEN " h 149 game1 policy free",
        OPEN " q 150 game1 player forbid",                      /* her step after the last action */
        OPEN " - 150 game1 policy forbid",                      /* used up */
        "10/10/10/10/10/10/10/10/10/S8Q - 0 game1 policy free", /* caught while waiting */
        "H8Q/10/10/10/10/10/10/10/10/10 - 1 game1 policy forbid", /* away */
        "HRRRRRRRRR/QQQQQQQQQQ/EEEEEEEEEE/PPPPPPPPPP/SSSSSSSSSS/10/10/10/10/10 h 0 game1 policy "
        "free",
        "HB8/10/10/10/10/10/10/10/10/S8Q b 200 game2 policy forbid", /* the bird may still act */
        "HB8/10/10/10/10/10/10/10/10/S8Q q 200 game2 player forbid",
        "HB8/10/10/10/10/10/10/10/10/S8Q - 201 game2 policy forbid",
        "HB8/10/10/10/10/10/10/10/10/S9 - 3 game2 policy forbid", /* the queen is caught */
        OPEN " h 0 game2 policy forbid",                          /* without a bird */
        WORLD " h 0 mdp 0 0",
        WORLD " left 17 mdp 9223372036854775807 -900000",
        "8/8/8/8/8/8/8/7g - 60000 mdp 1 900000",
        "P7/Q1R5/8/3x4/8/8/8/7G - 3 rl 1 -2003",
        "8/8/8/8/8/8/8/7g - 150 rl 1 -1149", /* on the goal, but too late */
        "1H6/8/8/8/8/8/8/X6G - 150 rl 1 -1149",
        "1H6/8/8/8/8/8/8/X6G up 149 rl 1 -149",
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(good); i++) {
        struct bz_setup setup;
        union bz_pos pos;

        check_setup(&setup, "angry", "");
        check_parse(&setup, good[i], &pos);
        assert_string_equal(check_text(&setup, &pos), good[i]);
        assert_int_equal(bz_is_over(&setup, &pos), strstr(good[i], " - ") != NULL);
        bz_setup_release(&setup);
    }
}

/* A position that must be refused, the code, and words that say what is wrong and where. */
struct refusal {
    const char *text;
    int code;
    const char *words;
};

static void refuse(const struct refusal *refusals, int count)
{
    for (int i = 0; i < count; i++)
        check_no_position("angry", "", refusals[i].text, refusals[i].code, refusals[i].words);
}

static void refuses_wrong_rows(void **state)
{
    static const struct refusal refusals[] = {
        {"h 0 game1 policy forbid", BZ_ERROR_SYNTAX, "field 6 missing"},
        {"", BZ_ERROR_SYNTAX, "field 1 empty"},
        {OPEN "  h 0 game1 policy forbid", BZ_ERROR_SYNTAX, "field 2 empty"},
        {OPEN " h 0 game1 policy", BZ_ERROR_SYNTAX, "field 6 missing"},
        {"H8/10/10/10/10/10/10/10/10/S8Q h 0 game1 policy forbid", BZ_ERROR_SYNTAX,
         "position character row 1 9 10"},
        {"H9/10/10/10/10/10/10/10/S8Q h 0 game1 policy forbid", BZ_ERROR_SYNTAX, "9 rows 10"},
        {"H9/10/10/10/10/10/10/10/10/S8Q/10 h 0 game1 policy forbid", BZ_ERROR_SYNTAX,
         "too many rows"},
        {"H9/11/10/10/10/10/10/10/10/S8Q h 0 game1 policy forbid", BZ_ERROR_SYNTAX,
         "character 4 too long 11"},
        {"H9/10E/10/10/10/10/10/10/10/S8Q h 0 game1 policy forbid", BZ_ERROR_SYNTAX,
         "character 6 too long"},
        {"H9/010/10/10/10/10/10/10/10/S8Q h 0 game1 policy forbid", BZ_ERROR_SYNTAX,
         "character 4 begin with 0"},
        {"H9/99999999999999999999/10/10/10/10/10/10/10/S8Q h 0 game1 policy forbid",
         BZ_ERROR_SYNTAX, "character 4 too long"},
        {"HT8/10/10/10/10/10/10/10/10/S8Q h 0 game1 policy forbid", BZ_ERROR_SYNTAX,
         "character 2 number"},
        {"HZ8/10/10/10/10/10/10/10/10/S8Q h 0 game1 policy forbid", BZ_ERROR_SYNTAX,
         "character 2 piece"},
        {"HB8/10/10/10/10/10/10/10/10/S8Q h 0 game1 policy forbid", BZ_ERROR_SYNTAX,
         "character 2 piece"},
        {"HG8/10/10/10/10/10/10/10/10/S8Q h 0 game1 policy forbid", BZ_ERROR_SYNTAX,
         "character 2 piece"},
        {"Hx8/10/10/10/10/10/10/10/10/S8Q h 0 game1 policy forbid", BZ_ERROR_SYNTAX,
         "character 2 second hen"},
        {"H8H/10/10/10/10/10/10/10/10/S8Q h 0 game1 policy forbid", BZ_ERROR_SYNTAX,
         "character 3 second hen"},
        {"HBB7/10/10/10/10/10/10/10/10/S8Q h 0 game2 policy forbid", BZ_ERROR_SYNTAX,
         "character 3 second bird"},
        {"H6G/8/8/8/8/8/8/7G h 0 mdp 0 0", BZ_ERROR_SYNTAX, "second goal"},
        {"H6X/8/8/8/8/8/8/7G h 0 mdp 0 0", BZ_ERROR_SYNTAX, "character 3 piece"},
        {"H6E/8/8/8/8/8/8/7G h 0 rl 0 0", BZ_ERROR_SYNTAX, "character 3 piece"},
        {OPEN " h 0 mdp 0 0", BZ_ERROR_SYNTAX, "too long"},
    };

    (void)state;
    refuse(refusals, CHECK_COUNT(refusals));
}

static void refuses_impossible_games(void **state)
{
    static const struct refusal refusals[] = {
        {OPEN " x 0 game1 policy forbid", BZ_ERROR_SYNTAX, "character 32 turn x"},
        {OPEN " - 0 game1 policy forbid", BZ_ERROR_ILLEGAL, "nothing has ended"},
        {OPEN " - 149 game1 policy forbid", BZ_ERROR_ILLEGAL, "nothing has ended"},
        {OPEN " h 150 game1 policy forbid", BZ_ERROR_ILLEGAL, "used up"},
        {OPEN " h 151 game1 policy forbid", BZ_ERROR_RANGE, "actions 151"},
        {OPEN " h -1 game1 policy forbid", BZ_ERROR_RANGE, "actions -1"},
        {OPEN " h 1x game1 policy forbid", BZ_ERROR_SYNTAX, "actions 1x"},
        {OPEN " h 0 game3 policy forbid", BZ_ERROR_UNKNOWN, "rules game3 game1"},
        {OPEN " h 0 game1 robot forbid", BZ_ERROR_UNKNOWN, "queen robot policy"},
        {OPEN " h 0 game1 policy forbidden", BZ_ERROR_UNKNOWN, "bump forbidden"},
        {OPEN " h 0 game1 policy forbid ", BZ_ERROR_UNKNOWN, "bump"},
        {OPEN " q 0 game1 policy forbid", BZ_ERROR_ILLEGAL, "policy turn"},
        {OPEN " b 0 game1 policy forbid", BZ_ERROR_ILLEGAL, "game2 bird"},
        {OPEN " b 0 game2 policy forbid", BZ_ERROR_ILLEGAL, "bird not there"},
        {"HB8/10/10/10/10/10/10/10/10/S8Q b 201 game2 policy forbid", BZ_ERROR_ILLEGAL,
         "more actions"},
        {"10/10/10/10/10/10/10/10/10/S8Q h 0 game1 policy forbid", BZ_ERROR_ILLEGAL, "no hen"},
        {"H9/10/10/10/10/10/10/10/10/9Q h 0 game1 policy forbid", BZ_ERROR_ILLEGAL, "no slingshot"},
        {"H9/10/10/10/10/10/10/10/10/S9 h 0 game1 policy forbid", BZ_ERROR_ILLEGAL, "no queen"},
        {"H9/10/10/10/10/10/10/10/10/S9 - 5 game1 policy forbid", BZ_ERROR_ILLEGAL,
         "no queen bird"},
        {"10/10/10/10/10/10/10/10/10/9Q - 5 game1 policy forbid", BZ_ERROR_ILLEGAL, "only one"},
        {"H9/10/10/10/10/10/10/10/10/9Q - 0 game1 policy forbid", BZ_ERROR_ILLEGAL,
         "slingshot without an action"},
    };

    (void)state;
    refuse(refusals, CHECK_COUNT(refusals));
}

static void refuses_impossible_worlds(void **state)
{
    static const struct refusal refusals[] = {
        {WORLD " stay 0 mdp 0 0", BZ_ERROR_SYNTAX, "direction stay"},
        {WORLD " q 0 mdp 0 0", BZ_ERROR_SYNTAX, "direction q"},
        {WORLD " - 0 mdp 0 0", BZ_ERROR_ILLEGAL, "nothing has ended"},
        {WORLD " - 150 mdp 0 0", BZ_ERROR_ILLEGAL, "nothing has ended"},
        {WORLD " h 60001 mdp 0 0", BZ_ERROR_RANGE, "actions 60001"},
        {WORLD " h 151 rl 0 0", BZ_ERROR_RANGE, "actions 151"},
        {WORLD " h 150 rl 0 0", BZ_ERROR_ILLEGAL, "used up"},
        {WORLD " up 150 rl 0 0", BZ_ERROR_ILLEGAL, "used up"},
        {WORLD " h 0 mdp -1 0", BZ_ERROR_RANGE, "seed -1"},
        {WORLD " h 0 mdp 9223372036854775808 0", BZ_ERROR_RANGE, "seed 9223372036854775808"},
        {WORLD " h 0 mdp policy 0", BZ_ERROR_SYNTAX, "seed policy"},
        {WORLD " h 0 mdp 0 900001", BZ_ERROR_RANGE, "points 900001"},
        {WORLD " h 0 mdp 0 99999999999999999999999", BZ_ERROR_RANGE, "points"},
        {"8/8/8/8/8/8/8/7G h 0 mdp 0 0", BZ_ERROR_ILLEGAL, "no hen"},
        {"H7/8/8/8/8/8/8/8 h 0 mdp 0 0", BZ_ERROR_ILLEGAL, "no goal"},
        {"8/8/8/8/8/8/8/7g h 0 mdp 0 0", BZ_ERROR_ILLEGAL, "goal over"},
        {"x7/8/8/8/8/8/8/7G up 0 rl 0 0", BZ_ERROR_ILLEGAL, "TNT over"},
        {"HR6/R7/8/8/8/8/8/7G h 0 mdp 0 0", BZ_ERROR_ILLEGAL, "rocks shut"},
    };

    (void)state;
    refuse(refusals, CHECK_COUNT(refusals));
}

static void refuses_a_position_too_long(void **state)
{
    static char text[1 << 20];
    struct bz_setup setup;
    union bz_pos pos;
    struct bz_error err;

    (void)state;
    memset(text, 'R', sizeof(text));
    check_setup(&setup, "angry", "");
    assert_true(bz_parse(&setup, text, sizeof(text), &pos, &err) < 0);
    check_error(&err, BZ_ERROR_RANGE, "too long");
    assert_true(bz_parse(&setup, text, 4000, &pos, &err) < 0);
    bz_setup_release(&setup);
}

/* A position of other rules takes the setup along, and its map stays behind. */
static void a_position_brings_its_rules(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    check_setup(&setup, "angry", "map=maze");
    check_parse(&setup, WORLD " h 0 rl 77 5", &pos);
    assert_string_equal(bz_setup_value(&setup, "rules")->text, "rl");
    assert_string_equal(bz_setup_value(&setup, "seed")->text, "77");
    assert_string_equal(bz_setup_value(&setup, "map")->text, "default");
    assert_int_equal(setup.rules->traits, BZ_HAS_CHANCE | BZ_HAS_POINTS);
    check_parse(&setup, OPEN " q 3 game1 player free", &pos);
    assert_string_equal(bz_setup_value(&setup, "queen")->text, "player");
    assert_string_equal(bz_setup_value(&setup, "bump")->text, "free");
    assert_int_equal(setup.rules->players, 2);
    assert_int_equal(setup.rules->turn(&pos), 1);
    bz_setup_release(&setup);
}

/* --- chance --- */

/* The weight of the step asked for, after checks of the whole deal. */
static uint32_t intended(const struct bz_setup *setup, const union bz_pos *pos, bz_move asked)
{
    union bz_pos rolling = *pos;
    bz_move moves[4];
    uint32_t weights[4];

    setup->rules->play(&rolling, asked);
    assert_int_equal(setup->rules->deal(&rolling, moves, weights), 3);
    assert_int_equal(moves[0], asked);
    assert_int_equal(weights[0] + weights[1] + weights[2], 2000);
    assert_int_equal(weights[1], weights[2]);
    return weights[0] / 2;
}

/* Every cell and direction has its own probability, within the bounds of the rules; the walk goes
 * to and fro through all rows but the last. */
static void probabilities_keep_their_bounds(void **state)
{
    enum { DOWN = 1, LEFT = 2, RIGHT = 3 };
    static const struct {
        const char *start;
        uint32_t least, most;
    } bounds[] = {{WORLD " h 0 mdp 12 0", 600, 800}, {WORLD " h 0 rl 12 0", 550, 900}};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(bounds); i++) {
        uint32_t lowest = 1000, highest = 0;
        struct bz_setup setup;
        union bz_pos pos;

        check_setup(&setup, "angry", "");
        check_parse(&setup, bounds[i].start, &pos);
        for (int cell = 0; cell < 7 * 8; cell++) {
            bz_move next = cell % 8 == 7 ? DOWN : cell / 8 % 2 ? LEFT : RIGHT;

            for (bz_move asked = 0; asked < 4; asked++) {
                uint32_t likely = intended(&setup, &pos, asked);

                assert_in_range(likely, bounds[i].least, bounds[i].most);
                lowest = likely < lowest ? likely : lowest;
                highest = likely > highest ? likely : highest;
            }
            setup.rules->play(&pos, next);
            setup.rules->play(&pos, next);
        }
        assert_true(lowest < bounds[i].least + 20 && highest > bounds[i].most - 20);
        bz_setup_release(&setup);
    }
}

/* --- moves and words --- */

struct story {
    const char *position, *move, *told, *ending;
};

static void tells_what_happened(void **state)
{
    static const struct story stories[] = {
        {"HE8/10/10/10/10/10/10/10/10/S8Q h 0 game1 policy forbid", "right",
         "The hen goes right to b1: an egg, +200. The queen comes to j9.", ""},
        {"HS8/10/10/10/10/10/10/10/10/9Q h 0 game1 policy forbid", "right",
         "The hen goes right to b1: the slingshot.", "the hen reached the slingshot"},
        {"HS8/10/10/10/10/10/10/10/10/9Q h 149 game1 policy forbid", "right",
         "The hen goes right to b1: the slingshot.",
         "the hen reached the slingshot, and 150 actions are used up"},
        {"H1Q7/10/10/10/10/10/10/10/10/S9 h 0 game1 policy forbid", "right",
         "The hen goes right to b1. The queen catches the hen.", "the queen caught the hen"},
        {"HP8/10/10/10/10/10/10/10/10/S8Q h 149 game1 policy forbid", "right",
         "The hen goes right to b1: a pig, -200. The queen comes to j9.",
         "150 actions are used up"},
        {"H9/10/10/10/10/10/10/10/10/S8Q h 0 game1 policy free", "up",
         "The hen cannot go up and stays on a1. The queen comes to j9.", ""},
        {"HR8/R9/10/10/10/10/10/10/10/S8Q h 0 game1 policy forbid", "stay",
         "The hen cannot move and stays. The queen stays.", ""},
        {"HQ8/10/10/10/10/10/10/10/10/S9 q 1 game1 player forbid", "left",
         "The queen catches the hen.", "the queen caught the hen"},
        {"H9/10/10/10/10/10/10/10/9B/S8Q b 1 game2 policy forbid", "down",
         "The bird goes down and catches the queen.", "the bird caught the queen"},
        {"H9/10/10/10/10/10/10/10/9B/S8Q b 1 game2 policy forbid", "up",
         "The bird goes up to j8. The queen comes to j9.", ""},
        {"H9/10/10/10/10/10/10/10/9B/S8Q h 1 game2 policy forbid", "down",
         "The hen goes down to a2.", ""},
        {WORLD " h 0 mdp 0 0", "down", "The hen wants to go down.", ""},
        {"HP6/8/8/8/8/8/8/7G right 0 mdp 0 0", "slip:right",
         "The hen goes right to b1: a pig, +250.", ""},
        {"HP6/Q7/8/8/8/8/8/7G right 0 mdp 0 0", "slip:down",
         "The hen slips: she goes down to a2: a queen, -400.", ""},
        {"8/8/8/8/8/8/7H/7G down 0 mdp 0 0", "slip:down",
         "The hen goes down to h8: the goal, +400.", "the hen reached the goal"},
        {"HX6/8/8/8/8/8/8/7G right 0 rl 0 0", "slip:right", "The hen goes right to b1: TNT, -2000.",
         "the hen stepped on TNT"},
        {WORLD " up 149 rl 0 0", "slip:up",
         "The hen cannot go up and stays on a1. That was the last step: -1000.",
         "150 steps are used up"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(stories); i++) {
        char text[256] = "", ending[256] = "";
        struct bz_buf told = BZ_BUF(text), ended = BZ_BUF(ending);
        struct bz_setup setup;
        union bz_pos before, after;
        bz_move move;

        check_setup(&setup, "angry", "");
        check_parse(&setup, stories[i].position, &before);
        move = check_move(&setup, &before, stories[i].move);
        after = before;
        setup.rules->play(&after, move);
        setup.game->text->tell(&before, move, &after, &told);
        assert_string_equal(text, stories[i].told);
        bz_buf_add(&ended, "over: "); /* it may stand behind other words */
        if (bz_is_over(&setup, &after))
            setup.game->text->ending(&after, &ended);
        assert_string_equal(ending + strlen("over: "), stories[i].ending);
        bz_setup_release(&setup);
    }
}

static void reads_and_refuses_moves(void **state)
{
    static const struct {
        const char *position, *move, *words; /* no words: accepted */
    } cases[] = {
        {OPEN " h 0 game1 policy forbid", "d", NULL},
        {OPEN " h 0 game1 policy forbid", "r", NULL},
        {OPEN " h 0 game1 policy free", "u", NULL},
        {OPEN " h 0 game1 policy forbid", "up", "edge way"},
        {OPEN " h 0 game1 policy forbid", "u", "edge way"},
        {OPEN " h 0 game1 policy forbid", "UP", "'UP' write up"},
        {OPEN " h 0 game1 policy forbid", "stay", "stay cannot move"},
        {OPEN " h 0 game1 policy forbid", "slip:down", "write up"},
        {"HR8/Q9/10/10/10/10/10/10/10/S9 h 0 game1 policy forbid", "right", "rock way"},
        {"H9/Q9/10/10/10/10/10/10/10/S9 h 0 game1 policy forbid", "down", "queen way"},
        {"HB8/10/10/10/10/10/10/10/10/S8Q h 0 game2 policy forbid", "right", "bird way"},
        {"HB8/10/10/10/10/10/10/10/10/S8Q b 0 game2 policy forbid", "left", "hen way"},
        {"H9/10/10/10/10/10/10/10/10/7SPQ q 0 game1 player forbid", "left", "pig way"},
        {"H9/10/10/10/10/10/10/10/10/8SQ q 0 game1 player forbid", "left", "slingshot way"},
        {"H9/10/10/10/10/10/10/10/10/7SEQ q 0 game1 player forbid", "left", "egg way"},
        {WORLD " left 0 mdp 0 0", "left", "chance slip:left"},
        {WORLD " left 0 mdp 0 0", "slip:right", "chance slip:left"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        struct bz_setup setup;
        union bz_pos pos;
        struct bz_error err;
        bz_move move = BZ_MOVE_NONE;
        int code;

        check_setup(&setup, "angry", "");
        check_parse(&setup, cases[i].position, &pos);
        code = bz_parse_move(&setup, &pos, cases[i].move, strlen(cases[i].move), &move, &err);
        assert_int_equal(code == BZ_OK, cases[i].words == NULL);
        if (code)
            check_error(&err, err.code, cases[i].words);
        else
            assert_true(bz_is_legal(&setup, &pos, move));
        bz_setup_release(&setup);
    }
}

static void explains_moves(void **state)
{
    static const struct {
        const char *position, *move, *words;
    } cases[] = {
        {"HE8/10/10/10/10/10/10/10/10/S8Q h 0 game1 policy forbid", "right", "b1: an egg, +200"},
        {"HE8/10/10/10/10/10/10/10/10/S8Q h 0 game1 policy forbid", "down", "a2"},
        {"HR8/10/10/10/10/10/10/10/10/S8Q h 0 game1 policy free", "right", "b1: a rock"},
        {"HR8/10/10/10/10/10/10/10/10/S8Q h 0 game1 policy free", "up", "the edge"},
        {"HR8/10/10/10/10/10/10/10/10/S8Q h 0 game1 policy free", "left", "the edge"},
        {"9H/10/10/10/10/10/10/10/10/S8Q h 0 game1 policy free", "right", "the edge"},
        {"HR8/R9/10/10/10/10/10/10/10/S8Q h 0 game1 policy forbid", "stay",
         "there is no other move"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        char text[128] = "";
        struct bz_buf out = BZ_BUF(text);
        struct bz_setup setup;
        union bz_pos pos;

        check_setup(&setup, "angry", "");
        check_parse(&setup, cases[i].position, &pos);
        setup.game->text->explain(&pos, check_move(&setup, &pos, cases[i].move), &out);
        assert_string_equal(text, cases[i].words);
        bz_setup_release(&setup);
    }
}

static void draws_the_board(void **state)
{
    static const char wanted[] = "     a  b  c  d  e  f  g  h\n"
                                 "   +------------------------+\n"
                                 " 1 |<H> .  .  .  .  .  .  . | 1\n"
                                 " 2 | . ### .  .  .  .  .  . | 2\n"
                                 " 3 | .  .  p  .  .  .  .  . | 3\n"
                                 " 4 | .  .  .  Q  .  .  .  . | 4\n"
                                 " 5 | .  .  .  .  *  .  .  . | 5\n"
                                 " 6 | .  .  .  .  .  .  .  . | 6\n"
                                 " 7 | .  .  .  .  .  .  .  . | 7\n"
                                 " 8 | .  .  .  .  .  .  .  Y | 8\n"
                                 "   +------------------------+\n"
                                 "     a  b  c  d  e  f  g  h\n"
                                 "    ### rock  p  pig  Y  goal  *  TNT  Q  queen <H> hen\n"
                                 "    steps 3 of 150   pigs 1   score -3   on her way left\n";
    char text[4096];
    struct bz_buf out = BZ_BUF(text);
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    check_setup(&setup, "angry", "");
    check_parse(&setup, "H7/1R6/2P5/3Q4/4X3/8/8/7G left 3 rl 0 -3", &pos);
    setup.game->text->draw(&pos, BZ_DRAW_ASCII, BZ_MOVE_NONE, &out);
    assert_string_equal(text, wanted);
    bz_setup_release(&setup);
}

#define GROUND  "TTTTTTTTTT\n"
#define GROUND4 GROUND GROUND GROUND GROUND

static void plain_drawing_is_the_originals(void **state)
{
    char text[4096];
    struct bz_buf out = BZ_BUF(text);
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    check_setup(&setup, "angry", "");
    check_parse(&setup, "HE8/10/10/10/10/10/10/10/10/S8Q h 7 game1 policy forbid", &pos);
    setup.game->text->draw(&pos, BZ_DRAW_PLAIN, BZ_MOVE_NONE, &out);
    assert_string_equal(text, "HETTTTTTTT\n" GROUND4 GROUND4 "STTTTTTTTQ\nCurrent Score == -207\n");
    bz_setup_release(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_positions_read_back),
        cmocka_unit_test(refuses_wrong_rows),
        cmocka_unit_test(refuses_impossible_games),
        cmocka_unit_test(refuses_impossible_worlds),
        cmocka_unit_test(refuses_a_position_too_long),
        cmocka_unit_test(a_position_brings_its_rules),
        cmocka_unit_test(probabilities_keep_their_bounds),
        cmocka_unit_test(tells_what_happened),
        cmocka_unit_test(reads_and_refuses_moves),
        cmocka_unit_test(explains_moves),
        cmocka_unit_test(draws_the_board),
        cmocka_unit_test(plain_drawing_is_the_originals),
    };

    return CHECK_RUN(tests);
}
