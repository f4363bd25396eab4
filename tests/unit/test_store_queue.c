/*
 * test_store_queue.c - every game is played and counted once, whoever takes it, is killed with it,
 * or comes back with it too late.
 */
#include "check.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "stores.h"

enum { PLAYERS = 4, CROWD = 8, CROWD_GAMES = 2000, KILLS = 6 };

#define OK(call)                      \
    do {                              \
        if ((call) != BZ_OK)          \
            fail_msg("%s", err.text); \
    } while (0)

static int64_t begin_games(struct bz_store *store, int count)
{
    int64_t players[PLAYERS], id = stores_tournament(store, "t", PLAYERS, players);

    stores_enqueue(store, id, players, PLAYERS, count);
    return id;
}

static int64_t count_in(struct bz_store *store, enum bz_store_state state)
{
    int64_t counts[BZ_STORE_STATES];
    struct bz_error err;

    OK(bz_store_count(store, 0, counts, &err));
    return counts[state];
}

static void oldest_first(void **state)
{
    struct bz_store *store = stores_open(*state, BZ_STORE_CREATE);
    struct bz_store_hand hand, more;
    struct bz_error err;
    int64_t id = begin_games(store, 70), worker = stores_worker(store);

    OK(bz_store_claim(store, worker, id, 3, &hand, &err));
    assert_int_equal(hand.count, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(hand.games[i].number, i);
        assert_int_equal(hand.games[i].attempt, 1);
        assert_int_equal(hand.games[i].worker, worker);
        assert_int_equal(hand.games[i].state, BZ_STORE_PLAYING);
        assert_string_equal(hand.games[i].task, "go on");
    }
    OK(bz_store_give_back(store, &hand.games[1], &err));
    assert_int_equal(bz_store_give_back(store, &hand.games[1], &err), BZ_ERROR_STALE);
    OK(bz_store_claim(store, worker, 0, 1000, &more, &err));
    assert_int_equal(more.count, BZ_STORE_CLAIM_MAX);
    assert_int_equal(more.games[0].number, 1);
    assert_int_equal(more.games[0].attempt, 2);
    assert_int_equal(more.games[1].number, 3);
    bz_store_hand_release(&more);
    OK(bz_store_claim(store, worker, id + 1, 5, &more, &err));
    assert_int_equal(more.count, 0);
    bz_store_hand_release(&hand);
    bz_store_close(store);
}

/* The store handed out games, and the worker never heard of it. */
static void lost_answers(void **state)
{
    struct bz_store *store = stores_open(*state, BZ_STORE_CREATE);
    int64_t worker = stores_worker(store), other = stores_worker(store);
    struct bz_store_hand hand, lost, others;
    struct bz_error err;
    int64_t kept[2];

    begin_games(store, 10);
    OK(bz_store_claim(store, worker, 0, 2, &hand, &err));
    OK(bz_store_claim(store, other, 0, 1, &others, &err));
    OK(bz_store_claim(store, worker, 0, 3, &lost, &err));
    for (int i = 0; i < 2; i++)
        kept[i] = hand.games[i].id;
    OK(bz_store_keep(store, worker, kept, 2, &err));
    assert_int_equal(count_in(store, BZ_STORE_PLAYING), 3);
    assert_int_equal(stores_finish(store, &lost.games[0], &err), BZ_ERROR_STALE);
    OK(stores_finish(store, &hand.games[1], &err));
    OK(stores_finish(store, &others.games[0], &err));
    OK(bz_store_keep(store, worker, NULL, 0, &err));
    assert_int_equal(count_in(store, BZ_STORE_PLAYING), 0);
    assert_int_equal(count_in(store, BZ_STORE_QUEUED), 8);
    bz_store_hand_release(&hand);
    bz_store_hand_release(&lost);
    bz_store_hand_release(&others);
    bz_store_close(store);
}

static int see_worker(void *context, const struct bz_store_worker *worker)
{
    assert_string_equal(worker->host, "here");
    assert_string_equal(worker->session, "boot");
    assert_int_equal(worker->pid, getpid());
    assert_true(worker->speed == 1.5);
    *(struct bz_store_worker *)context = *worker;
    return 0;
}

