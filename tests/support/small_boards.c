/*
 * small_boards.c - see small_boards.h.
 */
#include "small_boards.h"

#include <stdio.h>

#include "check.h"

static int below(struct bz_random *random, int limit)
{
    return (int)bz_random_below(random, (uint64_t)limit);
}

static void write_board(const char *path, uint64_t seed)
{
    struct bz_random random;
    FILE *file = fopen(path, "w");
    int squares, fine;

    assert_non_null(file);
    bz_random_seed(&random, seed);
    squares = 3 + below(&random, 3);
    fine = 1 + below(&random, squares - 1);
    fprintf(file, "cash %d\ndice %d\nresale %d\nstart Go\n", 5 * (4 + below(&random, 5)),
            1 + below(&random, 4) / 3, 40 + below(&random, 6) * 10);
    for (int i = 1; i < squares; i++)
        if (i == fine)
            fprintf(file, "fine F%d amount %d\n", i, 5 * (1 + below(&random, 4)));
        else if (below(&random, 6) == 0)
            fprintf(file, "rest R%d\n", i);
        else
            fprintf(file, "property P%d price %d rent %d\n", i, 5 * (2 + below(&random, 4)),
                    5 * below(&random, 4));
    fclose(file);
}

void small_board_make(struct small_board *c, const struct folder *folder, uint64_t seed)
{
    char options[400];

    snprintf(c->board, sizeof(c->board), "%s/board.txt", folder->name);
    snprintf(c->table, sizeof(c->table), "%s/board.table", folder->name);
    write_board(c->board, seed);
    snprintf(options, sizeof(options), "board=%s cap=10000 table=none", c->board);
    check_setup(&c->setup, "monopoly", options);
    bz_start(&c->setup, &c->start);
    c->chances = NULL;
}

void small_board_remove(struct small_board *c)
{
    chances_free(c->chances);
    bz_setup_release(&c->setup);
    remove(c->board);
    remove(c->table);
}

struct bz_solution small_board_solve(const struct bz_setup *setup, const void *pos,
                                     const char *table, int threads)
{
    struct bz_solve_options options = {.threads = threads, .megabytes = 64, .table = table};
    struct bz_solution solution;
    struct bz_error err;

    if (bz_solve(setup, pos, &options, &solution, &err))
        fail_msg("%s", err.text);
    assert_true(solution.solved);
    return solution;
}

double small_board_truth(const struct chances *chances, int index)
{
    const struct monopoly *pos = chances_position(chances, index);
    double least, most;

    chances_at(chances, index, &least, &most);
    return pos->turn == 0 ? (least + most) / 2 : 1 - (least + most) / 2;
}
