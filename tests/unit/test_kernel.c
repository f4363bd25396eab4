/*
 * test_kernel.c - the search compiled for a game and the same text compiled for any game walk the
 * same tree, node for node; and what they find is what plain minimax finds.
 */
#include "cases.h"

#include <stdio.h>
#include <string.h>

#include "properties.h"
#include "search/kernel.h"
#include "search/think.h"
#include "settings.h"
#include "toys.h"

enum { POSITIONS = 10, STATES_MAX = 256, WANDER_MAX = 40 };

struct room {
    const struct bz_game *game;
    const char *options;
};

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

/* A little table is soon full, so that replacing counts too; a second search starts from it. What
 * the kernel does not search is looked at less deeply, without its pruning. */
static void same_search(void **state)
{
    const char *spec = "best:plies=6,hash=1";
    struct twins twins;
    struct bz_engine *own, *generic;
    union bz_pos pos;

    make_twins(&twins, *state);
    if (!bz_thinker_fits(twins.own.rules))
        spec = "best:plies=4,hash=1";
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

/* The name of an evaluation that is what the kernel sees: equal to rules->eval everywhere. */
static const char *kernel_eval(struct twins *twins)
{
    const struct bz_rules *rules = twins->own.rules;

    for (const struct bz_eval *eval = rules->evals; rules->eval && eval->name; eval++) {
        bool equal = !(eval->conventions & (BZ_EVAL_BLIND_LEAF | BZ_EVAL_INFINITE));

        for (int i = 0; i < POSITIONS && equal; i++) {
            union bz_pos pos;
            double difference;

            if (!next_position(twins, &pos))
                continue;
            difference = eval->value(&pos, rules->turn(&pos)) - rules->eval(&pos);
            equal = difference <= 0 && difference >= 0;
        }
        if (equal)
            return eval->name;
    }
    return NULL;
}

/* Up to four plies no position can come up at two different depths, so that the table cannot make
 * the search see further than minimax does. */
static void finds_what_minimax_finds(void **state)
{
    struct twins twins;
    union bz_pos pos;
    const char *eval;

    make_twins(&twins, *state);
    eval = kernel_eval(&twins);
    assert_non_null(eval);
    for (int i = 0; i < POSITIONS; i++) {
        if (!next_position(&twins, &pos))
            continue;
        for (int plies = 1; plies <= 4; plies++) {
            struct bz_answer plain, best;
            char spec[64];

            snprintf(spec, sizeof(spec), "alphabeta:plies=%d,eval=%s", plies, eval);
            plain = check_answer(&twins.own, spec, &pos);
            snprintf(spec, sizeof(spec), "best:hash=1,plies=%d", plies);
            best = check_answer(&twins.own, spec, &pos);
            check_number(best.info.value, plain.info.value, spec);
            assert_int_equal(best.info.proof, plain.info.proof);
            assert_int_equal(best.info.distance, plain.info.distance);
        }
    }
    bz_setup_release(&twins.own);
}

/* A kernel belongs to the rules it was stamped with; the generic one to none. */
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
    bool searchable, provable;

    check_setup_of(&setup, room->game, options);
    searchable = !(setup.rules->traits & BZ_HAS_CHANCE) && setup.rules->players <= 2;
    provable = is_provable(setup.rules->traits);
    bz_setup_release(&setup);
    cases_add(cases, kernel_has_its_rules, room, "%s %s: rules", name, options);
    cases_add(cases, same_perft, room, "%s %s: perft", name, options);
    if (searchable) { /* others are searched by a textbook algorithm, not by a kernel */
        cases_add(cases, same_search, room, "%s %s: search", name, options);
        cases_add(cases, finds_what_minimax_finds, room, "%s %s: minimax", name, options);
    }
    if (provable)
        cases_add(cases, same_proof, room, "%s %s: proof", name, options);
}

int main(void)
{
    static struct room rooms[STATES_MAX];
    struct cases cases = {0};
    int used = 0;

    for (int i = 0; bz_game_at(i); i++) {
        const struct bz_game *game = bz_game_at(i);

        for (const char *const *options = settings_of(game->name);
             *options && used < STATES_MAX - 3; options++) {
            rooms[used] = (struct room){game, *options};
            add_room(&cases, &rooms[used++]);
        }
    }
    for (int i = 0; toys[i]; i++) {
        rooms[used] = (struct room){toys[i], ""};
        add_room(&cases, &rooms[used++]);
    }
    return cases_run(&cases);
}
