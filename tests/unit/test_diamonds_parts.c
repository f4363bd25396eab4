/*
 * test_diamonds_parts.c - parts of the planner that small maps would never need, used by themselves
 * and compared with trying everything.
 */
#include "brute_diamonds.h"
#include "check.h"

#include <math.h>
#include <stdlib.h>

#include "games/diamonds/plan.h"

enum { GAMES = 4000 }; /* enough that a key which is weighed wrongly for one colour is found out */

struct parts {
    struct plan_model model;
    struct plan_bound bound;
    struct plan_search search;
    struct plan_anneal anneal;
    struct plan_clock clock;
    unsigned char memory[8 << 20];
};

static void take_apart(struct parts *parts, const union bz_pos *pos)
{
    static const atomic_bool never = false;
    struct plan_room room = {parts->memory, sizeof(parts->memory)}, spare = {NULL, 0};

    parts->clock = (struct plan_clock){.deadline = {&never, UINT64_MAX, INT64_MAX}};
    plan_model_begin(&parts->model, (const void *)pos->bytes);
    assert_true(plan_model_measure(&parts->model, &room, &parts->clock));
    assert_true(plan_bound_init(&parts->bound, &parts->model, &room, &spare));
    assert_true(plan_search_init(&parts->search, &parts->model, &parts->bound, &room));
}

/* Small maps are solved before it pays to remember everything: here that is all there is. Whatever
 * the toll, the bound is one, and the search by it finds the best plan and knows that it is. */
static void compare_sets(struct parts *parts, int best, int toll)
{
    int upper;

    assert_non_null(parts->bound.whole.values);
    parts->bound.best_toll = toll;
    assert_true(plan_bound_remember(&parts->bound, &parts->clock));
    assert_true(parts->bound.top >= PLAN_PART * best || best == parts->model.idle);
    assert_true(plan_search_run(&parts->search, UINT32_MAX, &parts->clock, &upper));
    assert_int_equal(parts->search.best, best);
    assert_int_equal(upper, best);
}

/* What annealing finds is a plan that is worth what it says, or more. */
static void compare_annealed(struct parts *parts, int best)
{
    plan_anneal_init(&parts->anneal, &parts->model, parts->bound.toll / PLAN_PART);
    assert_true(plan_anneal_run(&parts->anneal, &parts->clock));
    parts->search.best = parts->model.idle;
    assert_true(plan_search_order(&parts->search, &parts->anneal.best, &parts->clock));
    assert_in_range(parts->search.best - parts->model.idle, 0, best - parts->model.idle);
    if (parts->anneal.best.length > 0)
        assert_true(parts->search.best >= parts->anneal.best_value);
}

static void parts_agree_with_brute_force(void **state)
{
    struct parts *parts = calloc(1, sizeof(*parts));
    struct bz_random random;
    int found = 0;

    (void)state;
    assert_non_null(parts);
    bz_random_seed(&random, 7);
    for (int i = 0; i < GAMES; i++) {
        struct bz_setup setup;
        union bz_pos pos;
        char text[BRUTE_TEXT];
        int best;

        brute_diamonds_draw(&random, &setup, &pos, text);
        take_apart(parts, &pos);
        best = (int)floor(brute_diamonds(&setup, &pos)) - parts->model.score;
        compare_sets(parts, best, 4 * (int)bz_random_below(&random, 40));
        compare_annealed(parts, best);
        found += parts->search.best == best;
        bz_setup_release(&setup);
    }
    assert_true(found > GAMES * 9 / 10);
    free(parts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_agree_with_brute_force),
    };

    return CHECK_RUN(tests);
}
