/*
 * test_monopoly_perfect.c - small Monopoly boards solved, against expectiminimax to the end of the
 * game, and the player who knows them.
 */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle_bounds.h"
#include "small_boards.h"

enum { BOARDS = 14, SMALL_SEED = 1 };

#ifndef ENDS
#define ENDS 50 /* of games, on the board of the report; the heavy suite has a thousand */
#endif

#define LANE     0.528113948 /* the first player's chance there, as first computed */
#define ROUNDING (0.5 / BLOCK_ONE + 1e-7)

static int below(struct bz_random *random, int limit)
{
    return (int)bz_random_below(random, (uint64_t)limit);
}

/* --- values --------------------------------------------------------------------------------- */

/* The value of the action's child to the player who acts. */
static double truth_of_action(const struct small_board *c, const struct monopoly *pos, bz_move move)
{
    struct monopoly child = *pos;
    int result[2], index;

    c->setup.rules->play(&child, move);
    if (child.phase == OVER) {
        c->setup.rules->result(&child, result);
        return (1 + result[pos->turn]) / 2.0;
    }
    index = chances_find(c->chances, &child);
    assert_true(index >= 0);
    return 1 - small_board_truth(c->chances, index);
}

/* What the table decides after each throw is what is best. */
static void check_decisions(const struct small_board *c, struct table *table,
                            const struct monopoly *pos)
{
    const struct bz_rules *rules = c->setup.rules;
    bz_move throws[16], moves[4];
    int count = rules->moves(pos, throws);

    for (int i = 0; i < count; i++) {
        struct monopoly there = *pos;
        double deal, nothing;
        bool deals;

        rules->play(&there, throws[i]);
        if (rules->moves(&there, moves) < 2)
            continue;
        deal = truth_of_action(c, &there, moves[0]);
        nothing = truth_of_action(c, &there, moves[1]);
        assert_true(monopoly_table_decision(table, &there, &deals));
        if (fabs(deal - nothing) > 1e-6)
            assert_int_equal(deals, deal > nothing);
    }
}

static void check_table(const struct small_board *c)
{
    struct table *table = NULL;
    struct bz_error err;

    if (monopoly_table_open(c->table, c->setup.world, &table, &err))
        fail_msg("%s", err.text);
    for (int i = 0; i < chances_count(c->chances); i++) {
        const struct monopoly *pos = chances_position(c->chances, i);
        double chance;

        assert_true(monopoly_table_chance(table, pos, &chance));
        assert_true(fabs(chance - small_board_truth(c->chances, i)) < ROUNDING);
        check_decisions(c, table, pos);
    }
    monopoly_table_close(table);
}

/* The solver alone, without a table, on positions the oracle has listed: to seven digits. */
static void check_listed(const struct bz_setup *setup, const struct chances *chances, int count,
                         struct bz_random *random)
{
    for (int i = 0; i < count; i++) {
        int index = i ? below(random, chances_count(chances)) : 0;
        const void *pos = chances_position(chances, index);
        double least, most, value = small_board_solve(setup, pos, NULL, 1).lower;

        chances_at(chances, index, &least, &most);
        assert_true(value > least - 2e-8 && value < most + 2e-8);
    }
}

/* On boards made at random: more than a thousand positions by themselves, every position that can
 * follow as exactly as the table is, every decision. */
static void boards_are_what_expectiminimax_says(void **state)
{
    const struct folder *folder = *state;
    struct bz_random random;
    int boards = 0, positions = 0;

    bz_random_seed(&random, 2);
    for (uint64_t seed = 1; boards < BOARDS; seed++) {
        struct small_board c;

        assert_true(seed < 200);
        small_board_make(&c, folder, seed);
        c.chances = chances_new(&c.setup, &c.start, SMALL_STATES_MAX / 10);
        if (c.chances) {
            chances_deepen(c.chances, SMALL_GAP, NULL);
            check_listed(&c.setup, c.chances, 80, &random);
            small_board_solve(&c.setup, &c.start, c.table, 1 + (int)(seed % 2));
            check_table(&c);
            positions += chances_count(c.chances);
            boards++;
        }
        small_board_remove(&c);
    }
    assert_true(positions > 1000);
}

