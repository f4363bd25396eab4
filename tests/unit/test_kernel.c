/*
 * test_kernel.c - the search compiled for a game and the same text compiled for any game walk the
 * same tree, node for node.
 */
#include "cases.h"

#include <stdio.h>
#include <string.h>

#include "properties.h"
#include "rooms.h"
#include "search/kernel.h"

enum { POSITIONS = 10, WANDER_MAX = 40 };

/* The same setup twice: with its own kernel and with the generic one. */
struct twins {
    struct bz_setup own, generic;
    struct bz_random random;
};

static void make_twins(struct twins *twins, const struct room *room)
{
    check_setup_of(&twins->own, room->game, room->options);
    twins->generic = twins->own;
    twins->generic.kernel = &bz_kernel_generic;
    bz_random_seed(&twins->random, 17);
}

/* A random position that is neither finished nor a chance node; false where the walk found none. */
static bool next_position(struct twins *twins, union bz_pos *ret_pos)
{
    int plies = (int)bz_random_below(&twins->random, WANDER_MAX);

    property_wander(&twins->own, &twins->random, plies, ret_pos);
    return !bz_is_over(&twins->own, ret_pos) && twins->own.rules->turn(ret_pos) != BZ_CHANCE;
}

static void same_perft(void **state)
{
    struct twins twins;
    union bz_pos pos;

    make_twins(&twins, *state);
    for (int i = 0; i < POSITIONS; i++) {
        next_position(&twins, &pos);
        for (int depth = 0; depth <= 4; depth++) {
            uint64_t own = 1, generic = 2;

            assert_int_equal(bz_perft(&twins.own, &pos, depth, NULL, &own, NULL), BZ_OK);
            assert_int_equal(bz_perft(&twins.generic, &pos, depth, NULL, &generic, NULL), BZ_OK);
            assert_true(own == generic);
        }
    }
    bz_setup_release(&twins.own);
}

static void assert_same_answer(const struct bz_answer *a, const struct bz_answer *b)
{
    assert_true(a->move == b->move);
    assert_true(a->info.nodes == b->info.nodes);
    check_number(a->info.value, b->info.value, "value");
    assert_int_equal(a->info.depth, b->info.depth);
    assert_int_equal(a->info.seldepth, b->info.seldepth);
    assert_int_equal(a->info.proof, b->info.proof);
    assert_int_equal(a->info.distance, b->info.distance);
    assert_int_equal(a->info.pv_length, b->info.pv_length);
    for (int i = 0; i < a->info.pv_length; i++)
        assert_true(a->info.pv[i] == b->info.pv[i]);
}

/* A little table is soon full, so that replacing counts too; a second search starts from it. */
static void same_search(void **state)
{
    const char *spec = "best:plies=6,hash=1";
    struct twins twins;
    struct bz_engine *own, *generic;
    union bz_pos pos;

    make_twins(&twins, *state);
    own = check_engine(&twins.own, spec);
    generic = check_engine(&twins.generic, spec);
    for (int i = 0; i < POSITIONS; i++) {
        struct bz_answer answers[2];

        if (!next_position(&twins, &pos))
            continue;
        bz_engine_think(own, &pos, NULL, NULL, &answers[0]);
        bz_engine_think(generic, &pos, NULL, NULL, &answers[1]);
        assert_same_answer(&answers[0], &answers[1]);
        assert_true(answers[0].info.nodes > 0);
    }
    bz_engine_free(own);
    bz_engine_free(generic);
    bz_setup_release(&twins.own);
}

static struct bz_solution solve(const struct bz_setup *setup, const union bz_pos *pos)
{
    struct bz_solve_options options = {.threads = 1, .megabytes = 1};
    struct bz_solution solution = {0};
    struct bz_error err;

    if (bz_solve(setup, pos, &options, &solution, &err))
        fail_msg("%s", err.text);
    assert_true(solution.solved);
    return solution;
}

/* A random game, and the position some plies before its end. */
static void late_position(struct twins *twins, int before_end, union bz_pos *ret_pos)
{
    static union bz_pos path[512];
    const struct bz_rules *rules = twins->own.rules;
    bz_move moves[BZ_MOVES_MAX];
    int length = 0, count;

    bz_start(&twins->own, &path[0]);
    while ((count = rules->moves(&path[length], moves)) > 0 && length + 1 < CHECK_COUNT(path)) {
        memcpy(&path[length + 1], &path[length], rules->pos_size);
        rules->play(&path[++length], moves[bz_random_below(&twins->random, (uint64_t)count)]);
    }
    *ret_pos = path[length > before_end ? length - before_end : 0];
}

static bool is_quick(const struct bz_setup *setup, const union bz_pos *pos)
{
    uint64_t count = 0;

    bz_perft(setup, pos, 2, NULL, &count, NULL);
    if (count > 24)
        return false;
    bz_perft(setup, pos, 4, NULL, &count, NULL);
    return count < 100;
}

/* Late positions, since only those are proved at once. */
static void same_proof(void **state)
{
    struct twins twins;
    int proved = 0;

    make_twins(&twins, *state);
    for (int i = 0; i < 20 * POSITIONS; i++) {
        struct bz_solution own, generic;
        union bz_pos pos;

        late_position(&twins, i % 8, &pos);
        if (!is_quick(&twins.own, &pos))
            continue;
        own = solve(&twins.own, &pos);
        generic = solve(&twins.generic, &pos);
        assert_int_equal((int)own.lower, (int)generic.lower);
        assert_true(own.move == generic.move);
        assert_true(own.nodes == generic.nodes);
        proved += own.nodes > 2;
    }
    assert_true(proved > 0);
    bz_setup_release(&twins.own);
}

static void kernel_has_its_rules(void **state)
{
    struct twins twins;

    make_twins(&twins, *state);
    if (twins.own.kernel != &bz_kernel_generic)
        assert_ptr_equal(twins.own.kernel->rules, twins.own.rules);
    assert_null(bz_kernel_generic.rules);
    bz_setup_release(&twins.own);
}

static bool is_provable(unsigned traits)
{
    return (traits & BZ_ZERO_SUM) && (traits & BZ_NO_DRAWS) &&
           !(traits & (BZ_HAS_CHANCE | BZ_HAS_POINTS));
}

static void add_room(struct cases *cases, struct room *room)
{
    const char *name = room->game->name, *options = room->options;
    struct bz_setup setup;
    bool provable;

    check_setup_of(&setup, room->game, options);
    provable = is_provable(setup.rules->traits);
    bz_setup_release(&setup);
    cases_add(cases, kernel_has_its_rules, room, "%s %s: rules", name, options);
    cases_add(cases, same_perft, room, "%s %s: perft", name, options);
    cases_add(cases, same_search, room, "%s %s: search", name, options);
    if (provable)
        cases_add(cases, same_proof, room, "%s %s: proof", name, options);
}

int main(void)
{
    struct cases cases = {0};

    rooms_add(&cases, add_room);
    return cases_run(&cases);
}
