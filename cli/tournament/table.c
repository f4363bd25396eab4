/*
 * table.c - the table of a tournament, on a screen.
 *
 * Columns that have nothing to say are not there. Where a terminal is too narrow names are cut
 * first, then columns are left out one by one, and that is said.
 */
#include "text/table.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

#include "remarks.h"
#include "text/layout.h"
#include "text/terminal.h"
#include "tournament.h"

enum { NAME_WIDTH = 24, NAME_NARROW = 14, NAME_LEAST = 8, SENTENCE_MAX = 800 };

enum column {
    PLACE,
    NAME,
    POINTS, /* of the format */
    STAGE,
    GAMES,
    RESULTS,
    SCORE,
    RATING,
    SUPERIORITY,
    MEAN, /* of the game's own points */
    MEDIAN,
    SPREAD,
    BUCHHOLZ,
    SONNEBORN,
    BYES,
    FAULTS,
    COLUMNS
};

static const char *const titles[COLUMNS] = {
    "",    "player", "points", "out in", "games", "W-D-L", "score", "Elo",
    "LOS", "mean",   "median", "spread", "Buchh", "S-B",   "byes",  "faults",
};

static const char *const in_full[COLUMNS] = {
    [GAMES] = "games",
    [SCORE] = "score",
    [SUPERIORITY] = "superiority to the next",
    [MEDIAN] = "median",
    [SPREAD] = "spread",
    [BUCHHOLZ] = "Buchholz",
    [BYES] = "byes",
    [SONNEBORN] = "Sonneborn-Berger",
};

/* What is left out first. */
static const enum column sacrifices[] = {SUPERIORITY, SPREAD, SONNEBORN, BYES,
                                         MEDIAN,      GAMES,  BUCHHOLZ,  SCORE};
enum { SACRIFICES = sizeof(sacrifices) / sizeof(sacrifices[0]) };

struct view {
    const struct bz_sheet *sheet;
    int name_width;
    int sacrificed;
    struct table table;
};

static bool is_hidden(const struct view *view, enum column column)
{
    for (int i = 0; i < view->sacrificed; i++)
        if (sacrifices[i] == column)
            return true;
    return false;
}

/* --- cells ------------------------------------------------------------------------------------ */

static void add_results(const struct bz_sheet *sheet, int index, struct bz_buf *out)
{
    const struct bz_sheet_row *row = &sheet->rows[index];
    const struct bz_wdl *wdl = &row->counts->wdl;
    double superiority;

    bz_buf_add(&out[GAMES], "%" PRId64, remark_games(sheet, row));
    bz_buf_add(&out[RESULTS], "%" PRId64 "-%" PRId64 "-%" PRId64, wdl->wins, wdl->draws,
               wdl->losses);
    if (wdl->wins + wdl->draws + wdl->losses) {
        bz_buf_add(&out[SCORE], "%.1f%%", 100 * row->share.value);
        bz_estimate_format_short(&row->rating, 0, &out[RATING]);
    }
    if (remark_superiority(sheet, index, &superiority))
        remark_likelihood(superiority, &out[SUPERIORITY]);
    if (row->points.count) {
        bz_buf_add(&out[MEAN], "%.1f", row->points.mean);
        bz_buf_add(&out[MEDIAN], "%.1f", row->points.median);
        bz_buf_add(&out[SPREAD], "%.1f", row->points.deviation);
    }
    if (row->counts->faults)
        bz_buf_add(&out[FAULTS], "%" PRId64 "%s", row->counts->faults,
                   row->counts->out >= 0 ? ", out" : "");
}

static void add_standing(const struct bz_sheet *sheet, const struct bz_standing *standing,
                         struct bz_buf *out)
{
    remark_stage(sheet, standing, &out[STAGE]);
    if (!remark_has_opponents(sheet))
        return;
    remark_half(standing->points, &out[POINTS]);
    remark_half(standing->buchholz, &out[BUCHHOLZ]);
    bz_buf_add(&out[SONNEBORN], "%.2f", (double)standing->sonneborn / 4);
    if (standing->byes)
        bz_buf_add(&out[BYES], "%d", standing->byes);
}

