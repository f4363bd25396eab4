/*
 * sheet.c - from a ledger to a table.
 */
#include "tourney/sheet.h"

#include <stdlib.h>
#include <string.h>

#include "stats/rating.h"
#include "tourney/roll.h"

/* --- ratings ---------------------------------------------------------------------------------- */

int bz_sheet_rate(const struct bz_ledger *ledger, struct bz_estimate *ret_ratings, int *ret_groups,
                  struct bz_error *err)
{
    size_t players = (size_t)ledger->players;
    struct bz_meeting *meetings = calloc(players * players, sizeof(*meetings));
    struct bz_field field = {
        .players = ledger->players, .meetings = meetings, .prior = BZ_RATING_PRIOR, .anchor = -1};
    int groups;

    if (!meetings)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the ratings");
    for (int a = 0; a < ledger->players; a++)
        for (int b = a + 1; b < ledger->players; b++) {
            const struct bz_ledger_cell *cell = bz_ledger_cell(ledger, a, b);
            double games = (double)bz_wdl_total(&cell->fresh);

            if (games > 0)
                meetings[field.count++] =
                    (struct bz_meeting){a, b, cell->fresh, cell->worth / games};
        }
    groups = bz_rate(&field, ret_ratings, NULL, err);
    free(meetings);
    if (groups < 0)
        return groups;
    *ret_groups = groups;
    return BZ_OK;
}

struct bz_outcomes bz_sheet_outcomes(const struct bz_sheet *sheet, int player, int rival)
{
    int64_t left;

    return bz_ledger_outcomes(bz_ledger_cell(&sheet->ledger, player, rival), &left);
}

/* --- games that count ------------------------------------------------------------------------- */

struct collection {
    struct bz_sheet *sheet;
    int64_t stride;
    struct bz_roll roll;
    uint64_t *prints; /* of games that another one repeats */
    size_t print_count;
    struct bz_error *err;
};

/* A list with room for one more: it doubles whenever it is full. NULL for want of memory. */
static void *bigger(void *list, size_t count, size_t size)
{
    bool full = count < 2 ? count == 0 : (count & (count - 1)) == 0;

    return full ? realloc(list, (count ? 2 * count : 2) * size) : list;
}

/* Not where one of the players was out: whether such a game is played at all is an accident. */
static bool counts(const struct collection *collection, const struct bz_store_game *game)
{
    for (int seat = 0; seat < game->seat_count; seat++) {
        int player = bz_roll_number(&collection->roll, game->seats[seat].player);

        if (player < 0 || bz_ledger_is_out(&collection->sheet->ledger, player, game->number))
            return false;
    }
    return true;
}

/* --- points ----------------------------------------------------------------------------------- */

static bool grow(struct bz_sheet *sheet)
{
    void *more = bigger(sheet->scores, sheet->score_count, sizeof(*sheet->scores));

    if (more)
        sheet->scores = more;
    return more != NULL;
}

/* Alone, everybody's games of a round begin alike in turn; else the games of a pair do. */
static int64_t start_of(const struct collection *collection, const struct bz_store_game *game)
{
    if (game->seat_count == 1)
        return game->round * collection->stride + game->number % collection->stride;
    return game->number / game->seat_count;
}

static int collect(void *context, const struct bz_store_game *game)
{
    struct collection *collection = context;
    struct bz_sheet *sheet = collection->sheet;

    for (int seat = 0; counts(collection, game) && seat < game->seat_count; seat++) {
        if (!grow(sheet))
            return bz_fail(collection->err, BZ_ERROR_MEMORY, "not enough memory for the points");
        sheet->scores[sheet->score_count++] = (struct bz_sheet_score){
            bz_roll_number(&collection->roll, game->seats[seat].player), start_of(collection, game),
            game->seats[seat].points, bz_repeats_have(&sheet->ledger.repeats, game->number)};
    }
    return 0;
}

static int compare_scores(const void *a, const void *b)
{
    const struct bz_sheet_score *x = a, *y = b;

    if (x->player != y->player)
        return (x->player > y->player) - (x->player < y->player);
    return (x->start > y->start) - (x->start < y->start);
}

