/*
 * test_random.c - the generator against a transcription of the published algorithms, and the
 * evenness of what is drawn from it.
 */
#include "check.h"

#include <string.h>

/* splitmix64 and xoshiro256**, written out once more from their definitions. */
struct reference {
    uint64_t a, b, c, d;
};

static uint64_t split_mix(uint64_t *counter)
{
    uint64_t z = *counter += UINT64_C(0x9E3779B97F4A7C15);

    z ^= z >> 30;
    z *= UINT64_C(0xBF58476D1CE4E5B9);
    z ^= z >> 27;
    z *= UINT64_C(0x94D049BB133111EB);
    z ^= z >> 31;
    return z;
}

static struct reference reference_seed(uint64_t seed)
{
    struct reference r;

    r.a = split_mix(&seed);
    r.b = split_mix(&seed);
    r.c = split_mix(&seed);
    r.d = split_mix(&seed);
    return r;
}

static uint64_t turn(uint64_t x, unsigned left)
{
    return (x << left) | (x >> (64u - left));
}

static uint64_t reference_next(struct reference *r)
{
    uint64_t result = turn(r->b * 5, 7) * 9;
    uint64_t c = r->c ^ r->a, d = r->d ^ r->b;
    uint64_t b = r->b ^ c, a = r->a ^ d;

    r->c = c ^ (r->b << 17);
    r->d = turn(d, 45);
    r->a = a;
    r->b = b;
    return result;
}

/* The first outputs of splitmix64 from 0, as printed in many a library's own tests. */
static void transcription_has_the_published_start(void **state)
{
    uint64_t counter = 0;

    (void)state;
    assert_true(split_mix(&counter) == UINT64_C(0xE220A8397B1DCDAF));
    assert_true(split_mix(&counter) == UINT64_C(0x6E789E6AA1B965F4));
    assert_true(split_mix(&counter) == UINT64_C(0x06C45D188009454F));
}

/* With the state 1, 2, 3, 4 the published code gives 11520, 0, 1509978240, 1215971899390074240. */
static void next_has_the_published_start(void **state)
{
    static const uint64_t published[] = {11520, 0, 1509978240, UINT64_C(1215971899390074240)};
    struct bz_random random = {.word = {1, 2, 3, 4}};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(published); i++)
        assert_true(bz_random_next(&random) == published[i]);
}

static void streams_equal_the_reference(void **state)
{
    static const uint64_t seeds[] = {0, 1, 2, 42, UINT64_MAX, UINT64_C(0x8000000000000000)};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(seeds); i++) {
        struct reference reference = reference_seed(seeds[i]);
        struct bz_random random;

        bz_random_seed(&random, seeds[i]);
        for (int n = 0; n < 10000; n++)
            assert_true(bz_random_next(&random) == reference_next(&reference));
    }
}

static void seeds_give_different_streams(void **state)
{
    uint64_t first[256];

    (void)state;
    for (uint64_t seed = 0; seed < 256; seed++) {
        struct bz_random random;

        bz_random_seed(&random, seed);
        first[seed] = bz_random_next(&random);
        for (uint64_t other = 0; other < seed; other++)
            assert_true(first[other] != first[seed]);
    }
}

static void below_one_is_zero(void **state)
{
    struct bz_random random;

    (void)state;
    bz_random_seed(&random, 5);
    for (int i = 0; i < 100; i++)
        assert_true(bz_random_below(&random, 1) == 0);
}

/* Pearson's statistic over the counts of a fair draw; with 4 to 12 degrees of freedom a value
 * above 60 has a chance of less than one in a million million. */
static void below_is_even(void **state)
{
    static const unsigned limits[] = {5, 6, 7, 13};

    (void)state;
    for (int l = 0; l < CHECK_COUNT(limits); l++) {
        double counts[16] = {0}, expected = 130000.0 / limits[l], sum = 0;
        struct bz_random random;

        bz_random_seed(&random, 7);
        for (int i = 0; i < 130000; i++) {
            uint64_t drawn = bz_random_below(&random, limits[l]);

            assert_true(drawn < limits[l]);
            counts[drawn]++;
        }
        for (unsigned i = 0; i < limits[l]; i++)
            sum += (counts[i] - expected) * (counts[i] - expected) / expected;
        assert_true(sum < 60);
    }
}

/* Taking the remainder alone would draw the lower half of this range twice as often. */
static void below_has_no_bias_for_huge_limits(void **state)
{
    const uint64_t limit = UINT64_C(0xC000000000000000); /* three quarters of all words */
    int third[3] = {0};
    struct bz_random random;

    (void)state;
    bz_random_seed(&random, 11);
    for (int i = 0; i < 30000; i++) {
        uint64_t drawn = bz_random_below(&random, limit);

        assert_true(drawn < limit);
        third[drawn >> 62]++;
    }
    for (int i = 0; i < 3; i++)
        assert_in_range(third[i], 9500, 10500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transcription_has_the_published_start),
        cmocka_unit_test(next_has_the_published_start),
        cmocka_unit_test(streams_equal_the_reference),
        cmocka_unit_test(seeds_give_different_streams),
        cmocka_unit_test(below_one_is_zero),
        cmocka_unit_test(below_is_even),
        cmocka_unit_test(below_has_no_bias_for_huge_limits),
    };

    return CHECK_RUN(tests);
}
