/*
 * test_decide.c - what is called decided, in every game the provers fit, against plain brute force
 * over the rules; and a decider that is asked again and again.
 */
#include "cases.h"

#include <stdlib.h>
#include <string.h>

#include "properties.h"
#include "search/decide.h"
#include "search/kernel.h"
#include "settings.h"

enum { POSITIONS = 30, TRIES = 400, STATES_MAX = 64, BRUTE_MAX = 20000 };

/* The game's own, or one of the two and the generic kernel. */
enum prover { OWN, DFPN, DEPTH_FIRST };

struct room {
    const struct bz_game *game;
    const char *options;
    enum prover prover;
};

static const atomic_bool never = false;
static const struct bz_deadline unlimited = {&never, UINT64_MAX, INT64_MAX};

static struct bz_deadline within_nodes(uint64_t nodes)
{
    return (struct bz_deadline){&never, nodes, INT64_MAX};
}

/* Whether the player to move wins; says nothing once the budget of positions is used up. */
static bool brute_wins(const struct bz_rules *rules, const void *pos, int *budget)
{
    bz_move moves[BZ_MOVES_MAX];
    int count = rules->moves(pos, moves), mover = rules->turn(pos), result[BZ_PLAYERS_MAX];

    if (--*budget <= 0)
        return false;
    if (count == 0) {
        rules->result(pos, result);
        return result[mover] > 0;
    }
    for (int i = 0; i < count; i++) {
        union bz_pos child;

        memcpy(&child, pos, rules->pos_size);
        rules->play(&child, moves[i]);
        if (brute_wins(rules, &child, budget) == (rules->turn(&child) == mover))
            return true;
    }
    return false;
}

static int no_prospect(const void *pos)
{
    (void)pos;
    return 0;
}

/* The setup, with other rules in `rules` where another prover is wanted. */
static void make_setup(const struct room *room, struct bz_rules *rules, struct bz_setup *ret_setup)
{
    check_setup_of(ret_setup, room->game, room->options);
    if (room->prover == OWN)
        return;
    *rules = *ret_setup->rules;
    rules->prospect = room->prover == DFPN ? NULL : no_prospect;
    ret_setup->rules = rules;
    ret_setup->kernel = &bz_kernel_generic;
}

/* A position some plies before the end of a random game that brute force can decide. */
static bool find_position(const struct bz_setup *setup, struct bz_random *random,
                          union bz_pos *ret_pos, bool *ret_wins)
{
    static union bz_pos path[512];
    const struct bz_rules *rules = setup->rules;
    bz_move moves[BZ_MOVES_MAX];
    int length = 0, count, back = 4 + (int)bz_random_below(random, 8), budget = BRUTE_MAX;

    bz_start(setup, &path[0]);
    while ((count = rules->moves(&path[length], moves)) > 0 && length + 1 < CHECK_COUNT(path)) {
        memcpy(&path[length + 1], &path[length], rules->pos_size);
        rules->play(&path[++length], moves[bz_random_below(random, (uint64_t)count)]);
    }
    memcpy(ret_pos, &path[length > back ? length - back : 0], rules->pos_size);
    *ret_wins = brute_wins(rules, ret_pos, &budget);
    return budget > 0;
}

/* The winner's moves come from the decider, the loser's by chance; the bound on the length falls
 * with every ply. */
static void play_out(const struct bz_setup *setup, struct bz_decider *decider, union bz_pos *pos,
                     struct bz_random *random)
{
    const struct bz_rules *rules = setup->rules;
    int before = BZ_DEPTH_MAX + 1, winner = -1;

    for (;;) {
        bz_move moves[BZ_MOVES_MAX], move;
        int length, count = rules->moves(pos, moves);
        enum bz_proof proof = bz_decider_ask(decider, pos, &unlimited, &move, &length);
        int now = (proof == BZ_WIN) == (rules->turn(pos) == 0) ? 0 : 1;

        assert_true(proof != BZ_UNDECIDED);
        assert_true(winner == -1 || winner == now);
        assert_true(length < before || length == BZ_DEPTH_MAX);
        winner = now;
        before = length;
        if (count == 0)
            return;
        if (proof == BZ_LOSS)
            move = moves[bz_random_below(random, (uint64_t)count)];
        assert_true(bz_is_legal(setup, pos, move));
        rules->play(pos, move);
    }
}

