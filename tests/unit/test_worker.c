/*
 * test_worker.c - a worker that sees many tournaments, one after another; and its shelf of books.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "stores.h"
#include "tourney/director.h"
#include "tourney/shelf.h"
#include "tourney/worker.h"

enum { TOURNAMENTS = BZ_SHELF_MAX + 4, PATIENCE = 6000 /* looks */ };

#define OK(call)                      \
    do {                              \
        if ((call) != BZ_OK)          \
            fail_msg("%s", err.text); \
    } while (0)

static const char config[] =
    "{\"name\":\"t%d\",\"game\":\"konane\",\"options\":[\"size=4\"],\"games\":2,"
    "\"clock\":{\"nodes\":1},\"players\":["
    "{\"name\":\"a\",\"spec\":\"random\"},{\"name\":\"b\",\"spec\":\"random\"}]}";

static void begin(struct bz_store *store, int number, struct bz_director *ret_director)
{
    char text[sizeof(config) + 16];
    struct bz_error err;
    struct bz_plan plan;

    snprintf(text, sizeof(text), config, number);
    OK(bz_plan_parse(&plan, text, &err));
    OK(bz_director_begin(ret_director, store, &plan, &err));
}

static void wait_for_end(struct bz_worker *worker, struct bz_director *director)
{
    const struct timespec pause = {.tv_nsec = 10000000};
    struct bz_error err;
    bool over = false;

    for (int i = 0; i < PATIENCE && !over; i++) {
        OK(bz_worker_trouble(worker, &err));
        OK(bz_director_step(director, &over, &err));
        bz_worker_nudge(worker);
        nanosleep(&pause, NULL);
    }
    assert_true(over);
}

static void one_tournament_after_another(void **state)
{
    const struct stores *stores = *state;
    struct bz_store *store = stores_open(stores, BZ_STORE_CREATE);
    const struct bz_work work = {.store = stores->url, .threads = 2, .silence = 60};
    struct bz_worker *worker;
    struct bz_error err;

    OK(bz_worker_new(&work, &worker, &err));
    for (int i = 0; i < TOURNAMENTS; i++) {
        struct bz_director director;

        begin(store, i, &director);
        wait_for_end(worker, &director);
        bz_director_release(&director);
    }
    bz_worker_free(worker);
    bz_store_close(store);
}

static struct bz_book *add(struct bz_shelf *shelf, int64_t tournament)
{
    struct bz_book *book = calloc(1, sizeof(*book));

    assert_non_null(book);
    book->tournament = tournament;
    bz_shelf_add(shelf, book);
    return book;
}

static bool has(struct bz_shelf *shelf, int64_t tournament)
{
    struct bz_book *book = bz_shelf_take(shelf, tournament);

    bz_shelf_return(shelf, book);
    return book != NULL;
}

static void books_that_are_read_stay(void **state)
{
    struct bz_shelf shelf = {NULL};
    struct bz_book *held[3 * BZ_SHELF_MAX];

    (void)state;
    for (int i = 0; i < 3 * BZ_SHELF_MAX; i++)
        held[i] = add(&shelf, i);
    for (int i = 0; i < 3 * BZ_SHELF_MAX; i++)
        assert_true(has(&shelf, i));
    for (int i = 0; i < 3 * BZ_SHELF_MAX; i++)
        bz_shelf_return(&shelf, held[i]);
    for (int i = 0; i < 3 * BZ_SHELF_MAX; i++)
        assert_int_equal(has(&shelf, i), i >= 2 * BZ_SHELF_MAX);
    bz_shelf_clear(&shelf);
}

static void the_one_wanted_longest_ago_goes(void **state)
{
    struct bz_shelf shelf = {NULL};

    (void)state;
    for (int i = 0; i < BZ_SHELF_MAX; i++)
        bz_shelf_return(&shelf, add(&shelf, i));
    assert_true(has(&shelf, 0));
    bz_shelf_return(&shelf, add(&shelf, BZ_SHELF_MAX));
    assert_true(has(&shelf, 0));
    assert_false(has(&shelf, 1));
    for (int i = 2; i <= BZ_SHELF_MAX; i++)
        assert_true(has(&shelf, i));
    bz_shelf_clear(&shelf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_tournament_after_another, stores_make, stores_remove),
        cmocka_unit_test(books_that_are_read_stay),
        cmocka_unit_test(the_one_wanted_longest_ago_goes),
    };

    return CHECK_RUN(tests);
}
