/*
 * page.c - the report of a tournament as one page: no script, no picture, nothing from elsewhere.
 *
 * The style is a text that comes with the program. Whatever others wrote, names, notes and what
 * programs said, goes through html_text.
 */
#include <inttypes.h>

#include "bazi/asset.h"
#include "parts.h"
#include "remarks.h"
#include "text/html.h"

enum { CELL_MAX = 160, SENTENCE_MAX = 512, CROSS_MAX = 100, SHADES = 5 };

/* --- the table -------------------------------------------------------------------------------- */

struct column {
    const char *title, *meaning;
    bool (*fits)(const struct bz_sheet *sheet); /* NULL: always */
    void (*add)(const struct bz_sheet *sheet, int row, struct bz_buf *out);
};

static bool has_points(const struct bz_sheet *sheet)
{
    return sheet->has_points;
}

static bool is_knockout(const struct bz_sheet *sheet)
{
    return sheet->plan->pairing.format == BZ_FORMAT_KNOCKOUT;
}

static bool has_faults(const struct bz_sheet *sheet)
{
    for (int i = 0; i < sheet->count; i++)
        if (sheet->rows[i].counts->faults)
            return true;
    return false;
}

static bool has_results(const struct bz_sheet_row *row)
{
    return row->counts->wdl.wins + row->counts->wdl.draws + row->counts->wdl.losses > 0;
}

static void add_table_points(const struct bz_sheet *sheet, int row, struct bz_buf *out)
{
    remark_half(sheet->rows[row].standing.points, out);
}

static void add_stage(const struct bz_sheet *sheet, int row, struct bz_buf *out)
{
    remark_stage(sheet, &sheet->rows[row].standing, out);
}

static void add_games(const struct bz_sheet *sheet, int row, struct bz_buf *out)
{
    bz_buf_add(out, "%" PRId64, remark_games(sheet, &sheet->rows[row]));
}

static void add_results(const struct bz_sheet *sheet, int row, struct bz_buf *out)
{
    const struct bz_wdl *wdl = &sheet->rows[row].counts->wdl;

    bz_buf_add(out, "%" PRId64 "\u2013%" PRId64 "\u2013%" PRId64, wdl->wins, wdl->draws,
               wdl->losses);
}

static void add_score(const struct bz_sheet *sheet, int row, struct bz_buf *out)
{
    if (has_results(&sheet->rows[row]))
        bz_buf_add(out, "%.1f %%", 100 * sheet->rows[row].share.value);
}

static void add_rating(const struct bz_sheet *sheet, int row, struct bz_buf *out)
{
    if (has_results(&sheet->rows[row]))
        bz_estimate_format_short(&sheet->rows[row].rating, 0, out);
}

static void add_superiority(const struct bz_sheet *sheet, int row, struct bz_buf *out)
{
    double likelihood;

    if (remark_superiority(sheet, row, &likelihood))
        remark_likelihood(likelihood, out);
}

static void add_mean(const struct bz_sheet *sheet, int row, struct bz_buf *out)
{
    if (sheet->rows[row].points.count)
        bz_buf_add(out, "%.1f", sheet->rows[row].points.mean);
}

static void add_median(const struct bz_sheet *sheet, int row, struct bz_buf *out)
{
    if (sheet->rows[row].points.count)
        bz_buf_add(out, "%.1f", sheet->rows[row].points.median);
}

static void add_spread(const struct bz_sheet *sheet, int row, struct bz_buf *out)
{
    if (sheet->rows[row].points.count)
        bz_buf_add(out, "%.1f", sheet->rows[row].points.deviation);
}

static void add_buchholz(const struct bz_sheet *sheet, int row, struct bz_buf *out)
{
    remark_half(sheet->rows[row].standing.buchholz, out);
}

static void add_sonneborn(const struct bz_sheet *sheet, int row, struct bz_buf *out)
{
    bz_buf_add(out, "%.2f", (double)sheet->rows[row].standing.sonneborn / 4);
}

static void add_byes(const struct bz_sheet *sheet, int row, struct bz_buf *out)
{
    bz_buf_add(out, "%d", sheet->rows[row].standing.byes);
}

static void add_faults(const struct bz_sheet *sheet, int row, struct bz_buf *out)
{
    const struct bz_ledger_row *counts = sheet->rows[row].counts;

    bz_buf_add(out, "%" PRId64 "%s", counts->faults, counts->out >= 0 ? ", out" : "");
}

static const struct column columns[] = {
    {"points", "a win 1, a draw \u00bd, a bye as won", remark_has_opponents, add_table_points},
    {"out in", "where it was beaten", is_knockout, add_stage},
    {"games", "that count, forfeits among them", NULL, add_games},
    {"W\u2013D\u2013L", "won, drawn, lost", NULL, add_results},
    {"score", "share of the points", NULL, add_score},
    {"Elo", "in this field, with 95 %", NULL, add_rating},
    {"LOS", "likelihood of superiority to the next one below", NULL, add_superiority},
    {"mean", "of the game's own points", has_points, add_mean},
    {"median", "of the game's own points", has_points, add_median},
    {"spread", "standard deviation of the points", has_points, add_spread},
    {"Buchholz", "points of all opponents", remark_has_opponents, add_buchholz},
    {"S\u2013B", "Sonneborn-Berger", remark_has_opponents, add_sonneborn},
    {"byes", "rounds without an opponent", remark_has_opponents, add_byes},
    {"faults", "games lost by what a program must not do", has_faults, add_faults},
};
enum { COLUMNS = sizeof(columns) / sizeof(columns[0]) };

