/*
 * tokens.h - a line's words, separated by blanks and tabs. A word of no length is the end.
 */
#ifndef UGI_TOKENS_H
#define UGI_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

struct token {
    const char *text;
    size_t length;
};

struct tokens {
    const char *at, *end;
};

struct token token_next(struct tokens *tokens);
/* All that is left, without the blanks around it. */
struct token tokens_rest(struct tokens *tokens);
bool token_is(struct token token, const char *text);

#endif
