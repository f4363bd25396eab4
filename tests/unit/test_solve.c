/*
 * test_solve.c - proving who wins: against brute force, stopped, resumed, and with files that
 * cannot be trusted.
 */
#include "check.h"
#include "folder.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "duet_konane.h"
#include "toys.h"

enum { MEGABYTES = 16 };

/* A board that takes much longer to prove than a stop takes to be seen, and its winner. */
static const char long_board[] = "size=5x7";
enum { LONG_VALUE = 1 };

static struct bz_solution solve(const struct bz_setup *setup, const union bz_pos *pos,
                                const struct bz_solve_options *options)
{
    struct bz_solution solution;
    struct bz_error err;

    memset(&solution, 0, sizeof(solution));
    if (bz_solve(setup, pos, options, &solution, &err))
        fail_msg("%s", err.text);
    return solution;
}

static void start(struct bz_setup *setup, const char *options, union bz_pos *ret_pos)
{
    check_setup(setup, "konane", options);
    bz_start(setup, ret_pos);
}

/* --- winners -------------------------------------------------------------------------------- */

static void small_boards_have_their_winners(void **state)
{
    static const struct {
        const char *options;
        char winner;
    } boards[] = {{"size=4", 'W'}, {"size=5", 'B'}, {"size=4x6", 'W'}};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(boards); i++) {
        struct bz_setup setup;
        union bz_pos pos;

        start(&setup, boards[i].options, &pos);
        assert_int_equal(duet_winner(&setup, &pos, MEGABYTES), boards[i].winner);
        bz_setup_release(&setup);
    }
}

/* Turned by half a circle, or mirrored at the diagonal, a board keeps its winner, but the search
 * meets everything in another order. */
static void a_turned_board_has_the_same_winner(void **state)
{
    struct bz_random random;

    (void)state;
    bz_random_seed(&random, 4);
    for (int i = 0; i < 60; i++) {
        struct oracle oracle, half, mirror;
        struct bz_setup setups[3];
        union bz_pos pos[3];
        char winner;

        oracle_start(&oracle, 6, 6);
        for (int cell = 0; cell < 36; cell++)
            if (bz_random_below(&random, 8) < 3)
                oracle.cell[cell] = ORACLE_EMPTY;
        oracle.cell[0] = oracle.cell[35] = ORACLE_EMPTY;
        half = mirror = oracle;
        for (int cell = 0; cell < 36; cell++) {
            half.cell[35 - cell] = oracle.cell[cell];
            mirror.cell[cell % 6 * 6 + cell / 6] = oracle.cell[cell];
        }
        duet_from_oracle(&setups[0], &oracle, &pos[0]);
        duet_from_oracle(&setups[1], &half, &pos[1]);
        duet_from_oracle(&setups[2], &mirror, &pos[2]);
        winner = duet_winner(&setups[0], &pos[0], 1);
        assert_int_equal(duet_winner(&setups[1], &pos[1], 1), winner);
        assert_int_equal(duet_winner(&setups[2], &pos[2], 1), winner);
        for (int k = 0; k < 3; k++)
            bz_setup_release(&setups[k]);
    }
}

static void late_positions_agree_with_brute_force(void **state)
{
    struct bz_random random;
    int seen[2] = {0};

    (void)state;
    bz_random_seed(&random, 6);
    while (seen[0] + seen[1] < 400) {
        struct oracle oracle;
        struct oracle_move moves[ORACLE_MOVES_MAX];
        struct bz_setup setup;
        union bz_pos pos;
        int count;
        bool wins;

        oracle_start(&oracle, 4 + (int)bz_random_below(&random, 2), 5);
        for (uint64_t plies = 6 + bz_random_below(&random, 6);
             plies > 0 && (count = oracle_moves(&oracle, moves)) > 0; plies--)
            oracle_play(&oracle, moves[bz_random_below(&random, (uint64_t)count)]);
        if (oracle_perft(&oracle, 5) > 1000)
            continue;
        wins = oracle_wins(&oracle);
        duet_from_oracle(&setup, &oracle, &pos);
        assert_int_equal(duet_winner(&setup, &pos, 1),
                         wins == (oracle.side == ORACLE_BLACK) ? 'B' : 'W');
        bz_setup_release(&setup);
        seen[wins]++;
    }
    assert_true(seen[0] > 50 && seen[1] > 50);
}

