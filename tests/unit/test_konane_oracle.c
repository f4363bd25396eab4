/*
 * test_konane_oracle.c - the bitboards against the plain array: the same moves in the same order,
 * the same positions after them, the same counts, the same winners, on every size of board.
 */
#include "cases.h"

#include <string.h>

#include "duet_konane.h"

enum { SIZES = 13, GAMES = 3, BOARDS = 12 };

struct size {
    int rows, cols;
};

static uint64_t seed_of(const struct size *size)
{
    return (uint64_t)(size->rows * 100 + size->cols);
}

/* Whole random games, compared at every ply. */
static void random_games(void **state)
{
    const struct size *size = *state;
    struct bz_random random;

    bz_random_seed(&random, seed_of(size));
    for (int game = 0; game < GAMES; game++) {
        struct oracle oracle;
        struct bz_setup setup;
        union bz_pos pos;
        struct oracle_move list[ORACLE_MOVES_MAX];
        bz_move moves[BZ_MOVES_MAX];
        int count;

        oracle_start(&oracle, size->rows, size->cols);
        duet_from_oracle(&setup, &oracle, &pos);
        while ((count = oracle_moves(&oracle, list)) > 0) {
            uint64_t chosen = bz_random_below(&random, (uint64_t)count);

            duet_agree_on_moves(&setup, &pos, &oracle);
            setup.rules->moves(&pos, moves);
            setup.rules->play(&pos, moves[chosen]);
            oracle_play(&oracle, list[chosen]);
        }
        duet_agree(&setup, &pos, &oracle);
        assert_true(bz_is_over(&setup, &pos));
        bz_setup_release(&setup);
    }
}

/* Any board, reachable or not: each piece stays with that chance in eight. */
static void scatter(struct bz_random *random, const struct size *size, unsigned eighths,
                    struct oracle *ret_oracle)
{
    int holes = 0;

    oracle_start(ret_oracle, size->rows, size->cols);
    for (int i = 0; i < size->rows * size->cols; i++)
        if (bz_random_below(random, 8) >= eighths) {
            ret_oracle->cell[i] = ORACLE_EMPTY;
            holes++;
        }
    if (holes < 2)
        ret_oracle->cell[0] = ret_oracle->cell[1] = ORACLE_EMPTY;
    ret_oracle->side = bz_random_below(random, 2) ? ORACLE_WHITE : ORACLE_BLACK;
}

static void random_boards(void **state)
{
    const struct size *size = *state;
    struct bz_random random;

    bz_random_seed(&random, seed_of(size));
    for (int i = 0; i < BOARDS; i++) {
        struct oracle oracle;
        struct bz_setup setup;
        union bz_pos pos;

        scatter(&random, size, 1 + (unsigned)i % 7, &oracle);
        duet_from_oracle(&setup, &oracle, &pos);
        duet_agree(&setup, &pos, &oracle);
        duet_agree_on_moves(&setup, &pos, &oracle);
        for (int depth = 0; depth <= 2; depth++)
            assert_true(duet_perft(&setup, &pos, depth) == oracle_perft(&oracle, depth));
        bz_setup_release(&setup);
    }
}

/* The score of each side is the oracle's number of moves for it. */
static void scores(void **state)
{
    const struct size *size = *state;
    struct bz_random random;

    bz_random_seed(&random, seed_of(size));
    for (int i = 0; i < BOARDS; i++) {
        struct oracle oracle;
        struct oracle_move list[ORACLE_MOVES_MAX];
        struct bz_setup setup;
        union bz_pos pos;
        int score[2];

        scatter(&random, size, 1 + (unsigned)i % 7, &oracle);
        duet_from_oracle(&setup, &oracle, &pos);
        setup.rules->score(&pos, score);
        oracle.side = ORACLE_BLACK;
        assert_int_equal(score[0], oracle_moves(&oracle, list));
        oracle.side = ORACLE_WHITE;
        assert_int_equal(score[1], oracle_moves(&oracle, list));
        bz_setup_release(&setup);
    }
}

static void perft_from_the_start(void **state)
{
    const struct size *size = *state;
    struct oracle oracle;
    struct bz_setup setup;
    union bz_pos pos;

    oracle_start(&oracle, size->rows, size->cols);
    duet_from_oracle(&setup, &oracle, &pos);
    for (int depth = 0; depth <= 6; depth++)
        assert_true(duet_perft(&setup, &pos, depth) == oracle_perft(&oracle, depth));
    bz_setup_release(&setup);
}

/* In the opening the report's players count with the original's generator, which gives Black its
 * first removals again, and White on a full board the neighbours of the middle. */
