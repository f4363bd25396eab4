/*
 * monopoly.c - Monopoly solved: how long it takes with two threads, how large the table is, how
 * long a probe takes, and how players fare against the perfect one and each other. Beside the time
 * on the clock stands the processors' time, which tells a busy machine from a slow program; beside
 * what is computed, games played by the table's decisions, and their standard deviation.
 *
 * With `bounds` behind the name of a table, a second program finds what the first player's chance
 * is at least and at most; that takes ten minutes of a processor and 2 GB.
 *
 *   monopoly TABLE [bounds]      the table is written there
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/clock.h"
#include "bazi/bazi.h"
#include "games/monopoly/table.h"
#include "oracle_bounds.h"

enum { PROBES = 200000, GAMES = 100000 };

static void fail(const char *what)
{
    fprintf(stderr, "monopoly: %s\n", what);
    exit(1);
}

static double processor(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void solve(const struct bz_setup *setup, const char *path)
{
    struct bz_solve_options options = {.threads = 2, .megabytes = 512, .table = path};
    int64_t begin = bz_clock_micros();
    double before = processor();
    struct bz_solution solution;
    struct bz_error err;
    struct stat there;
    union bz_pos pos;

    bz_start(setup, &pos);
    if (bz_solve(setup, &pos, &options, &solution, &err) || stat(path, &there))
        fail(err.text);
    printf("solved: first player %.9f, %.1f s on two threads, %.1f s of processors\n",
           solution.lower, (double)(bz_clock_micros() - begin) * 1e-6, processor() - before);
    printf("table: %.0f MB, %.3f bits a position\n", (double)there.st_size * 1e-6,
           8.0 * (double)there.st_size / (double)solution.nodes);
    fflush(stdout);
}

/* Positions of games at random. */
static void collect(const struct bz_setup *setup, struct monopoly *ret_positions)
{
    struct bz_random random;
    int count = 0;

    bz_random_seed(&random, 1);
    while (count < PROBES) {
        union bz_pos pos;

        bz_start(setup, &pos);
        while (!bz_is_over(setup, &pos) && count < PROBES) {
            bz_move moves[OUTCOMES_MAX];
            uint64_t choices = (uint64_t)setup->rules->moves(&pos, moves);

            if (setup->rules->turn(&pos) == BZ_CHANCE && bz_random_below(&random, 4) == 0)
                memcpy(&ret_positions[count++], &pos, sizeof(*ret_positions));
            setup->rules->play(&pos, moves[bz_random_below(&random, choices)]);
        }
    }
}

static void probe(const struct bz_setup *setup, struct table *table)
{
    struct monopoly *positions = calloc(PROBES, sizeof(*positions));
    double before, chance;
    int missing = 0;

    if (!positions)
        fail("not enough memory");
    collect(setup, positions);
    for (int i = 0; i < PROBES; i++)
        missing += !monopoly_table_chance(table, &positions[i], &chance);
    before = processor();
    for (int i = 0; i < PROBES; i++)
        missing += !monopoly_table_chance(table, &positions[i], &chance);
    printf("probe: %.2f us, %d of %d missing\n", (processor() - before) * 1e6 / PROBES, missing,
           2 * PROBES);
    free(positions);
}

static void bound(void)
{
    double before = processor(), least, most;

    if (!bounds_find(mono_board("mini"), &least, &most))
        fail("not enough memory");
    printf("bounds: first player from %.9f to %.9f, %.1f s of processors\n", least, most,
           processor() - before);
    fflush(stdout);
}

/* Which of two actions a player chooses; the first is to buy or to sell. */
static int choose(const char *player, struct table *table, const struct monopoly *pos, bz_move deal,
                  struct bz_random *random)
{
    bool deals = deal == BUY;

    if (!strcmp(player, "best") && !monopoly_table_decision(table, pos, &deals))
        fail("a position is missing");
    if (!strcmp(player, "random"))
        deals = bz_random_below(random, 2);
    if (!strcmp(player, "report") && pos->turn == HUMAN)
        deals = true;
    return deals ? 0 : 1;
}

/* Whether the first player wins. */
static bool play(const struct bz_setup *setup, struct table *table, const char *const players[2],
                 struct bz_random *random)
{
    const struct bz_rules *rules = setup->rules;
    struct monopoly pos;
    union bz_pos start;
    int result[2];

    bz_start(setup, &start);
    memcpy(&pos, &start, sizeof(pos));
    while (pos.phase != OVER) {
        bz_move moves[OUTCOMES_MAX];
        int count = rules->moves(&pos, moves), index = 0;

        if (pos.phase == ROLL)
            index = (int)bz_random_below(random, (uint64_t)count);
        else if (count > 1)
            index = choose(players[pos.turn], table, &pos, moves[0], random);
        rules->play(&pos, moves[index]);
    }
    rules->result(&pos, result);
    return result[0] > 0;
}

/* Games between players whose decisions can be told without computing: not `never-sell`. */
static void simulate(const struct bz_setup *setup, struct table *table, const char *first,
                     const char *second)
{
    const char *const players[2] = {first, second};
    struct bz_random random;
    double wins = 0;

    if (!strcmp(first, "never-sell") || !strcmp(second, "never-sell"))
        return;
    bz_random_seed(&random, 7);
    for (int i = 0; i < GAMES; i++)
        wins += play(setup, table, players, &random);
    wins /= GAMES;
    printf("%s against %s, %d games: %.4f +- %.4f\n", first, second, GAMES, wins,
           sqrt(wins * (1 - wins) / GAMES));
    fflush(stdout);
}

static void evaluate(const struct bz_setup *setup, const char *first, const char *second)
{
    struct bz_solve_options options = {.threads = 2, .megabytes = 512};
    const char *specs[2] = {first, second};
    struct bz_solution solution;
    struct bz_error err;
    union bz_pos pos;

    bz_start(setup, &pos);
    if (setup->game->solver->evaluate(setup, &pos, specs, &options, &solution, &err))
        fail(err.text);
    printf("%s against %s: %.6f\n", first, second, solution.lower);
    fflush(stdout);
}

/* Both seats, played and computed. */
static void meet(const struct bz_setup *setup, struct table *table, const char *a, const char *b)
{
    simulate(setup, table, a, b);
    evaluate(setup, a, b);
    simulate(setup, table, b, a);
    evaluate(setup, b, a);
}

int main(int argc, char **argv)
{
    static const char *const pairs[][2] = {
        {"report", "best"},   {"greedy", "best"},       {"never-sell", "best"}, {"random", "best"},
        {"report", "greedy"}, {"never-sell", "greedy"}, {"random", "report"},
    };
    const char *none = "table=none";
    struct bz_setup setup;
    struct table *table = NULL;
    struct bz_error err;

    if (argc < 2)
        fail("name a file for the table");
    if (bz_setup_init(&setup, bz_game_find("monopoly", NULL), &none, 1, &err))
        fail(err.text);
    solve(&setup, argv[1]);
    if (monopoly_table_open(argv[1], setup.world, &table, &err))
        fail(err.text);
    probe(&setup, table);
    if (argc > 2)
        bound();
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        meet(&setup, table, pairs[i][0], pairs[i][1]);
    monopoly_table_close(table);
    bz_setup_release(&setup);
    return 0;
}
