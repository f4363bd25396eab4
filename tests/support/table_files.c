/*
 * table_files.c - see table_files.h.
 */
#include "table_files.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

uint8_t *table_slurp(const char *path, size_t *ret_size)
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

void table_spill(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

void table_check(const char *path, const uint8_t *wanted, size_t wanted_size)
{
    size_t size;
    uint8_t *bytes = table_slurp(path, &size);

    assert_int_equal(size, wanted_size);
    assert_memory_equal(bytes, wanted, size);
    free(bytes);
}

bool table_is_there(const char *path, const char *tail)
{
    char name[140];

    snprintf(name, sizeof(name), "%s%s", path, tail);
    return access(name, F_OK) == 0;
}

void lane_make(struct small_board *c, const struct folder *folder)
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

int lane_solve_until(const struct small_board *c, const char *checkpoint, off_t size,
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

/* Who comes too late to stop it tries again. */
void lane_interrupt(const struct small_board *c, const char *checkpoint)
{
    struct bz_solution solution;
    struct bz_error err;

    for (int i = 0; i < 20; i++) {
        if (lane_solve_until(c, checkpoint, 50000, &solution, &err))
            fail_msg("%s", err.text);
        if (!solution.solved && access(checkpoint, F_OK) == 0)
            return;
        remove(c->table);
    }
    fail_msg("it could not be stopped");
}

void lane_check_goes_on(const struct small_board *c, const char *checkpoint, const uint8_t *whole,
                        size_t size)
{
    struct bz_solution solution;
    struct bz_error err;

    if (lane_solve_until(c, checkpoint, INT64_MAX, &solution, &err))
        fail_msg("%s", err.text);
    table_check(c->table, whole, size);
    assert_false(table_is_there(checkpoint, "") || table_is_there(c->table, ".part"));
}

uint8_t *lane_solve_whole(const struct small_board *c, size_t *ret_size)
{
    uint8_t *bytes;

    small_board_solve(&c->setup, &c->start, c->table, 2);
    bytes = table_slurp(c->table, ret_size);
    remove(c->table);
    return bytes;
}
