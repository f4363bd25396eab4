/*
 * test_hotk_endgame.c - who wins near the end: the game's own search, what it calls settled, and
 * the prover on top of both, against the oracle playing every game to its end.
 */
#include "cases.h"

#include "brute.h"

/* Whether the player to move wins, by trying all of the library's own moves: for positions the
 * oracle would take too long for. */
static bool plainly_wins(const struct bz_setup *setup, const union bz_pos *pos)
{
    bz_move moves[64];
    int count = setup->rules->moves(pos, moves), turn = setup->rules->turn(pos), result[4];

    if (count == 0) {
        setup->rules->result(pos, result);
        return result[turn] > 0;
    }
    for (int i = 0; i < count; i++) {
        union bz_pos child = *pos;

        setup->rules->play(&child, moves[i]);
        if (plainly_wins(setup, &child) == (setup->rules->turn(&child) == turn))
            return true;
    }
    return false;
}

static void read(struct bz_setup *setup, const struct court *court, union bz_pos *ret_pos)
{
    char text[COURT_TEXT_SIZE];

    court_text(court, text);
    check_parse(setup, text, ret_pos);
}

static int solved_value(const struct bz_setup *setup, const union bz_pos *pos, int threads,
                        bz_move *ret_move)
{
    const struct bz_solve_options options = {.threads = threads, .megabytes = 1};
    struct bz_solution solution;
    struct bz_error err;

    if (bz_solve(setup, pos, &options, &solution, &err))
        fail_msg("%s", err.text);
    assert_true(solution.solved);
    *ret_move = solution.move;
    return setup->rules->turn(pos) == 0 ? (int)solution.lower : -(int)solution.lower;
}

/* What the library says of a position whose winner is known. */
static void same_winner(const struct bz_setup *setup, const union bz_pos *pos, bool wins)
{
    const struct bz_rules *rules = setup->rules;
    int value = wins ? 1 : -1;
    uint64_t nodes = 7;

    if (rules->endgame)
        assert_int_equal(rules->endgame(pos, &nodes), value);
    assert_true(nodes >= 7);
    if (!bz_is_over(setup, pos) && rules->settled(pos))
        assert_int_equal(rules->settled(pos), value);
}

struct end_case {
    const char *options;
    int rules, cards, positions;
};

/* Every number of cards up to the most the oracle can bear, and a proof of every eighth. */
static void ends_as_the_oracle_says(void **state)
{
    const struct end_case *given = *state;
    struct brute_memory *memory = brute_memory_new();
    struct bz_setup setup;
    struct bz_random random;
    int settled = 0, won = 0;

    check_setup(&setup, "hotk", given->options);
    bz_random_seed(&random, 1);
    for (int i = 0; i < given->positions; i++) {
        struct court court;
        union bz_pos pos;
        bz_move move;
        bool wins;

        brute_scatter(&random, given->rules, 1 + i % given->cards, &court);
        wins = brute_wins(memory, &(struct brute){.is_court = true, .court = court});
        read(&setup, &court, &pos);
        same_winner(&setup, &pos, wins);
        settled += !bz_is_over(&setup, &pos) && setup.rules->settled(&pos);
        won += wins;
        if (i % 8 == 0)
            assert_int_equal(solved_value(&setup, &pos, 1, &move), wins ? 1 : -1);
    }
    assert_true(settled > given->positions / 50);
    assert_true(won > given->positions / 4 && won < given->positions * 3 / 4);
    brute_memory_free(memory);
    bz_setup_release(&setup);
}

static void larger_ends_agree_with_trying_everything(void **state)
{
    struct bz_setup setup;
    struct bz_random random;

    (void)state;
    check_setup(&setup, "hotk", "");
    bz_random_seed(&random, 2);
    for (int i = 0; i < 1500; i++) {
        struct court court;
        union bz_pos pos;

        brute_scatter(&random, COURT_PHASE1, 8 + i % 5, &court);
        read(&setup, &court, &pos);
        same_winner(&setup, &pos, plainly_wins(&setup, &pos));
    }
    bz_setup_release(&setup);
}

/* 18 cards are searched, 19 are too many; in between no position is answered by halves. */
static void only_small_positions_are_searched(void **state)
{
    struct bz_setup setup;
    struct bz_random random;

    (void)state;
    check_setup(&setup, "hotk", "");
    bz_random_seed(&random, 3);
    for (int cards = 0; cards <= 35; cards++) {
        struct court court;
        union bz_pos pos;
        uint64_t nodes = 0;

        brute_scatter(&random, COURT_PHASE1, cards, &court);
        read(&setup, &court, &pos);
        assert_int_equal(setup.rules->endgame(&pos, &nodes) != 0, cards <= 18);
        if (cards > 18)
            assert_true(nodes == 0);
    }
    bz_setup_release(&setup);
}

/* Threads share the work by marks in a table that is far too small: the winner is the same, and the
 * move that is named keeps him. */
static void threads_agree(void **state)
{
    struct bz_setup setup;
    struct bz_random random;

    (void)state;
    check_setup(&setup, "hotk", "");
    bz_random_seed(&random, 4);
    for (int i = 0; i < 24; i++) {
        struct court court;
        union bz_pos pos;
        bz_move move, other;
        int value;

        brute_scatter(&random, COURT_PHASE1, 20 + i % 3, &court);
        read(&setup, &court, &pos);
        if (bz_is_over(&setup, &pos))
            continue;
        value = solved_value(&setup, &pos, 1, &move);
        assert_int_equal(solved_value(&setup, &pos, 2 + i % 3, &other), value);
        setup.rules->play(&pos, other);
        assert_int_equal(solved_value(&setup, &pos, 1, &move), -value);
    }
    bz_setup_release(&setup);
}

int main(void)
{
    static struct end_case end_cases[] = {
        {"rules=phase1", COURT_PHASE1, 8, 8000},
        {"rules=phase2 companions=none", COURT_PHASE2, 7, 1500},
        {"rules=published companions=none", COURT_PUBLISHED, 7, 1500},
    };
    struct cases cases = {0};

    for (int i = 0; i < CHECK_COUNT(end_cases); i++)
        cases_add(&cases, ends_as_the_oracle_says, &end_cases[i], "%d ends with %s",
                  end_cases[i].positions, end_cases[i].options);
    cases_add(&cases, larger_ends_agree_with_trying_everything, NULL, "larger ends");
    cases_add(&cases, only_small_positions_are_searched, NULL, "only small positions");
    cases_add(&cases, threads_agree, NULL, "threads agree");
    return cases_run(&cases);
}
