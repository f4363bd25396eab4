/*
 * shelf.c - a list, short enough to be walked through.
 */
#include "tourney/shelf.h"

#include <assert.h>
#include <stdlib.h>

static void drop(struct bz_book **link)
{
    struct bz_book *book = *link;

    *link = book->next;
    bz_book_close(book);
    free(book);
}

/* Drops what nobody reads and nobody has wanted for the longest time, until there is room. */
static void tidy(struct bz_shelf *shelf)
{
    struct bz_book **last;
    int count;

    do {
        last = NULL;
        count = 0;
        for (struct bz_book **link = &shelf->first; *link; link = &(*link)->next) {
            count++;
            if (!(*link)->readers)
                last = link;
        }
        if (count > BZ_SHELF_MAX && last)
            drop(last);
    } while (count > BZ_SHELF_MAX + 1 && last);
}

struct bz_book *bz_shelf_take(struct bz_shelf *shelf, int64_t tournament)
{
    struct bz_book **link = &shelf->first, *book;

    while (*link && (*link)->tournament != tournament)
        link = &(*link)->next;
    book = *link;
    if (!book)
        return NULL;
    *link = book->next;
    book->next = shelf->first;
    shelf->first = book;
    book->readers++;
    return book;
}

void bz_shelf_add(struct bz_shelf *shelf, struct bz_book *book)
{
    book->readers = 1;
    book->next = shelf->first;
    shelf->first = book;
    tidy(shelf);
}

void bz_shelf_return(struct bz_shelf *shelf, struct bz_book *book)
{
    if (!book)
        return;
    assert(book->readers > 0);
    book->readers--;
    tidy(shelf);
}

void bz_shelf_clear(struct bz_shelf *shelf)
{
    while (shelf->first)
        drop(&shelf->first);
}
