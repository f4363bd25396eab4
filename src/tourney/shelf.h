/*
 * shelf.h - the books of the tournaments that a worker plays in, those wanted last at the front.
 *
 * A worker may live for years and see thousands of tournaments. So many books stay open, and all
 * that somebody reads; of the others the one wanted longest ago goes.
 */
#ifndef TOURNEY_SHELF_H
#define TOURNEY_SHELF_H

#include "tourney/book.h"

enum { BZ_SHELF_MAX = 16 };

struct bz_shelf {
    struct bz_book *first;
};

/* The book of a tournament, if it is there; whoever takes it brings it back. */
struct bz_book *bz_shelf_take(struct bz_shelf *shelf, int64_t tournament);
/* A new book, whose first reader has it; the shelf's from now on, and to be free()d by it. */
void bz_shelf_add(struct bz_shelf *shelf, struct bz_book *book);
/* May be NULL. */
void bz_shelf_return(struct bz_shelf *shelf, struct bz_book *book);
void bz_shelf_clear(struct bz_shelf *shelf);

#endif
