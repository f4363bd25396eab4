/*
 * solve.c - how long exact answers take: whole boards from the start, and positions of 8x8 after
 * 26 plies of seeded play, where the playing engine would like to know who wins.
 */
#include <inttypes.h>
#include <stdio.h>

#include "board.h"

/* A few hard positions make most of the average: of twenty one alone can double it. */
enum { GAMES = 60, PLIES = 26 };

static struct bz_solution solve(const struct bz_setup *setup, const union bz_pos *pos,
                                int megabytes)
{
    struct bz_solve_options options = {.threads = 1, .megabytes = megabytes};
    struct bz_solution solution;
    struct bz_error err;

    if (bz_solve(setup, pos, &options, &solution, &err))
        fail(err.text);
    return solution;
}

static void print_row(const char *what, uint64_t nodes, double seconds, double slowest)
{
    printf("%-40s %12" PRIu64 " %9.3f %9.3f %10.2f\n", what, nodes, seconds, slowest,
           (double)nodes / (seconds > 0 ? seconds : 1e-6) / 1e6);
}

static void prove(const char *option, int megabytes, int winner)
{
    struct bz_setup setup;
    struct bz_solution solution;
    union bz_pos pos;

    begin(&setup, "konane", option, &pos);
    solution = solve(&setup, &pos, megabytes);
    if (!solution.solved || (solution.lower > 0 ? 1 : 2) != winner)
        fail("it was not found who wins");
    print_row(option, solution.nodes, solution.seconds, solution.seconds);
    bz_setup_release(&setup);
}

/* Six plies at random make the games differ. False if the game was over sooner. */
static bool play(const struct bz_setup *setup, struct bz_engine *engine, uint64_t seed,
                 union bz_pos *pos)
{
    struct bz_random random;
    bz_move moves[BZ_MOVES_MAX];

    bz_random_seed(&random, seed);
    bz_start(setup, pos);
    for (int ply = 0; ply < PLIES; ply++) {
        int count = setup->rules->moves(pos, moves);
        struct bz_answer answer = {.move = count ? moves[bz_random_below(&random, (uint64_t)count)]
                                                 : BZ_MOVE_NONE};

        if (count == 0)
            return false;
        if (engine && ply >= 6)
            bz_engine_think(engine, pos, NULL, NULL, &answer);
        setup->rules->play(pos, answer.move);
    }
    return !bz_is_over(setup, pos);
}

static void prove_late(const char *what, const char *spec)
{
    struct bz_setup setup;
    struct bz_engine *engine = NULL;
    struct bz_error err;
    union bz_pos pos;
    uint64_t nodes = 0;
    double seconds = 0, slowest = 0;
    int games = 0;

    begin(&setup, "konane", "size=8", &pos);
    if (spec && bz_engine_new(&setup, spec, &engine, &err))
        fail(err.text);
    for (uint64_t seed = 1; games < GAMES; seed++) {
        struct bz_solution solution;

        if (!play(&setup, engine, seed, &pos))
            continue;
        solution = solve(&setup, &pos, 512);
        nodes += solution.nodes;
        seconds += solution.seconds;
        slowest = solution.seconds > slowest ? solution.seconds : slowest;
        games++;
    }
    print_row(what, nodes / GAMES, seconds / GAMES, slowest);
    bz_engine_free(engine);
    bz_setup_release(&setup);
}

int main(void)
{
    printf("%-40s %12s %9s %9s %10s\n", "proof, one thread", "nodes", "seconds", "slowest",
           "M nodes/s");
    prove("size=6", 512, 2);
    prove_late("8x8 after 26 plies of random play", NULL);
    prove_late("8x8 after 26 plies of alphabeta:plies=4", "alphabeta:plies=4,eval=mobility");
    prove_late("8x8 after 26 plies of best:plies=4", "best:plies=4,hash=1");
    prove("size=6x7", 1024, 2);
    prove("size=7", 1024, 1);
    return 0;
}