static void fill_row(const struct view *view, int index, struct table_row *cells)
{
    const struct bz_sheet_row *row = &view->sheet->rows[index];
    struct bz_buf out[TABLE_COLUMNS];

    table_open(cells, out);
    bz_buf_add(&out[PLACE], "%d", row->standing.place);
    layout_shorten(&out[NAME], row->name, view->name_width);
    add_results(view->sheet, index, out);
    add_standing(view->sheet, &row->standing, out);
    for (int i = 0; i < view->sacrificed; i++)
        bz_buf_clear(&out[sacrifices[i]]);
}

static void fill_head(const struct view *view, struct table_row *cells)
{
    struct bz_buf out[TABLE_COLUMNS];

    table_open(cells, out);
    for (int i = 0; i < COLUMNS; i++)
        if (view->table.widths[i])
            bz_buf_add(&out[i], "%s", titles[i]);
}

/* --- the whole -------------------------------------------------------------------------------- */

static int fit(struct view *view)
{
    struct table_row row;

    view->table = (struct table){.right = ~(1u << NAME | 1u << STAGE)};
    for (int i = 0; i < view->sheet->count; i++) {
        fill_row(view, i, &row);
        table_fit(&view->table, &row);
    }
    fill_head(view, &row);
    table_fit(&view->table, &row);
    return table_width(&view->table);
}

static void make_fit(struct view *view, int width)
{
    while (fit(view) > width) {
        if (view->name_width > NAME_NARROW)
            view->name_width = NAME_NARROW;
        else if (view->sacrificed < SACRIFICES)
            view->sacrificed++;
        else if (view->name_width > NAME_LEAST)
            view->name_width = NAME_LEAST;
        else
            return;
    }
}

static void print_rows(const struct view *view)
{
    struct table_row row;

    fill_head(view, &row);
    table_print(&view->table, &row);
    putchar('\n');
    for (int i = 0; i < view->sheet->count; i++) {
        fill_row(view, i, &row);
        table_print(&view->table, &row);
        putchar('\n');
    }
}

/* Only of columns that would have something to say. */
static void print_hidden(const struct view *view, int width)
{
    struct view full = {.sheet = view->sheet, .name_width = NAME_NARROW};
    char text[SENTENCE_MAX] = "";
    struct bz_buf line = BZ_BUF(text);

    fit(&full);
    for (int i = 0; i < COLUMNS; i++)
        if (is_hidden(view, (enum column)i) && full.table.widths[i])
            bz_buf_add(&line, "%s%s", line.length ? ", " : "No room for: ", in_full[i]);
    if (line.length)
        layout_paragraph(stdout, text, 0, 0, width);
}

static void print_outs(const struct bz_sheet *sheet, int width)
{
    for (int i = 0; i < sheet->count; i++) {
        char text[SENTENCE_MAX] = "";
        struct bz_buf line = BZ_BUF(text);

        if (sheet->rows[i].counts->out < 0)
            continue;
        bz_buf_add(&line, "%s ", sheet->rows[i].name);
        remark_out(sheet, sheet->rows[i].counts, &line);
        layout_paragraph(stdout, text, 0, 0, width);
    }
}

void tournament_print_table(const struct bz_sheet *sheet)
{
    int width = terminal_is(stdout) ? terminal_width() : INT_MAX;
    struct view view = {.sheet = sheet, .name_width = width < INT_MAX ? NAME_WIDTH : INT_MAX};
    char text[SENTENCE_MAX];
    struct bz_buf line = BZ_BUF(text);

    make_fit(&view, width);
    print_rows(&view);
    putchar('\n');
    for (int i = 0; bz_buf_clear(&line), remark_at(sheet, i, &line); i++)
        if (line.length)
            layout_paragraph(stdout, text, 0, 0, width);
    print_outs(sheet, width);
    print_hidden(&view, width);
}
