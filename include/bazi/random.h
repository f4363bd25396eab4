/*
 * random.h - seedable random numbers (xoshiro256**), the same on every machine.
 */
#ifndef BAZI_RANDOM_H
#define BAZI_RANDOM_H

#include <stdint.h>

struct bz_random {
    uint64_t word[4];
};

/* Every seed, zero included, gives a good and different stream. */
void bz_random_seed(struct bz_random *random, uint64_t seed);

uint64_t bz_random_next(struct bz_random *random);

/* Uniform in 0 … limit - 1, without bias; limit is at least 1. */
uint64_t bz_random_below(struct bz_random *random, uint64_t limit);

#endif