static bool fits(const struct bz_sheet *sheet, const struct column *column)
{
    return !column->fits || column->fits(sheet);
}

static void write_row(const struct bz_sheet *sheet, int index, FILE *out)
{
    const struct bz_sheet_row *row = &sheet->rows[index];

    fprintf(out, "<tr%s><td>%d</td><td class=\"name\">",
            row->counts->out >= 0 ? " class=\"out\"" : "", row->standing.place);
    html_name(out, row->name);
    fputs("<span class=\"spec\" dir=\"ltr\">", out);
    html_text(out, row->spec);
    fputs("</span></td>", out);
    for (int i = 0; i < COLUMNS; i++) {
        char text[CELL_MAX] = "";
        struct bz_buf cell = BZ_BUF(text);

        if (!fits(sheet, &columns[i]))
            continue;
        columns[i].add(sheet, index, &cell);
        fprintf(out, "<td>%s</td>", text);
    }
    fputs("</tr>\n", out);
}

static void write_table(const struct bz_sheet *sheet, FILE *out)
{
    fputs("<h2>Table</h2>\n<div class=\"wide\"><table class=\"standings\"><thead><tr><th></th>"
          "<th class=\"name\">player</th>",
          out);
    for (int i = 0; i < COLUMNS; i++)
        if (fits(sheet, &columns[i]))
            fprintf(out, "<th title=\"%s\">%s</th>", columns[i].meaning, columns[i].title);
    fputs("</tr></thead><tbody>\n", out);
    for (int i = 0; i < sheet->count; i++)
        write_row(sheet, i, out);
    fputs("</tbody></table></div>\n", out);
}

/* --- the cross table -------------------------------------------------------------------------- */

static void write_cell(const struct bz_sheet *sheet, int row, int column, FILE *out)
{
    const struct bz_wdl *wdl =
        &bz_ledger_cell(&sheet->ledger, sheet->rows[row].player, sheet->rows[column].player)->wdl;
    int64_t games = wdl->wins + wdl->draws + wdl->losses, doubled = 2 * wdl->wins + wdl->draws;
    char text[CELL_MAX] = "";
    struct bz_buf points = BZ_BUF(text);
    int64_t shade;

    if (row == column) {
        fputs("<td class=\"self\"></td>", out);
        return;
    }
    if (!games) {
        fputs("<td></td>", out);
        return;
    }
    shade = doubled * SHADES / (2 * games);
    remark_half(doubled, &points);
    fprintf(out,
            "<td class=\"s%" PRId64 "\" title=\"of %" PRId64 ": won %" PRId64 ", drawn %" PRId64
            ", lost %" PRId64 "\">%s</td>",
            shade < SHADES ? shade : SHADES - 1, games, wdl->wins, wdl->draws, wdl->losses, text);
}

static void write_cross(const struct bz_sheet *sheet, FILE *out)
{
    fputs("<h2>Cross table</h2>\n", out);
    if (sheet->count > CROSS_MAX) {
        fprintf(out, "<p>Of more than %d players it has no room on a page; the JSON has it.</p>\n",
                CROSS_MAX);
        return;
    }
    fputs("<p class=\"faint\">Points of the player in the row against the one in the column.</p>\n"
          "<div class=\"wide\"><table class=\"cross\"><thead><tr><th></th>",
          out);
    for (int i = 0; i < sheet->count; i++)
        fprintf(out, "<th scope=\"col\">%d</th>", i + 1);
    fputs("</tr></thead><tbody>\n", out);
    for (int row = 0; row < sheet->count; row++) {
        fprintf(out, "<tr><th class=\"name\" scope=\"row\">%d ", row + 1);
        html_name(out, sheet->rows[row].name);
        fputs("</th>", out);
        for (int column = 0; column < sheet->count; column++)
            write_cell(sheet, row, column, out);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
}

/* --- the whole -------------------------------------------------------------------------------- */

static void write_head(const struct bz_sheet *sheet, FILE *out)
{
    const struct bz_asset *style = bz_asset_find("cli/tournament/page.css");

    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" "
          "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<title>",
          out);
    html_text(out, sheet->plan->name);
    fprintf(out, "</title>\n<style>\n%s</style></head><body>\n<h1>", style ? style->text : "");
    html_name(out, sheet->plan->name);
    fputs("</h1>\n<p class=\"faint\">", out);
    html_text(out, sheet->plan->game->title);
    fprintf(out, ", %s, %d players", remark_format(sheet), sheet->count);
    for (int i = 0; i < sheet->plan->option_count; i++) {
        fputs(", ", out);
        html_text(out, sheet->plan->options[i]);
    }
    fputs("</p>\n", out);
}

static void write_remarks(const struct bz_sheet *sheet, FILE *out)
{
    char text[SENTENCE_MAX];
    struct bz_buf line = BZ_BUF(text);

    for (int i = 0; bz_buf_clear(&line), remark_at(sheet, i, &line); i++) {
        if (!line.length)
            continue;
        fputs("<p>", out);
        html_text(out, text);
        fputs("</p>\n", out);
    }
}

int tournament_page(const struct report *report, FILE *out, struct bz_error *err)
{
    const struct bz_sheet *sheet = report->sheet;
    int code;

    write_head(sheet, out);
    write_table(sheet, out);
    write_remarks(sheet, out);
    if (remark_has_results(sheet)) {
        write_cross(sheet, out);
        page_ratings(sheet, out);
        page_results(sheet, out);
    }
    code = page_points(sheet, out, err);
    page_failures(report, out);
    if (!code)
        code = page_settings(report, out, err);
    fprintf(out, "<p class=\"faint\">bazi %s</p>\n</body></html>\n", bz_version());
    return code;
}
