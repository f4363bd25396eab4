/*
 * images.h - boards of one word as the board's symmetries show them. Rows or columns in reverse
 * keep the colours of the cells where their number is odd and exchange them where it is even; the
 * reflection, of square boards, keeps them.
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

/* The columns, or rows, in reverse. */
static inline uint64_t mirrored(uint64_t a, int cols)
{
    return turned(__builtin_bswap64(a)) >> (8 - cols);
}

static inline uint64_t upended(uint64_t a, int rows)
{
    return __builtin_bswap64(a) >> 8 * (8 - rows);
}

#endif
