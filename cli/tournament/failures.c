/*
 * failures.c - one walk over the games of each kind of failure, and one over the events that have
 * the notes.
 */
#include "failures.h"

#include <stdlib.h>
#include <string.h>

struct search {
    struct failures *found;
    const struct bz_sheet *sheet;
    enum bz_ruling ruling;
    int *counts; /* of this kind, by player */
    struct bz_error *err;
};

static int starve(struct bz_error *err)
{
    return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the failures");
}

/* Lines stay lines, everything else that cannot be shown is written as numbers. */
static char *clean(const char *bytes, size_t length)
{
    char *copy = malloc(length + 1), *text = malloc(4 * length + 1);
    struct bz_buf out = {.text = text, .size = 4 * length + 1};

    if (copy && text) {
        bz_buf_clear(&out);
        for (size_t i = 0; i < length; i++)
            copy[i] = bytes[i] == '\n' ? '\0' : bytes[i] == '\t' ? ' ' : bytes[i];
        copy[length] = '\0';
        for (size_t at = 0; at < length; at++) {
            bz_buf_escape(&out, copy + at, "");
            at += strlen(copy + at);
            if (at < length)
                bz_buf_add(&out, "%s", bytes[at] == '\n' ? "\n" : "\\x00");
        }
    } else {
        free(text);
        text = NULL;
    }
    free(copy);
    return text;
}

/* --- games ------------------------------------------------------------------------------------ */

static int number_of(const struct bz_plan *plan, const char *name)
{
    for (int i = 0; i < plan->player_count; i++)
        if (!strcmp(plan->players[i].name, name))
            return i;
    return -1;
}

/* The end says how it failed; a line that was cut into is left out, if there are others. */
static int take_excerpt(const struct bz_store_seat *seat, struct failure *failure)
{
    const char *text = seat->excerpt;
    size_t length = seat->excerpt_length;

    if (length > FAILURE_EXCERPT) {
        const char *line = text + length - FAILURE_EXCERPT;
        const char *end = memchr(line, '\n', FAILURE_EXCERPT - 1);

        failure->cut = true;
        length -= (size_t)((end ? end + 1 : line) - text);
        text = end ? end + 1 : line;
    }
    if (length)
        failure->excerpt = clean(text, length);
    return length && !failure->excerpt ? BZ_ERROR_MEMORY : BZ_OK;
}

static struct failure *grow(struct failures *failures)
{
    int count = failures->count;

    if ((count & (count - 1)) == 0) {
        size_t room = count ? 2 * (size_t)count : 1;
        struct failure *more = realloc(failures->list, room * sizeof(*more));

        if (!more)
            return NULL;
        failures->list = more;
    }
    failures->list[count] = (struct failure){.player = -1};
    failures->count++;
    return &failures->list[count];
}

static int take_game(void *context, const struct bz_store_game *game)
{
    struct search *search = context;
    const struct bz_ledger *ledger = &search->sheet->ledger;
    struct failure *failure;
    int player;

    if (game->loser < 0 || game->loser >= game->seat_count)
        return 0;
    player = number_of(search->sheet->plan, game->seats[game->loser].name);
    if (player < 0 || search->counts[player] == FAILURES_OF_KIND ||
        (ledger->rows[player].out >= 0 && game->number >= ledger->rows[player].out))
        return 0;
    search->counts[player]++;
    failure = grow(search->found);
    if (!failure)
        return starve(search->err);
    failure->player = player;
    failure->ruling = search->ruling;
    failure->id = game->id;
    failure->number = game->number;
    failure->round = game->round;
    return take_excerpt(&game->seats[game->loser], failure) ? starve(search->err) : 0;
}

static int find_games(struct search *search, struct bz_store *store, int64_t tournament)
{
    struct bz_store_filter filter = {.tournament = tournament, .records = true};
    int code = BZ_OK;

    for (int ruling = 1; ruling < BZ_RULINGS && !code; ruling++) {
        if (!bz_ruling_is_fault((enum bz_ruling)ruling))
            continue;
        search->ruling = (enum bz_ruling)ruling;
        memset(search->counts, 0, (size_t)search->sheet->count * sizeof(*search->counts));
        filter.ruling = bz_ruling_word(search->ruling);
        code = bz_store_games(store, &filter, take_game, search, search->err);
    }
    return code;
}

/* --- notes ------------------------------------------------------------------------------------ */

static int by_id(const void *a, const void *b)
{
    const struct failure *x = a, *y = b;

    return (x->id > y->id) - (x->id < y->id);
}

static int by_player(const void *a, const void *b)
{
    const struct failure *x = a, *y = b;

    if (x->player != y->player)
        return x->player - y->player;
    return (x->number > y->number) - (x->number < y->number);
}

static int take_event(void *context, const struct bz_store_event *event)
{
    struct search *search = context;
    struct failure key = {.id = event->game}, *failure;

    if (strcmp(event->kind, "fault") != 0 || !event->text[0])
        return 0;
    failure = bsearch(&key, search->found->list, (size_t)search->found->count, sizeof(key), by_id);
    if (!failure || failure->note)
        return 0;
    failure->note = clean(event->text, strnlen(event->text, BZ_NOTE_MAX));
    return failure->note ? 0 : starve(search->err);
}

static int find_notes(struct search *search, struct bz_store *store, int64_t tournament)
{
    struct failures *found = search->found;
    int code;

    if (!found->count)
        return BZ_OK;
    qsort(found->list, (size_t)found->count, sizeof(*found->list), by_id);
    code = bz_store_events(store, tournament, 0, take_event, search, search->err);
    qsort(found->list, (size_t)found->count, sizeof(*found->list), by_player);
    return code;
}

/* --- doors ------------------------------------------------------------------------------------ */

int failures_read(struct failures *ret_failures, struct bz_store *store, int64_t tournament,
                  const struct bz_sheet *sheet, struct bz_error *err)
{
    struct failures found = {.list = NULL};
    struct search search = {.found = &found,
                            .sheet = sheet,
                            .counts = calloc((size_t)sheet->count, sizeof(int)),
                            .err = err};
    int code = search.counts ? find_games(&search, store, tournament) : starve(err);

    if (!code)
        code = find_notes(&search, store, tournament);
    free(search.counts);
    if (code)
        failures_release(&found);
    else
        *ret_failures = found;
    return code;
}

void failures_release(struct failures *failures)
{
    for (int i = 0; i < failures->count; i++) {
        free(failures->list[i].note);
        free(failures->list[i].excerpt);
    }
    free(failures->list);
}

int failures_of(const struct failures *failures, int player, const struct failure **ret_first)
{
    int first = 0, count = 0;

    while (first < failures->count && failures->list[first].player < player)
        first++;
    while (first + count < failures->count && failures->list[first + count].player == player)
        count++;
    *ret_first = count ? failures->list + first : NULL;
    return count;
}
