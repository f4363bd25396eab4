/*
 * test_angry_solve.c - exact values of Angry hen beside plain induction by the rules: small random
 * boards of all games and worlds, positions from the middle of games, our maps, and what the
 * adviser of `best` makes of it.
 */
#include "cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/angry/angry.h"
#include "induct_angry.h"

#ifndef BOARDS
#define BOARDS 15 /* of each kind */
#endif

enum { WAITS = 24 };

static struct bz_solution solve(const struct bz_setup *setup, const void *pos, int megabytes)
{
    const struct bz_solve_options options = {.threads = 1, .megabytes = megabytes};
    struct bz_solution solution;
    struct bz_error err;

    if (bz_solve(setup, pos, &options, &solution, &err))
        fail_msg("%s", err.text);
    return solution;
}

/* --- random boards -------------------------------------------------------------------------- */

struct variant {
    const char *name, *options;
    int queens, things, rows, cols, last; /* at most; actions left */
};

static struct variant variants[] = {
    {"policy, forbid", "game1 policy forbid", 1, 7, 4, 4, 60},
    {"policy, free", "game1 policy free", 1, 6, 3, 4, 14},
    {"policy, forbid, queens", "game1 policy forbid", 3, 6, 4, 4, 40},
    {"policy, free, queens", "game1 policy free", 3, 4, 3, 3, 12},
    {"player, forbid", "game1 player forbid", 1, 6, 3, 4, 40},
    {"player, free", "game1 player free", 1, 4, 3, 3, 10},
    {"player, forbid, many actions", "game1 player forbid", 1, 5, 2, 4, 149},
    {"player, free, many actions", "game1 player free", 1, 3, 2, 3, 100},
    {"player, forbid, queens", "game1 player forbid", 2, 4, 3, 4, 20},
    {"player, free, queens", "game1 player free", 2, 3, 3, 3, 8},
    {"bird, policy, forbid", "game2 policy forbid", 2, 4, 3, 4, 16},
    {"bird, policy, free", "game2 policy free", 1, 3, 3, 3, 8},
    {"bird, player, forbid", "game2 player forbid", 2, 4, 3, 3, 14},
    {"bird, player, free", "game2 player free", 1, 2, 3, 3, 6},
};

/* Letters of a room in the upper left corner; all else is rock. */
static void scatter(char grid[10][10], const struct variant *variant, struct bz_random *random,
                    const char *letters)
{
    for (; *letters; letters++) {
        int row, col;

        do {
            row = (int)bz_random_below(random, (uint64_t)variant->rows);
            col = (int)bz_random_below(random, (uint64_t)variant->cols);
        } while (grid[row][col] != 'T');
        grid[row][col] = *letters;
    }
}

static void write_rows(char grid[10][10], struct bz_buf *out)
{
    for (int row = 0; row < 10; row++) {
        for (int col = 0; col < 10; col++)
            if (grid[row][col] == 'T')
                bz_buf_char(out, '1');
            else
                bz_buf_char(out, grid[row][col]);
        if (row < 9)
            bz_buf_char(out, '/');
    }
}

/* A run of ground is one number. */
static void join_runs(const char *rows, struct bz_buf *out)
{
    for (; *rows; rows++) {
        int run = 0;

        for (; *rows == '1'; rows++)
            run++;
        if (run)
            bz_buf_add(out, "%d", run);
        if (!*rows)
            return;
        bz_buf_char(out, *rows);
    }
}

static void random_board(const struct variant *variant, uint64_t seed, struct bz_buf *out)
{
    static const char things[] = "EEPEPS";
    struct bz_random random;
    char grid[10][10], pieces[32] = "HSQ", rows[256];
    struct bz_buf buf = BZ_BUF(rows);
    bool birds = variant->options[4] == '2';
    int limit = birds ? ACTIONS_GAME2 : ACTIONS_GAME1, count = 3;

    bz_random_seed(&random, seed);
    memset(grid, 'R', sizeof(grid));
    for (int row = 0; row < variant->rows; row++)
        memset(grid[row], 'T', (size_t)variant->cols);
    if (birds && bz_random_below(&random, 8))
        pieces[count++] = 'B';
    for (int i = 1; i < variant->queens; i++)
        pieces[count++] = bz_random_below(&random, 2) ? 'Q' : 'E';
    for (int i = (int)bz_random_below(&random, (uint64_t)variant->things); i > 0; i--)
        pieces[count++] = things[bz_random_below(&random, 6)];
    for (int i = (int)bz_random_below(&random, 3); i > 0 && count < variant->rows * variant->cols;
         i--)
        pieces[count++] = 'R';
    if (count > variant->rows * variant->cols)
        count = variant->rows * variant->cols;
    pieces[count] = '\0';
    scatter(grid, variant, &random, pieces);
    write_rows(grid, &buf);
    join_runs(rows, out);
    bz_buf_add(out, " h %d %s", limit - 1 - (int)bz_random_below(&random, (uint64_t)variant->last),
               variant->options);
}

