/*
 * test_store_faults.c - what a store says when it cannot: "later" where waiting helps, "damaged"
 * where it does not. Nothing is ever half written.
 */
#include "check.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "stores.h"

enum { PLAYERS = 4, GAMES = 40 };

#define OK(call)                      \
    do {                              \
        if ((call) != BZ_OK)          \
            fail_msg("%s", err.text); \
    } while (0)

static int count_game(void *context, const struct bz_store_game *game)
{
    (void)game;
    ++*(int *)context;
    return 0;
}

static void fill(const struct stores *stores)
{
    struct bz_store *store = stores_open(stores, BZ_STORE_CREATE);
    int64_t players[PLAYERS], id = stores_tournament(store, "t", PLAYERS, players);
    struct bz_store_hand hand;
    struct bz_error err;

    stores_enqueue(store, id, players, PLAYERS, GAMES);
    OK(bz_store_claim(store, stores_worker(store), 0, GAMES / 2, &hand, &err));
    for (int i = 0; i < hand.count; i++)
        OK(stores_finish(store, &hand.games[i], &err));
    bz_store_hand_release(&hand);
    bz_store_close(store);
}

static void check_refused(const struct stores *stores, enum bz_store_mode mode, int code,
                          const char *words)
{
    struct bz_store *store = NULL;
    struct bz_error err;

    assert_int_equal(bz_store_open(stores->url, mode, &store, &err), code);
    check_error(&err, code, words);
    assert_null(store);
}

static void newer_versions(void **state)
{
    fill(*state);
    back_door_say(*state, "UPDATE meta SET version = 999");
    for (int mode = BZ_STORE_READ; mode <= BZ_STORE_CREATE; mode++)
        check_refused(*state, (enum bz_store_mode)mode, BZ_ERROR_DAMAGED, "999 newer");
    back_door_say(*state, "UPDATE meta SET application = 'other'");
    check_refused(*state, BZ_STORE_CREATE, BZ_ERROR_DAMAGED, "not a store");
    back_door_say(*state, "DELETE FROM meta");
    check_refused(*state, BZ_STORE_CREATE, BZ_ERROR_DAMAGED, "not a store");
}

static void foreign_databases(void **state)
{
    struct stores *stores = *state;

    if (stores->remote)
        check_refused(stores, BZ_STORE_OPEN, BZ_ERROR_UNKNOWN, "empty");
    else
        check_refused(stores, BZ_STORE_OPEN, BZ_ERROR_IO, "store.db");
    back_door_say(stores, "CREATE TABLE recipes (name TEXT)");
    check_refused(stores, BZ_STORE_OPEN, BZ_ERROR_DAMAGED, "not a store");
    check_refused(stores, BZ_STORE_CREATE, BZ_ERROR_DAMAGED, "not a store");
    assert_int_equal(back_door_ask(stores, "SELECT count(*) FROM recipes"), 0);
}

static void readers_do_not_write(void **state)
{
    struct bz_store *store;
    struct bz_error err;
    int count = 0;

    fill(*state);
    store = stores_open(*state, BZ_STORE_READ);
    OK(bz_store_games(store, &(struct bz_store_filter){.records = true}, count_game, &count, &err));
    assert_int_equal(count, GAMES);
    assert_int_equal(bz_store_tournament_state(store, 1, "over", &err), BZ_ERROR_IO);
    bz_store_close(store);
}

