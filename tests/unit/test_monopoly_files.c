/*
 * test_monopoly_files.c - what the solver of Monopoly leaves on the disk: tables and checkpoints
 * that are stopped, damaged, of another board, wanted by several, or without room.
 */
#include "check.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "table_files.h"

static void check_same_files(const char *a, const char *b)
{
    size_t size;
    uint8_t *bytes = table_slurp(b, &size);

    table_check(a, bytes, size);
    free(bytes);
}

static void threads_change_nothing(void **state)
{
    const struct folder *folder = *state;
    struct small_board c;
    char other[128];

    small_board_make(&c, folder, 3);
    snprintf(other, sizeof(other), "%s/other.table", folder->name);
    check_number(small_board_solve(&c.setup, &c.start, c.table, 1).lower,
                 small_board_solve(&c.setup, &c.start, other, 3).lower, "value");
    check_same_files(c.table, other);
    remove(other);
    small_board_remove(&c);
}

/* Sets a flag some time from now. */
struct alarm {
    atomic_bool stop;
    useconds_t delay;
};

static void *stop_soon(void *at)
{
    struct alarm *alarm = at;

    usleep(alarm->delay);
    atomic_store(&alarm->stop, true);
    return NULL;
}

/* Stopped again and again, until it is done; true if it is. */
static bool solve_a_little(const struct small_board *c, const char *table, const char *checkpoint,
                           int part, double *ret_value)
{
    struct alarm alarm = {.delay = 3000 * (useconds_t)part}; /* a busy machine gets on, too */
    struct bz_solve_options options = {.threads = 2,
                                       .megabytes = 64,
                                       .table = table,
                                       .checkpoint = checkpoint,
                                       .stop = &alarm.stop};
    struct bz_solution solution;
    struct bz_error err;
    pthread_t thread;
    int code;

    assert_int_equal(pthread_create(&thread, NULL, stop_soon, &alarm), 0);
    code = bz_solve(&c->setup, &c->start, &options, &solution, &err);
    pthread_join(thread, NULL);
    if (code)
        fail_msg("%s", err.text);
    *ret_value = solution.lower;
    return solution.solved;
}

static void what_was_stopped_goes_on(void **state)
{
    const struct folder *folder = *state;
    struct small_board c;
    char other[128], checkpoint[128];
    double value = 0, whole;
    int parts = 1;

    small_board_make(&c, folder, 3);
    snprintf(other, sizeof(other), "%s/other.table", folder->name);
    snprintf(checkpoint, sizeof(checkpoint), "%s/checkpoint", folder->name);
    whole = small_board_solve(&c.setup, &c.start, c.table, 1).lower;
    while (!solve_a_little(&c, other, checkpoint, parts, &value))
        assert_true(parts++ < 100);
    check_number(value, whole, "value");
    check_same_files(c.table, other);
    remove(other);
    remove(checkpoint);
    small_board_remove(&c);
}

/* A table with a byte changed is refused, or silent, or right. */
static void check_damaged(const struct small_board *c, double truth)
{
    struct table *table = NULL;
    struct bz_error err;
    double chance;

    if (monopoly_table_open(c->table, c->setup.world, &table, &err)) {
        assert_true(err.code == BZ_ERROR_SYNTAX || err.code == BZ_ERROR_UNFIT);
        return;
    }
    if (monopoly_table_chance(table, (const void *)&c->start, &chance))
        check_number(chance, truth, "chance");
    monopoly_table_close(table);
}

static void damage_is_seen(void **state)
{
    const struct folder *folder = *state;
    struct bz_random random;
    struct small_board c;
    struct table *table = NULL;
    uint8_t *bytes;
    size_t size;
    double truth;

    small_board_make(&c, folder, 3);
    small_board_solve(&c.setup, &c.start, c.table, 1);
    assert_int_equal(monopoly_table_open(c.table, c.setup.world, &table, NULL), BZ_OK);
    assert_true(monopoly_table_chance(table, (const void *)&c.start, &truth));
    monopoly_table_close(table);
    bytes = table_slurp(c.table, &size);
    bz_random_seed(&random, 7);
    for (int i = 0; i < 300; i++) {
        size_t at = bz_random_below(&random, i % 2 ? size : 200);
        uint8_t old = bytes[at];

        bytes[at] ^= (uint8_t)(1 + bz_random_below(&random, 255));
        table_spill(c.table, bytes, size);
        check_damaged(&c, truth);
        bytes[at] = old;
        table_spill(c.table, bytes, bz_random_below(&random, size));
        check_damaged(&c, truth);
    }
    free(bytes);
    small_board_remove(&c);
}

