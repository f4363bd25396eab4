/*
 * cursor.h - a place in the text of a position, for the games that read theirs letter by letter.
 */
#ifndef GAMES_CURSOR_H
#define GAMES_CURSOR_H

#include "bazi/error.h"

#include <stdbool.h>

struct bz_cursor {
    const char *text;
    size_t length, at;
};

/* Refuses the text from here on. */
static inline int bz_cursor_refuse(const struct bz_cursor *c, struct bz_error *err,
                                   const char *what)
{
    return bz_fail(err, BZ_ERROR_SYNTAX, "position, character %zu: %s ('%s')", c->at + 1, what,
                   bz_quoted(c->text + c->at, c->length - c->at).text);
}

/* The next character, or 0 at the end and for what no text contains. */
static inline char bz_cursor_peek(const struct bz_cursor *c)
{
    return c->at < c->length ? c->text[c->at] : '\0';
}

/* Steps over the character if it is the one wanted. */
static inline bool bz_cursor_accept(struct bz_cursor *c, char wanted)
{
    if (c->at == c->length || c->text[c->at] != wanted)
        return false;
    c->at++;
    return true;
}

static inline bool bz_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

#endif
