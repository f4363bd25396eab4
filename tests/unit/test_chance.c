/*
 * test_chance.c - what the textbook players make of chance: exact means, pruning that changes
 * nothing, the report's player and the greedy one.
 */
#include "check.h"

#include <stdio.h>

#include "properties.h"
#include "toys.h"

/* Pruning at chance nodes changes neither value nor move, and the values are exact fractions. */
static void stars_change_nothing(void **state)
{
    uint64_t nodes[3] = {0};
    struct bz_random random;
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    bz_random_seed(&random, 36);
    check_setup_of(&setup, &toy_darts, "throws=3");
    for (int i = 0; i < 150; i++) {
        static const char *const prunes[] = {"none", "star1", "star2"};
        struct bz_answer answers[3];

        property_wander(&setup, &random, 1 + (int)bz_random_below(&random, 11), &pos);
        if (setup.rules->turn(&pos) == BZ_CHANCE || bz_is_over(&setup, &pos))
            continue;
        for (int k = 0; k < 3; k++) {
            char spec[64];

            snprintf(spec, sizeof(spec), "expectiminimax:plies=%d,prune=%s", 1 + i % 9, prunes[k]);
            answers[k] = check_answer(&setup, spec, &pos);
            nodes[k] += answers[k].info.nodes;
            assert_true(answers[k].move == answers[0].move);
            assert_true(answers[k].info.numerator == answers[0].info.numerator);
            assert_true(answers[k].info.denominator == answers[0].info.denominator);
        }
    }
    assert_true(nodes[1] < nodes[0]);
    bz_setup_release(&setup);
}

/* Blue's mean of dice_at_the_horizon, 20/6, as a fraction in lowest terms: 4 - 10/3. */
static void means_are_fractions(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;
    struct bz_info info;

    (void)state;
    check_setup_of(&setup, &toy_darts, "");
    check_parse(&setup, "1,0 -x 1 3 2", &pos);
    info = check_answer(&setup, "expectiminimax:plies=3", &pos).info;
    assert_int_equal(info.numerator, 2);
    assert_int_equal(info.denominator, 3);
    check_number(info.value, 2.0 / 3, "value");
    info = check_answer(&setup, "expectiminimax:plies=3,eval=blunt", &pos).info;
    assert_int_equal(info.denominator, 0);
    bz_setup_release(&setup);
}

static void stars_need_bounds(void **state)
{
    struct bz_engine *engine = NULL;
    struct bz_setup setup;
    struct bz_error err;

    (void)state;
    check_setup_of(&setup, &toy_darts, "");
    assert_int_equal(bz_engine_new(&setup, "expectiminimax:eval=blunt,prune=star1", &engine, &err),
                     BZ_ERROR_UNFIT);
    check_error(&err, BZ_ERROR_UNFIT, "blunt darts bounds star1");
    assert_null(engine);
    bz_setup_release(&setup);
}

/* The report's player looks as deep as it thinks fit, whatever it is told. */
static void the_report_has_its_own_depth(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    check_setup_of(&setup, &toy_darts, "");
    check_parse(&setup, "1,0 -x 1 3 2", &pos);
    assert_int_equal(check_answer(&setup, "report", &pos).info.depth, 3);
    check_parse(&setup, "2,2 -- 1 2 4", &pos);
    assert_int_equal(check_answer(&setup, "report", &pos).info.depth, 5);
    bz_setup_release(&setup);
}

/* Greedy looks through the throw that follows: with a saved throw in hand it waits for nothing. */
static void greedy_takes_the_mean_of_the_next_throw(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;
    struct bz_answer answer;

    (void)state;
    check_setup_of(&setup, &toy_darts, "");
    check_parse(&setup, "1,0 -x 1 3 2", &pos);
    answer = check_answer(&setup, "greedy", &pos);
    assert_string_equal(check_move_text(&setup, &pos, answer.move), "take");
    assert_int_equal(answer.info.leaves, 6); /* two moves, three throws each */
    check_number(answer.info.value, 4, "value");
    bz_setup_release(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stars_change_nothing),
        cmocka_unit_test(means_are_fractions),
        cmocka_unit_test(stars_need_bounds),
        cmocka_unit_test(the_report_has_its_own_depth),
        cmocka_unit_test(greedy_takes_the_mean_of_the_next_throw),
    };

    return CHECK_RUN(tests);
}
