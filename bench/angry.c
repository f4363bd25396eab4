/*
 * angry.c - how long Angry hen takes to be solved: our maps and those given as arguments, against
 * the queen's policy and against a queen who plays. The best of a few runs.
 */
#include <stdio.h>
#include <string.h>

#include "board.h"

enum { RUNS = 5, MEGABYTES = 512 };

static const char *const own[] = {"meadow", "maze", "fortress",  "gate",
                                  "chase",  "coop", "corridors", NULL};

static struct bz_solution solve(const char *map, const char *queen)
{
    const char *const assignments[] = {map, queen};
    const struct bz_solve_options options = {.threads = 1, .megabytes = MEGABYTES};
    struct bz_setup setup;
    struct bz_solution best, solution;
    struct bz_error err;
    union bz_pos pos;

    if (bz_setup_init(&setup, bz_game_find("angry", NULL), assignments, 2, &err))
        fail(err.text);
    bz_start(&setup, &pos);
    for (int run = 0; run < RUNS; run++) {
        if (bz_solve(&setup, &pos, &options, &solution, &err))
            fail(err.text);
        if (run == 0 || solution.seconds < best.seconds)
            best = solution;
        if (solution.seconds > 1)
            break;
    }
    bz_setup_release(&setup);
    return best;
}

static void print_solution(const struct bz_solution *solution)
{
    if (solution->solved)
        printf(" %14.0f", solution->lower);
    else
        printf("  %5.0f to %5.0f", solution->lower, solution->upper);
    printf(" %10.1f", solution->seconds * 1e3);
}

static void measure(const char *name)
{
    const char *slash = strrchr(name, '/');
    struct bz_solution policy, player;
    char map[4096];

    snprintf(map, sizeof(map), "map=%s", name);
    policy = solve(map, "queen=policy");
    player = solve(map, "queen=player");
    printf("%-40.40s", slash ? slash + 1 : name);
    print_solution(&policy);
    print_solution(&player);
    printf("\n");
}

int main(int argc, char **argv)
{
    printf("%-40s %14s %10s %14s %10s\n", "Angry hen, exact", "policy", "ms", "player", "ms");
    for (int i = 0; own[i]; i++)
        measure(own[i]);
    for (int i = 1; i < argc; i++)
        measure(argv[i]);
    return 0;
}