static void beats_and_burials(void **state)
{
    struct bz_store *store = stores_open(*state, BZ_STORE_CREATE);
    struct bz_store_worker worker = {0};
    struct bz_store_hand hand;
    struct bz_error err;
    int64_t id = stores_worker(store);

    begin_games(store, 5);
    OK(bz_store_claim(store, id, 0, 2, &hand, &err));
    bz_store_hand_release(&hand);
    OK(bz_store_beat(store, id, &err));
    OK(bz_store_beat(store, id, &err));
    OK(bz_store_workers(store, false, see_worker, &worker, &err));
    assert_int_equal(worker.id, id);
    assert_int_equal(worker.beat, 2);
    assert_int_equal(worker.playing, 2);
    assert_int_equal(worker.life, BZ_STORE_ALIVE);
    OK(bz_store_worker_end(store, id, BZ_STORE_DEAD, &err));
    assert_int_equal(count_in(store, BZ_STORE_QUEUED), 5);
    OK(bz_store_worker_end(store, id, BZ_STORE_DEAD, &err)); /* which is told once */
    assert_int_equal(back_door_ask(*state, "SELECT count(*) FROM events WHERE kind = 'dead'"), 1);
    assert_int_equal(back_door_ask(*state, "SELECT count(*) FROM events WHERE tournament > 0 AND "
                                           "text LIKE 'worker 1 on here was given up; its games%'"),
                     1);
    assert_int_equal(bz_store_beat(store, id, &err), BZ_ERROR_STALE);
    assert_int_equal(bz_store_claim(store, id, 0, 1, &hand, &err), BZ_ERROR_STALE);
    assert_int_equal(hand.count, 0);
    OK(bz_store_worker_end(store, id, BZ_STORE_LEFT, &err)); /* the dead stay dead */
    worker.id = 0;
    OK(bz_store_workers(store, false, see_worker, &worker, &err));
    assert_int_equal(worker.id, 0);
    OK(bz_store_workers(store, true, see_worker, &worker, &err));
    assert_int_equal(worker.life, BZ_STORE_DEAD);
    bz_store_close(store);
}

/* One was taken for dead, and is not. */
static void too_late(void **state)
{
    struct bz_store *store = stores_open(*state, BZ_STORE_CREATE);
    int64_t slow = stores_worker(store), quick = stores_worker(store);
    struct bz_store_hand late, hand;
    struct bz_error err;

    begin_games(store, 1);
    OK(bz_store_claim(store, slow, 0, 1, &late, &err));
    OK(bz_store_worker_end(store, slow, BZ_STORE_DEAD, &err));
    assert_int_equal(stores_finish(store, &late.games[0], &err), BZ_ERROR_STALE);
    OK(bz_store_claim(store, quick, 0, 1, &hand, &err));
    assert_int_equal(hand.games[0].attempt, 2);
    assert_int_equal(stores_finish(store, &late.games[0], &err), BZ_ERROR_STALE);
    check_error(&err, BZ_ERROR_STALE, "game 0");
    assert_int_equal(back_door_ask(*state, "SELECT count(*) FROM moves"), 0);
    OK(stores_finish(store, &hand.games[0], &err));
    OK(stores_finish(store, &hand.games[0], &err)); /* as after an answer that was lost */
    assert_int_equal(stores_finish(store, &late.games[0], &err), BZ_ERROR_STALE);
    assert_int_equal(bz_store_give_back(store, &hand.games[0], &err), BZ_ERROR_STALE);
    assert_int_equal(back_door_ask(*state, "SELECT count(*) FROM moves"), STORES_MOVES);
    assert_int_equal(back_door_ask(*state, "SELECT count(*) FROM events WHERE kind = 'done'"), 1);
    bz_store_hand_release(&late);
    bz_store_hand_release(&hand);
    bz_store_close(store);
}

/* An end that cannot be written as a whole is not written at all. */
static void no_half_an_end(void **state)
{
    struct bz_store *store = stores_open(*state, BZ_STORE_CREATE);
    int64_t worker = stores_worker(store);
    struct bz_store_hand hand;
    struct bz_error err;

    begin_games(store, 1);
    OK(bz_store_claim(store, worker, 0, 1, &hand, &err));
    hand.games[0].seat_count = 3;
    hand.games[0].seats[2] = hand.games[0].seats[1];
    assert_int_equal(stores_finish(store, &hand.games[0], &err), BZ_ERROR_UNFIT);
    assert_int_equal(count_in(store, BZ_STORE_PLAYING), 1);
    assert_int_equal(back_door_ask(*state, "SELECT count(*) FROM moves"), 0);
    assert_int_equal(
        back_door_ask(*state, "SELECT count(*) FROM seats WHERE result <> '' OR points <> 0"), 0);
    hand.games[0].seat_count = 2;
    OK(stores_finish(store, &hand.games[0], &err));
    bz_store_hand_release(&hand);
    bz_store_close(store);
}

/* Of several handed in at once, those that were taken away do not count, nor their events. */
static void several_at_once(void **state)
{
    struct bz_store *store = stores_open(*state, BZ_STORE_CREATE);
    int64_t worker = stores_worker(store);
    struct bz_store_hand hand;
    struct bz_store_event events[3] = {{.kind = "end"}, {.kind = "end"}, {.kind = "end"}};
    struct bz_error err;
    int codes[3] = {7, 7, 7};

    begin_games(store, 3);
    OK(bz_store_claim(store, worker, 0, 3, &hand, &err));
    for (int i = 0; i < 3; i++)
        events[i].game = hand.games[i].id;
    OK(bz_store_give_back(store, &hand.games[1], &err));
    for (int again = 0; again < 2; again++) {
        OK(bz_store_finish_all(store, hand.games, 3, events, 3, codes, &err));
        assert_int_equal(codes[0], BZ_OK);
        assert_int_equal(codes[1], BZ_ERROR_STALE);
        assert_int_equal(codes[2], BZ_OK);
        assert_int_equal(count_in(store, BZ_STORE_DONE), 2);
        assert_int_equal(back_door_ask(*state, "SELECT count(*) FROM events"), 2);
    }
    bz_store_hand_release(&hand);
    bz_store_close(store);
}

