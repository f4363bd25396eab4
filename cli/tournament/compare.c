/*
 * compare.c - two players of a tournament against each other.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contest/comparison.h"
#include "parts.h"
#include "remarks.h"

int tournament_find(const struct bz_sheet *sheet, const char *name)
{
    char *end;
    long row;

    for (int i = 0; i < sheet->count; i++)
        if (!strcmp(sheet->rows[i].name, name))
            return sheet->rows[i].player;
    row = strtol(name, &end, 10);
    return *name && !*end && row >= 1 && row <= sheet->count ? sheet->rows[row - 1].player : -1;
}

/* One start, or the same difference at all of them, says nothing of the spread. */
static bool has_interval(const struct bz_estimate *mean)
{
    return !mean->low_open || !mean->high_open;
}

static void print_difference(int starts, const struct bz_estimate *mean)
{
    char text[160];
    struct bz_buf line = BZ_BUF(text);

    bz_buf_clear(&line);
    if (has_interval(mean)) {
        bz_estimate_format(mean, 2, &line);
        comparison_line("points", "%s more a start, %d starts in common", text, starts);
    } else if (starts == 1) {
        comparison_line("points", "%+.2f more, 1 start in common: nothing is known of the spread",
                        mean->value);
    } else {
        comparison_line("points",
                        "%+.2f more at each of %d starts in common: nothing is known of the spread",
                        mean->value, starts);
    }
}

static void print_points(int starts, const struct bz_estimate *mean,
                         const struct bz_signed_ranks *ranks)
{
    char text[40];
    struct bz_buf chance = BZ_BUF(text);

    print_difference(starts, mean);
    if (!ranks->used)
        return;
    remark_chance(ranks->probability, &chance);
    comparison_line("by chance", "%s, Wilcoxon's signed ranks of %d %s (%s)", text, ranks->used,
                    ranks->used == 1 ? "start that differs" : "starts that differ", ranks->method);
}

/* All games, and those that the estimates below are made without. */
static void print_games(const struct bz_ledger_cell *cell, int64_t left)
{
    const struct bz_wdl *wdl = &cell->wdl;
    int64_t repeats = bz_ledger_repeats(cell), forfeits = cell->forfeits;
    struct bz_outcomes all = bz_outcomes_of_wdl(wdl);
    char share[32] = "";

    if (repeats || forfeits || left)
        snprintf(share, sizeof(share), ", %.1f %%", 100 * bz_outcomes_moments(&all).mean);
    comparison_line("games", "%" PRId64 ": %" PRId64 "-%" PRId64 "-%" PRId64 "%s",
                    bz_wdl_total(wdl), wdl->wins, wdl->draws, wdl->losses, share);
    if (forfeits)
        comparison_line("forfeits", "%" PRId64 " of them %s not played, for one of the two was out",
                        forfeits, forfeits == 1 ? "was" : "were");
    if (repeats)
        comparison_line("repeats", "%" PRId64 " of them %s an earlier game and count%s once",
                        repeats, repeats == 1 ? "repeats" : "repeat", repeats == 1 ? "s" : "");
    if (left)
        comparison_line("unpaired",
                        "%" PRId64 " of them %s no second game to a pair and %s left out", left,
                        left == 1 ? "has" : "have", left == 1 ? "is" : "are");
}

int tournament_print_comparison(const struct bz_sheet *sheet, int player, int rival,
                                struct bz_error *err)
{
    const struct bz_ledger_cell *cell = bz_ledger_cell(&sheet->ledger, player, rival);
    int64_t left;
    struct bz_outcomes outcomes = bz_ledger_outcomes(cell, &left);
    struct bz_estimate mean;
    struct bz_signed_ranks ranks;
    int starts = 0;

    printf("%s against %s\n", sheet->plan->players[player].name, sheet->plan->players[rival].name);
    if (bz_wdl_total(&cell->wdl))
        print_games(cell, left);
    else
        printf("They have not met.\n");
    if (bz_outcomes_total(&outcomes)) {
        comparison_show_score(&outcomes);
        comparison_show(&outcomes);
    }
    if (sheet->has_points)
        starts = bz_sheet_compare(sheet, player, rival, &mean, &ranks, err);
    if (starts > 0)
        print_points(starts, &mean, &ranks);
    return starts < 0 ? starts : BZ_OK;
}

static void json_points(struct json *json, int starts, const struct bz_estimate *mean,
                        const struct bz_signed_ranks *ranks)
{
    struct bz_estimate difference = *mean;

    if (!has_interval(mean))
        difference.low = difference.high = (double)NAN; /* null */
    json_open(json, "points", '{');
    json_whole(json, "starts", starts);
    comparison_json_estimate(json, "difference", &difference, DECIMALS_POINTS);
    json_whole(json, "differing", ranks->used);
    json_number(json, "rank_sum", ranks->above);
    json_number(json, "probability", ranks->used ? ranks->probability : 1);
    json_text(json, "method", ranks->method);
    json_close(json, '}');
}

int tournament_json_pair(const struct bz_sheet *sheet, int player, int rival, struct json *json,
                         struct bz_error *err)
{
    const struct bz_ledger_cell *cell = bz_ledger_cell(&sheet->ledger, player, rival);
    int64_t left;
    struct bz_outcomes outcomes = bz_ledger_outcomes(cell, &left);
    struct bz_estimate mean;
    struct bz_signed_ranks ranks;
    int starts = 0;

    if (sheet->has_points)
        starts = bz_sheet_compare(sheet, player, rival, &mean, &ranks, err);
    if (starts < 0)
        return starts;
    json_open(json, NULL, '{');
    json_text(json, "player", sheet->plan->players[player].name);
    json_text(json, "rival", sheet->plan->players[rival].name);
    json_whole(json, "won", cell->wdl.wins);
    json_whole(json, "drawn", cell->wdl.draws);
    json_whole(json, "lost", cell->wdl.losses);
    json_open(json, "pairs", '[');
    for (int i = 0; i < BZ_PAIR_SCORES; i++)
        json_whole(json, NULL, cell->pairs.counts[i]);
    json_close(json, ']');
    json_whole(json, "forfeits", cell->forfeits);
    json_whole(json, "repeats", bz_ledger_repeats(cell));
    json_whole(json, "unpaired", left);
    if (bz_outcomes_total(&outcomes))
        comparison_json(json, "comparison", &outcomes);
    if (starts > 0)
        json_points(json, starts, &mean, &ranks);
    json_close(json, '}');
    return BZ_OK;
}

int tournament_json_comparison(const struct bz_sheet *sheet, int player, int rival,
                               struct bz_error *err)
{
    struct json json = {.out = stdout};
    int code = tournament_json_pair(sheet, player, rival, &json, err);

    if (!code)
        json_end_line(&json);
    return code;
}
