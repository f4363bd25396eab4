/*
 * random.c - xoshiro256** (Blackman and Vigna), its state filled by splitmix64.
 */
#include "bazi/random.h"

#include <assert.h>

#include "base/bits.h"

void bz_random_seed(struct bz_random *random, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        seed += 0x9e3779b97f4a7c15u;
        random->word[i] = bz_mix(seed);
    }
}

uint64_t bz_random_next(struct bz_random *random)
{
    uint64_t *s = random->word;
    uint64_t result = bz_rotate(s[1] * 5, 7) * 9;
    uint64_t shifted = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = bz_rotate(s[3], 45);
    return result;
}

uint64_t bz_random_below(struct bz_random *random, uint64_t limit)
{
    uint64_t draw;
    uint64_t excess = -limit;

    assert(limit > 0);
    /* Draws below 2^64 mod limit would favour small results: draw again. */
    excess %= limit;
    do {
        draw = bz_random_next(random);
    } while (draw < excess);
    return draw % limit;
}