/* A worker process: tells its number, then plays until nothing is left, or for ever. */
static void work(const struct stores *stores, bool for_ever, int told)
{
    struct bz_store *store = NULL;
    struct bz_store_worker worker = {.host = "x", .session = "y", .pid = getpid()};
    struct bz_error err;
    bool idle = false;

    if (bz_store_open(stores->url, BZ_STORE_OPEN, &store, &err) ||
        bz_store_worker_add(store, &worker, &err) ||
        write(told, &worker.id, sizeof(worker.id)) != sizeof(worker.id)) {
        fprintf(stderr, "# %s\n", err.text);
        _exit(1);
    }
    while (for_ever || !idle) {
        struct bz_store_hand hand = {.count = 0};
        int code = bz_store_claim(store, worker.id, 0, 3, &hand, &err);

        for (int i = 0; i < hand.count && (!code || code == BZ_ERROR_BUSY); i++)
            do
                code = stores_finish(store, &hand.games[i], &err);
            while (code == BZ_ERROR_BUSY);
        if (code && code != BZ_ERROR_BUSY) {
            fprintf(stderr, "# %s\n", err.text);
            _exit(1);
        }
        idle = !code && !hand.count;
        bz_store_hand_release(&hand);
    }
    bz_store_close(store);
    _exit(0);
}

struct crowd {
    pid_t pids[CROWD];
    int64_t ids[CROWD];
};

static void hire(struct crowd *crowd, int at, bool for_ever, const struct stores *stores)
{
    int ends[2];

    assert_int_equal(pipe(ends), 0);
    crowd->pids[at] = fork();
    assert_true(crowd->pids[at] >= 0);
    if (!crowd->pids[at])
        work(stores, for_ever, ends[1]);
    close(ends[1]);
    assert_int_equal(read(ends[0], &crowd->ids[at], sizeof(crowd->ids[at])),
                     sizeof(crowd->ids[at]));
    close(ends[0]);
}

/* Those who would never end are killed one after the other, buried, and replaced. */
static void a_crowd_with_deaths(void **state)
{
    const struct stores *stores = *state;
    struct bz_store *store = stores_open(stores, BZ_STORE_CREATE);
    struct crowd crowd;
    struct bz_error err;
    int status;

    begin_games(store, CROWD_GAMES);
    bz_store_close(store);
    for (int i = 0; i < CROWD; i++)
        hire(&crowd, i, i < KILLS, stores);
    for (int victim = 0; victim < KILLS; victim++) {
        store = stores_open(stores, BZ_STORE_OPEN);
        while (count_in(store, BZ_STORE_DONE) < CROWD_GAMES * victim / KILLS)
            usleep(1000);
        kill(crowd.pids[victim], SIGKILL);
        waitpid(crowd.pids[victim], &status, 0);
        assert_true(WIFSIGNALED(status));
        OK(bz_store_worker_end(store, crowd.ids[victim], BZ_STORE_DEAD, &err));
        bz_store_close(store);
        hire(&crowd, victim, false, stores);
    }
    for (int i = 0; i < CROWD; i++) {
        waitpid(crowd.pids[i], &status, 0);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    assert_int_equal(
        back_door_ask(stores, "SELECT count(*) FROM games WHERE state = 'done' AND attempt > 0"),
        CROWD_GAMES);
    assert_int_equal(back_door_ask(stores, "SELECT count(*) FROM events WHERE kind = 'done'"),
                     CROWD_GAMES);
    assert_int_equal(back_door_ask(stores, "SELECT count(DISTINCT game) FROM events"), CROWD_GAMES);
    assert_int_equal(back_door_ask(stores, "SELECT count(*) FROM moves"),
                     CROWD_GAMES * STORES_MOVES);
    assert_int_equal(back_door_ask(stores, "SELECT count(*) FROM seats WHERE result <> ''"),
                     CROWD_GAMES * 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(oldest_first, stores_make, stores_remove),
        cmocka_unit_test_setup_teardown(lost_answers, stores_make, stores_remove),
        cmocka_unit_test_setup_teardown(beats_and_burials, stores_make, stores_remove),
        cmocka_unit_test_setup_teardown(too_late, stores_make, stores_remove),
        cmocka_unit_test_setup_teardown(no_half_an_end, stores_make, stores_remove),
        cmocka_unit_test_setup_teardown(several_at_once, stores_make, stores_remove),
        cmocka_unit_test_setup_teardown(a_crowd_with_deaths, stores_make, stores_remove),
    };

    return CHECK_RUN(tests);
}