/* The value, and that the move found keeps it. */
static void compare(const struct bz_setup *setup, struct induction *induction, const void *pos,
                    const char *text)
{
    int wanted = induct_value(induction, pos);
    struct bz_solution solution;
    union bz_pos after;

    if (wanted == INDUCT_NEVER) {
        const struct bz_solve_options options = {.threads = 1, .megabytes = 64};
        struct bz_error err;

        assert_int_equal(bz_solve(setup, pos, &options, &solution, &err), BZ_ERROR_UNFIT);
        return;
    }
    solution = solve(setup, pos, 64);
    if (!solution.solved || (int)solution.lower != wanted)
        fail_msg("%s: found %g to %g, wanted %d", text, solution.lower, solution.upper, wanted);
    if (bz_is_over(setup, pos))
        return;
    memcpy(&after, pos, sizeof(after));
    setup->rules->play(&after, solution.move);
    if (induct_value(induction, &after) != wanted)
        fail_msg("%s: move %d gives the value away", text, (int)solution.move);
}

static void random_boards(void **state)
{
    const struct variant *variant = *state;

    for (uint64_t seed = 0; seed < BOARDS; seed++) {
        char text[512];
        struct bz_buf buf = BZ_BUF(text);
        struct bz_setup setup;
        struct induction *induction;
        struct bz_random random;
        union bz_pos pos;

        random_board(variant, seed, &buf);
        check_setup(&setup, "angry", "");
        check_parse(&setup, text, &pos);
        induction = induct_new(&setup, WAITS);
        bz_random_seed(&random, seed);
        for (int ply = 0; ply < 3; ply++) {
            bz_move moves[8];
            int count = setup.rules->moves(&pos, moves);

            compare(&setup, induction, &pos, check_text(&setup, &pos));
            if (count > 0)
                setup.rules->play(&pos, moves[bz_random_below(&random, (uint64_t)count)]);
        }
        induct_free(induction);
        bz_setup_release(&setup);
    }
}

/* --- all the actions there are -------------------------------------------------------------- */

struct known {
    const char *position; /* or options */
    const char *options;
    double value;
};

/* From the first action to the last, by induction too. */
static struct known whole[] = {
    {"HRRRRRRRRR/E2SRRRRRR/1P1QRRRRRR/RRRRRRRRRR/RRRRRRRRRR/RRRRRRRRRR/RRRRRRRRRR/RRRRRRRRRR/"
     "RRRRRRRRRR/RRRRRRRRRR h 0 game1 player forbid",
     "", 0},
    {"H1ERRRRRRR/1R1PRRRRRR/E1SQRRRRRR/RRRRRRRRRR/RRRRRRRRRR/RRRRRRRRRR/RRRRRRRRRR/RRRRRRRRRR/"
     "RRRRRRRRRR/RRRRRRRRRR h 0 game1 policy forbid",
     "", 0},
    {"HPSRRRRRRR/EP1RRRRRRR/1QRRRRRRRR/RRRRRRRRRR/RRRRRRRRRR/RRRRRRRRRR/RRRRRRRRRR/RRRRRRRRRR/"
     "RRRRRRRRRR/RRRRRRRRRR h 0 game1 player forbid",
     "", 0},
    /* No way out: the actions are used up, or the queen comes. */
    {"H1ERRRRRRR/1R1RRRRRRR/1QERRRRRRR/RRRRRRRRRR/RRRRSRRRRR/RRRRRRRRRR/RRRRRRRRRR/RRRRRRRRRR/"
     "RRRRRRRRRR/RRRRRRRRRR h 0 game1 policy forbid",
     "", 0},
    {"H1PRRRRRRR/RRRRRRRRRR/RRRRSQRRRR/RRRRRRRRRR/RRRRRRRRRR/RRRRRRRRRR/RRRRRRRRRR/RRRRRRRRRR/"
     "RRRRRRRRRR/RRRRRRRRRR h 0 game1 policy forbid",
     "", 0},
    {"HB1RRRRRRR/E1QRRRRRRR/1SRRRRRRRR/RRRRRRRRRR/RRRRRRRRRR/RRRRRRRRRR/RRRRRRRRRR/RRRRRRRRRR/"
     "RRRRRRRRRR/RRRRRRRRRR h 0 game2 player forbid",
     "", 0},
};

