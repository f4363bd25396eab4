/*
 * repeats.c - games sorted by who played them from where; hashes of 64 bits tell them apart.
 */
#include "tourney/repeats.h"

#include <stdlib.h>

#include "base/bits.h"
#include "store/entry.h"
#include "tourney/ledger.h"

struct played {
    int64_t number, start; /* start: as the plan counts them */
    uint64_t seats, print; /* print: with how it ended */
    uint64_t group;        /* what it is compared with */
    bool repeats;
};

struct search {
    const struct bz_plan *plan;
    struct played *games;
    size_t count;
    struct bz_error *err;
};

static uint64_t fold(uint64_t hash, uint64_t word)
{
    return bz_mix(hash ^ word) + word;
}

static uint64_t fold_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = fold(hash, (unsigned char)*text);
    return fold(hash, 0);
}

/* --- all games -------------------------------------------------------------------------------- */

static int end_walk(void *context, const struct bz_store_game *game)
{
    (void)context;
    (void)game;
    return 1;
}

/* Hardly any tournament has two equal games; then there is nothing to look for. */
static int look_for_twins(struct bz_store *store, int64_t tournament, struct bz_error *err)
{
    struct bz_store_filter twins = {.tournament = tournament, .twins = true};

    return bz_store_games(store, &twins, end_walk, NULL, err);
}

static bool make_room(struct search *search)
{
    size_t count = search->count;
    struct played *more;

    if (count & (count - 1))
        return true;
    more = realloc(search->games, (count ? 2 * count : 1) * sizeof(*more));
    if (more)
        search->games = more;
    return more != NULL;
}

static int take_game(void *context, const struct bz_store_game *game)
{
    struct search *search = context;
    struct played *played;

    if (!make_room(search))
        return bz_fail(search->err, BZ_ERROR_MEMORY, "not enough memory for the repeats");
    played = &search->games[search->count++];
    *played = (struct played){
        .number = game->number,
        .start = bz_ledger_start(search->plan, game->round, game->number, game->seat_count),
        .print = fold_text(fold_text(game->print, game->result), game->ruling)};
    for (int seat = 0; seat < game->seat_count; seat++)
        played->seats = fold(played->seats, (uint64_t)game->seats[seat].player);
    return 0;
}

/* --- where they began ------------------------------------------------------------------------- */

static int read_opening(const struct bz_plan *plan, int64_t start, uint64_t *ret_opening,
                        struct bz_error *err)
{
    const char *options[2 * BZ_PLAN_OPTIONS_MAX];
    struct bz_fixture fixture = bz_plan_fixture(plan, (int)(start % INT32_MAX), options);
    struct bz_setup setup;
    struct bz_record record;
    int code;

    fixture.seed = bz_plan_seed(plan, start);
    code = bz_fixture_open(&fixture, &setup, &record, err);
    if (code)
        return code;
    *ret_opening = bz_position_key(&setup, &record.start);
    for (int i = 0; i < record.length; i++)
        *ret_opening = fold(*ret_opening, record.moves[i]);
    bz_record_release(&record);
    bz_setup_release(&setup);
    return BZ_OK;
}

static int compare_starts(const void *a, const void *b)
{
    const struct played *x = a, *y = b;

    return (x->start > y->start) - (x->start < y->start);
}

static int group_by_opening(struct search *search)
{
    uint64_t opening = 0;
    int code = BZ_OK;

    qsort(search->games, search->count, sizeof(*search->games), compare_starts);
    for (size_t i = 0; i < search->count && !code; i++) {
        struct played *game = &search->games[i];

        if (i == 0 || game->start != game[-1].start)
            code = read_opening(search->plan, game->start, &opening, search->err);
        game->group = fold(opening, game->seats);
    }
    return code;
}

static void group_by_start(struct search *search)
{
    for (size_t i = 0; i < search->count; i++)
        search->games[i].group = fold(search->games[i].seats, (uint64_t)search->games[i].start);
}

/* --- what is the same ------------------------------------------------------------------------- */

static int compare_groups(const void *a, const void *b)
{
    const struct played *x = a, *y = b;

    if (x->group != y->group)
        return (x->group > y->group) - (x->group < y->group);
    return (x->number > y->number) - (x->number < y->number);
}

/* All but the first of every group whose games are all the same. */
static void mark(struct search *search)
{
    struct played *games = search->games;

    qsort(games, search->count, sizeof(*games), compare_groups);
    for (size_t first = 0, next; first < search->count; first = next) {
        bool same = true;

        for (next = first; next < search->count && games[next].group == games[first].group; next++)
            same = same && games[next].print == games[first].print;
        for (size_t i = first + 1; i < next && same; i++)
            games[i].repeats = true;
    }
}

static int compare_numbers(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

static int keep(const struct search *search, struct bz_repeats *ret_repeats)
{
    struct bz_repeats repeats = {.numbers = calloc(search->count + 1, sizeof(int64_t))};

    if (!repeats.numbers)
        return bz_fail(search->err, BZ_ERROR_MEMORY, "not enough memory for the repeats");
    for (size_t i = 0; i < search->count; i++)
        if (search->games[i].repeats)
            repeats.numbers[repeats.count++] = search->games[i].number;
    qsort(repeats.numbers, repeats.count, sizeof(*repeats.numbers), compare_numbers);
    *ret_repeats = repeats;
    return BZ_OK;
}

/* --- doors ------------------------------------------------------------------------------------ */

int bz_repeats_find(struct bz_repeats *ret_repeats, struct bz_store *store, int64_t tournament,
                    const struct bz_plan *plan, struct bz_error *err)
{
    struct bz_store_filter done = {
        .tournament = tournament, .by_state = true, .state = BZ_STORE_DONE};
    struct search search = {.plan = plan, .err = err};
    int code = look_for_twins(store, tournament, err);

    *ret_repeats = (struct bz_repeats){.count = 0};
    if (code <= 0)
        return code;
    code = bz_store_games(store, &done, take_game, &search, err);
    if (!code) {
        group_by_start(&search);
        mark(&search);
        code = group_by_opening(&search);
    }
    if (!code) {
        mark(&search);
        code = keep(&search, ret_repeats);
    }
    free(search.games);
    return code;
}

void bz_repeats_release(struct bz_repeats *repeats)
{
    free(repeats->numbers);
    *repeats = (struct bz_repeats){.count = 0};
}

bool bz_repeats_have(const struct bz_repeats *repeats, int64_t number)
{
    return repeats->count && bsearch(&number, repeats->numbers, repeats->count,
                                     sizeof(*repeats->numbers), compare_numbers);
}
