/*
 * test_prover.c - the table under a proof, and what a proof may be asked to do with little of it.
 */
#include "check.h"

#include <string.h>

#include "search/decide.h"
#include "search/dfpn.h"
#include "search/time.h"

enum { LINES = 16 };

struct small_table {
    struct bz_proof_table table;
    struct bz_proof_slot slots[LINES * BZ_PROOF_WAYS];
};

static void clear(struct small_table *small)
{
    memset(small, 0, sizeof(*small));
    small->table = (struct bz_proof_table){.slots = small->slots, .lines = LINES};
}

/* Hashes that differ in any single bit are different positions. */
static void every_bit_of_a_hash_counts(void **state)
{
    const uint64_t hash = 0x123456789abcdef1u;
    struct small_table small;

    (void)state;
    clear(&small);
    bz_proof_table_store(&small.table, hash, BZ_VERDICT_WIN);
    assert_int_equal(bz_proof_table_probe(&small.table, hash), BZ_VERDICT_WIN);
    for (int bit = 0; bit < 64; bit++)
        assert_int_equal(bz_proof_table_probe(&small.table, hash ^ UINT64_C(1) << bit),
                         BZ_VERDICT_NONE);
}

static void a_full_line_forgets_one_at_a_time(void **state)
{
    struct small_table small;
    int known = 0;

    (void)state;
    clear(&small);
    for (uint64_t i = 0; i <= BZ_PROOF_WAYS; i++)
        bz_proof_table_store(&small.table, (i + 1) << 32 | i << 61 | 5, BZ_VERDICT_LOSS);
    for (uint64_t i = 0; i <= BZ_PROOF_WAYS; i++)
        known += bz_proof_table_probe(&small.table, (i + 1) << 32 | i << 61 | 5) == BZ_VERDICT_LOSS;
    assert_int_equal(known, BZ_PROOF_WAYS);
}

/* --- df-pn's entries ------------------------------------------------------------------------- */

static uint64_t packed(int win, int loss, int length, uint64_t nodes)
{
    return bz_dfpn_pack(&(struct bz_proven){.effort = {win, loss}, .length = length}, nodes);
}

static void numbers_come_back_as_stored(void **state)
{
    static const int numbers[] = {0, 1, 2, 255, 65536, BZ_EFFORT_MAX - 1, BZ_EFFORT_MAX};
    struct small_table small;

    (void)state;
    clear(&small);
    for (int i = 0; i < CHECK_COUNT(numbers); i++)
        for (int k = i == 0; k < CHECK_COUNT(numbers); k++) {
            const uint64_t hash = 0x123456789abcdef1u;
            struct bz_proven proven;

            small.table.generation = (unsigned)(i * 4 + k) % BZ_GENERATIONS;
            bz_dfpn_store(&small.table, hash, packed(numbers[i], numbers[k], i * 40, 1u << k));
            assert_true(bz_dfpn_probe(&small.table, hash, &proven));
            assert_int_equal(proven.effort.win, numbers[i]);
            assert_int_equal(proven.effort.loss, numbers[k]);
            assert_int_equal(proven.length, i * 40);
            for (int bit = 0; bit < 64; bit++)
                assert_false(bz_dfpn_probe(&small.table, hash ^ UINT64_C(1) << bit, &proven));
        }
}

/* Of a full line the cheapest goes, but first what earlier questions left. */
static void what_was_dear_is_kept(void **state)
{
    struct small_table small;
    struct bz_proven proven;

    (void)state;
    clear(&small);
    for (uint64_t i = 0; i < BZ_DFPN_WAYS; i++)
        bz_dfpn_store(&small.table, (i + 1) << 32 | 5, packed(1, 1, 0, 1000u << i));
    for (uint64_t i = 0; i < 50; i++)
        bz_dfpn_store(&small.table, (i + 100) << 32 | 5, packed(1, 1, 0, 1));
    for (uint64_t i = 0; i < BZ_DFPN_WAYS; i++)
        assert_int_equal(bz_dfpn_probe(&small.table, (i + 1) << 32 | 5, &proven), i > 0);
    assert_true(bz_dfpn_probe(&small.table, UINT64_C(149) << 32 | 5, &proven));
    small.table.generation = 1;
    for (uint64_t i = 0; i < BZ_DFPN_WAYS; i++)
        bz_dfpn_store(&small.table, (i + 200) << 32 | 5, packed(1, 1, 0, 1));
    for (uint64_t i = 0; i < BZ_DFPN_WAYS; i++)
        assert_true(bz_dfpn_probe(&small.table, (i + 200) << 32 | 5, &proven));
}