static void evaluation_in_the_opening(void **state)
{
    static const struct {
        const char *moves;
        int black, white;
    } openings[] = {{"", 4, 4}, {"a1", 4, 2}, {"h8", 4, 2}, {"e5", 4, 4}, {"d4", 4, 4}};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(openings); i++) {
        struct bz_setup setup;
        union bz_pos pos;
        int wanted[2] = {openings[i].black, openings[i].white}, seen = 0;

        check_setup(&setup, "konane", "");
        bz_start(&setup, &pos);
        check_play(&setup, &pos, openings[i].moves);
        for (const struct bz_eval *eval = setup.rules->evals; eval->name; eval++)
            for (int player = 0; player < 2; player++) {
                double value = eval->value(&pos, player);

                if (!strcmp(eval->name, "own"))
                    check_number(value, wanted[player], "own");
                if (!strcmp(eval->name, "report"))
                    check_number(value, wanted[player] - wanted[!player], "report");
                seen += !strcmp(eval->name, "own") || !strcmp(eval->name, "report");
            }
        assert_int_equal(seen, 4);
        bz_setup_release(&setup);
    }
}

/*
 * Black alone on every other cell with White between: as many moves as a board can have in a
 * line. Each row of the drawing gives Black three moves on eight columns.
 */
static void crowded_lines_fit_the_limit(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;
    bz_move moves[BZ_MOVES_MAX];

    (void)state;
    duet_from_drawing(&setup,
                      "B W . W . W . W\n"
                      "W B W B W B W .\n"
                      "B W . W . W . W\n"
                      ". . W . W . W B\n"
                      "B W . W . W . W\n"
                      ". . W . W . W B\n"
                      "B W . W . W . W\n"
                      "W . W . W . W B\n",
                      'b', &pos);
    assert_true(setup.rules->moves(&pos, moves) > 20);
    assert_true(setup.rules->moves(&pos, moves) <= setup.rules->moves_max);
    bz_setup_release(&setup);
}

/* Climbs from random boards to ones with as many moves as it can find: none passes the limit. */
static void no_board_passes_the_limit(void **state)
{
    const struct size *size = *state;
    struct bz_random random;
    struct oracle best;
    struct oracle_move list[ORACLE_MOVES_MAX];
    struct bz_setup setup;
    union bz_pos pos;
    int most;

    bz_random_seed(&random, 5);
    scatter(&random, size, 4, &best);
    best.side = ORACLE_BLACK;
    most = oracle_moves(&best, list);
    for (int i = 0; i < 20000; i++) {
        struct oracle next = best;
        int cell = (int)bz_random_below(&random, (uint64_t)(size->rows * size->cols));
        struct oracle full;

        oracle_start(&full, size->rows, size->cols);
        next.cell[cell] = next.cell[cell] ? ORACLE_EMPTY : full.cell[cell];
        if (oracle_moves(&next, list) >= most) {
            best = next;
            most = oracle_moves(&best, list);
        }
    }
    duet_from_oracle(&setup, &best, &pos);
    assert_true(most > size->rows); /* the climb did climb */
    assert_true(most <= setup.rules->moves_max);
    duet_agree_on_moves(&setup, &pos, &best);
    bz_setup_release(&setup);
}

/* Late positions of small boards, where trying everything is quick. */
static void winners(void **state)
{
    const struct size *size = *state;
    struct bz_random random;
    int played = 0;

    bz_random_seed(&random, seed_of(size));
    while (played < 40) {
        struct oracle oracle;
        struct bz_setup setup;
        union bz_pos pos;
        bool black_wins;

        scatter(&random, size, 4, &oracle);
        if (oracle_perft(&oracle, 5) > 2000)
            continue;
        black_wins = oracle_wins(&oracle) == (oracle.side == ORACLE_BLACK);
        duet_from_oracle(&setup, &oracle, &pos);
        assert_int_equal(duet_winner(&setup, &pos, 1), black_wins ? 'B' : 'W');
        bz_setup_release(&setup);
        played++;
    }
}

int main(void)
{
    static struct size sizes[SIZES * SIZES];
    struct cases cases = {0};

    cases_add(&cases, crowded_lines_fit_the_limit, NULL, "crowded lines fit the limit");
    cases_add(&cases, evaluation_in_the_opening, NULL, "evaluation in the opening");
    for (int i = 0; i < SIZES * SIZES; i++) {
        struct size *size = &sizes[i];

        *size = (struct size){4 + i / SIZES, 4 + i % SIZES};
        cases_add(&cases, random_games, size, "%dx%d: random games", size->rows, size->cols);
        cases_add(&cases, random_boards, size, "%dx%d: random boards", size->rows, size->cols);
        cases_add(&cases, scores, size, "%dx%d: scores", size->rows, size->cols);
        cases_add(&cases, perft_from_the_start, size, "%dx%d: perft", size->rows, size->cols);
        if (size->rows == size->cols)
            cases_add(&cases, no_board_passes_the_limit, size, "%dx%d: most moves", size->rows,
                      size->cols);
        if (size->rows * size->cols <= 30)
            cases_add(&cases, winners, size, "%dx%d: winners", size->rows, size->cols);
    }
    return cases_run(&cases);
}
