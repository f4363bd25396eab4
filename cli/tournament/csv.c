/*
 * csv.c - a tournament as tables for spreadsheets. Every form has the same columns whatever was
 * played; what a tournament does not have is left empty.
 */
#include "text/csv.h"

#include "remarks.h"
#include "tournament.h"

/* --- players ---------------------------------------------------------------------------------- */

static void write_titles(struct csv *csv)
{
    static const char *const titles[] = {
        "place",        "player",        "spec",      "games",      "won",
        "drawn",        "lost",          "forfeits",  "score",      "score_low",
        "score_high",   "elo",           "elo_low",   "elo_high",   "superior_to_next",
        "points_mean",  "points_median", "points_sd", "points_min", "points_max",
        "table_points", "byes",          "buchholz",  "sonneborn",  "stage",
        "faults",       "out_from_game",
    };

    for (size_t i = 0; i < sizeof(titles) / sizeof(titles[0]); i++)
        csv_text(csv, titles[i]);
    for (int ruling = 1; ruling < BZ_RULING_DRAWN; ruling++) {
        char text[40];

        snprintf(text, sizeof(text), "by_%s", bz_ruling_word((enum bz_ruling)ruling));
        csv_text(csv, text);
    }
    csv_end_row(csv);
}

static void write_estimate(struct csv *csv, const struct bz_estimate *estimate, int decimals,
                           bool known)
{
    const double numbers[] = {estimate->value, estimate->low, estimate->high};

    for (int i = 0; i < 3; i++) {
        if (known)
            csv_rounded(csv, numbers[i], decimals);
        else
            csv_empty(csv);
    }
}

static void write_points(struct csv *csv, const struct bz_summary *points)
{
    const double numbers[] = {points->mean, points->median, points->deviation, points->least,
                              points->most};

    for (int i = 0; i < 5; i++) {
        if (points->count)
            csv_rounded(csv, numbers[i], DECIMALS_POINTS);
        else
            csv_empty(csv);
    }
}

static void write_standing(struct csv *csv, const struct bz_sheet *sheet,
                           const struct bz_standing *standing)
{
    char text[40] = "";
    struct bz_buf stage = BZ_BUF(text);

    remark_stage(sheet, standing, &stage);
    csv_number(csv, (double)standing->points / 2);
    csv_whole(csv, standing->byes);
    csv_number(csv, (double)standing->buchholz / 2);
    csv_number(csv, (double)standing->sonneborn / 4);
    csv_text(csv, text);
}

static void write_player(struct csv *csv, const struct bz_sheet *sheet, int index)
{
    const struct bz_sheet_row *row = &sheet->rows[index];
    const struct bz_ledger_row *counts = row->counts;
    bool known = counts->wdl.wins + counts->wdl.draws + counts->wdl.losses > 0;
    double superiority;

    csv_whole(csv, row->standing.place);
    csv_text(csv, row->name);
    csv_text(csv, row->spec);
    csv_whole(csv, remark_games(sheet, row));
    csv_whole(csv, counts->wdl.wins);
    csv_whole(csv, counts->wdl.draws);
    csv_whole(csv, counts->wdl.losses);
    csv_whole(csv, counts->forfeits);
    write_estimate(csv, &row->share, DECIMALS_SHARE, known);
    write_estimate(csv, &row->rating, DECIMALS_ELO, known);
    if (remark_superiority(sheet, index, &superiority))
        csv_rounded(csv, superiority, DECIMALS_SHARE);
    else
        csv_empty(csv);
    write_points(csv, &row->points);
    write_standing(csv, sheet, &row->standing);
    csv_whole(csv, counts->faults);
    if (counts->out >= 0)
        csv_whole(csv, counts->out + 1);
    else
        csv_empty(csv);
    for (int ruling = 1; ruling < BZ_RULING_DRAWN; ruling++)
        csv_whole(csv, counts->rulings[ruling]);
    csv_end_row(csv);
}

void tournament_csv_players(const struct bz_sheet *sheet)
{
    struct csv csv = {.out = stdout};

    write_titles(&csv);
    for (int i = 0; i < sheet->count; i++)
        write_player(&csv, sheet, i);
}

/* --- games ------------------------------------------------------------------------------------ */

struct games {
    struct csv csv;
    int seats;
};

static void write_game_titles(struct games *games)
{
    static const char *const titles[] = {"game",   "round", "state", "result",
                                         "ruling", "loser", "plies", "seconds"};
    char text[40];

    for (size_t i = 0; i < sizeof(titles) / sizeof(titles[0]); i++)
        csv_text(&games->csv, titles[i]);
    for (int seat = 1; seat <= games->seats; seat++) {
        snprintf(text, sizeof(text), "player_%d", seat);
        csv_text(&games->csv, text);
        snprintf(text, sizeof(text), "points_%d", seat);
        csv_text(&games->csv, text);
    }
    csv_end_row(&games->csv);
}

static int write_game(void *context, const struct bz_store_game *game)
{
    struct games *games = context;
    struct csv *csv = &games->csv;
    bool done = game->state == BZ_STORE_DONE;

    csv_whole(csv, game->number + 1);
    csv_whole(csv, game->round + 1);
    csv_text(csv, bz_store_state_word(game->state));
    csv_text(csv, game->result);
    csv_text(csv, game->ruling);
    if (done && game->loser >= 0 && game->loser < game->seat_count)
        csv_text(csv, game->seats[game->loser].name);
    else
        csv_empty(csv);
    csv_whole(csv, game->plies);
    csv_rounded(csv, game->seconds, DECIMALS_SECONDS);
    for (int seat = 0; seat < games->seats; seat++) {
        csv_text(csv, seat < game->seat_count ? game->seats[seat].name : "");
        if (done && seat < game->seat_count)
            csv_rounded(csv, game->seats[seat].points, DECIMALS_POINTS);
        else
            csv_empty(csv);
    }
    csv_end_row(csv);
    return 0;
}

int tournament_csv_games(const struct report *report, struct bz_error *err)
{
    struct games games = {.csv = {.out = stdout}, .seats = report->sheet->plan->pairing.seats};
    struct bz_store_filter filter = {.tournament = report->tournament};

    write_game_titles(&games);
    return bz_store_games(report->store, &filter, write_game, &games, err);
}