/* Both nearly ruined on the board of the report, wherever they stand; some own something. */
static void near_the_end(struct bz_random *random, char *ret_text, size_t size)
{
    char owner[] = "..........";
    static const int properties[] = {1, 2, 3, 4, 6, 7, 8, 9};

    for (int i = below(random, 3); i > 0; i--)
        owner[properties[below(random, 8)]] = (char)('1' + below(random, 2));
    snprintf(ret_text, size, "%d,%d %d,%d %s %d r 0", 10 + 10 * below(random, 16),
             10 + 10 * below(random, 16), below(random, 10), below(random, 10), owner,
             1 + below(random, 2));
}

/* A second program, from other rules and in another order, bounds what we find from both sides. */
static void the_truth_lies_between_the_bounds(void **state)
{
    const struct mono_board *board = mono_board("lane");
    struct bz_setup setup;
    union bz_pos pos;
    double least, most, value;

    (void)state;
    check_setup(&setup, "monopoly", "board=lane cap=10000 table=none");
    bz_start(&setup, &pos);
    value = small_board_solve(&setup, &pos, NULL, 2).lower;
    assert_true(bounds_find(board, &least, &most));
    assert_true(most > least && most - least < 1e-8);
    assert_true(value > least - 1e-8 && value < most + 1e-8);
    bz_setup_release(&setup);
}

/* The same on the board of the report, near the end of games. */
static void ends_of_games_are_what_expectiminimax_says(void **state)
{
    enum { OF_EACH = 10 };
    struct bz_random random;
    struct bz_setup setup;
    int seen = 0;

    (void)state;
    check_setup(&setup, "monopoly", "cap=10000 table=none");
    bz_random_seed(&random, 5);
    for (int tried = 0; seen < ENDS; tried++) {
        struct chances *chances;
        char text[64];
        union bz_pos pos;

        assert_true(tried < ENDS);
        near_the_end(&random, text, sizeof(text));
        check_parse(&setup, text, &pos);
        chances = chances_new(&setup, &pos, SMALL_STATES_MAX / 10);
        if (!chances)
            continue;
        chances_deepen(chances, SMALL_GAP, NULL);
        check_listed(&setup, chances, OF_EACH, &random);
        chances_free(chances);
        seen += OF_EACH;
    }
    bz_setup_release(&setup);
}

/* Where an action is due, the move is the best of the menu. */
static void actions_are_the_best_of_the_menu(void **state)
{
    struct bz_solution solution, other;
    bz_move moves[OUTCOMES_MAX];
    struct bz_setup setup;
    union bz_pos pos;
    int count;

    (void)state;
    check_setup(&setup, "monopoly", "cap=10000 table=none board=lane");
    check_parse(&setup, "150,150 2,5 ...... 1 a 0", &pos);
    solution = small_board_solve(&setup, &pos, NULL, 1);
    count = setup.rules->moves(&pos, moves);
    assert_int_equal(count, 2);
    for (int i = 0; i < count; i++) {
        union bz_pos child = pos;

        setup.rules->play(&child, moves[i]);
        other = small_board_solve(&setup, &child, NULL, 1);
        assert_true(other.lower < solution.lower + 1e-8);
        if (moves[i] == solution.move)
            assert_true(fabs(other.lower - solution.lower) < 1e-8);
    }
    bz_setup_release(&setup);
}

/* The chance of the player to throw, one turn deeper, by the rules and the table. */
static double deeper(const struct bz_setup *setup, struct table *table, const struct monopoly *pos)
{
    bz_move throws[OUTCOMES_MAX], moves[4];
    uint32_t weights[OUTCOMES_MAX];
    int count = setup->rules->deal(pos, throws, weights);
    double sum = 0, total = 0;

    for (int i = 0; i < count; i++) {
        struct monopoly there = *pos;
        double best = 0;

        setup->rules->play(&there, throws[i]);
        for (int k = setup->rules->moves(&there, moves) - 1; k >= 0; k--) {
            struct monopoly child = there;
            double chance = 0;
            int result[2];

            setup->rules->play(&child, moves[k]);
            setup->rules->result(&child, result);
            if (child.phase != OVER)
                assert_true(monopoly_table_chance(table, &child, &chance));
            best = fmax(best, child.phase == OVER ? (1 + result[pos->turn]) / 2.0 : 1 - chance);
        }
        sum += best * weights[i];
        total += weights[i];
    }
    return sum / total;
}

