/*
 * test_monopoly_places.c - tables of Monopoly that are not what they should be: damaged where they
 * lie or on their way, by another name, or in a place where none can be.
 */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "table_files.h"

/* Changes two bytes of a file. */
static void flip(const char *path, size_t at)
{
    size_t size;
    uint8_t *bytes = table_slurp(path, &size);

    assert_true(at + 1 < size);
    bytes[at] ^= 0xff;
    bytes[at + 1] ^= 0xff;
    table_spill(path, bytes, size);
    free(bytes);
}

/* What is changed in the draft is found before anything is added to it. */
static void damaged_drafts_are_refused(void **state)
{
    const struct folder *folder = *state;
    struct bz_solution solution;
    struct small_board c;
    struct bz_error err;
    char checkpoint[128], draft[140];
    uint8_t *whole;
    size_t size;

    lane_make(&c, folder);
    snprintf(checkpoint, sizeof(checkpoint), "%s/checkpoint", folder->name);
    snprintf(draft, sizeof(draft), "%s.part", c.table);
    whole = lane_solve_whole(&c, &size);
    lane_interrupt(&c, checkpoint);
    for (size_t at = 200; at < 20000; at += 7000) {
        flip(draft, at);
        assert_int_equal(lane_solve_until(&c, checkpoint, INT64_MAX, &solution, &err),
                         BZ_ERROR_SYNTAX);
        check_error(&err, BZ_ERROR_SYNTAX, "damaged checkpoint afresh");
        assert_false(table_is_there(c.table, ""));
        flip(draft, at);
    }
    lane_check_goes_on(&c, checkpoint, whole, size);
    free(whole);
    small_board_remove(&c);
}

/* It is the same table by another name. */
static void a_checkpoint_knows_its_table_by_any_path(void **state)
{
    const struct folder *folder = *state;
    const char *name = strrchr(folder->name, '/') + 1;
    struct small_board c;
    char checkpoint[128];
    uint8_t *whole;
    size_t size;

    lane_make(&c, folder);
    snprintf(checkpoint, sizeof(checkpoint), "%s/checkpoint", folder->name);
    whole = lane_solve_whole(&c, &size);
    lane_interrupt(&c, checkpoint);
    snprintf(c.table, sizeof(c.table), "%s/../%s/./lane.table", folder->name, name);
    lane_check_goes_on(&c, checkpoint, whole, size);
    free(whole);
    small_board_remove(&c);
}

/* --- places --------------------------------------------------------------------------------- */

static void check_no_place(const struct small_board *c, const char *table)
{
    struct bz_solve_options options = {.threads = 1, .megabytes = 64, .table = table};
    struct bz_solution solution;
    struct bz_error err;

    assert_int_equal(bz_solve(&c->setup, &c->start, &options, &solution, &err), BZ_ERROR_IO);
    check_error(&err, BZ_ERROR_IO, "no file");
    assert_false(table_is_there(table, ".draft"));
}

/* A folder, a pipe, a link to one: none is replaced, and that is found out before the work. */
static void a_table_takes_the_place_of_files_only(void **state)
{
    const struct folder *folder = *state;
    struct small_board c;
    char pipe[128], link[128];
    struct stat there;

    small_board_make(&c, folder, 3);
    snprintf(pipe, sizeof(pipe), "%s/pipe", folder->name);
    snprintf(link, sizeof(link), "%s/link", folder->name);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    assert_int_equal(symlink(pipe, link), 0);
    check_no_place(&c, folder->name);
    check_no_place(&c, pipe);
    check_no_place(&c, link);
    assert_true(stat(pipe, &there) == 0 && S_ISFIFO(there.st_mode));
    remove(link);
    remove(pipe);
    small_board_remove(&c);
}

/* Where nobody asked for a table the value counts; where somebody did, the table does. */
static void a_table_nobody_asked_for_may_be_missing(void **state)
{
    struct bz_solve_options options = {.threads = 2, .megabytes = 64};
    struct bz_solution solution;
    struct bz_setup setup;
    struct bz_error err;
    union bz_pos start;

    (void)state;
    check_setup(&setup, "monopoly", "board=lane");
    bz_start(&setup, &start);
    setenv("XDG_DATA_HOME", "/proc/nope", 1);
    if (bz_solve(&setup, &start, &options, &solution, &err))
        fail_msg("%s", err.text);
    unsetenv("XDG_DATA_HOME");
    assert_true(solution.solved && fabs(solution.lower - 0.528113948) < 1e-7);
    check_error(&solution.unkept, BZ_ERROR_IO, "table cannot be created");
    options.table = "/proc/nope/lane.table";
    assert_int_equal(bz_solve(&setup, &start, &options, &solution, &err), BZ_ERROR_IO);
    bz_setup_release(&setup);
}

/* A damaged record in the usual place: who solves the board makes a new table of it. */
static void a_damaged_table_is_made_anew(void **state)
{
    const struct folder *folder = *state;
    struct bz_solve_options options = {.threads = 2, .megabytes = 64};
    struct bz_solution solution;
    struct small_board c;
    struct bz_setup setup;
    struct bz_error err;
    union bz_pos start;
    char text[160];
    uint8_t *whole;
    size_t size;

    lane_make(&c, folder);
    whole = lane_solve_whole(&c, &size);
    table_spill(c.table, whole, size);
    snprintf(text, sizeof(text), "board=lane cap=10000 table=%s", c.table);
    check_setup(&setup, "monopoly", text);
    bz_start(&setup, &start);
    for (size_t at = 200; at < size / 4; at += size / 10) {
        flip(c.table, at);
        if (bz_solve(&setup, &start, &options, &solution, &err))
            fail_msg("%s", err.text);
        table_check(c.table, whole, size);
    }
    bz_setup_release(&setup);
    free(whole);
    small_board_remove(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(damaged_drafts_are_refused, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(a_checkpoint_knows_its_table_by_any_path, folder_make,
                                        folder_remove),
        cmocka_unit_test_setup_teardown(a_table_takes_the_place_of_files_only, folder_make,
                                        folder_remove),
        cmocka_unit_test(a_table_nobody_asked_for_may_be_missing),
        cmocka_unit_test_setup_teardown(a_damaged_table_is_made_anew, folder_make, folder_remove),
    };

    return CHECK_RUN(tests);
}
