/*
 * duet_konane.c - comparing the library with the oracle. The two meet in text only.
 */
#include "duet_konane.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "golden.h"

void duet_from_oracle(struct bz_setup *setup, const struct oracle *oracle, union bz_pos *ret_pos)
{
    char fen[ORACLE_TEXT_MAX];

    check_setup(setup, "konane", "");
    oracle_fen(oracle, fen);
    check_parse(setup, fen, ret_pos);
}

void duet_from_drawing(struct bz_setup *setup, const char *drawing, char side,
                       union bz_pos *ret_pos)
{
    struct oracle oracle;

    if (!oracle_draw(&oracle, drawing, side == 'b' ? ORACLE_BLACK : ORACLE_WHITE))
        fail_msg("not a board:\n%s", drawing);
    duet_from_oracle(setup, &oracle, ret_pos);
}

void duet_agree(const struct bz_setup *setup, const union bz_pos *pos, const struct oracle *oracle)
{
    char fen[ORACLE_TEXT_MAX];

    oracle_fen(oracle, fen);
    assert_string_equal(check_text(setup, pos), fen);
}

void duet_agree_on_moves(const struct bz_setup *setup, const union bz_pos *pos,
                         const struct oracle *oracle)
{
    struct oracle_move expected[ORACLE_MOVES_MAX];
    bz_move moves[BZ_MOVES_MAX];
    int count = setup->rules->moves(pos, moves);

    assert_int_equal(count, oracle_moves(oracle, expected));
    assert_int_equal(setup->rules->count(pos), count);
    for (int i = 0; i < count; i++) {
        struct oracle after = *oracle;
        union bz_pos child = *pos;
        char text[16];

        oracle_move_text(expected[i], text);
        assert_string_equal(check_move_text(setup, pos, moves[i]), text);
        oracle_play(&after, expected[i]);
        setup->rules->play(&child, moves[i]);
        duet_agree(setup, &child, &after);
    }
}

uint64_t duet_perft(const struct bz_setup *setup, const union bz_pos *pos, int depth)
{
    struct bz_error err;
    uint64_t count = 0;

    if (bz_perft(setup, pos, depth, NULL, &count, &err))
        fail_msg("%s", err.text);
    return count;
}

static struct bz_solution solve(const struct bz_setup *setup, const union bz_pos *pos,
                                int megabytes)
{
    struct bz_solve_options options = {.threads = 1, .megabytes = megabytes};
    struct bz_solution solution;
    struct bz_error err;

    memset(&solution, 0, sizeof(solution));
    if (bz_solve(setup, pos, &options, &solution, &err))
        fail_msg("%s", err.text);
    assert_true(solution.solved);
    assert_true(solution.lower == 1 || solution.lower == -1);
    return solution;
}

/* The move that keeps the value is legal; a winner's move is checked by proving what follows. */
char duet_winner(const struct bz_setup *setup, const union bz_pos *pos, int megabytes)
{
    struct bz_solution solution = solve(setup, pos, megabytes);
    int mover = setup->rules->turn(pos);

    if (bz_is_over(setup, pos)) {
        assert_true(solution.move == BZ_MOVE_NONE);
    } else {
        union bz_pos child = *pos;
        const char *text = check_move_text(setup, pos, solution.move);

        assert_true(check_move(setup, pos, text) == solution.move);
        setup->rules->play(&child, solution.move);
        if (solution.lower == (mover == 0 ? 1 : -1))
            assert_int_equal((int)solve(setup, &child, megabytes).lower, (int)solution.lower);
    }
    return solution.lower > 0 ? 'B' : 'W';
}

void duet_golden_perft(json_t *entry, json_int_t above, json_int_t most)
{
    json_t *counts = golden_get(entry, "counts");
    struct oracle oracle;
    struct bz_setup setup;
    union bz_pos pos;

    golden_board(golden_get(entry, "board"), golden_text(entry, "side"), &oracle);
    duet_from_oracle(&setup, &oracle, &pos);
    for (size_t i = 0; i < json_array_size(counts); i++) {
        json_int_t wanted = json_integer_value(json_array_get(counts, i));

        if (wanted > above && wanted <= most)
            assert_int_equal(duet_perft(&setup, &pos, (int)i + 1), wanted);
    }
    bz_setup_release(&setup);
}
