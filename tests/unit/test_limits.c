/*
 * test_limits.c - when an engine stops: at its limits, at the caller's flag, at a proof, and when
 * it gives up.
 */
#include "check.h"

#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include "duet_konane.h"
#include "properties.h"

/* --- limits --------------------------------------------------------------------------------- */

static void node_limits_are_kept(void **state)
{
    static const char *const kinds[] = {"best:hash=1", "minimax", "alphabeta", "expectiminimax"};
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    property_konane(&setup, "", 5, 10, &pos);
    for (int k = 0; k < CHECK_COUNT(kinds); k++)
        for (uint64_t limit = 1; limit < 100000; limit = limit * 3 + 1) {
            struct bz_engine *engine = check_engine(&setup, kinds[k]);
            struct bz_limits limits = {.nodes = limit};
            struct bz_answer answer;

            bz_engine_think(engine, &pos, &limits, NULL, &answer);
            assert_true(bz_is_legal(&setup, &pos, answer.move));
            assert_true(answer.info.nodes <= limit + (uint64_t)setup.rules->moves_max);
            bz_engine_free(engine);
        }
    bz_setup_release(&setup);
}

/* With more nodes allowed it looks deeper. */
static void node_limits_are_used(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;
    int before = 0;

    (void)state;
    property_konane(&setup, "", 5, 10, &pos);
    for (uint64_t limit = 1000; limit <= 100000; limit *= 10) {
        struct bz_engine *engine = check_engine(&setup, "best:hash=1");
        struct bz_limits limits = {.nodes = limit};
        struct bz_answer answer;

        bz_engine_think(engine, &pos, &limits, NULL, &answer);
        assert_true(answer.info.depth > before);
        before = answer.info.depth;
        bz_engine_free(engine);
    }
    bz_setup_release(&setup);
}

static void the_callers_depth_replaces_the_specs(void **state)
{
    static const char *const kinds[] = {"best:plies=6", "minimax:plies=4", "alphabeta:plies=5"};
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    property_konane(&setup, "", 6, 8, &pos);
    for (int k = 0; k < CHECK_COUNT(kinds); k++)
        for (int depth = 1; depth <= 4; depth++) {
            struct bz_engine *engine = check_engine(&setup, kinds[k]);
            struct bz_limits limits = {.depth = depth};
            struct bz_answer answer;

            bz_engine_think(engine, &pos, &limits, NULL, &answer);
            assert_int_equal(answer.info.depth, depth);
            bz_engine_free(engine);
        }
    bz_setup_release(&setup);
}

/* Stopped before it began, it still has a legal move. */
static void a_stop_flag_already_set_stops_at_once(void **state)
{
    static const char *const kinds[] = {"best:hash=1",
                                        "minimax:plies=200",
                                        "alphabeta:plies=200",
                                        "expectiminimax:plies=200",
                                        "random",
                                        "simple"};
    atomic_bool stop = true;
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    property_konane(&setup, "size=12", 7, 10, &pos);
    for (int k = 0; k < CHECK_COUNT(kinds); k++) {
        struct bz_engine *engine = check_engine(&setup, kinds[k]);
        struct bz_limits limits = {.stop = &stop, .infinite = k == 0};
        struct bz_answer answer;

        bz_engine_think(engine, &pos, &limits, NULL, &answer);
        assert_true(bz_is_legal(&setup, &pos, answer.move));
        bz_engine_free(engine);
    }
    bz_setup_release(&setup);
}

static void *set_soon(void *flag)
{
    struct timespec moment = {.tv_nsec = 30000000};

    nanosleep(&moment, NULL);
    atomic_store((atomic_bool *)flag, true);
    return NULL;
}