static void whole_games(void **state)
{
    (void)state;
    for (int i = 0; i < CHECK_COUNT(whole); i++) {
        struct bz_setup setup;
        struct induction *induction;
        union bz_pos pos;

        check_setup(&setup, "angry", "");
        check_parse(&setup, whole[i].position, &pos);
        induction = induct_new(&setup, WAITS);
        compare(&setup, induction, &pos, whole[i].position);
        induct_free(induction);
        bz_setup_release(&setup);
    }
}

/* --- the worlds ----------------------------------------------------------------------------- */

static struct known worlds[] = {
    {"H1P5/1QR5/P2G4/RRRRRRRR/8/8/8/8 h 0 mdp 5 -300", "", 0},
    {"1HPRRRRR/1QGRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR h 0 mdp 6 0", "", 0},
    {"PH1RRRRR/PQ1PRRRR/RR1GRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR left 3 mdp 7 12", "",
     0},
    {"H1PRRRRR/1XGRRRRR/P1QRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR h 0 rl 1 0", "", 0},
    {"H1PRRRRR/1XGRRRRR/P1QRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR h 146 rl 1 0", "", 0},
    {"H1PRRRRR/1XGRRRRR/P1QRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR h 149 rl 1 9", "", 0},
    {"H1P4P/1QRRRRRR/P2GRRRR/RRRRRRRR/8/8/8/8 h 90 rl 4 55", "", 0},
};

/* What chance brings, on the mean. */
static double mean_of(const struct bz_setup *setup, const union bz_pos *pos)
{
    bz_move moves[3];
    uint32_t weights[3];
    double mean = 0, sum = 0;

    setup->rules->deal(pos, moves, weights);
    for (int i = 0; i < 3; i++) {
        union bz_pos after = *pos;

        setup->rules->play(&after, moves[i]);
        mean += weights[i] * solve(setup, &after, 16).lower;
        sum += weights[i];
    }
    return mean / sum;
}

static void small_worlds(void **state)
{
    (void)state;
    for (int i = 0; i < CHECK_COUNT(worlds); i++) {
        struct bz_setup setup;
        struct bz_solution solution;
        union bz_pos pos, asked;
        double wanted;

        check_setup(&setup, "angry", "");
        check_parse(&setup, worlds[i].position, &pos);
        solution = solve(&setup, &pos, 16);
        assert_true(solution.solved);
        asked = pos;
        if (setup.rules->turn(&pos) == BZ_CHANCE) {
            assert_true(fabs(solution.lower - mean_of(&setup, &pos)) < 1e-8);
            bz_setup_release(&setup);
            continue;
        }
        wanted = induct_world(&setup, &pos);
        if (fabs(solution.lower - wanted) > 1e-8)
            fail_msg("%s: found %.12g, wanted %.12g", worlds[i].position, solution.lower, wanted);
        setup.rules->play(&asked, solution.move);
        assert_true(fabs(solve(&setup, &asked, 16).lower - wanted) < 1e-8);
        bz_setup_release(&setup);
    }
}

/* --- our maps ------------------------------------------------------------------------------- */

/* Those against the policy were found by an exhaustive search of another program as well. */
static struct known maps[] = {
    {"meadow", "", 1954},
    {"maze", "", 1741},
    {"fortress", "", 1943},
    {"gate", "", 1755},
    {"chase", "", 1750},
    {"coop", "", 1761},
    {"corridors", "", 1745},
    {"meadow", "bump=free", 1956},
    {"maze", "bump=free", 1743},
    {"chase", "bump=free", 1952},
    {"corridors", "bump=free", 1941},
};

static void our_maps(void **state)
{
    (void)state;
    for (int i = 0; i < CHECK_COUNT(maps); i++) {
        char options[64];
        struct bz_setup setup;
        struct bz_solution solution;
        union bz_pos pos;

        snprintf(options, sizeof(options), "map=%s %s", maps[i].position, maps[i].options);
        check_setup(&setup, "angry", options);
        bz_start(&setup, &pos);
        solution = solve(&setup, &pos, 64);
        assert_true(solution.solved);
        check_number(solution.lower, maps[i].value, options);
        bz_setup_release(&setup);
    }
}

