/*
 * images.h - boards of one word as the board's symmetries show them, the colours staying as they
 * are: half a turn does where rows + columns is even, the reflection where the board is square.
 */
#ifndef KONANE_IMAGES_H
#define KONANE_IMAGES_H

#include <stdint.h>

/* Reflection in the main diagonal: three rounds of swapping ever smaller blocks. */
static inline uint64_t transposed(uint64_t a)
{
    uint64_t swap;

    swap = (a ^ a >> 7) & 0x00aa00aa00aa00aau;
    a ^= swap ^ swap << 7;
    swap = (a ^ a >> 14) & 0x0000cccc0000ccccu;
    a ^= swap ^ swap << 14;
    swap = (a ^ a >> 28) & 0x00000000f0f0f0f0u;
    return a ^ swap ^ swap << 28;
}

/* Half a turn of the whole word: rows in reverse order, and the bits of each row. */
static inline uint64_t turned(uint64_t a)
{
    a = __builtin_bswap64(a);
    a = (a >> 4 & 0x0f0f0f0f0f0f0f0fu) | (a & 0x0f0f0f0f0f0f0f0fu) << 4;
    a = (a >> 2 & 0x3333333333333333u) | (a & 0x3333333333333333u) << 2;
    return (a >> 1 & 0x5555555555555555u) | (a & 0x5555555555555555u) << 1;
}

#endif
