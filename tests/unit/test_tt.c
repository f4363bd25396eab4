/*
 * test_tt.c - the transposition table: what it keeps, what it gives up first, and that it never
 * answers with an entry that was not stored whole.
 */
#include "check.h"

#include "search/tt.h"

/* Different positions of the same line of the table. */
static uint64_t hash_of(const struct bz_tt *tt, uint64_t line, uint64_t number)
{
    return (number + 1) * tt->lines + line;
}

static struct bz_tt_entry entry_of(int depth)
{
    return (struct bz_tt_entry){
        .value = depth, .depth = depth, .bound = BZ_BOUND_EXACT, .choice = depth};
}

static void keeps(struct bz_tt *tt, uint64_t hash, int depth)
{
    struct bz_tt_entry entry;

    assert_true(bz_tt_probe(tt, hash, &entry));
    assert_int_equal(entry.depth, depth);
    assert_int_equal(entry.value, depth);
}

static void misses(struct bz_tt *tt, uint64_t hash)
{
    struct bz_tt_entry entry;

    assert_false(bz_tt_probe(tt, hash, &entry));
}

static void returns_every_field(void **state)
{
    static const struct bz_tt_entry entries[] = {
        {.value = 0, .depth = 0, .bound = BZ_BOUND_LOWER, .choice = 0},
        {.value = -1, .depth = 1, .bound = BZ_BOUND_UPPER, .choice = 1},
        {.value = 1000000, .depth = 255, .bound = BZ_BOUND_EXACT, .choice = 1023},
        {.value = -1000000, .depth = 128, .bound = BZ_BOUND_EXACT, .choice = 512},
        {.value = -999000, .depth = 17, .bound = BZ_BOUND_LOWER, .choice = 3},
    };
    struct bz_tt tt;

    (void)state;
    assert_int_equal(bz_tt_init(&tt, 1), BZ_OK);
    for (uint64_t i = 0; i < 5; i++) {
        struct bz_tt_entry got;

        for (unsigned age = 0; age < 64; age++, bz_tt_age(&tt)) {
            bz_tt_store(&tt, i, &entries[i]);
            assert_true(bz_tt_probe(&tt, i, &got));
            assert_int_equal(got.value, entries[i].value);
            assert_int_equal(got.depth, entries[i].depth);
            assert_int_equal(got.bound, entries[i].bound);
            assert_int_equal(got.choice, entries[i].choice);
        }
    }
    bz_tt_release(&tt);
}

static void starts_and_is_cleared_empty(void **state)
{
    struct bz_tt tt;
    struct bz_tt_entry entry = entry_of(5);

    (void)state;
    assert_int_equal(bz_tt_init(&tt, 1), BZ_OK);
    misses(&tt, 0);
    for (uint64_t hash = 1; hash; hash <<= 1) {
        misses(&tt, hash);
        bz_tt_store(&tt, hash, &entry);
        keeps(&tt, hash, 5);
    }
    bz_tt_clear(&tt);
    misses(&tt, 0);
    for (uint64_t hash = 1; hash; hash <<= 1)
        misses(&tt, hash);
    bz_tt_release(&tt);
}

static void stays_within_its_memory(void **state)
{
    (void)state;
    for (int megabytes = 1; megabytes <= 5; megabytes++) {
        struct bz_tt tt;
        uint64_t bytes;

        assert_int_equal(bz_tt_init(&tt, megabytes), BZ_OK);
        bytes = tt.lines * BZ_TT_WAYS * sizeof(tt.slots[0]);
        assert_true(bytes <= (uint64_t)megabytes << 20);
        assert_true(bytes > (uint64_t)megabytes << 19);
        assert_true((tt.lines & (tt.lines - 1)) == 0);
        bz_tt_release(&tt);
    }
}

static void a_line_holds_as_many_as_it_has_ways(void **state)
{
    struct bz_tt tt;

    (void)state;
    assert_int_equal(bz_tt_init(&tt, 1), BZ_OK);
    for (uint64_t i = 0; i < BZ_TT_WAYS; i++) {
        struct bz_tt_entry entry = entry_of((int)i + 1);

        bz_tt_store(&tt, hash_of(&tt, 7, i), &entry);
    }
    for (uint64_t i = 0; i < BZ_TT_WAYS; i++)
        keeps(&tt, hash_of(&tt, 7, i), (int)i + 1);
    bz_tt_release(&tt);
}