/* On a larger board every value is the mean of the best ones after it, in games at random. */
static void values_follow_from_each_other(void **state)
{
    const struct folder *folder = *state;
    struct bz_random random;
    struct bz_setup setup;
    struct bz_error err;
    struct table *table = NULL;
    char path[128];
    union bz_pos pos;
    int seen = 0;

    check_setup(&setup, "monopoly", "board=lane cap=10000 table=none");
    snprintf(path, sizeof(path), "%s/lane.table", folder->name);
    bz_start(&setup, &pos);
    assert_true(fabs(small_board_solve(&setup, &pos, path, 2).lower - LANE) < 1e-7);
    if (monopoly_table_open(path, setup.world, &table, &err))
        fail_msg("%s", err.text);
    bz_random_seed(&random, 9);
    while (seen < 3000) {
        bz_start(&setup, &pos);
        while (!bz_is_over(&setup, &pos)) {
            bz_move moves[OUTCOMES_MAX];
            int count = setup.rules->moves(&pos, moves);
            double chance;

            if (setup.rules->turn(&pos) == BZ_CHANCE) {
                assert_true(monopoly_table_chance(table, (const void *)&pos, &chance));
                assert_true(fabs(chance - deeper(&setup, table, (const void *)&pos)) <
                            2 * ROUNDING);
                seen++;
            }
            setup.rules->play(&pos, moves[below(&random, count)]);
        }
    }
    monopoly_table_close(table);
    remove(path);
    bz_setup_release(&setup);
}

/* --- what cannot be solved ------------------------------------------------------------------ */

static void check_unfit(const char *options, const char *words)
{
    struct bz_solve_options how = {.threads = 1, .megabytes = 64};
    struct bz_solution solution;
    struct bz_setup setup;
    struct bz_error err;
    union bz_pos pos;

    check_setup(&setup, "monopoly", options);
    bz_start(&setup, &pos);
    assert_true(bz_solve(&setup, &pos, &how, &solution, &err) != BZ_OK);
    check_error(&err, BZ_ERROR_UNFIT, words);
    bz_setup_release(&setup);
}

static void what_cannot_be_solved_is_refused(void **state)
{
    const struct folder *folder = *state;
    char path[128], options[200];
    FILE *file;

    check_unfit("board=bazaar", "Caravanserai full price");
    check_unfit("board=mini cap=20", "cap up to 100 % turns");
    snprintf(path, sizeof(path), "%s/board.txt", folder->name);
    file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "cash 1001\nstart Go\nfine F amount 100\n");
    for (int i = 0; i < 9; i++)
        fprintf(file, "property P%d price %d rent 50\n", i, 203 + 7 * i);
    fclose(file);
    snprintf(options, sizeof(options), "board=%s cap=10000", path);
    check_unfit(options, "positions MB");
    file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "cash 100\nstart Go\nproperty P price 30 rent 10\n");
    fclose(file);
    check_unfit(options, "without fines");
    remove(path);
}

/* --- the player ----------------------------------------------------------------------------- */

static void check_player(const struct small_board *c, struct bz_engine *engine,
                         const struct bz_setup *setup)
{
    for (int i = 0; i < chances_count(c->chances); i += 7) {
        const struct monopoly *before = chances_position(c->chances, i);
        struct monopoly pos = *before;
        struct bz_limits limits = {.movetime = 1000};
        struct bz_listener silent = {0};
        struct bz_answer answer;
        bz_move moves[16];
        double value;

        pos.board = setup->world;
        setup->rules->moves(&pos, moves);
        setup->rules->play(&pos, moves[i % 6]);
        bz_engine_think(engine, &pos, &limits, &silent, &answer);
        assert_true(answer.info.exact && answer.info.is_chance);
        pos.board = c->setup.world;
        value = truth_of_action(c, &pos, answer.move);
        assert_true(fabs(answer.info.value - value) < ROUNDING);
    }
}

