/*
 * test_monopoly_players.c - how players fare, computed: against the oracle, against the engines'
 * own decisions, and against games played.
 */
#include "check.h"

#include <math.h>
#include <stdio.h>

#include "oracle_forward.h"
#include "small_boards.h"

static int below(struct bz_random *random, int limit)
{
    return (int)bz_random_below(random, (uint64_t)limit);
}

static double evaluate(const struct bz_setup *setup, const void *pos, const char *first,
                       const char *second)
{
    struct bz_solve_options options = {.threads = 2, .megabytes = 64};
    const char *specs[2] = {first, second};
    struct bz_solution solution;
    struct bz_error err;

    if (setup->game->solver->evaluate(setup, pos, specs, &options, &solution, &err))
        fail_msg("%s", err.text);
    assert_true(solution.solved);
    return solution.lower;
}

/* What the players do, in the words of the oracle. */
static double plays_greedy(const void *pos, const bz_move *moves)
{
    (void)pos;
    return moves[0] == BUY;
}

static double plays_random(const void *pos, const bz_move *moves)
{
    (void)pos;
    (void)moves;
    return 0.5;
}

static double plays_report(const void *pos, const bz_move *moves)
{
    return moves[0] == BUY || ((const struct monopoly *)pos)->turn == HUMAN;
}

static double plays_greedy_against_best(const void *pos, const bz_move *moves)
{
    return ((const struct monopoly *)pos)->turn == HUMAN ? plays_greedy(pos, moves) : (double)NAN;
}

static double plays_random_against_report(const void *pos, const bz_move *moves)
{
    return ((const struct monopoly *)pos)->turn == HUMAN ? plays_random(pos, moves)
                                                         : plays_report(pos, moves);
}

/* The best reply to a fixed player is at least as good as perfect play, and perfect play is what it
 * is; fixed players are exactly what the oracle says. */
static void players_are_worth_what_the_oracle_says(void **state)
{
    static const struct {
        const char *first, *second;
        chances_policy *policy;
        bool is_bound;
    } pairs[] = {
        {"greedy", "greedy", plays_greedy, false},
        {"random", "random", plays_random, false},
        {"report", "report", plays_report, false},
        {"random", "report", plays_random_against_report, false},
        {"best", "best", NULL, false},
        {"greedy", "best", plays_greedy_against_best, true},
    };
    const struct folder *folder = *state;

    for (uint64_t seed = 11; seed <= 14; seed += 3)
        for (int i = 0; i < CHECK_COUNT(pairs); i++) {
            struct small_board c;
            double least, most, chance;

            small_board_make(&c, folder, seed);
            c.chances = chances_new(&c.setup, &c.start, SMALL_STATES_MAX);
            assert_non_null(c.chances);
            chances_deepen(c.chances, SMALL_GAP, pairs[i].policy);
            chances_at(c.chances, 0, &least, &most);
            chance = evaluate(&c.setup, &c.start, pairs[i].first, pairs[i].second);
            assert_true(chance > least - 2e-8);
            assert_true(pairs[i].is_bound || chance < most + 2e-8);
            small_board_remove(&c);
        }
}

/* The computed players do what the engines of their names do. */
static void players_decide_like_the_engines(void **state)
{
    static const struct {
        const char *name;
        chances_policy *policy;
    } players[] = {{"greedy", plays_greedy}, {"report", plays_report}};
    struct bz_random random;
    struct bz_setup setup;

    (void)state;
    check_setup(&setup, "monopoly", "table=none");
    bz_random_seed(&random, 6);
    for (int i = 0; i < CHECK_COUNT(players); i++) {
        struct bz_engine *engine = check_engine(&setup, players[i].name);
        struct bz_listener silent = {0};
        struct bz_limits none = {0};
        int seen = 0;

        while (seen < 500) {
            union bz_pos pos;

            bz_start(&setup, &pos);
            while (!bz_is_over(&setup, &pos)) {
                bz_move moves[OUTCOMES_MAX];
                int count = setup.rules->moves(&pos, moves);
                struct bz_answer answer;

                if (setup.rules->turn(&pos) != BZ_CHANCE && count == 2) {
                    bz_engine_think(engine, &pos, &none, &silent, &answer);
                    assert_int_equal(answer.move,
                                     moves[players[i].policy(&pos, moves) > 0 ? 0 : 1]);
                    seen++;
                }
                setup.rules->play(&pos, moves[below(&random, count)]);
            }
        }
        bz_engine_free(engine);
    }
    bz_setup_release(&setup);
}

