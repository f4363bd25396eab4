/*
 * test_cluster.c - what several ranks find together is what one finds alone, and what goes wrong in
 * one goes wrong in all.
 */
#include "check.h"
#include "ring.h"

#include <string.h>

#include "search/cluster.h"

/* --- agreeing -------------------------------------------------------------------------------- */

struct quarrel {
    int faulty; /* the rank that fails, and all behind it */
    int codes[RING_MAX];
    struct bz_error errors[RING_MAX];
};

static void agree(void *context, const struct bz_cluster *cluster)
{
    struct quarrel *quarrel = context;
    struct bz_error *err = &quarrel->errors[cluster->rank];
    int code = BZ_OK;

    if (cluster->rank >= quarrel->faulty)
        code = bz_fail(err, BZ_ERROR_MEMORY, "rank %d has no memory", cluster->rank);
    quarrel->codes[cluster->rank] = bz_cluster_agree(cluster, code, err);
}

static void one_failure_is_everyones(void **state)
{
    (void)state;
    for (int faulty = 0; faulty <= 4; faulty++) {
        struct quarrel quarrel = {.faulty = faulty};

        ring_run(4, agree, &quarrel);
        for (int i = 0; i < 4; i++)
            assert_int_equal(quarrel.codes[i], faulty < 4 ? BZ_ERROR_MEMORY : BZ_OK);
        for (int i = 0; i < 4 && faulty < 4; i++)
            assert_int_equal(quarrel.errors[i].text[strlen("rank ")], '0' + faulty);
    }
}

static void a_process_alone_agrees_with_itself(void **state)
{
    (void)state;
    assert_int_equal(bz_cluster_agree(NULL, BZ_OK, NULL), BZ_OK);
    assert_int_equal(bz_cluster_agree(NULL, BZ_ERROR_IO, NULL), BZ_ERROR_IO);
    assert_true(bz_cluster_leads(NULL));
}

/* --- proving --------------------------------------------------------------------------------- */

struct task {
    struct bz_setup setup;
    union bz_pos pos;
    struct bz_solve_options options;
    struct bz_solution solutions[RING_MAX];
    int codes[RING_MAX];
};

static void solve(void *context, const struct bz_cluster *cluster)
{
    struct task *task = context;
    struct bz_solve_options options = task->options;
    struct bz_error err;

    options.cluster = cluster;
    task->codes[cluster->rank] =
        bz_solve(&task->setup, &task->pos, &options, &task->solutions[cluster->rank], &err);
}

/* After a few random moves, so that the player to move wins here and loses there. */
static void start(struct task *task, const char *options, uint64_t seed)
{
    struct bz_random random;

    *task = (struct task){.options = {.threads = 1, .megabytes = 4}};
    check_setup(&task->setup, "konane", options);
    bz_start(&task->setup, &task->pos);
    bz_random_seed(&random, seed);
    for (uint64_t ply = 0; ply < 2 + seed % 4; ply++) {
        bz_move moves[BZ_MOVES_MAX];
        int count = task->setup.rules->moves(&task->pos, moves);

        task->setup.rules->play(&task->pos, moves[bz_random_below(&random, (uint64_t)count)]);
    }
}

static void ranks_prove_what_one_process_proves(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct bz_solution alone;
        struct task task;
        int ranks = 1 + (int)(seed % 4);

        start(&task, "size=5", seed);
        assert_int_equal(bz_solve(&task.setup, &task.pos, &task.options, &alone, NULL), 0);
        ring_run(ranks, solve, &task);
        for (int i = 0; i < ranks; i++) {
            assert_int_equal(task.codes[i], 0);
            assert_true(task.solutions[i].solved);
            check_number(task.solutions[i].lower, alone.lower, "value");
            assert_int_equal(task.solutions[i].nodes, task.solutions[0].nodes);
        }
        bz_setup_release(&task.setup);
    }
}

/* Bit for bit. */
static void ranks_solve_a_board_as_one_process_does(void **state)
{
    struct task task = {.options = {.threads = 1, .megabytes = 64}};
    struct bz_solution alone;

    (void)state;
    check_setup(&task.setup, "monopoly", "board=lane table=none");
    check_parse(&task.setup, "100,130 1,2 .1..2. 1 r 4", &task.pos);
    assert_int_equal(bz_solve(&task.setup, &task.pos, &task.options, &alone, NULL), 0);
    for (int ranks = 2; ranks <= 4; ranks++) {
        ring_run(ranks, solve, &task);
        for (int i = 0; i < ranks; i++) {
            assert_int_equal(task.codes[i], 0);
            check_number(task.solutions[i].lower, alone.lower, "chance");
        }
    }
    bz_setup_release(&task.setup);
}

static void a_limit_of_nodes_is_one_for_all_ranks(void **state)
{
    struct task task;

    (void)state;
    start(&task, "size=8", 0);
    task.options.nodes = 20000;
    ring_run(3, solve, &task);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(task.codes[i], 0);
        assert_false(task.solutions[i].solved);
        assert_true(task.solutions[i].nodes >= 20000);
    }
    bz_setup_release(&task.setup);
}

static void a_stop_stops_all(void **state)
{
    const atomic_bool stop = true;
    struct task task;

    (void)state;
    start(&task, "size=8", 0);
    task.options.stop = &stop;
    ring_run(2, solve, &task);
    assert_false(task.solutions[0].solved);
    assert_false(task.solutions[1].solved);
    bz_setup_release(&task.setup);
}

static void what_ranks_cannot_do_they_refuse_together(void **state)
{
    struct task task;

    (void)state;
    start(&task, "size=5", 0);
    task.options.proof = "nowhere";
    ring_run(2, solve, &task);
    assert_int_equal(task.codes[0], BZ_ERROR_UNFIT);
    assert_int_equal(task.codes[1], BZ_ERROR_UNFIT);
    task.options.proof = NULL;
    task.options.checkpoint = "/nowhere/at/all";
    ring_run(2, solve, &task);
    assert_int_equal(task.codes[0], BZ_ERROR_IO);
    assert_int_equal(task.codes[1], BZ_ERROR_IO);
    bz_setup_release(&task.setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_failure_is_everyones),
        cmocka_unit_test(a_process_alone_agrees_with_itself),
        cmocka_unit_test(ranks_prove_what_one_process_proves),
        cmocka_unit_test(ranks_solve_a_board_as_one_process_does),
        cmocka_unit_test(a_limit_of_nodes_is_one_for_all_ranks),
        cmocka_unit_test(a_stop_stops_all),
        cmocka_unit_test(what_ranks_cannot_do_they_refuse_together),
    };

    return CHECK_RUN(tests);
}