static void a_finished_game_is_lost_for_who_should_move(void **state)
{
    struct bz_solve_options options = {.threads = 1, .megabytes = 1};

    (void)state;
    for (int side = 0; side < 2; side++) {
        struct bz_setup setup;
        union bz_pos pos;
        struct bz_solution solution;

        duet_from_drawing(&setup,
                          "B . . W\n"
                          ". . . .\n"
                          ". . . .\n"
                          "W . . B\n",
                          side == 0 ? 'b' : 'w', &pos);
        solution = solve(&setup, &pos, &options);
        assert_true(solution.solved);
        assert_int_equal((int)solution.lower, side == 0 ? -1 : 1);
        assert_true(solution.move == BZ_MOVE_NONE);
        bz_setup_release(&setup);
    }
}

static void threads_and_memory_do_not_change_the_winner(void **state)
{
    static const struct bz_solve_options options[] = {
        {.threads = 1, .megabytes = 1},
        {.threads = 2, .megabytes = 4},
        {.threads = 4, .megabytes = 1},
    };
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    start(&setup, "size=4x8", &pos);
    for (int i = 0; i < CHECK_COUNT(options); i++) {
        struct bz_solution solution = solve(&setup, &pos, &options[i]);

        assert_true(solution.solved);
        assert_int_equal((int)solution.lower, -1);
        assert_true(solution.nodes > 0);
        assert_true(solution.seconds >= 0);
    }
    bz_setup_release(&setup);
}

static void one_thread_always_walks_the_same_tree(void **state)
{
    struct bz_solve_options options = {.threads = 1, .megabytes = 1};
    struct bz_setup setup;
    union bz_pos pos;
    struct bz_solution one, two;

    (void)state;
    start(&setup, "size=5", &pos);
    one = solve(&setup, &pos, &options);
    two = solve(&setup, &pos, &options);
    assert_true(one.nodes == two.nodes);
    assert_true(one.move == two.move);
    bz_setup_release(&setup);
}

/* --- stopping ------------------------------------------------------------------------------- */

static void a_stopped_proof_is_no_proof(void **state)
{
    atomic_bool stop = true;
    struct bz_solve_options options = {.threads = 2, .megabytes = 1, .stop = &stop};
    struct bz_setup setup;
    union bz_pos pos;
    struct bz_solution solution;

    (void)state;
    start(&setup, "size=10", &pos);
    solution = solve(&setup, &pos, &options);
    assert_false(solution.solved);
    assert_true(solution.move == BZ_MOVE_NONE);
    bz_setup_release(&setup);
}

struct progress {
    int calls;
    uint64_t nodes;
    double seconds;
    atomic_bool stop;
};

static void on_progress(void *context, const struct bz_progress *now)
{
    struct progress *progress = context;

    assert_true(now->nodes > progress->nodes);
    assert_true(now->seconds > progress->seconds);
    assert_true(now->fill >= 0 && now->fill <= 1);
    progress->nodes = now->nodes;
    progress->seconds = now->seconds;
    if (++progress->calls == 2)
        atomic_store(&progress->stop, true);
}

/* An endless proof that reports twice and is then stopped from inside the report. */
static void progress_is_reported_and_may_stop(void **state)
{
    struct progress progress = {.calls = 0};
    struct bz_solve_options options = {.threads = 1,
                                       .megabytes = 1,
                                       .stop = &progress.stop,
                                       .progress = on_progress,
                                       .context = &progress};
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    start(&setup, "size=12", &pos);
    assert_false(solve(&setup, &pos, &options).solved);
    assert_true(progress.calls >= 2);
    bz_setup_release(&setup);
}

/* --- checkpoints ---------------------------------------------------------------------------- */

