/*
 * tokens.c - cutting a line into words. Bytes are bytes: only blanks and tabs mean anything.
 */
#include "tokens.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

struct token token_next(struct tokens *tokens)
{
    struct token token;

    while (tokens->at < tokens->end && is_blank(*tokens->at))
        tokens->at++;
    token.text = tokens->at;
    while (tokens->at < tokens->end && !is_blank(*tokens->at))
        tokens->at++;
    token.length = (size_t)(tokens->at - token.text);
    return token;
}

struct token tokens_rest(struct tokens *tokens)
{
    while (tokens->at < tokens->end && is_blank(*tokens->at))
        tokens->at++;
    while (tokens->at < tokens->end && is_blank(tokens->end[-1]))
        tokens->end--;
    return (struct token){.text = tokens->at, .length = (size_t)(tokens->end - tokens->at)};
}

bool token_is(struct token token, const char *text)
{
    return token.length == strlen(text) && !memcmp(token.text, text, token.length);
}