static int collect_points(struct collection *collection, struct bz_store *store, int64_t tournament)
{
    struct bz_sheet *sheet = collection->sheet;
    struct bz_store_filter filter = {
        .tournament = tournament, .by_state = true, .state = BZ_STORE_DONE};
    int code = bz_store_games(store, &filter, collect, collection, collection->err);

    if (!code && sheet->score_count)
        qsort(sheet->scores, sheet->score_count, sizeof(*sheet->scores), compare_scores);
    return code;
}

/* The scores of one player; how many. */
static size_t scores_of(const struct bz_sheet *sheet, int player,
                        const struct bz_sheet_score **ret_first)
{
    size_t first = 0, count = 0;

    while (first < sheet->score_count && sheet->scores[first].player < player)
        first++;
    while (first + count < sheet->score_count && sheet->scores[first + count].player == player)
        count++;
    *ret_first = sheet->scores + first;
    return count;
}

static int summarise(struct bz_sheet *sheet, struct bz_sheet_row *row, struct bz_error *err)
{
    const struct bz_sheet_score *scores;
    size_t count = scores_of(sheet, row->player, &scores);
    double *numbers = calloc(count + 1, sizeof(*numbers));
    int code, fresh = 0;

    if (!numbers)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the points");
    for (size_t i = 0; i < count; i++)
        if (!scores[i].repeats)
            numbers[fresh++] = scores[i].points;
    code = bz_summarise(numbers, fresh, &row->points, err);
    free(numbers);
    return code;
}

/* The sum of a player's points from one start on, and where the next start begins. Says whether a
 * game there was none that repeats another. */
static double take_start(const struct bz_sheet_score *scores, size_t count, size_t *at, bool *fresh)
{
    int64_t start = scores[*at].start;
    double sum = 0;

    for (; *at < count && scores[*at].start == start; ++*at) {
        sum += scores[*at].points;
        *fresh = *fresh || !scores[*at].repeats;
    }
    return sum;
}

static int differences_of(const struct bz_sheet *sheet, int player, int rival, double *ret_list)
{
    const struct bz_sheet_score *mine, *theirs;
    size_t my_count = scores_of(sheet, player, &mine);
    size_t their_count = scores_of(sheet, rival, &theirs), a = 0, b = 0;
    int count = 0;

    while (a < my_count && b < their_count) {
        int64_t ahead = mine[a].start - theirs[b].start;
        bool fresh = false;
        double difference = 0;

        if (ahead <= 0)
            difference = take_start(mine, my_count, &a, &fresh);
        if (ahead >= 0)
            difference -= take_start(theirs, their_count, &b, &fresh);
        if (ahead == 0 && fresh)
            ret_list[count++] = difference;
    }
    return count;
}

int bz_sheet_compare(const struct bz_sheet *sheet, int player, int rival,
                     struct bz_estimate *ret_mean, struct bz_signed_ranks *ret_ranks,
                     struct bz_error *err)
{
    double *list = calloc(sheet->score_count + 1, sizeof(*list));
    struct bz_summary summary;
    int count, code;

    if (!list)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the points");
    count = differences_of(sheet, player, rival, list);
    code = bz_summarise(list, count, &summary, err);
    if (!code)
        code = bz_signed_ranks(list, count, ret_ranks, err);
    if (!code)
        *ret_mean = bz_mean(&summary);
    free(list);
    return code ? code : count;
}

/* --- the table -------------------------------------------------------------------------------- */

static int make_row(struct bz_sheet *sheet, const struct bz_standing *standing,
                    const struct bz_estimate *rating, struct bz_sheet_row *row,
                    struct bz_error *err)
{
    int player = standing->player;
    const struct bz_ledger_row *counts = &sheet->ledger.rows[player];
    struct bz_outcomes outcomes = bz_outcomes_of_wdl(&counts->fresh);
    double games = (double)bz_wdl_total(&counts->fresh),
           worth = games > 0 ? counts->worth / games : 1;

    *row = (struct bz_sheet_row){.player = player,
                                 .name = sheet->plan->players[player].name,
                                 .spec = sheet->plan->players[player].spec,
                                 .counts = counts,
                                 .standing = *standing,
                                 .share = bz_ledger_share(&counts->wdl, &outcomes, worth),
                                 .rating = *rating};
    return sheet->has_points ? summarise(sheet, row, err) : BZ_OK;
}