static void a_stopped_proof_goes_on_from_its_file(void **state)
{
    const struct folder *files = *state;
    struct bz_solve_options options = {
        .threads = 1, .megabytes = MEGABYTES, .checkpoint = files->path, .nodes = 20000};
    struct bz_setup setup;
    union bz_pos pos;
    struct bz_solution part, rest, whole;

    start(&setup, long_board, &pos);
    part = solve(&setup, &pos, &options);
    assert_false(part.solved);
    assert_int_equal(access(files->path, F_OK), 0);
    options.nodes = 0;
    rest = solve(&setup, &pos, &options);
    assert_true(rest.solved);
    assert_int_equal((int)rest.lower, LONG_VALUE);
    options.checkpoint = NULL;
    whole = solve(&setup, &pos, &options);
    assert_int_equal((int)whole.lower, LONG_VALUE);
    assert_true(rest.nodes < whole.nodes);
    bz_setup_release(&setup);
}

static void a_finished_proof_is_read_back(void **state)
{
    const struct folder *files = *state;
    struct bz_solve_options options = {.threads = 1, .megabytes = 1, .checkpoint = files->path};
    struct bz_setup setup;
    union bz_pos pos;
    struct bz_solution first, again;

    start(&setup, "size=5", &pos);
    first = solve(&setup, &pos, &options);
    options.megabytes = 4; /* another size of table reads the same file */
    again = solve(&setup, &pos, &options);
    assert_true(again.solved);
    assert_int_equal((int)again.lower, (int)first.lower);
    assert_true(again.nodes < first.nodes / 10);
    bz_setup_release(&setup);
}

static void another_position_refuses_the_file(void **state)
{
    static const char *const others[] = {"size=5", "size=4x5", "size=6"};
    const struct folder *files = *state;
    struct bz_solve_options options = {.threads = 1, .megabytes = 1, .checkpoint = files->path};
    struct bz_setup setup;
    union bz_pos pos;

    start(&setup, "size=4", &pos);
    solve(&setup, &pos, &options);
    bz_setup_release(&setup);
    for (int i = 0; i < CHECK_COUNT(others); i++) {
        struct bz_solution solution = {.lower = 77};
        struct bz_error err;

        start(&setup, others[i], &pos);
        assert_int_equal(bz_solve(&setup, &pos, &options, &solution, &err), BZ_ERROR_UNFIT);
        check_error(&err, BZ_ERROR_UNFIT, "checkpoint proof");
        assert_int_equal((int)solution.lower, 77);
        bz_setup_release(&setup);
    }
}

static size_t read_whole(const char *path, unsigned char *ret_bytes, size_t room)
{
    FILE *file = fopen(path, "rb");
    size_t length;

    assert_non_null(file);
    length = fread(ret_bytes, 1, room, file);
    assert_true(length > 0 && length < room);
    fclose(file);
    return length;
}

