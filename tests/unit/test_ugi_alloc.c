/*
 * test_ugi_alloc.c - nothing is allocated between `go` and `bestmove`, in any thread.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "alloc_count.h"
#include "check.h"
#include "properties.h"
#include "ugi/session.h"

/* Notes how many allocations there had been when the bestmove came out. */
struct witness {
    pthread_mutex_t lock;
    pthread_cond_t seen;
    bool done;
    uint64_t count;
};

static int watch(void *context, const char *text, size_t length)
{
    struct witness *witness = context;

    if (length < 9 || memcmp(text, "bestmove ", 9) != 0)
        return 0;
    pthread_mutex_lock(&witness->lock);
    witness->count = alloc_count();
    witness->done = true;
    pthread_cond_signal(&witness->seen);
    pthread_mutex_unlock(&witness->lock);
    return 0;
}

static void tell(struct ugi *ugi, const char *line)
{
    assert_true(ugi_line(ugi, line, strlen(line)));
}

/* Allocations from `go` to its bestmove. */
static uint64_t count_search(struct ugi *ugi, struct witness *witness, const char *go)
{
    uint64_t before;

    witness->done = false;
    before = alloc_count();
    tell(ugi, go);
    pthread_mutex_lock(&witness->lock);
    while (!witness->done)
        pthread_cond_wait(&witness->seen, &witness->lock);
    pthread_mutex_unlock(&witness->lock);
    return witness->count - before;
}

/* `setting` is an option of the engine and its value, as the protocol writes it. */
static void check_engine_allocates_nothing(const char *setting, const char *options, const char *go)
{
    struct witness witness = {.lock = PTHREAD_MUTEX_INITIALIZER, .seen = PTHREAD_COND_INITIALIZER};
    struct ugi *ugi;
    char line[80];
    struct bz_setup setup;
    struct bz_error err;

    if (!alloc_count_works())
        return;
    ugi = malloc(sizeof(*ugi));
    assert_non_null(ugi);
    check_setup(&setup, "konane", options);
    assert_int_equal(ugi_init(ugi, &setup, watch, &witness, &err), BZ_OK);
    snprintf(line, sizeof(line), "setoption name %s", setting);
    tell(ugi, line);
    tell(ugi, "position startpos moves a1 b1");
    assert_int_equal(count_search(ugi, &witness, go), 0);
    tell(ugi, "position startpos moves a1 b1 a3-a1");
    assert_int_equal(count_search(ugi, &witness, go), 0);
    ugi_release(ugi);
    free(ugi);
}

static void the_counter_counts(void **state)
{
    uint64_t before = alloc_count();
    void *volatile memory = malloc(100);

    (void)state;
    free(memory);
    assert_int_equal(alloc_count() - before, alloc_count_works() ? 1 : 0);
}

static void best(void **state)
{
    (void)state;
    check_engine_allocates_nothing("Engine value best", "", "go movetime 100");
    check_engine_allocates_nothing("Engine value best", "book=none", "go movetime 100");
    check_engine_allocates_nothing("Engine value best", "size=16", "go nodes 20000");
}

static void two_threads(void **state)
{
    (void)state;
    check_engine_allocates_nothing("Threads value 2", "book=none", "go movetime 100");
}

/* Of every game, a position on the way. */
static void check_spec_allocates_nothing(const char *spec)
{
    const struct bz_game *game;

    for (int i = 0; alloc_count_works() && (game = bz_game_at(i)); i++) {
        struct bz_random random;
        struct bz_setup setup;
        struct bz_engine *engine;
        struct bz_answer answer;
        union bz_pos pos;
        uint64_t before;

        bz_random_seed(&random, 8);
        check_setup(&setup, game->name, "");
        do
            property_wander(&setup, &random, (int)bz_random_below(&random, 8), &pos);
        while (bz_is_over(&setup, &pos) || setup.rules->turn(&pos) == BZ_CHANCE);
        engine = check_engine(&setup, spec);
        before = alloc_count();
        bz_engine_think(engine, &pos, NULL, NULL, &answer);
        assert_int_equal(alloc_count() - before, 0);
        bz_engine_free(engine);
        bz_setup_release(&setup);
    }
}

/* One tree on two threads. */
static void monte_carlo(void **state)
{
    (void)state;
    check_engine_allocates_nothing("Engine value mcts", "", "go nodes 3000");
    check_spec_allocates_nothing("mcts:nodes=500,hash=1,threads=2,rollout=5");
}

/* Whoever advises it has all memory from the start. */
static void advisers(void **state)
{
    (void)state;
    check_spec_allocates_nothing("best:movetime=200,hash=16");
}

static void alphabeta(void **state)
{
    (void)state;
    check_engine_allocates_nothing("Engine value alphabeta", "", "go depth 5");
}

static void minimax(void **state)
{
    (void)state;
    check_engine_allocates_nothing("Engine value minimax", "", "go depth 4");
}

static void random_moves(void **state)
{
    (void)state;
    check_engine_allocates_nothing("Engine value random", "", "go");
}

static void simple_moves(void **state)
{
    (void)state;
    check_engine_allocates_nothing("Engine value simple", "", "go movetime 50");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_counter_counts),
        cmocka_unit_test(best),
        cmocka_unit_test(two_threads),
        cmocka_unit_test(monte_carlo),
        cmocka_unit_test(advisers),
        cmocka_unit_test(alphabeta),
        cmocka_unit_test(minimax),
        cmocka_unit_test(random_moves),
        cmocka_unit_test(simple_moves),
    };

    return CHECK_RUN(tests);
}