/* --- the adviser ---------------------------------------------------------------------------- */

/* `best` alone, or against itself: what it says at first is what comes out. */
static void play_out(const char *options, const char *spec)
{
    struct bz_setup setup;
    struct bz_engine *engine;
    struct bz_answer answer;
    union bz_pos pos;
    int score[BZ_PLAYERS_MAX], first = 0;

    check_setup(&setup, "angry", options);
    bz_start(&setup, &pos);
    engine = check_engine(&setup, spec);
    for (int ply = 0; !bz_is_over(&setup, &pos); ply++) {
        int sign = setup.rules->turn(&pos) == 0 ? 1 : -1;

        bz_engine_think(engine, &pos, NULL, NULL, &answer);
        assert_true(answer.info.exact && answer.info.pv_length > 0);
        assert_int_equal(answer.info.pv[0], answer.move);
        first = ply == 0 ? (int)answer.info.value : first;
        assert_int_equal((int)answer.info.value * sign, first);
        setup.rules->play(&pos, answer.move);
    }
    setup.rules->score(&pos, score);
    assert_int_equal(score[0], first);
    bz_engine_free(engine);
    bz_setup_release(&setup);
}

static void best_plays_it(void **state)
{
    (void)state;
    play_out("map=gate", "best:movetime=60000");
    play_out("map=chase bump=free", "best:movetime=60000");
}

static void best_plays_both_sides(void **state)
{
    static const char small[] = "H1ERRRRRRR/1R1RRRRRRR/1QERRRRRRR/RR1RRRRRRR/RRSRRRRRRR/RRRRRRRRRR/"
                                "RRRRRRRRRR/RRRRRRRRRR/RRRRRRRRRR/RRRRRRRRRR h 100 %s";
    static const char *const games[] = {"game1 player forbid", "game1 player free",
                                        "game2 player forbid"};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(games); i++) {
        char text[256];
        struct bz_setup setup;
        struct bz_engine *engine;
        union bz_pos pos;
        int score[BZ_PLAYERS_MAX], value;

        snprintf(text, sizeof(text), small, games[i]);
        check_setup(&setup, "angry", "");
        check_parse(&setup, text, &pos);
        value = (int)solve(&setup, &pos, 64).lower;
        engine = check_engine(&setup, "best:movetime=60000");
        while (!bz_is_over(&setup, &pos)) {
            struct bz_answer answer;

            bz_engine_think(engine, &pos, NULL, NULL, &answer);
            assert_true(answer.info.exact);
            setup.rules->play(&pos, answer.move);
        }
        setup.rules->score(&pos, score);
        assert_int_equal(score[0], value);
        bz_engine_free(engine);
        bz_setup_release(&setup);
    }
}

struct heard {
    int lines;
    double values[8];
};

static void hear(void *context, const struct bz_info *info)
{
    struct heard *heard = context;

    assert_true(info->exact);
    assert_int_equal(info->rank, heard->lines + 1);
    heard->values[heard->lines++] = info->value;
}

/* Every line has its exact value, the best first; and no time, or few nodes, leave it to a
 * search. */
static void lines_and_limits(void **state)
{
    struct heard heard = {0};
    const struct bz_listener listener = {hear, &heard};
    const struct bz_limits few = {.nodes = 100};
    struct bz_setup setup;
    struct bz_engine *engine;
    struct bz_answer answer;
    union bz_pos pos;

    (void)state;
    check_setup(&setup, "angry", "");
    bz_start(&setup, &pos);
    engine = check_engine(&setup, "best:movetime=60000,multipv=4");
    bz_engine_think(engine, &pos, NULL, &listener, &answer);
    assert_int_equal(heard.lines, 2);
    assert_int_equal((int)heard.values[0], 1954);
    assert_true(heard.values[1] <= heard.values[0]);
    bz_engine_reset(engine);
    bz_engine_think(engine, &pos, &few, NULL, &answer);
    assert_false(answer.info.exact);
    assert_true(bz_is_legal(&setup, &pos, answer.move));
    bz_engine_free(engine);
    bz_setup_release(&setup);
}

/* --- what cannot be had --------------------------------------------------------------------- */

