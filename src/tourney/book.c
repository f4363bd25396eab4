/*
 * book.c - a tournament, fetched from the store once and then known.
 */
#include "tourney/book.h"

#include <stdlib.h>
#include <string.h>

#include "tourney/luggage.h"

static int note_config(void *context, const struct bz_store_tournament *tournament)
{
    char **config = context;

    *config = strdup(tournament->config);
    return 0;
}

static int fetch_plan(struct bz_book *book, struct bz_store *store, struct bz_error *err)
{
    char *config = NULL;
    int code = bz_store_tournaments(store, book->tournament, note_config, &config, err);

    if (!code && !config)
        code = bz_fail(err, BZ_ERROR_UNKNOWN, "the store has no such tournament");
    if (!code)
        code = bz_luggage_fetch(store, config, err);
    if (!code)
        code = bz_plan_parse(&book->plan, config, err);
    free(config);
    return code;
}

static int fetch_players(struct bz_book *book, struct bz_store *store, const char *base,
                         struct bz_error *err)
{
    size_t count = (size_t)book->plan.player_count;
    int code;

    book->homes = calloc(count, sizeof(*book->homes));
    book->streaks = calloc(count, sizeof(*book->streaks));
    if (!book->homes || !book->streaks)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the players");
    code = bz_roll_call(&book->roll, store, book->tournament, (int)count, err);
    for (size_t i = 0; i < count && !code; i++)
        if (book->plan.players[i].folder)
            code = bz_luggage_unpack(store, book->roll.ids[i], base, book->homes[i], err);
    return code;
}

int bz_book_open(struct bz_book *ret_book, struct bz_store *store, int64_t tournament,
                 const char *base, struct bz_error *err)
{
    struct bz_book book = {.tournament = tournament};
    int code = fetch_plan(&book, store, err);

    if (code)
        return code;
    code = fetch_players(&book, store, base, err);
    if (code)
        bz_book_close(&book);
    else
        *ret_book = book;
    return code;
}

void bz_book_close(struct bz_book *book)
{
    bz_roll_release(&book->roll);
    free(book->homes);
    free(book->streaks);
    bz_plan_release(&book->plan);
}
