/*
 * book.h - openings thought through beforehand. A game that keeps some has `write_book`; the file,
 * and the option that takes it, are the game's own.
 */
#ifndef BAZI_BOOK_H
#define BAZI_BOOK_H

#include <stdatomic.h>
#include <stdint.h>

enum { BZ_BOOK_POSITIONS_MAX = 100000 };

struct bz_booking {
    int positions;    /* to think through, those nearest to the start first */
    int64_t movetime; /* milliseconds for each */
    int threads;
    const char *out; /* the file to write, now and then and at the end */
    const atomic_bool *stop;
    /* Called now and then: how much of this is done, from 0 to 1. */
    void (*progress)(void *context, const char *doing, double done);
    void *context;
};

#endif