/* Somebody holds a lock: later. He lets go: now. */
static void locked(void **state)
{
    const struct stores *stores = *state;
    struct bz_store *store;
    struct back_door *door;
    struct bz_store_hand hand, more;
    struct bz_error err;
    int64_t worker;

    fill(stores);
    OK(bz_store_open_waiting(stores->url, BZ_STORE_OPEN, (struct bz_store_wait){.millis = 30},
                             &store, &err));
    worker = stores_worker(store);
    OK(bz_store_claim(store, worker, 0, 1, &hand, &err));
    door = back_door_open(stores);
    back_door_run(door, stores->remote ? "BEGIN; LOCK TABLE games" : "BEGIN IMMEDIATE");
    assert_int_equal(stores_finish(store, &hand.games[0], &err), BZ_ERROR_BUSY);
    check_error(&err, BZ_ERROR_BUSY, "lock");
    assert_int_equal(bz_store_claim(store, worker, 0, 1, &more, &err), BZ_ERROR_BUSY);
    back_door_run(door, "ROLLBACK");
    back_door_close(door);
    OK(stores_finish(store, &hand.games[0], &err));
    OK(bz_store_claim(store, worker, 0, 1, &more, &err));
    OK(stores_finish(store, &more.games[0], &err));
    bz_store_hand_release(&hand);
    bz_store_hand_release(&more);
    bz_store_close(store);
}

/* In a process of its own: no file may grow, then it may. */
static int write_with_full_disk(const struct stores *stores)
{
    struct bz_store *store;
    struct rlimit limit = {0, 0};
    struct bz_store_file file;
    struct bz_error err;
    char *bytes = calloc(1, 1 << 20);
    int code;

    if (!bytes || bz_store_open(stores->url, BZ_STORE_OPEN, &store, &err))
        return 1;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = 200000;
    setrlimit(RLIMIT_FSIZE, &limit);
    code = bz_store_file_put(store, bytes, 1 << 20, file.hash, &err);
    if (code != BZ_ERROR_BUSY)
        return 2;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
    if (bz_store_file_put(store, bytes, 1 << 20, file.hash, &err))
        return 3;
    bz_store_close(store);
    free(bytes);
    return 0;
}