static void a_table_belongs_to_its_board(void **state)
{
    const struct folder *folder = *state;
    struct bz_setup other;
    struct small_board c;
    struct bz_engine *engine;
    struct bz_error err;
    char options[200];

    small_board_make(&c, folder, 3);
    small_board_solve(&c.setup, &c.start, c.table, 1);
    snprintf(options, sizeof(options), "table=%s", c.table);
    check_setup(&other, "monopoly", options);
    assert_true(bz_engine_new(&other, "best", &engine, &err) != BZ_OK);
    check_error(&err, BZ_ERROR_UNFIT, "another board");
    bz_setup_release(&other);
    check_setup(&other, "monopoly", "table=/nonexistent/table");
    assert_true(bz_engine_new(&other, "best", &engine, &err) != BZ_OK);
    check_error(&err, BZ_ERROR_IO, "cannot be opened");
    bz_setup_release(&other);
    small_board_remove(&c);
}

/* --- no room -------------------------------------------------------------------------------- */

/* No file may become larger, as if the disk were full. */
static void set_room(rlim_t bytes)
{
    struct rlimit limit;

    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void check_no_room(const struct small_board *c, const char *table, rlim_t bytes)
{
    struct bz_solve_options options = {.threads = 2, .megabytes = 64, .table = table};
    struct bz_solution solution;
    struct bz_error err;
    int code;

    set_room(bytes);
    code = bz_solve(&c->setup, &c->start, &options, &solution, &err);
    set_room(RLIM_INFINITY);
    assert_int_equal(code, BZ_ERROR_IO);
    check_error(&err, BZ_ERROR_IO, "table cannot be written");
    assert_false(table_is_there(table, ".draft"));
}

/* Neither half a table is left, nor the old one lost, wherever the room ends. */
static void without_room_there_is_no_table(void **state)
{
    const struct folder *folder = *state;
    struct small_board c;
    char other[128];
    uint8_t *bytes;
    size_t size;

    small_board_make(&c, folder, 3);
    small_board_solve(&c.setup, &c.start, c.table, 1);
    snprintf(other, sizeof(other), "%s/other.table", folder->name);
    bytes = table_slurp(c.table, &size);
    for (size_t room = 0; room < size; room += room < size - 100 ? (size - 100) / 5 : 50) {
        check_no_room(&c, other, room);
        assert_false(table_is_there(other, ""));
        check_no_room(&c, c.table, room);
    }
    table_check(c.table, bytes, size);
    free(bytes);
    small_board_remove(&c);
}

/* --- checkpoints ---------------------------------------------------------------------------- */

/* What was saved stays when there is no room for more, and is gone on from when there is. */
static void without_room_the_checkpoint_stays(void **state)
{
    const struct folder *folder = *state;
    struct bz_solution solution;
    struct small_board c;
    struct bz_error err;
    char checkpoint[128];
    uint8_t *whole, *saved;
    size_t size, saved_size;

    lane_make(&c, folder);
    snprintf(checkpoint, sizeof(checkpoint), "%s/checkpoint", folder->name);
    whole = lane_solve_whole(&c, &size);
    lane_interrupt(&c, checkpoint);
    saved = table_slurp(checkpoint, &saved_size);
    for (int i = 0; i < 4; i++) {
        const size_t rooms[] = {0, 50000, size / 2, size - 100};
        int code;

        set_room(rooms[i]);
        code = lane_solve_until(&c, checkpoint, (off_t)size / 3, &solution, &err);
        set_room(RLIM_INFINITY);
        assert_int_equal(code, BZ_ERROR_IO);
        check_error(&err, BZ_ERROR_IO, "cannot be written");
        assert_false(table_is_there(c.table, "") || table_is_there(checkpoint, ".part"));
        table_check(checkpoint, saved, saved_size);
    }
    lane_check_goes_on(&c, checkpoint, whole, size);
    free(whole);
    free(saved);
    small_board_remove(&c);
}

static void check_refused(const struct small_board *c, const char *checkpoint, const char *words)
{
    struct bz_solution solution;
    struct bz_error err;
    int code = lane_solve_until(c, checkpoint, 50000, &solution, &err);

    if (code != BZ_ERROR_SYNTAX && code != BZ_ERROR_UNFIT)
        fail_msg("code %d: %s", code, code ? err.text : "");
    check_error(&err, code, "checkpoint");
    if (words)
        check_error(&err, code, words);
}

/* A changed or shortened checkpoint is refused and left alone, and so is its draft. */
static void damaged_checkpoints_are_refused(void **state)
{
    const struct folder *folder = *state;
    struct bz_random random;
    struct small_board c, other;
    char checkpoint[128];
    uint8_t *whole, *saved;
    size_t size, saved_size;

    lane_make(&c, folder);
    snprintf(checkpoint, sizeof(checkpoint), "%s/checkpoint", folder->name);
    whole = lane_solve_whole(&c, &size);
    lane_interrupt(&c, checkpoint);
    saved = table_slurp(checkpoint, &saved_size);
    bz_random_seed(&random, 3);
    for (int i = 0; i < 40; i++) {
        size_t at = bz_random_below(&random, i % 2 ? saved_size : 32);

        saved[at] ^= 0x40;
        table_spill(checkpoint, saved, saved_size);
        check_refused(&c, checkpoint, NULL);
        table_check(checkpoint, saved, saved_size);
        saved[at] ^= 0x40;
        table_spill(checkpoint, saved, at);
        check_refused(&c, checkpoint, at < 32 ? "not a checkpoint" : "damaged");
    }
    table_spill(checkpoint, saved, saved_size);
    small_board_make(&other, folder, 3);
    check_refused(&other, checkpoint, "another board");
    small_board_remove(&other);
    lane_check_goes_on(&c, checkpoint, whole, size);
    free(whole);
    free(saved);
    small_board_remove(&c);
}

/* Somebody solves the board without a checkpoint meanwhile: neither harms the other. */
static void a_draft_belongs_to_its_checkpoint(void **state)
{
    const struct folder *folder = *state;
    struct small_board c;
    char checkpoint[128];
    uint8_t *whole;
    size_t size;

    lane_make(&c, folder);
    snprintf(checkpoint, sizeof(checkpoint), "%s/checkpoint", folder->name);
    lane_interrupt(&c, checkpoint);
    whole = lane_solve_whole(&c, &size);
    lane_check_goes_on(&c, checkpoint, whole, size);
    free(whole);
    small_board_remove(&c);
}

/* --- several at once ------------------------------------------------------------------------ */

struct writer {
    const struct small_board *board;
    int code;
    struct bz_error err;
};

static void *write_table(void *at)
{
    struct writer *writer = at;
    struct bz_solve_options options = {
        .threads = 1, .megabytes = 64, .table = writer->board->table};
    struct bz_solution solution;

    writer->code =
        bz_solve(&writer->board->setup, &writer->board->start, &options, &solution, &writer->err);
    return NULL;
}

/* Of several who write one table one does; the others say so, or come later and write the same. */
static void several_write_one_table(void **state)
{
    enum { WRITERS = 3 };
    const struct folder *folder = *state;
    struct writer writers[WRITERS];
    pthread_t threads[WRITERS];
    struct small_board c;
    uint8_t *whole;
    size_t size;
    int done = 0;

    lane_make(&c, folder);
    whole = lane_solve_whole(&c, &size);
    for (int i = 0; i < WRITERS; i++) {
        writers[i] = (struct writer){.board = &c};
        assert_int_equal(pthread_create(&threads[i], NULL, write_table, &writers[i]), 0);
    }
    for (int i = 0; i < WRITERS; i++) {
        pthread_join(threads[i], NULL);
        done += writers[i].code == BZ_OK;
        if (writers[i].code)
            check_error(&writers[i].err, BZ_ERROR_IO, "another process is writing");
    }
    assert_true(done > 0);
    table_check(c.table, whole, size);
    free(whole);
    small_board_remove(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(threads_change_nothing, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(what_was_stopped_goes_on, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(damage_is_seen, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(a_table_belongs_to_its_board, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(without_room_there_is_no_table, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(without_room_the_checkpoint_stays, folder_make,
                                        folder_remove),
        cmocka_unit_test_setup_teardown(damaged_checkpoints_are_refused, folder_make,
                                        folder_remove),
        cmocka_unit_test_setup_teardown(a_draft_belongs_to_its_checkpoint, folder_make,
                                        folder_remove),
        cmocka_unit_test_setup_teardown(several_write_one_table, folder_make, folder_remove),
    };

    return CHECK_RUN(tests);
}
