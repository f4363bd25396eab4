/*
 * table.c - the table of a tournament, on a screen.
 */
#include <inttypes.h>
#include <string.h>

#include "text/layout.h"
#include "text/table.h"
#include "text/terminal.h"
#include "tournament.h"

enum { NAME_MAX_ON_SCREEN = 24 };
enum column { PLACE, NAME, GAMES, RESULTS, SCORE, RATING, POINTS, FAULTS };

static void add_points(const struct bz_sheet_row *row, const struct bz_sheet *sheet,
                       struct bz_buf *out)
{
    if (sheet->has_points && row->points.count)
        bz_buf_add(out, "%.1f", row->points.mean);
}

static void fill_row(const struct bz_sheet *sheet, const struct bz_sheet_row *row,
                     struct table_row *cells)
{
    const struct bz_ledger_row *counts = row->counts;
    int64_t total = counts->wdl.wins + counts->wdl.draws + counts->wdl.losses;
    struct bz_buf out[TABLE_COLUMNS];

    table_open(cells, out);
    bz_buf_add(&out[PLACE], "%d", row->standing.place);
    bz_buf_add(&out[NAME], "%.*s", NAME_MAX_ON_SCREEN, row->name);
    bz_buf_add(&out[GAMES], "%" PRId64, total);
    bz_buf_add(&out[RESULTS], "%" PRId64 "-%" PRId64 "-%" PRId64, counts->wdl.wins,
               counts->wdl.draws, counts->wdl.losses);
    if (total) {
        bz_buf_add(&out[SCORE], "%.1f%%", 100 * row->share.value);
        bz_estimate_format_short(&row->rating, 0, &out[RATING]);
    }
    add_points(row, sheet, &out[POINTS]);
    if (counts->faults)
        bz_buf_add(&out[FAULTS], "%" PRId64 "%s", counts->faults, counts->out >= 0 ? ", out" : "");
}

static void fill_head(const struct table *table, struct table_row *row)
{
    static const char *const names[] = {"",      "player", "games",  "won-drawn-lost",
                                        "score", "Elo",    "points", "faults"};
    struct bz_buf out[TABLE_COLUMNS];

    table_open(row, out);
    for (int i = 0; i < TABLE_COLUMNS; i++)
        if (table->widths[i])
            bz_buf_add(&out[i], "%s", names[i]);
}

static void print_rows(const struct bz_sheet *sheet)
{
    struct table table = {.right = 1u << PLACE | 1u << GAMES | 1u << RESULTS | 1u << SCORE |
                                   1u << RATING | 1u << POINTS | 1u << FAULTS};
    struct table_row row;

    for (int i = 0; i < sheet->count; i++) {
        fill_row(sheet, &sheet->rows[i], &row);
        table_fit(&table, &row);
    }
    fill_head(&table, &row);
    table_fit(&table, &row);
    table_print(&table, &row);
    putchar('\n');
    for (int i = 0; i < sheet->count; i++) {
        fill_row(sheet, &sheet->rows[i], &row);
        table_print(&table, &row);
        putchar('\n');
    }
}

void tournament_print_table(const struct bz_sheet *sheet)
{
    const struct bz_ledger *ledger = &sheet->ledger;

    print_rows(sheet);
    printf("\n%" PRId64 " games%s; Elo with 95 %% intervals, by Bradley and Terry's model, mean "
           "0.\n",
           ledger->games, ledger->unfinished ? " so far" : "");
    if (sheet->groups > 1)
        printf("Some players never met, not even by way of others: %d groups, whose ratings cannot "
               "be compared.\n",
               sheet->groups);
    if (sheet->copies)
        printf("%" PRId64 " games repeat another one move for move; openings would tell them "
               "apart.\n",
               sheet->copies);
}