static void strangers_cannot_be_computed(void **state)
{
    struct bz_solve_options options = {.threads = 1, .megabytes = 64};
    const char *specs[2] = {"mcts", "best"};
    struct bz_solution solution;
    struct bz_setup setup;
    struct bz_error err;
    union bz_pos pos;

    (void)state;
    check_setup(&setup, "monopoly", "board=lane");
    bz_start(&setup, &pos);
    assert_true(setup.game->solver->evaluate(&setup, &pos, specs, &options, &solution, &err) != 0);
    check_error(&err, BZ_ERROR_UNFIT, "mcts never-sell");
    bz_setup_release(&setup);
}

/* The table's decisions in the one seat, greed in the other. */
struct meeting {
    struct table *table;
    int best;
};

static int choose(void *context, const struct monopoly *pos, const bz_move *moves)
{
    const struct meeting *meeting = context;
    bool deals = moves[0] == BUY;

    if (pos->turn == meeting->best)
        assert_true(monopoly_table_decision(meeting->table, pos, &deals));
    return deals ? 0 : 1;
}

/* All games counted forwards by the rules, with the decisions as the table has them. */
static void best_is_worth_what_its_games_are(void **state)
{
    static const char *const players[2][2] = {{"best", "greedy"}, {"greedy", "best"}};
    const struct folder *folder = *state;
    struct meeting meeting = {0};
    struct small_board c;
    struct bz_error err;

    small_board_make(&c, folder, 11);
    small_board_solve(&c.setup, &c.start, c.table, 2);
    if (monopoly_table_open(c.table, c.setup.world, &meeting.table, &err))
        fail_msg("%s", err.text);
    for (meeting.best = 0; meeting.best < 2; meeting.best++) {
        const char *const *pair = players[meeting.best];
        double chance = evaluate(&c.setup, &c.start, pair[0], pair[1]);
        struct forward forward;

        forward_run(&c.setup, monopoly_table_header(meeting.table)->unit, 1e-14, choose, &meeting,
                    &forward);
        assert_true(forward.lost < 1e-7);
        assert_true(chance > forward.wins - 5e-8);
        assert_true(chance < forward.wins + forward.lost + 5e-8);
    }
    monopoly_table_close(meeting.table);
    small_board_remove(&c);
}

/* A few thousand games, and the chance within four standard deviations. */
static void games_come_out_as_computed(void **state)
{
    enum { GAMES = 3000 };
    struct bz_random random;
    struct bz_setup setup;
    union bz_pos start;
    double wins = 0, chance;

    (void)state;
    check_setup(&setup, "monopoly", "board=lane table=none");
    bz_start(&setup, &start);
    chance = evaluate(&setup, &start, "random", "simple");
    bz_random_seed(&random, 8);
    for (int i = 0; i < GAMES; i++) {
        union bz_pos pos = start;
        int result[2];

        while (!bz_is_over(&setup, &pos)) {
            bz_move moves[OUTCOMES_MAX];
            int count = setup.rules->moves(&pos, moves), turn = setup.rules->turn(&pos);

            setup.rules->play(&pos, moves[turn == ROBOT ? 0 : below(&random, count)]);
        }
        setup.rules->result(&pos, result);
        wins += (1 + result[HUMAN]) / 2.0;
    }
    assert_true(fabs(wins / GAMES - chance) < 4 * sqrt(chance * (1 - chance) / GAMES));
    bz_setup_release(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(players_are_worth_what_the_oracle_says, folder_make,
                                        folder_remove),
        cmocka_unit_test(players_decide_like_the_engines),
        cmocka_unit_test(strangers_cannot_be_computed),
        cmocka_unit_test_setup_teardown(best_is_worth_what_its_games_are, folder_make,
                                        folder_remove),
        cmocka_unit_test(games_come_out_as_computed),
    };

    return CHECK_RUN(tests);
}
