/*
 * bits.h - the few operations on words that C has no operator for.
 */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <stdint.h>

static inline int bz_popcount(uint64_t word)
{
    return __builtin_popcountll(word);
}

/* Index of the lowest set bit; word is not 0. */
static inline int bz_lowest(uint64_t word)
{
    return __builtin_ctzll(word);
}

/* Index of the highest set bit; word is not 0. */
static inline int bz_highest(uint64_t word)
{
    return 63 - __builtin_clzll(word);
}

static inline uint64_t bz_rotate(uint64_t word, int left)
{
    return word << left | word >> (64 - left);
}

/* The greatest common divisor; at least 1. */
static inline uint64_t bz_common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;

        a = b;
        b = rest;
    }
    return a ? a : 1;
}

/* The finaliser of splitmix64: a bijection, so different words never collide. */
static inline uint64_t bz_mix(uint64_t word)
{
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9u;
    word = (word ^ word >> 27) * 0x94d049bb133111ebu;
    return word ^ word >> 31;
}

#endif