static void the_same_position_takes_its_own_slot(void **state)
{
    struct bz_tt tt;
    struct bz_tt_entry deep = entry_of(9), shallow = entry_of(2);

    (void)state;
    assert_int_equal(bz_tt_init(&tt, 1), BZ_OK);
    for (uint64_t i = 0; i < BZ_TT_WAYS; i++)
        bz_tt_store(&tt, hash_of(&tt, 7, i), &deep);
    bz_tt_store(&tt, hash_of(&tt, 7, 2), &shallow);
    for (uint64_t i = 0; i < BZ_TT_WAYS; i++)
        keeps(&tt, hash_of(&tt, 7, i), i == 2 ? 2 : 9);
    bz_tt_release(&tt);
}

static void the_shallowest_goes_first(void **state)
{
    static const int depths[BZ_TT_WAYS] = {5, 3, 8, 4};
    struct bz_tt tt;
    struct bz_tt_entry next = entry_of(6);

    (void)state;
    assert_int_equal(bz_tt_init(&tt, 1), BZ_OK);
    for (uint64_t i = 0; i < BZ_TT_WAYS; i++) {
        struct bz_tt_entry entry = entry_of(depths[i]);

        bz_tt_store(&tt, hash_of(&tt, 7, i), &entry);
    }
    bz_tt_store(&tt, hash_of(&tt, 7, 99), &next);
    keeps(&tt, hash_of(&tt, 7, 99), 6);
    misses(&tt, hash_of(&tt, 7, 1));
    keeps(&tt, hash_of(&tt, 7, 0), 5);
    keeps(&tt, hash_of(&tt, 7, 2), 8);
    keeps(&tt, hash_of(&tt, 7, 3), 4);
    bz_tt_release(&tt);
}

/* Deep as it is, what an earlier search left goes before anything of this one. */
static void the_old_goes_before_the_new(void **state)
{
    struct bz_tt tt;
    struct bz_tt_entry old = entry_of(200), fresh = entry_of(1), next = entry_of(1);

    (void)state;
    assert_int_equal(bz_tt_init(&tt, 1), BZ_OK);
    bz_tt_store(&tt, hash_of(&tt, 7, 0), &old);
    bz_tt_age(&tt);
    for (uint64_t i = 1; i < BZ_TT_WAYS; i++)
        bz_tt_store(&tt, hash_of(&tt, 7, i), &fresh);
    keeps(&tt, hash_of(&tt, 7, 0), 200);
    bz_tt_store(&tt, hash_of(&tt, 7, 99), &next);
    misses(&tt, hash_of(&tt, 7, 0));
    for (uint64_t i = 1; i < BZ_TT_WAYS; i++)
        keeps(&tt, hash_of(&tt, 7, i), 1);
    bz_tt_release(&tt);
}

/* Half of one entry and half of another, as two threads may leave them, answers nothing. */
static void a_torn_entry_is_a_miss(void **state)
{
    struct bz_tt tt;
    struct bz_tt_entry one = entry_of(3), two = entry_of(4);
    uint64_t first, second;

    (void)state;
    assert_int_equal(bz_tt_init(&tt, 1), BZ_OK);
    first = hash_of(&tt, 7, 0);
    second = hash_of(&tt, 7, 1);
    bz_tt_store(&tt, first, &one);
    atomic_store(&bz_tt_line(&tt, first)[0].data, bz_tt_pack(&two, 0));
    misses(&tt, first);
    misses(&tt, second);
    bz_tt_release(&tt);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(returns_every_field),
        cmocka_unit_test(starts_and_is_cleared_empty),
        cmocka_unit_test(stays_within_its_memory),
        cmocka_unit_test(a_line_holds_as_many_as_it_has_ways),
        cmocka_unit_test(the_same_position_takes_its_own_slot),
        cmocka_unit_test(the_shallowest_goes_first),
        cmocka_unit_test(the_old_goes_before_the_new),
        cmocka_unit_test(a_torn_entry_is_a_miss),
    };

    return CHECK_RUN(tests);
}