static void full_disk(void **state)
{
    const struct stores *stores = *state;
    int status;
    pid_t pid;

    fill(stores);
    pid = fork();
    assert_true(pid >= 0);
    if (!pid)
        _exit(write_with_full_disk(stores));
    waitpid(pid, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_int_equal(back_door_ask(stores, "SELECT sum(length(content)) FROM files"), 1 << 20);
}

/* A file without its log: all of it is in the one file. */
static long whole_file(const struct stores *stores)
{
    FILE *file;
    long size;

    fill(stores);
    back_door_say(stores, "PRAGMA journal_mode = DELETE");
    file = fopen(stores->path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    size = ftell(file);
    fclose(file);
    return size;
}

static int ignore_fault(void *context, const char *text)
{
    (void)text;
    ++*(int *)context;
    return 0;
}

/* Opens and reads everything; the first code that is not 0, or how many faults a check finds. */
static int read_all(const struct stores *stores)
{
    struct bz_store *store = NULL;
    struct bz_error err;
    int count = 0, faults = 0;
    int code = bz_store_open(stores->url, BZ_STORE_READ, &store, &err);

    if (!code)
        code = bz_store_games(store, &(struct bz_store_filter){.records = true}, count_game, &count,
                              &err);
    if (!code)
        code = bz_store_check(store, ignore_fault, &faults, &err);
    bz_store_close(store);
    return code ? code : count == GAMES ? faults : faults + 1;
}

static void truncated(void **state)
{
    const struct stores *stores = *state;
    long size;

    size = whole_file(stores);
    assert_int_equal(read_all(stores), 0);
    for (long part = size - 4096; part > 0; part -= 4096) {
        assert_int_equal(truncate(stores->path, part), 0);
        assert_int_equal(read_all(stores), BZ_ERROR_DAMAGED);
    }
    assert_int_equal(truncate(stores->path, 0), 0);
    check_refused(stores, BZ_STORE_OPEN, BZ_ERROR_UNKNOWN, "empty");
}

/* Any one page full of noise is noticed: not trusted, and not mistaken for a lock. */
static void noise(void **state)
{
    const struct stores *stores = *state;
    struct bz_random random;
    unsigned char page[4096], kept[4096];
    long size;

    size = whole_file(stores);
    bz_random_seed(&random, 7);
    for (long at = 0; at < size; at += 4096) {
        FILE *file = fopen(stores->path, "r+b");
        int code;

        assert_non_null(file);
        for (int i = 0; i < 4096; i++)
            page[i] = (unsigned char)bz_random_below(&random, 256);
        fseek(file, at, SEEK_SET);
        assert_int_equal(fread(kept, 1, 4096, file), 4096);
        fseek(file, at, SEEK_SET);
        fwrite(page, 1, 4096, file);
        fclose(file);
        code = read_all(stores);
        assert_true(code == BZ_ERROR_DAMAGED || code > 0);
        file = fopen(stores->path, "r+b");
        assert_non_null(file);
        fseek(file, at, SEEK_SET);
        fwrite(kept, 1, 4096, file);
        fclose(file);
    }
    assert_int_equal(read_all(stores), 0);
}

/* A column that holds what it never should. */
static void nonsense(void **state)
{
    static const char *const cases[] = {
        "UPDATE games SET state = 'asleep' WHERE number = 3",
        "UPDATE games SET state = 'queued', plies = 1099511627776 WHERE number = 3",
        "UPDATE games SET plies = 1; UPDATE seats SET seat = 5 WHERE seat = 1",
        "UPDATE seats SET seat = 1 WHERE seat = 5; UPDATE seats SET result = 'lost' WHERE seat = 1",
    };
    struct bz_store *store;
    struct bz_error err;

    fill(*state);
    store = stores_open(*state, BZ_STORE_READ);
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        int count = 0;

        back_door_say(*state, cases[i]);
        assert_int_equal(bz_store_games(store, &(struct bz_store_filter){.game = NULL}, count_game,
                                        &count, &err),
                         BZ_ERROR_DAMAGED);
        check_error(&err, BZ_ERROR_DAMAGED, "damaged");
    }
    bz_store_close(store);
}

/* Runs the command line that stands in that variable, which must succeed. */
static void obey(const char *variable)
{
    const char *command = getenv(variable);
    int status;
    pid_t pid = fork();

    assert_non_null(command);
    assert_true(pid >= 0);
    if (!pid) {
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    waitpid(pid, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* The server dies: later. It comes back: the same store goes on. */
static void the_server_comes_back(void **state)
{
    const struct stores *stores = *state;
    struct bz_store *store;
    struct bz_store_hand hand;
    struct bz_error err;
    int64_t worker, counts[BZ_STORE_STATES];

    fill(stores);
    store = stores_open(stores, BZ_STORE_OPEN);
    worker = stores_worker(store);
    OK(bz_store_claim(store, worker, 0, 1, &hand, &err));
    obey("BAZI_STORE_STOP");
    for (int i = 0; i < 3; i++)
        assert_int_equal(stores_finish(store, &hand.games[0], &err), BZ_ERROR_BUSY);
    obey("BAZI_STORE_START");
    OK(stores_finish(store, &hand.games[0], &err));
    obey("BAZI_STORE_STOP");
    obey("BAZI_STORE_START");
    OK(bz_store_count(store, 0, counts, &err)); /* nobody noticed */
    assert_int_equal(counts[BZ_STORE_DONE], GAMES / 2 + 1);
    bz_store_hand_release(&hand);
    bz_store_close(store);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, stores_make, stores_remove)
#define COMMON                                                                               \
    CASE(newer_versions), CASE(foreign_databases), CASE(readers_do_not_write), CASE(locked), \
        CASE(nonsense)

int main(void)
{
    const struct CMUnitTest file_tests[] = {COMMON, CASE(full_disk), CASE(truncated), CASE(noise)};
    const struct CMUnitTest server_tests[] = {COMMON, CASE(the_server_comes_back)};

    return getenv("BAZI_STORE") ? CHECK_RUN(server_tests) : CHECK_RUN(file_tests);
}