/* A mark is not a verdict, gives way to one, and is gone when taken back. */
static void a_busy_mark_keeps_one_slot(void **state)
{
    const uint64_t hash = 0x123456789abcdef1u;
    struct small_table small;
    int used = 0;

    (void)state;
    clear(&small);
    bz_proof_table_store(&small.table, hash, BZ_VERDICT_BUSY);
    assert_int_equal(bz_proof_table_probe(&small.table, hash), BZ_VERDICT_BUSY);
    bz_proof_table_store(&small.table, hash, BZ_VERDICT_NONE);
    assert_int_equal(bz_proof_table_probe(&small.table, hash), BZ_VERDICT_NONE);
    bz_proof_table_store(&small.table, hash, BZ_VERDICT_BUSY);
    bz_proof_table_store(&small.table, hash, BZ_VERDICT_LOSS);
    assert_int_equal(bz_proof_table_probe(&small.table, hash), BZ_VERDICT_LOSS);
    for (int i = 0; i < LINES * BZ_PROOF_WAYS; i++)
        used += atomic_load(&small.slots[i].word) != 0;
    assert_int_equal(used, 1);
}

/* What a stopped thread was at is left unmarked: nobody else would take the mark away. */
static void a_stopped_proof_leaves_no_marks(void **state)
{
    const struct bz_limits limits = {.nodes = 3000000};
    struct bz_deadline deadline = bz_deadline_of(&limits, 0);
    struct bz_decider *decider;
    struct bz_proof_entry entry;
    struct bz_setup setup;
    union bz_pos pos;
    uint64_t cursor = 0, entries = 0;
    bz_move move;
    int length;

    (void)state;
    check_setup(&setup, "hotk", "seed=1");
    bz_start(&setup, &pos);
    decider = bz_decider_new(&setup, 4, 2);
    assert_non_null(decider);
    assert_int_equal(bz_decider_ask(decider, &pos, &deadline, &move, &length), BZ_UNDECIDED);
    while (bz_decider_next(decider, &cursor, &entry)) {
        assert_int_not_equal(entry.data, BZ_VERDICT_BUSY);
        entries++;
    }
    assert_true(entries > 100);
    bz_decider_free(decider);
    bz_setup_release(&setup);
}

static int value_after(const struct bz_setup *setup, const union bz_pos *pos, bz_move move)
{
    const struct bz_solve_options options = {.threads = 1, .megabytes = 16};
    struct bz_solution solution;
    union bz_pos child = *pos;
    struct bz_error err;

    setup->rules->play(&child, move);
    if (bz_solve(setup, &child, &options, &solution, &err))
        fail_msg("%s", err.text);
    return (int)solution.lower;
}

/* Many threads in a table that is far too small overwrite each other's work, but not the answer. */
static void the_move_named_wins(void **state)
{
    static const char *const positions[] = {
        "BWBWBW/WBWBWB/BWBWBW/WBWBW1/BW4/WBWB1B b",
        "BWBWBW/WB1BWB/BW3W/WB1BWB/BWBWBW/WBWBWB b",
    };
    const struct bz_solve_options options = {.threads = 32, .megabytes = 1};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(positions); i++) {
        struct bz_setup setup;
        struct bz_solution solution;
        struct bz_error err;
        union bz_pos pos;

        check_setup(&setup, "konane", "size=6");
        check_parse(&setup, positions[i], &pos);
        if (bz_solve(&setup, &pos, &options, &solution, &err))
            fail_msg("%s", err.text);
        assert_true(solution.solved);
        assert_int_equal(value_after(&setup, &pos, solution.move), (int)solution.lower);
        bz_setup_release(&setup);
    }
}

static void absurd_memory_is_refused(void **state)
{
    static const int megabytes[] = {-1, 0, BZ_MEGABYTES_MAX + 1};
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    check_setup(&setup, "konane", "size=4");
    bz_start(&setup, &pos);
    for (int i = 0; i < CHECK_COUNT(megabytes); i++) {
        struct bz_solve_options options = {.threads = 1, .megabytes = megabytes[i]};
        struct bz_solution solution;
        struct bz_error err;

        assert_int_equal(bz_solve(&setup, &pos, &options, &solution, &err), BZ_ERROR_RANGE);
        check_error(&err, BZ_ERROR_RANGE, "memory");
    }
    bz_setup_release(&setup);
}

/* The same stones in the corner of a larger board are another position. */
static void the_size_is_part_of_the_hash(void **state)
{
    struct bz_setup small, large;
    union bz_pos five, eight;

    (void)state;
    check_setup(&small, "konane", "size=5");
    check_setup(&large, "konane", "size=8");
    check_parse(&small, "BW3/1BWB1/BWB2/WB3/1WBWB b", &five);
    check_parse(&large, "BW6/1BWB4/BWB5/WB6/1WBWB3/8/8/8 b", &eight);
    assert_true(small.rules == large.rules);
    assert_true(small.rules->hash(&five) != large.rules->hash(&eight));
    bz_setup_release(&small);
    bz_setup_release(&large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bit_of_a_hash_counts),
        cmocka_unit_test(a_full_line_forgets_one_at_a_time),
        cmocka_unit_test(numbers_come_back_as_stored),
        cmocka_unit_test(what_was_dear_is_kept),
        cmocka_unit_test(a_busy_mark_keeps_one_slot),
        cmocka_unit_test(a_stopped_proof_leaves_no_marks),
        cmocka_unit_test(the_move_named_wins),
        cmocka_unit_test(absurd_memory_is_refused),
        cmocka_unit_test(the_size_is_part_of_the_hash),
    };

    return CHECK_RUN(tests);
}