/* A search told to be infinite ends when another thread says so, whatever other limits it has. */
static void a_stop_flag_ends_an_endless_search(void **state)
{
    static const char *const kinds[] = {"best:hash=1", "best:hash=1,threads=3", "minimax:plies=200",
                                        "alphabeta:plies=200"};
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    check_setup(&setup, "konane", "size=14");
    bz_start(&setup, &pos);
    for (int k = 0; k < CHECK_COUNT(kinds); k++) {
        struct bz_engine *engine = check_engine(&setup, kinds[k]);
        atomic_bool stop = false;
        struct bz_limits limits = {
            .stop = &stop, .infinite = true, .depth = 2, .nodes = 10, .movetime = 1};
        struct bz_answer answer;
        pthread_t thread;

        assert_int_equal(pthread_create(&thread, NULL, set_soon, &stop), 0);
        bz_engine_think(engine, &pos, &limits, NULL, &answer);
        assert_true(atomic_load(&stop));
        pthread_join(thread, NULL);
        assert_true(bz_is_legal(&setup, &pos, answer.move));
        bz_engine_free(engine);
    }
    bz_setup_release(&setup);
}

static void stop_when_deep(void *context, const struct bz_info *info)
{
    if (info->depth >= 4)
        atomic_store((atomic_bool *)context, true);
}

/* An engine that has proved a win goes on with that game, and with no other: it does not spend the
 * time of another position on proving the same of it. If it does, this hangs. */
static void a_win_is_a_matter_of_its_game(void **state)
{
    struct bz_engine *engine;
    struct bz_setup setup;
    struct bz_answer answer;
    union bz_pos won, other;
    const struct bz_limits few = {.nodes = 20000};
    struct bz_random random;

    (void)state;
    property_konane(&setup, "", 1, 10, &other);
    engine = check_engine(&setup, "best:hash=2");
    bz_random_seed(&random, 11);
    do {
        property_wander(&setup, &random, 34, &won);
        bz_engine_think(engine, &won, &few, NULL, &answer);
    } while (answer.info.proof != BZ_WIN);
    for (int i = 0; i < 2; i++) {
        atomic_bool stop = false;
        const struct bz_limits limits = {
            .stop = &stop, .infinite = i == 0, .nodes = 1u << 30, .movetime = 1u << 30};
        const struct bz_listener listener = {.info = stop_when_deep, .context = &stop};

        bz_engine_think(engine, &other, &limits, &listener, &answer);
        assert_true(answer.info.depth >= 4);
        bz_engine_think(engine, &won, &few, NULL, &answer);
        assert_int_equal(answer.info.proof, BZ_WIN);
    }
    bz_engine_free(engine);
    bz_setup_release(&setup);
}

/* Time and clocks end a search that has no other end; if not, this hangs. */
static void time_limits_end_a_search(void **state)
{
    static const struct bz_limits limits[] = {
        {.movetime = 1},
        {.movetime = 30},
        {.time = {300, 300}},
        {.time = {1, 1}},
        {.time = {200, 200}, .increment = {20, 20}},
    };
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    check_setup(&setup, "konane", "size=14");
    bz_start(&setup, &pos);
    for (int i = 0; i < CHECK_COUNT(limits); i++) {
        struct bz_engine *engine = check_engine(&setup, i % 2 ? "alphabeta" : "best:hash=1");
        struct bz_answer answer;

        bz_engine_think(engine, &pos, &limits[i], NULL, &answer);
        assert_true(bz_is_legal(&setup, &pos, answer.move));
        bz_engine_free(engine);
    }
    bz_setup_release(&setup);
}

/* --- proofs --------------------------------------------------------------------------------- */

/* Plies to the end with best play, the winner hurrying and the loser delaying; positive if the
 * player to move wins. */
static int distance(const struct oracle *oracle)
{
    struct oracle_move moves[ORACLE_MOVES_MAX];
    int count = oracle_moves(oracle, moves), win = 0, loss = 0;

    for (int i = 0; i < count; i++) {
        struct oracle child = *oracle;
        int there;

        oracle_play(&child, moves[i]);
        there = distance(&child);
        if (there <= 0 && (win == 0 || 1 - there < win))
            win = 1 - there;
        if (there > 0 && 1 + there > loss)
            loss = 1 + there;
    }
    return win ? win : -loss;
}