static void write_whole(const char *path, const unsigned char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* The file is refused and stays as it is. */
static void refuse_file(const struct folder *files, const unsigned char *bytes, size_t length)
{
    static unsigned char after[1 << 16];
    struct bz_solve_options options = {.threads = 1, .megabytes = 1, .checkpoint = files->path};
    struct bz_solution solution = {.lower = 77};
    struct bz_setup setup;
    union bz_pos pos;
    struct bz_error err;
    int code;

    write_whole(files->path, bytes, length);
    start(&setup, "size=4", &pos);
    code = bz_solve(&setup, &pos, &options, &solution, &err);
    assert_true(code == BZ_ERROR_SYNTAX || code == BZ_ERROR_UNFIT);
    check_error(&err, code, "checkpoint proof");
    assert_int_equal((int)solution.lower, 77);
    if (length > 0) {
        assert_int_equal(read_whole(files->path, after, sizeof(after)), length);
        assert_memory_equal(after, bytes, length);
    }
    bz_setup_release(&setup);
}

static void a_damaged_file_is_refused(void **state)
{
    static unsigned char whole[1 << 16], damaged[1 << 16];
    const struct folder *files = *state;
    struct bz_solve_options options = {.threads = 1, .megabytes = 1, .checkpoint = files->path};
    struct bz_setup setup;
    union bz_pos pos;
    size_t length;

    start(&setup, "size=4", &pos);
    solve(&setup, &pos, &options);
    bz_setup_release(&setup);
    length = read_whole(files->path, whole, sizeof(whole) - 1);
    for (size_t i = 0; i < length; i++) {
        memcpy(damaged, whole, length);
        damaged[i] ^= (unsigned char)(1 << i % 8);
        refuse_file(files, damaged, length); /* a bit turned over */
        refuse_file(files, whole, i);        /* cut off */
    }
    memcpy(damaged, whole, length);
    damaged[length] = 0;
    refuse_file(files, damaged, length + 1); /* a byte too many */
}

static void a_file_that_cannot_be_written_is_an_error(void **state)
{
    struct bz_solve_options options = {
        .threads = 1, .megabytes = 1, .checkpoint = "/nonexistent/folder/proof"};
    struct bz_solution solution = {.lower = 77};
    struct bz_setup setup;
    union bz_pos pos;
    struct bz_error err;

    (void)state;
    start(&setup, "size=4", &pos);
    assert_int_equal(bz_solve(&setup, &pos, &options, &solution, &err), BZ_ERROR_IO);
    check_error(&err, BZ_ERROR_IO, "checkpoint /nonexistent/folder/proof");
    bz_setup_release(&setup);
}

/* --- what cannot be proved ------------------------------------------------------------------ */

static void games_without_a_solver_are_refused(void **state)
{
    struct bz_solve_options options = {.threads = 1, .megabytes = 1};

    (void)state;
    for (int i = 0; toys[i]; i++) {
        struct bz_setup setup;
        union bz_pos pos;
        struct bz_solution solution = {.lower = 77};
        struct bz_error err;

        check_setup_of(&setup, toys[i], "");
        bz_start(&setup, &pos);
        assert_int_equal(bz_solve(&setup, &pos, &options, &solution, &err), BZ_ERROR_UNFIT);
        check_error(&err, BZ_ERROR_UNFIT, toys[i]->name);
        assert_int_equal((int)solution.lower, 77);
        bz_setup_release(&setup);
    }
}

/* A game's own solver is asked first whether it fits, and its answer is passed on as it is. */
static int fits_never(const struct bz_setup *setup, struct bz_error *err)
{
    (void)setup;
    return bz_fail(err, BZ_ERROR_UNFIT, "this solver fits nothing");
}

static int fits_always(const struct bz_setup *setup, struct bz_error *err)
{
    (void)setup;
    (void)err;
    return BZ_OK;
}

static int solve_darts(const struct bz_setup *setup, const void *pos,
                       const struct bz_solve_options *options, struct bz_solution *ret_solution,
                       struct bz_error *err)
{
    (void)setup;
    (void)pos;
    (void)err;
    *ret_solution = (struct bz_solution){
        .solved = true, .lower = 0.25, .upper = 0.25, .nodes = (uint64_t)options->megabytes};
    return BZ_OK;
}

static void a_game_may_bring_its_own_solver(void **state)
{
    static const struct bz_solver solver = {
        .name = "darts", .fits = fits_always, .solve = solve_darts};
    static const struct bz_solver unfit = {
        .name = "unfit", .fits = fits_never, .solve = solve_darts};
    struct bz_solve_options options = {.threads = 1, .megabytes = 3};
    struct bz_game game = toy_darts;
    struct bz_setup setup;
    struct bz_solution solution = {.lower = 77};
    struct bz_error err;
    union bz_pos pos;

    (void)state;
    game.solver = &unfit;
    check_setup_of(&setup, &game, "");
    bz_start(&setup, &pos);
    assert_int_equal(bz_solve(&setup, &pos, &options, &solution, &err), BZ_ERROR_UNFIT);
    check_error(&err, BZ_ERROR_UNFIT, "fits nothing");
    assert_int_equal((int)solution.lower, 77);
    game.solver = &solver;
    solution = solve(&setup, &pos, &options);
    assert_true(solution.solved && solution.nodes == 3);
    check_number(solution.lower, 0.25, "lower");
    options.threads = 0;
    assert_int_equal(bz_solve(&setup, &pos, &options, &solution, &err), BZ_ERROR_RANGE);
    bz_setup_release(&setup);
}

/* One pile, each takes one stone, whoever finds none has lost. */
static int one_at_a_time(const void *pos, bz_move *ret_moves)
{
    ret_moves[0] = 1;
    return ((const struct toy_stones *)pos)->pile > 0;
}

static void take_one(void *pos, bz_move move)
{
    struct toy_stones *stones = pos;

    stones->pile -= (int)move;
    stones->next ^= 1;
}

static void none_left(const void *pos, int *ret_result)
{
    int loser = ((const struct toy_stones *)pos)->next;

    ret_result[loser] = -1;
    ret_result[!loser] = 1;
}

/* A game longer than a search is deep stays open; a shorter one is decided by its length. */
static void a_game_too_long_is_left_open(void **state)
{
    static const int piles[] = {1, 2, 99, 200, 251, 300, 999};
    struct bz_solve_options options = {.threads = 1, .megabytes = 1};
    struct bz_setup setup;
    struct bz_rules rules;

    (void)state;
    check_setup_of(&setup, &toy_stones, "");
    rules = *setup.rules;
    rules.players = 2;
    rules.traits = BZ_ZERO_SUM | BZ_NO_DRAWS;
    rules.moves = one_at_a_time;
    rules.play = take_one;
    rules.result = none_left;
    rules.count = NULL;
    setup.rules = &rules;
    for (int i = 0; i < CHECK_COUNT(piles); i++) {
        union bz_pos pos = {.bytes = {0}};
        struct bz_solution solution;
        struct bz_answer answer;

        ((struct toy_stones *)(void *)&pos)->pile = piles[i];
        solution = solve(&setup, &pos, &options);
        assert_int_equal(solution.solved, piles[i] <= BZ_DEPTH_MAX);
        if (solution.solved)
            assert_int_equal((int)solution.lower, piles[i] % 2 ? 1 : -1);
        answer = check_answer(&setup, "best:plies=255,hash=1", &pos);
        assert_int_equal(answer.info.proof, piles[i] > BZ_DEPTH_MAX ? BZ_UNDECIDED
                                            : piles[i] % 2          ? BZ_WIN
                                                                    : BZ_LOSS);
    }
    bz_setup_release(&setup);
}

static void absurd_thread_counts_are_refused(void **state)
{
    static const int counts[] = {0, -1, 1000000};
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    start(&setup, "size=4", &pos);
    for (int i = 0; i < CHECK_COUNT(counts); i++) {
        struct bz_solve_options options = {.threads = counts[i], .megabytes = 1};
        struct bz_solution solution;
        struct bz_error err;

        assert_int_equal(bz_solve(&setup, &pos, &options, &solution, &err), BZ_ERROR_RANGE);
        check_error(&err, BZ_ERROR_RANGE, "threads");
    }
    bz_setup_release(&setup);
}

int main(void)
{
#define WITH_FILES(test) cmocka_unit_test_setup_teardown(test, folder_make, folder_remove)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards_have_their_winners),
        cmocka_unit_test(a_turned_board_has_the_same_winner),
        cmocka_unit_test(late_positions_agree_with_brute_force),
        cmocka_unit_test(a_finished_game_is_lost_for_who_should_move),
        cmocka_unit_test(threads_and_memory_do_not_change_the_winner),
        cmocka_unit_test(one_thread_always_walks_the_same_tree),
        cmocka_unit_test(a_stopped_proof_is_no_proof),
        cmocka_unit_test(progress_is_reported_and_may_stop),
        WITH_FILES(a_stopped_proof_goes_on_from_its_file),
        WITH_FILES(a_finished_proof_is_read_back),
        WITH_FILES(another_position_refuses_the_file),
        WITH_FILES(a_damaged_file_is_refused),
        cmocka_unit_test(a_file_that_cannot_be_written_is_an_error),
        cmocka_unit_test(games_without_a_solver_are_refused),
        cmocka_unit_test(a_game_may_bring_its_own_solver),
        cmocka_unit_test(a_game_too_long_is_left_open),
        cmocka_unit_test(absurd_thread_counts_are_refused),
    };

    return CHECK_RUN(tests);
}
