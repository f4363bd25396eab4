/*
 * book.h - openings thought through beforehand, by `bazi book konane`, and their file.
 *
 * A position is kept in one of its images only, the one with the least occupied cells as a number;
 * the move is that image's.
 */
#ifndef KONANE_BOOK_H
#define KONANE_BOOK_H

#include "bazi/game.h"

struct konane_page {
    uint64_t occupied;
    bz_move move;
    int value; /* for the player to move, as the search told it */
    int depth; /* that the search reached */
    uint8_t turn;
};

struct konane_book {
    struct konane_page *pages; /* sorted by position */
    int count;
};

enum { KONANE_PAGES_MAX = 100000 };

/* From the file of that name, or "built-in"; a book for boards of another size is an empty one, and
 * so is "none". On failure *ret_book stays as it was. */
int konane_book_load(const char *name, int rows, int cols, struct konane_book *ret_book,
                     struct bz_error *err);
void konane_book_release(struct konane_book *book);
int konane_book_save(const struct konane_book *book, int rows, int cols, const char *comment,
                     const char *path, struct bz_error *err);

/* The page of a position, with the move as it is there. False if there is none. */
bool konane_book_find(const struct konane_book *book, const void *pos,
                      struct konane_page *ret_page);
/* Adds what is known of a position, or writes it anew. Negative without memory. */
int konane_book_add(struct konane_book *book, const void *pos, struct konane_page page);

#endif