static int make_rows(struct bz_sheet *sheet, struct bz_error *err)
{
    size_t players = (size_t)sheet->ledger.players;
    struct bz_pairing_input in = bz_ledger_input(&sheet->ledger, sheet->plan);
    struct bz_standing *table = calloc(players, sizeof(*table));
    struct bz_estimate *ratings = calloc(players, sizeof(*ratings));
    int code = BZ_ERROR_MEMORY;

    sheet->rows = calloc(players, sizeof(*sheet->rows));
    sheet->count = (int)players;
    if (table && ratings && sheet->rows)
        code = bz_pairing_standings(&in, table, err);
    else
        bz_fail(err, code, "not enough memory for the table");
    if (!code)
        code = bz_sheet_rate(&sheet->ledger, ratings, &sheet->groups, err);
    for (size_t i = 0; i < players && !code; i++)
        code = make_row(sheet, &table[i], &ratings[table[i].player], &sheet->rows[i], err);
    free(table);
    free(ratings);
    return code;
}

/* --- copies ----------------------------------------------------------------------------------- */

static int note_twin(void *context, const struct bz_store_game *game)
{
    struct collection *collection = context;
    void *more;

    if (!counts(collection, game))
        return 0;
    more = bigger(collection->prints, collection->print_count, sizeof(*collection->prints));
    if (!more)
        return bz_fail(collection->err, BZ_ERROR_MEMORY, "not enough memory for the copies");
    collection->prints = more;
    collection->prints[collection->print_count++] = game->print;
    return 0;
}

static int compare_prints(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static int count_copies(struct collection *collection, struct bz_store *store, int64_t tournament)
{
    struct bz_store_filter twins = {.tournament = tournament, .twins = true};
    int code = bz_store_games(store, &twins, note_twin, collection, collection->err);

    if (code)
        return code;
    if (collection->print_count)
        qsort(collection->prints, collection->print_count, sizeof(*collection->prints),
              compare_prints);
    for (size_t i = 1; i < collection->print_count; i++)
        collection->sheet->copies += collection->prints[i] == collection->prints[i - 1];
    return BZ_OK;
}

/* --- doors ------------------------------------------------------------------------------------ */

/* Whether games of the plan have points beside a winner. */
static int look_for_points(struct bz_sheet *sheet, struct bz_error *err)
{
    const char *options[2 * BZ_PLAN_OPTIONS_MAX];
    struct bz_fixture fixture = bz_plan_fixture(sheet->plan, 0, options);
    struct bz_setup setup;
    struct bz_record record;
    int code = bz_fixture_open(&fixture, &setup, &record, err);

    if (code)
        return code;
    sheet->has_points = setup.rules->traits & BZ_HAS_POINTS;
    bz_record_release(&record);
    bz_setup_release(&setup);
    return BZ_OK;
}

/* What single games say, beyond what the ledger counts. */
static int collect_games(struct bz_sheet *sheet, struct bz_store *store, int64_t tournament,
                         struct bz_error *err)
{
    struct collection collection = {
        .sheet = sheet, .stride = bz_ledger_stride(sheet->plan), .err = err};
    int code = bz_roll_call(&collection.roll, store, tournament, sheet->ledger.players, err);

    if (!code && sheet->has_points)
        code = collect_points(&collection, store, tournament);
    if (!code)
        code = count_copies(&collection, store, tournament);
    bz_roll_release(&collection.roll);
    free(collection.prints);
    return code;
}

int bz_sheet_read(struct bz_sheet *ret_sheet, struct bz_store *store, int64_t tournament,
                  const struct bz_plan *plan, struct bz_error *err)
{
    struct bz_sheet sheet = {.plan = plan};
    int code = bz_ledger_read(&sheet.ledger, store, tournament, plan, err);

    if (code)
        return code;
    code = look_for_points(&sheet, err);
    if (!code)
        code = collect_games(&sheet, store, tournament, err);
    if (!code)
        code = make_rows(&sheet, err);
    if (code)
        bz_sheet_release(&sheet);
    else
        *ret_sheet = sheet;
    return code;
}

void bz_sheet_release(struct bz_sheet *sheet)
{
    bz_ledger_release(&sheet->ledger);
    free(sheet->rows);
    free(sheet->scores);
}