static void best_proves_and_counts_the_plies(void **state)
{
    struct bz_random random;
    int proved = 0;

    (void)state;
    bz_random_seed(&random, 9);
    while (proved < 100) {
        struct oracle oracle;
        struct oracle_move moves[ORACLE_MOVES_MAX];
        struct bz_setup setup;
        union bz_pos pos;
        struct bz_answer answer;
        int count, wanted;

        oracle_start(&oracle, 5, 4 + (int)bz_random_below(&random, 3));
        for (uint64_t plies = 5 + bz_random_below(&random, 8);
             plies > 0 && (count = oracle_moves(&oracle, moves)) > 0; plies--)
            oracle_play(&oracle, moves[bz_random_below(&random, (uint64_t)count)]);
        if (oracle_moves(&oracle, moves) == 0 || oracle_perft(&oracle, 5) > 500)
            continue;
        wanted = distance(&oracle);
        duet_from_oracle(&setup, &oracle, &pos);
        answer = check_answer(&setup, "best:plies=60,hash=1", &pos);
        assert_int_equal(answer.info.proof, wanted > 0 ? BZ_WIN : BZ_LOSS);
        assert_int_equal(answer.info.distance, wanted > 0 ? wanted : -wanted);
        bz_setup_release(&setup);
        proved++;
    }
}

/* Several threads share a table without ever proving something else than one does. */
static void threads_prove_the_same(void **state)
{
    struct bz_random random;

    (void)state;
    bz_random_seed(&random, 10);
    for (int i = 0; i < 10; i++) {
        struct bz_setup setup;
        union bz_pos pos;
        struct bz_answer one, many;

        check_setup(&setup, "konane", "size=6");
        do
            property_wander(&setup, &random, 14, &pos);
        while (bz_is_over(&setup, &pos));
        one = check_answer(&setup, "best:plies=60,hash=1", &pos);
        many = check_answer(&setup, "best:plies=60,hash=1,threads=4", &pos);
        assert_int_not_equal(one.info.proof, BZ_UNDECIDED);
        assert_int_equal(one.info.proof, many.info.proof);
        assert_true(bz_is_legal(&setup, &pos, many.move));
        bz_setup_release(&setup);
    }
}

/* --- resigning ------------------------------------------------------------------------------ */

/* Black has two jumps, and each time White takes the piece that has jumped. */
static void lost_position(struct bz_setup *setup, const char *options, union bz_pos *ret_pos)
{
    check_setup(setup, "konane", options);
    check_parse(setup, "BW1W/4/4/W1WB b", ret_pos);
}

static void resigns_when_told_to_and_lost(void **state)
{
    static const struct {
        const char *options, *spec;
        bool resigns;
    } cases[] = {
        {"", "best:plies=30", false},
        {"", "best:plies=30,resign=never", false},
        {"", "best:plies=30,resign=lost", true},
        {"", "alphabeta:plies=12,resign=lost", true},
        {"", "alphabeta:plies=12,eval=report,resign=lost", true},
        {"", "minimax:plies=8,resign=lost", true},
        {"", "expectiminimax:plies=8,resign=lost", true},
        {"", "minimax:plies=8", false},
        {"resign=lost", "best:plies=30", true},
        {"resign=lost", "alphabeta:plies=12", true},
        {"resign=lost", "best:plies=30,resign=never", false},
        {"resign=lost", "alphabeta:plies=12,resign=game", true},
        {"resign=lost", "random", false},
        {"resign=lost", "simple", false},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        struct bz_setup setup;
        union bz_pos pos;
        struct bz_answer answer;

        lost_position(&setup, cases[i].options, &pos);
        answer = check_answer(&setup, cases[i].spec, &pos);
        if (answer.resigned != cases[i].resigns)
            fail_msg("%s with '%s': resigned %d", cases[i].spec, cases[i].options, answer.resigned);
        assert_true(cases[i].resigns ? answer.move == BZ_MOVE_NONE
                                     : bz_is_legal(&setup, &pos, answer.move));
        bz_setup_release(&setup);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(node_limits_are_kept),
        cmocka_unit_test(node_limits_are_used),
        cmocka_unit_test(the_callers_depth_replaces_the_specs),
        cmocka_unit_test(a_stop_flag_already_set_stops_at_once),
        cmocka_unit_test(a_stop_flag_ends_an_endless_search),
        cmocka_unit_test(a_win_is_a_matter_of_its_game),
        cmocka_unit_test(time_limits_end_a_search),
        cmocka_unit_test(best_proves_and_counts_the_plies),
        cmocka_unit_test(threads_prove_the_same),
        cmocka_unit_test(resigns_when_told_to_and_lost),
    };

    return CHECK_RUN(tests);
}