static void agrees_with_brute_force(void **state)
{
    const struct room *room = *state;
    struct bz_setup setup;
    struct bz_rules rules;
    struct bz_random random;
    struct bz_decider *decider;
    int seen[2] = {0};

    make_setup(room, &rules, &setup);
    bz_random_seed(&random, 23);
    decider = bz_decider_new(&setup, 1, 1);
    assert_non_null(decider);
    for (int i = 0; i < TRIES && seen[0] + seen[1] < POSITIONS; i++) {
        union bz_pos pos;
        bool wins;
        bz_move move;
        int length;
        uint64_t nodes;

        if (!find_position(&setup, &random, &pos, &wins))
            continue;
        assert_int_equal(bz_decider_run(decider, &pos, &unlimited, &move, &length, &nodes),
                         wins ? BZ_WIN : BZ_LOSS);
        assert_int_equal(move == BZ_MOVE_NONE, !wins || bz_is_over(&setup, &pos));
        play_out(&setup, decider, &pos, &random);
        seen[wins]++;
    }
    assert_true(seen[0] > 0 && seen[1] > 0);
    bz_decider_free(decider);
    bz_setup_release(&setup);
}

static void any_evaluation_proves_the_same(void **state)
{
    struct bz_setup setup;
    struct bz_random random;
    struct bz_decider *decider;
    int employed = 0;

    (void)state;
    check_setup(&setup, "konane", "size=5x6");
    decider = bz_decider_new(&setup, 1, 1);
    assert_non_null(decider);
    for (const struct bz_eval *eval = setup.rules->evals; eval->name; eval++) {
        if (!eval->kernel)
            continue;
        bz_decider_employ(decider, eval->kernel);
        bz_random_seed(&random, 29);
        for (int i = 0; i < POSITIONS; i++) {
            union bz_pos pos;
            bool wins;
            bz_move move;
            int length;
            uint64_t nodes;

            bz_decider_reset(decider);
            if (find_position(&setup, &random, &pos, &wins))
                assert_int_equal(bz_decider_run(decider, &pos, &unlimited, &move, &length, &nodes),
                                 wins ? BZ_WIN : BZ_LOSS);
        }
        employed++;
    }
    assert_int_equal(employed, 3);
    bz_decider_free(decider);
    bz_setup_release(&setup);
}

/* --- one decider, many questions ------------------------------------------------------------ */

static void a_limit_of_nodes_is_kept_and_repeats(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    check_setup(&setup, "konane", "size=8");
    bz_start(&setup, &pos);
    for (int i = 0; i < 2; i++) {
        static const uint64_t limits[] = {0, 1, 100, 5000, 5001};
        struct bz_decider *decider = bz_decider_new(&setup, 1, 1);

        for (int k = 0; k < CHECK_COUNT(limits); k++) {
            struct bz_deadline deadline = within_nodes(limits[k]);
            bz_move move = 7;
            int length = 7;
            uint64_t nodes;

            assert_int_equal(bz_decider_run(decider, &pos, &deadline, &move, &length, &nodes),
                             BZ_UNDECIDED);
            assert_true(move == BZ_MOVE_NONE);
            assert_int_equal(length, 0);
            assert_true(nodes == limits[k] + 1); /* the one that found out is counted */
        }
        bz_decider_free(decider);
    }
    bz_setup_release(&setup);
}

/* Stopped again and again it still gets there, with about the work of a single run. */
static void goes_on_from_what_it_knows(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;
    uint64_t whole = 0, parts = 0;
    bz_move move;
    int length;

    (void)state;
    check_setup(&setup, "konane", "size=5x6");
    bz_start(&setup, &pos);
    for (int pass = 0; pass < 2; pass++) {
        struct bz_decider *decider = bz_decider_new(&setup, 4, 1);
        enum bz_proof proof = BZ_UNDECIDED;
        uint64_t *total = pass ? &parts : &whole;

        for (int i = 0; i < 1000 && proof == BZ_UNDECIDED; i++) {
            struct bz_deadline deadline = within_nodes(pass ? 5000 : UINT64_MAX);
            uint64_t nodes;

            proof = bz_decider_run(decider, &pos, &deadline, &move, &length, &nodes);
            *total += nodes;
        }
        assert_int_equal(proof, BZ_LOSS);
        bz_decider_free(decider);
    }
    assert_true(whole > 20000);
    assert_true(parts < 2 * whole);
    bz_setup_release(&setup);
}

static void forgets_when_reset(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;
    struct bz_decider *decider;
    uint64_t nodes[4];
    bz_move move;
    int length;

    (void)state;
    check_setup(&setup, "konane", "size=5");
    bz_start(&setup, &pos);
    decider = bz_decider_new(&setup, 4, 1);
    for (int i = 0; i < 4; i++) {
        if (i % 2 == 0)
            bz_decider_reset(decider);
        assert_int_equal(bz_decider_run(decider, &pos, &unlimited, &move, &length, &nodes[i]),
                         BZ_WIN);
    }
    assert_true(nodes[0] == nodes[2]);
    assert_true(nodes[1] == 1 && nodes[3] == 1);
    bz_decider_free(decider);
    bz_setup_release(&setup);
}

