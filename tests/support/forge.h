/*
 * forge.h - makes the sum of a damaged file right again, as whoever wants to deceive would: so that
 * tests and fuzzers come to what is behind it.
 */
#ifndef FORGE_H
#define FORGE_H

#include <string.h>

#include "base/bits.h"

enum { FORGE_PROOF_HEADER = 40, FORGE_CHECKPOINT_HEADER = 32 };

static inline uint64_t forge_field(const unsigned char *bytes, int index)
{
    uint64_t value = 0;

    for (int i = 7; i >= 0; i--)
        value = value << 8 | bytes[index * 8 + i];
    return value;
}

static inline void forge_set_field(unsigned char *bytes, int index, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        bytes[index * 8 + i] = (unsigned char)(value >> 8 * i);
}

/* A certificate: magic, winner, bytes of text, positions, sum; then all that follows. */
static inline void forge_proof(unsigned char *bytes, size_t length)
{
    uint64_t sum = 0;

    for (size_t i = FORGE_PROOF_HEADER; i < length; i++)
        sum = bz_mix(sum ^ bytes[i]);
    for (int i = 1; i <= 3; i++)
        sum = bz_mix(sum ^ forge_field(bytes, i));
    forge_set_field(bytes, 4, sum);
}

/* A checkpoint of a machine that counts from the low end: magic, subject, entries, sum; then two
 * words an entry, fewer than 4096 of them, which are summed at once. */
static inline void forge_checkpoint(unsigned char *bytes, size_t length)
{
    int words = (int)(length / 8);
    uint64_t sum = 0;

    for (int i = 4; i + 1 < words; i += 2)
        sum = bz_mix(sum ^ forge_field(bytes, i)) + forge_field(bytes, i + 1);
    forge_set_field(bytes, 2, (uint64_t)(words - 4) / 2);
    forge_set_field(bytes, 3, bz_mix(sum));
}

#endif
