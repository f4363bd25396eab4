/*
 * images.h - boards of one word as the board's symmetries show them. Rows or columns in reverse
 * keep the colours of the cells where their number is odd and exchange them where it is even; the
 * reflection, of square boards, keeps them.
 */
#ifndef KONANE_IMAGES_H
#define KONANE_IMAGES_H

#include <stdint.h>

#include "weights.h"

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

/* The first four cells of the first four rows. */
static inline uint32_t block(uint64_t a)
{
    a &= 0x0f0f0f0f;
    a = (a | a >> 4) & 0x00ff00ff;
    return (uint32_t)(a | a >> 8) & 0xffff;
}

/* The areas of an 8x8 board as indices of their weights. White sees the board mirrored, and so as
 * if he were Black. */
enum { AREAS = 17 };

static inline void read_areas(uint64_t occupied, int mover, uint32_t ret_index[AREAS])
{
    uint64_t seen = mover ? mirrored(occupied, 8) : occupied, turn = turned(seen);
    const uint64_t images[] = {seen, turn, transposed(seen), transposed(turn)};

    ret_index[0] = KONANE_CORNER << 16 | block(seen);
    ret_index[1] = KONANE_CORNER << 16 | block(turn);
    ret_index[2] = KONANE_OTHER_CORNER << 16 | block(upended(seen, 8));
    ret_index[3] = KONANE_OTHER_CORNER << 16 | block(upended(turn, 8));
    ret_index[4] = KONANE_CENTRE << 16 | block(seen >> 18);
    _Pragma("GCC unroll 4") for (int i = 0; i < 4; i++)
    {
        ret_index[5 + 3 * i] = KONANE_EDGE << 16 | block(images[i] >> 2);
        ret_index[6 + 3 * i] = KONANE_OUTER_STRIP << 16 | (images[i] & 0xffff);
        ret_index[7 + 3 * i] = KONANE_INNER_STRIP << 16 | (images[i] >> 16 & 0xffff);
    }
}

#endif
