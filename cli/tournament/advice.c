/*
 * advice.c - a command that can be typed again. What is on a screen may be seen, sent and kept, so
 * no password is in it.
 */
#include "advice.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { URL_MAX = 2 * PATH_MAX };

static int count(void *context, const struct bz_store_tournament *tournament)
{
    (void)tournament;
    ++*(int *)context;
    return 0;
}

/* A word that a shell takes as it is. */
static void print_word(const char *word)
{
    if (*word && !strpbrk(word, " \t\\\"'|&;<>()[]{}$`*?~#!")) {
        fputs(word, stdout);
        return;
    }
    putchar('\'');
    for (; *word; word++)
        fputs(*word == '\'' ? "'\\''" : (char[]){*word, '\0'}, stdout);
    putchar('\'');
}

void advice_resume(const struct bz_director *director, const char *url, bool named)
{
    char text[URL_MAX] = "";
    struct bz_buf shown = BZ_BUF(text);
    struct bz_error err;
    int tournaments = 0;

    bz_store_url_show(url, &shown);
    if (!named && bz_store_tournaments(director->store, 0, count, &tournaments, &err))
        tournaments = 0; /* it is away, and went on without a name before */
    printf("Go on with: bazi tournament resume ");
    print_word(text);
    if (named || tournaments > 1) {
        printf(" --name ");
        print_word(director->plan.name);
    }
    putchar('\n');
}
