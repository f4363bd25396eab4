/*
 * monopoly.c - Monopoly solved: how long it takes with two threads, how large the table is, how
 * long a probe takes, and how players fare against the perfect one. Beside the time on the clock
 * stands the processors' time, which tells a busy machine from a slow program.
 *
 * With `forward` behind the name of a table, the games are also counted forwards by the rules, a
 * second way to the first player's chance; that takes long.
 *
 *   monopoly TABLE [forward]      the table is written there
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/clock.h"
#include "bazi/bazi.h"
#include "games/monopoly/table.h"
#include "oracle_forward.h"

enum { PROBES = 200000 };

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

static int choose(void *table, const struct monopoly *pos, const bz_move *moves)
{
    bool deals = false;

    (void)moves;
    if (!monopoly_table_decision(table, pos, &deals))
        fail("a position is missing");
    return deals ? 0 : 1;
}

static void count_forwards(const struct bz_setup *setup, struct table *table)
{
    struct forward forward;

    forward_run(setup, monopoly_table_header(table)->unit, 1e-12, choose, table, &forward);
    printf("forwards: first player from %.9f to %.9f, %.0f positions\n", forward.wins,
           forward.wins + forward.lost, (double)forward.positions);
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

int main(int argc, char **argv)
{
    static const char *const players[] = {"report", "greedy", "never-sell", "random"};
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
        count_forwards(&setup, table);
    monopoly_table_close(table);
    for (int i = 0; i < 4; i++) {
        evaluate(&setup, players[i], "best");
        evaluate(&setup, "best", players[i]);
    }
    bz_setup_release(&setup);
    return 0;
}
