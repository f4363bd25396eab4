/*
 * json.c - all that is known of a tournament, as one JSON object.
 */
#include "text/json.h"

#include <stdlib.h>

#include "contest/comparison.h"
#include "parts.h"
#include "remarks.h"

static void write_rulings(struct json *json, const struct bz_ledger_row *counts)
{
    json_open(json, "rulings", '{');
    for (int ruling = 1; ruling < BZ_RULINGS; ruling++)
        if (counts->rulings[ruling])
            json_whole(json, bz_ruling_word((enum bz_ruling)ruling), counts->rulings[ruling]);
    json_close(json, '}');
}

static void write_standing(struct json *json, const struct bz_sheet *sheet,
                           const struct bz_standing *standing)
{
    char text[40] = "";
    struct bz_buf stage = BZ_BUF(text);

    remark_stage(sheet, standing, &stage);
    json_open(json, "standing", '{');
    json_number(json, "points", (double)standing->points / 2);
    json_whole(json, "encounters", standing->encounters);
    json_whole(json, "byes", standing->byes);
    json_number(json, "buchholz", (double)standing->buchholz / 2);
    json_number(json, "sonneborn_berger", (double)standing->sonneborn / 4);
    if (stage.length)
        json_text(json, "stage", text);
    json_close(json, '}');
}

static void write_points(struct json *json, const struct bz_summary *points)
{
    json_open(json, "points", '{');
    json_whole(json, "count", points->count);
    json_rounded(json, "mean", points->mean, DECIMALS_POINTS);
    json_rounded(json, "deviation", points->deviation, DECIMALS_POINTS);
    json_rounded(json, "least", points->least, DECIMALS_POINTS);
    json_rounded(json, "lower_quartile", points->lower, DECIMALS_POINTS);
    json_rounded(json, "median", points->median, DECIMALS_POINTS);
    json_rounded(json, "upper_quartile", points->upper, DECIMALS_POINTS);
    json_rounded(json, "most", points->most, DECIMALS_POINTS);
    json_close(json, '}');
}

static void write_player(struct json *json, const struct bz_sheet *sheet,
                         const struct bz_sheet_row *row)
{
    const struct bz_ledger_row *counts = row->counts;

    json_open(json, NULL, '{');
    json_whole(json, "place", row->standing.place);
    json_text(json, "player", row->name);
    json_text(json, "spec", row->spec);
    json_whole(json, "games", remark_games(sheet, row));
    json_whole(json, "won", counts->wdl.wins);
    json_whole(json, "drawn", counts->wdl.draws);
    json_whole(json, "lost", counts->wdl.losses);
    json_whole(json, "forfeits", counts->forfeits);
    json_whole(json, "faults", counts->faults);
    write_rulings(json, counts);
    if (counts->out >= 0)
        json_whole(json, "out_from_game", counts->out + 1);
    write_standing(json, sheet, &row->standing);
    if (counts->wdl.wins + counts->wdl.draws + counts->wdl.losses) {
        comparison_json_estimate(json, "score", &row->share, DECIMALS_SHARE);
        comparison_json_estimate(json, "elo", &row->rating, DECIMALS_ELO);
    }
    if (row->points.count)
        write_points(json, &row->points);
    json_close(json, '}');
}

/* Each two who met once, the better one first. */
static int write_cross(struct json *json, const struct bz_sheet *sheet, struct bz_error *err)
{
    int code = BZ_OK;

    json_open(json, "cross", '[');
    for (int a = 0; a < sheet->count; a++)
        for (int b = a + 1; b < sheet->count && !code; b++) {
            int better = sheet->rows[a].player, worse = sheet->rows[b].player;

            if (bz_wdl_total(&bz_ledger_cell(&sheet->ledger, better, worse)->wdl))
                code = tournament_json_pair(sheet, better, worse, json, err);
        }
    json_close(json, ']');
    return code;
}

static void write_failures(struct json *json, const struct report *report)
{
    json_open(json, "failures", '[');
    for (int i = 0; i < report->failures.count; i++) {
        const struct failure *failure = &report->failures.list[i];

        json_open(json, NULL, '{');
        json_text(json, "player", report->sheet->plan->players[failure->player].name);
        json_whole(json, "game", failure->number + 1);
        json_whole(json, "round", failure->round + 1);
        json_text(json, "ruling", bz_ruling_word(failure->ruling));
        if (failure->note)
            json_text(json, "note", failure->note);
        if (failure->excerpt)
            json_text(json, "stderr", failure->excerpt);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_head(struct json *json, const struct bz_sheet *sheet)
{
    const struct bz_plan *plan = sheet->plan;

    json_text(json, "tournament", plan->name);
    json_text(json, "game", plan->game->name);
    json_text(json, "format", remark_format(sheet));
    json_count(json, "seed", plan->pairing.seed);
    json_text(json, "version", bz_version());
    json_whole(json, "games", sheet->ledger.games);
    json_whole(json, "unfinished", sheet->ledger.unfinished);
    json_whole(json, "plies", sheet->ledger.plies);
    json_rounded(json, "seconds", sheet->ledger.seconds, DECIMALS_SECONDS);
    json_whole(json, "duplicates", sheet->copies);
    json_whole(json, "repeats", sheet->ledger.repeated);
    json_whole(json, "groups", sheet->groups);
}

int tournament_json(const struct report *report, struct bz_error *err)
{
    const struct bz_sheet *sheet = report->sheet;
    char *settings = tournament_settings(sheet->plan, false);
    struct json json = {.out = stdout};
    int code;

    if (!settings)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the settings");
    json_open(&json, NULL, '{');
    write_head(&json, sheet);
    json_open(&json, "players", '[');
    for (int i = 0; i < sheet->count; i++)
        write_player(&json, sheet, &sheet->rows[i]);
    json_close(&json, ']');
    code = write_cross(&json, sheet, err);
    write_failures(&json, report);
    json_ready(&json, "settings", settings);
    json_close(&json, '}');
    json_end_line(&json);
    free(settings);
    return code;
}
