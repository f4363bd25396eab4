/*
 * heavy_monopoly.c - the board of the report without selling, solved. Its games counted forwards by
 * the rules, which shares nothing with it but the decisions, and bounds from both sides, which
 * share nothing at all, agree with it to seven digits. With selling it takes `make bench-monopoly
 * ARGS=bounds`.
 */
#include "check.h"
#include "folder.h"

#include <stdio.h>

#include "games/monopoly/table.h"
#include "oracle_bounds.h"
#include "oracle_forward.h"

static const char board_text[] = "cash 1000\nresale 0\nstart Start\n"
                                 "property salmas price 200 rent 100\n"
                                 "property tabriz price 200 rent 100\n"
                                 "property Airport price 300 rent 100\n"
                                 "property Electric price 400 rent 100\n"
                                 "fine prison amount 200\n"
                                 "property shiraz price 200 rent 100\n"
                                 "property tehran price 200 rent 100\n"
                                 "property mashhad price 200 rent 100\n"
                                 "property zanjan price 200 rent 100\n";

static int choose(void *table, const struct monopoly *pos, const bz_move *moves)
{
    bool deals = false;

    (void)moves;
    assert_true(monopoly_table_decision(table, pos, &deals));
    return deals ? 0 : 1;
}

static void check_bounds(double value)
{
    struct mono_board board = *mono_board("mini");
    double least, most;

    for (int i = 0; i < board.squares; i++)
        board.square[i].resale = 0;
    assert_true(bounds_find(&board, &least, &most));
    assert_true(most > least && most - least < 1e-8);
    assert_true(value > least - 1e-8 && value < most + 1e-8);
}

static void three_ways_agree(void **state)
{
    const struct folder *folder = *state;
    struct bz_solve_options options = {.threads = 2, .megabytes = 64};
    char board[128], path[128], setting[200];
    struct bz_solution solution;
    struct forward forward;
    struct bz_setup setup;
    struct table *table = NULL;
    struct bz_error err;
    union bz_pos pos;
    FILE *file;

    snprintf(board, sizeof(board), "%s/board.txt", folder->name);
    snprintf(path, sizeof(path), "%s/board.table", folder->name);
    snprintf(setting, sizeof(setting), "board=%s cap=10000 table=none", board);
    file = fopen(board, "w");
    assert_non_null(file);
    fputs(board_text, file);
    fclose(file);
    check_setup(&setup, "monopoly", setting);
    bz_start(&setup, &pos);
    options.table = path;
    if (bz_solve(&setup, &pos, &options, &solution, &err) ||
        monopoly_table_open(path, setup.world, &table, &err))
        fail_msg("%s", err.text);
    forward_run(&setup, 100, 1e-14, choose, table, &forward);
    assert_true(forward.lost < 2e-7);
    assert_true(solution.lower > forward.wins - 5e-8);
    assert_true(solution.lower < forward.wins + forward.lost + 5e-8);
    assert_true(solution.lower > 0.5351955 && solution.lower < 0.5351965);
    check_bounds(solution.lower);
    monopoly_table_close(table);
    bz_setup_release(&setup);
    remove(board);
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(three_ways_agree, folder_make, folder_remove),
    };

    return CHECK_RUN(tests);
}
