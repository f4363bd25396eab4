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

#include "small_boards.h"

static uint8_t *slurp(const char *path, size_t *ret_size)
{
    FILE *file = fopen(path, "rb");
    struct stat there;
    uint8_t *bytes;

    assert_non_null(file);
    assert_int_equal(stat(path, &there), 0);
    bytes = malloc((size_t)there.st_size + 1);
    *ret_size = fread(bytes, 1, (size_t)there.st_size, file);
    fclose(file);
    return bytes;
}

static void spill(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static void check_file(const char *path, const uint8_t *wanted, size_t wanted_size)
{
    size_t size;
    uint8_t *bytes = slurp(path, &size);

    assert_int_equal(size, wanted_size);
    assert_memory_equal(bytes, wanted, size);
    free(bytes);
}

static void check_same_files(const char *a, const char *b)
{
    size_t size;
    uint8_t *bytes = slurp(b, &size);

    check_file(a, bytes, size);
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
    bytes = slurp(c.table, &size);
    bz_random_seed(&random, 7);
    for (int i = 0; i < 300; i++) {
        size_t at = bz_random_below(&random, i % 2 ? size : 200);
        uint8_t old = bytes[at];

        bytes[at] ^= (uint8_t)(1 + bz_random_below(&random, 255));
        spill(c.table, bytes, size);
        check_damaged(&c, truth);
        bytes[at] = old;
        spill(c.table, bytes, bz_random_below(&random, size));
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

static bool is_there(const char *path, const char *tail)
{
    char name[140];

    snprintf(name, sizeof(name), "%s%s", path, tail);
    return access(name, F_OK) == 0;
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
    assert_false(is_there(table, ".draft"));
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
    bytes = slurp(c.table, &size);
    for (size_t room = 0; room < size; room += room < size - 100 ? (size - 100) / 5 : 50) {
        check_no_room(&c, other, room);
        assert_false(is_there(other, ""));
        check_no_room(&c, c.table, room);
    }
    check_file(c.table, bytes, size);
    free(bytes);
    small_board_remove(&c);
}

/* --- checkpoints ---------------------------------------------------------------------------- */

/* A board that takes a moment. */
static void make_lane(struct small_board *c, const struct folder *folder)
{
    *c = (struct small_board){0};
    snprintf(c->table, sizeof(c->table), "%s/lane.table", folder->name);
    check_setup(&c->setup, "monopoly", "board=lane cap=10000 table=none");
    bz_start(&c->setup, &c->start);
}

/* Stops when the draft of the table has grown to some size. */
struct guard {
    atomic_bool stop, done;
    char draft[140];
    off_t size;
};

static void *stop_when_grown(void *at)
{
    struct guard *guard = at;
    struct stat there;

    while (!atomic_load(&guard->done)) {
        if (stat(guard->draft, &there) == 0 && there.st_size >= guard->size)
            atomic_store(&guard->stop, true);
        usleep(200);
    }
    return NULL;
}

static int solve_until(const struct small_board *c, const char *checkpoint, off_t size,
                       struct bz_solution *ret_solution, struct bz_error *err)
{
    struct guard guard = {.size = size};
    struct bz_solve_options options = {.threads = 2,
                                       .megabytes = 64,
                                       .table = c->table,
                                       .checkpoint = checkpoint,
                                       .stop = &guard.stop};
    pthread_t thread;
    int code;

    snprintf(guard.draft, sizeof(guard.draft), "%s.part", c->table);
    assert_int_equal(pthread_create(&thread, NULL, stop_when_grown, &guard), 0);
    code = bz_solve(&c->setup, &c->start, &options, ret_solution, err);
    atomic_store(&guard.done, true);
    pthread_join(thread, NULL);
    return code;
}

/* Leaves a checkpoint and a draft of the board. Who comes too late to stop it tries again. */
static void interrupt(const struct small_board *c, const char *checkpoint)
{
    struct bz_solution solution;
    struct bz_error err;

    for (int i = 0; i < 20; i++) {
        if (solve_until(c, checkpoint, 50000, &solution, &err))
            fail_msg("%s", err.text);
        if (!solution.solved && access(checkpoint, F_OK) == 0)
            return;
        remove(c->table);
    }
    fail_msg("it could not be stopped");
}

static void check_goes_on(const struct small_board *c, const char *checkpoint, const uint8_t *whole,
                          size_t size)
{
    struct bz_solution solution;
    struct bz_error err;

    if (solve_until(c, checkpoint, INT64_MAX, &solution, &err))
        fail_msg("%s", err.text);
    check_file(c->table, whole, size);
    assert_false(is_there(checkpoint, "") || is_there(c->table, ".part"));
}

static uint8_t *solve_whole(const struct small_board *c, size_t *ret_size)
{
    uint8_t *bytes;

    small_board_solve(&c->setup, &c->start, c->table, 2);
    bytes = slurp(c->table, ret_size);
    remove(c->table);
    return bytes;
}

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

    make_lane(&c, folder);
    snprintf(checkpoint, sizeof(checkpoint), "%s/checkpoint", folder->name);
    whole = solve_whole(&c, &size);
    interrupt(&c, checkpoint);
    saved = slurp(checkpoint, &saved_size);
    for (int i = 0; i < 4; i++) {
        const size_t rooms[] = {0, 50000, size / 2, size - 100};
        int code;

        set_room(rooms[i]);
        code = solve_until(&c, checkpoint, (off_t)size / 3, &solution, &err);
        set_room(RLIM_INFINITY);
        assert_int_equal(code, BZ_ERROR_IO);
        check_error(&err, BZ_ERROR_IO, "cannot be written");
        assert_false(is_there(c.table, "") || is_there(checkpoint, ".part"));
        check_file(checkpoint, saved, saved_size);
    }
    check_goes_on(&c, checkpoint, whole, size);
    free(whole);
    free(saved);
    small_board_remove(&c);
}

static void check_refused(const struct small_board *c, const char *checkpoint, const char *words)
{
    struct bz_solution solution;
    struct bz_error err;
    int code = solve_until(c, checkpoint, 50000, &solution, &err);

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

    make_lane(&c, folder);
    snprintf(checkpoint, sizeof(checkpoint), "%s/checkpoint", folder->name);
    whole = solve_whole(&c, &size);
    interrupt(&c, checkpoint);
    saved = slurp(checkpoint, &saved_size);
    bz_random_seed(&random, 3);
    for (int i = 0; i < 40; i++) {
        size_t at = bz_random_below(&random, i % 2 ? saved_size : 32);

        saved[at] ^= 0x40;
        spill(checkpoint, saved, saved_size);
        check_refused(&c, checkpoint, NULL);
        check_file(checkpoint, saved, saved_size);
        saved[at] ^= 0x40;
        spill(checkpoint, saved, at);
        check_refused(&c, checkpoint, at < 32 ? "not a checkpoint" : "damaged");
    }
    spill(checkpoint, saved, saved_size);
    small_board_make(&other, folder, 3);
    check_refused(&other, checkpoint, "another board");
    small_board_remove(&other);
    check_goes_on(&c, checkpoint, whole, size);
    free(whole);
    free(saved);
    small_board_remove(&c);
}

/* Changes two bytes of a file. */
static void flip(const char *path, size_t at)
{
    size_t size;
    uint8_t *bytes = slurp(path, &size);

    assert_true(at + 1 < size);
    bytes[at] ^= 0xff;
    bytes[at + 1] ^= 0xff;
    spill(path, bytes, size);
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

    make_lane(&c, folder);
    snprintf(checkpoint, sizeof(checkpoint), "%s/checkpoint", folder->name);
    snprintf(draft, sizeof(draft), "%s.part", c.table);
    whole = solve_whole(&c, &size);
    interrupt(&c, checkpoint);
    for (size_t at = 200; at < 20000; at += 7000) {
        flip(draft, at);
        assert_int_equal(solve_until(&c, checkpoint, INT64_MAX, &solution, &err), BZ_ERROR_SYNTAX);
        check_error(&err, BZ_ERROR_SYNTAX, "damaged checkpoint afresh");
        assert_false(is_there(c.table, ""));
        flip(draft, at);
    }
    check_goes_on(&c, checkpoint, whole, size);
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

    make_lane(&c, folder);
    snprintf(checkpoint, sizeof(checkpoint), "%s/checkpoint", folder->name);
    whole = solve_whole(&c, &size);
    interrupt(&c, checkpoint);
    snprintf(c.table, sizeof(c.table), "%s/../%s/./lane.table", folder->name, name);
    check_goes_on(&c, checkpoint, whole, size);
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
    assert_false(is_there(table, ".draft"));
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

    make_lane(&c, folder);
    whole = solve_whole(&c, &size);
    spill(c.table, whole, size);
    snprintf(text, sizeof(text), "board=lane cap=10000 table=%s", c.table);
    check_setup(&setup, "monopoly", text);
    bz_start(&setup, &start);
    for (size_t at = 200; at < size / 4; at += size / 10) {
        flip(c.table, at);
        if (bz_solve(&setup, &start, &options, &solution, &err))
            fail_msg("%s", err.text);
        check_file(c.table, whole, size);
    }
    bz_setup_release(&setup);
    free(whole);
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

    make_lane(&c, folder);
    snprintf(checkpoint, sizeof(checkpoint), "%s/checkpoint", folder->name);
    interrupt(&c, checkpoint);
    whole = solve_whole(&c, &size);
    check_goes_on(&c, checkpoint, whole, size);
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

    make_lane(&c, folder);
    whole = solve_whole(&c, &size);
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
    check_file(c.table, whole, size);
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
        cmocka_unit_test_setup_teardown(damaged_drafts_are_refused, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(a_checkpoint_knows_its_table_by_any_path, folder_make,
                                        folder_remove),
        cmocka_unit_test_setup_teardown(a_table_takes_the_place_of_files_only, folder_make,
                                        folder_remove),
        cmocka_unit_test(a_table_nobody_asked_for_may_be_missing),
        cmocka_unit_test_setup_teardown(a_damaged_table_is_made_anew, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(a_draft_belongs_to_its_checkpoint, folder_make,
                                        folder_remove),
        cmocka_unit_test_setup_teardown(several_write_one_table, folder_make, folder_remove),
    };

    return CHECK_RUN(tests);
}