static void threads_agree(void **state)
{
    static const int threads[] = {1, 2, 5};
    struct bz_setup setup;
    struct bz_random random;

    (void)state;
    check_setup(&setup, "konane", "size=6");
    for (int i = 0; i < CHECK_COUNT(threads); i++) {
        struct bz_decider *decider = bz_decider_new(&setup, 1, threads[i]);
        static enum bz_proof proofs[12];

        bz_random_seed(&random, 3);
        for (int k = 0; k < CHECK_COUNT(proofs); k++) {
            union bz_pos pos;
            bz_move move;
            int length;
            uint64_t nodes;
            enum bz_proof proof;

            property_wander(&setup, &random, 8, &pos);
            proof = bz_decider_run(decider, &pos, &unlimited, &move, &length, &nodes);
            if (i == 0)
                proofs[k] = proof;
            assert_true(proof != BZ_UNDECIDED);
            assert_int_equal(proof, proofs[k]);
        }
        bz_decider_free(decider);
    }
    bz_setup_release(&setup);
}

/* --- the table ------------------------------------------------------------------------------ */

static int by_hash(const void *a, const void *b)
{
    const struct bz_proof_entry *x = a, *y = b;

    return x->hash < y->hash ? -1 : x->hash > y->hash;
}

static size_t list_entries(const struct bz_decider *decider, struct bz_proof_entry *ret_entries,
                           size_t room)
{
    uint64_t cursor = 0;
    size_t count = 0;

    while (count < room && bz_decider_next(decider, &cursor, &ret_entries[count]))
        count++;
    assert_true(count < room);
    qsort(ret_entries, count, sizeof(*ret_entries), by_hash);
    return count;
}

/* A table that grows, and one that reads the entries of another, know the same as before. */
static void entries_survive_growing_and_copying(void **state)
{
    enum { ROOM = 1 << 17 };
    static struct bz_proof_entry before[ROOM], after[ROOM];
    const struct room *room = *state;
    struct bz_setup setup;
    struct bz_rules rules;
    struct bz_deadline deadline = within_nodes(20000);
    struct bz_decider *decider, *copy;
    union bz_pos pos;
    bz_move move;
    int length;
    uint64_t nodes;
    size_t count;

    make_setup(room, &rules, &setup);
    bz_start(&setup, &pos);
    decider = bz_decider_new(&setup, 16, 1);
    copy = bz_decider_new(&setup, 8, 1);
    bz_decider_shrink(decider, 1);
    bz_decider_run(decider, &pos, &deadline, &move, &length, &nodes);
    count = list_entries(decider, before, ROOM);
    assert_true(count > 1000);
    for (size_t i = 0; i < count; i++)
        bz_decider_add(copy, &before[i]);
    assert_int_equal(list_entries(copy, after, ROOM), count);
    assert_memory_equal(before, after, count * sizeof(*before));
    while (bz_decider_grow(decider)) {
        assert_int_equal(list_entries(decider, after, ROOM), count);
        assert_memory_equal(before, after, count * sizeof(*before));
    }
    assert_true(bz_decider_room(decider) == UINT64_MAX);
    bz_decider_free(decider);
    bz_decider_free(copy);
    bz_setup_release(&setup);
}

static void add_game(struct cases *cases, const struct bz_game *game, struct room *rooms, int *used)
{
    static const char *const provers[] = {"its own", "df-pn", "depth first"};

    for (const char *const *options = settings_of(game->name); *options; options++) {
        struct bz_setup setup;
        bool fits;

        check_setup_of(&setup, game, *options);
        fits = bz_proof_fits(setup.rules);
        bz_setup_release(&setup);
        for (int i = 0; i < CHECK_COUNT(provers) && fits && *used < STATES_MAX; i++) {
            rooms[*used] = (struct room){game, *options, (enum prover)i};
            cases_add(cases, agrees_with_brute_force, &rooms[(*used)++], "%s %s: %s", game->name,
                      *options, provers[i]);
        }
    }
}

int main(void)
{
    static struct room rooms[STATES_MAX], growing[2];
    struct cases cases = {0};
    int used = 0;

    for (int i = 0; bz_game_at(i); i++)
        add_game(&cases, bz_game_at(i), rooms, &used);
    for (int i = 0; i < 2; i++) {
        growing[i] = (struct room){bz_game_find("konane", NULL), "size=7", i ? DEPTH_FIRST : DFPN};
        cases_add(&cases, entries_survive_growing_and_copying, &growing[i], "entries %d", i);
    }
    cases_add(&cases, a_limit_of_nodes_is_kept_and_repeats, NULL, "a limit of nodes is kept");
    cases_add(&cases, goes_on_from_what_it_knows, NULL, "goes on from what it knows");
    cases_add(&cases, forgets_when_reset, NULL, "forgets when reset");
    cases_add(&cases, threads_agree, NULL, "threads agree");
    cases_add(&cases, any_evaluation_proves_the_same, NULL, "any evaluation proves the same");
    return cases_run(&cases);
}