static void best_plays_by_the_table(void **state)
{
    const struct folder *folder = *state;
    struct bz_engine *engine;
    struct bz_setup setup;
    struct small_board c;
    struct bz_error err;
    char options[400];

    small_board_make(&c, folder, SMALL_SEED);
    c.chances = chances_new(&c.setup, &c.start, SMALL_STATES_MAX);
    assert_non_null(c.chances);
    chances_deepen(c.chances, SMALL_GAP, NULL);
    small_board_solve(&c.setup, &c.start, c.table, 2);
    snprintf(options, sizeof(options), "board=%s table=%s cap=10000", c.board, c.table);
    check_setup(&setup, "monopoly", options);
    if (bz_engine_new(&setup, "best:hash=1", &engine, &err))
        fail_msg("%s", err.text);
    check_player(&c, engine, &setup);
    bz_engine_free(engine);
    bz_setup_release(&setup);
    small_board_remove(&c);
}

/* --- refined -------------------------------------------------------------------------------- */

/* Plays at random to a position that waits for an action. */
static void wander(const struct bz_setup *setup, struct bz_random *random, union bz_pos *pos)
{
    bz_move moves[OUTCOMES_MAX];

    do {
        bz_start(setup, pos);
        for (int i = 1 + 2 * below(random, 40); i > 0 && !bz_is_over(setup, pos); i--)
            setup->rules->play(pos, moves[below(random, setup->rules->moves(pos, moves))]);
    } while (bz_is_over(setup, pos));
}

/* All digits that are told of a chance are right, but for one in the last place. */
static void check_refined(struct bz_engine *engine, const union bz_pos *at, double truth,
                          int refine, int decimals)
{
    struct bz_limits limits = {.nodes = 1, .refine = refine};
    struct bz_answer answer;

    bz_engine_think(engine, at, &limits, NULL, &answer);
    assert_true(answer.info.exact && answer.info.decimals >= decimals);
    assert_true(fabs(answer.info.value - truth) < pow(10, -answer.info.decimals));
}

/* The chance of the player who acts, by solving this position alone. */
static double solve_alone(const struct bz_setup *alone, const union bz_pos *at)
{
    struct monopoly pos;
    double value;

    memcpy(&pos, at, sizeof(pos));
    pos.board = alone->world;
    pos.turns = 0;
    value = small_board_solve(alone, &pos, NULL, 2).lower;
    return pos.turn == HUMAN ? value : 1 - value;
}

/* On the board where values have most in common, and roundings with them. */
static void chances_are_refined(void **state)
{
    const struct folder *folder = *state;
    struct bz_setup setup, alone;
    struct bz_random random;
    struct bz_engine *engine;
    struct bz_error err;
    char path[128], options[200];
    union bz_pos pos;

    check_setup(&alone, "monopoly", "board=lane cap=10000 table=none");
    snprintf(path, sizeof(path), "%s/lane.table", folder->name);
    bz_start(&alone, &pos);
    small_board_solve(&alone, &pos, path, 2);
    snprintf(options, sizeof(options), "board=lane cap=10000 table=%s", path);
    check_setup(&setup, "monopoly", options);
    if (bz_engine_new(&setup, "best:hash=1", &engine, &err))
        fail_msg("%s", err.text);
    bz_random_seed(&random, 11);
    for (int i = 0; i < 30; i++) {
        double truth;

        wander(&setup, &random, &pos);
        truth = solve_alone(&alone, &pos);
        check_refined(engine, &pos, truth, BZ_REFINE_MAX, 5);
        check_refined(engine, &pos, truth, 400, 4);
        check_refined(engine, &pos, truth, 0, 3);
    }
    bz_engine_free(engine);
    bz_setup_release(&setup);
    bz_setup_release(&alone);
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(boards_are_what_expectiminimax_says, folder_make,
                                        folder_remove),
        cmocka_unit_test(the_truth_lies_between_the_bounds),
        cmocka_unit_test(ends_of_games_are_what_expectiminimax_says),
        cmocka_unit_test(actions_are_the_best_of_the_menu),
        cmocka_unit_test_setup_teardown(values_follow_from_each_other, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(what_cannot_be_solved_is_refused, folder_make,
                                        folder_remove),
        cmocka_unit_test_setup_teardown(best_plays_by_the_table, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(chances_are_refined, folder_make, folder_remove),
    };

    return CHECK_RUN(tests);
}