static void bounds_hold(void **state)
{
    static const char *const options[] = {"", "queen=player map=coop", "rules=game2"};
    atomic_bool stop = true;

    (void)state;
    for (int i = 0; i < CHECK_COUNT(options); i++) {
        struct bz_setup setup;
        struct bz_solution solution;
        struct bz_solve_options stopped = {.threads = 1, .megabytes = 8, .stop = &stop};
        union bz_pos pos;

        check_setup(&setup, "angry", options[i]);
        bz_start(&setup, &pos);
        solution = solve(&setup, &pos, 1);
        assert_true(!solution.solved && solution.lower < solution.upper);
        assert_true(solution.upper >= 1761 || i == 2);
        assert_non_null(solution.why);
        assert_int_equal(bz_solve(&setup, &pos, &stopped, &solution, NULL), BZ_OK);
        assert_true(!solution.solved && solution.lower < solution.upper);
        assert_true(solution.lower <= 1761 && solution.upper >= 1761);
        bz_setup_release(&setup);
    }
}

static void refusals(void **state)
{
    const struct bz_solve_options options = {.threads = 1, .megabytes = 8, .checkpoint = "x"};
    const struct bz_solve_options plain = {.threads = 1, .megabytes = 8};
    struct bz_solution solution;
    struct bz_setup setup;
    struct bz_error err;
    union bz_pos pos;

    (void)state;
    check_setup(&setup, "angry", "");
    bz_start(&setup, &pos);
    assert_int_equal(bz_solve(&setup, &pos, &options, &solution, &err), BZ_ERROR_UNFIT);
    check_error(&err, BZ_ERROR_UNFIT, "checkpoint");
    check_parse(&setup, "HR8/R9/10/10/10/10/10/10/10/S8Q h 147 game1 policy free", &pos);
    assert_int_equal(bz_solve(&setup, &pos, &plain, &solution, &err), BZ_ERROR_UNFIT);
    check_error(&err, BZ_ERROR_UNFIT, "bump ever");
    check_parse(&setup, "H7/8/8/8/8/8/8/7G h 0 mdp 0 895000", &pos);
    assert_int_equal(bz_solve(&setup, &pos, &plain, &solution, &err), BZ_ERROR_UNFIT);
    check_error(&err, BZ_ERROR_UNFIT, "cut off");
    bz_setup_release(&setup);
}

/* --- words ---------------------------------------------------------------------------------- */

static void explanations(void **state)
{
    static const struct {
        const char *options, *words[5];
    } told[] = {
        {"", {"hen's way", "queen's", "an egg, +200", "the slingshot", "1956"}},
        {"map=coop queen=player", {"hen's way", "1955", "make sure of 1761", "left", "from"}},
        {"rules=mdp", {"Where to go", ">", "2299.22753", "four means", "right"}},
        {"rules=rl map=minefield", {"Where to go", "<H>", "expected", "four means", "right"}},
    };
    static char text[1 << 16];

    (void)state;
    for (int i = 0; i < CHECK_COUNT(told); i++) {
        struct bz_buf buf = BZ_BUF(text);
        const struct bz_solve_options options = {.threads = 1, .megabytes = 128, .explain = &buf};
        struct bz_solution solution;
        struct bz_setup setup;
        union bz_pos pos;

        check_setup(&setup, "angry", told[i].options);
        bz_start(&setup, &pos);
        assert_int_equal(bz_solve(&setup, &pos, &options, &solution, NULL), BZ_OK);
        assert_false(buf.full);
        for (int k = 0; k < 5; k++)
            if (!strstr(text, told[i].words[k]))
                fail_msg("'%s' is not in:\n%s", told[i].words[k], text);
        bz_setup_release(&setup);
    }
}

int main(void)
{
    struct cases cases = {0};

    for (int i = 0; i < CHECK_COUNT(variants); i++)
        cases_add(&cases, random_boards, &variants[i], "small boards: %s", variants[i].name);
    cases_add(&cases, whole_games, NULL, "small boards with all their actions");
    cases_add(&cases, small_worlds, NULL, "small worlds");
    cases_add(&cases, our_maps, NULL, "our maps");
    cases_add(&cases, best_plays_it, NULL, "best plays what it promises");
    cases_add(&cases, best_plays_both_sides, NULL, "best against itself");
    cases_add(&cases, lines_and_limits, NULL, "lines and limits");
    cases_add(&cases, bounds_hold, NULL, "bounds where it is not solved");
    cases_add(&cases, refusals, NULL, "what is refused");
    cases_add(&cases, explanations, NULL, "explanations");
    return cases_run(&cases);
}
