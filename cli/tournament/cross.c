/*
 * cross.c - the cross table on a screen: a row and a column for each player, in the order of the
 * table. Columns that find no room come below, with the names again.
 */
#include <inttypes.h>
#include <limits.h>

#include "remarks.h"
#include "text/layout.h"
#include "text/terminal.h"
#include "tournament.h"

enum { NAME_WIDTH = 20, NAME_NARROW = 12, CELL_MAX = 32, GAP = 1 };

struct grid {
    const struct bz_sheet *sheet;
    int number, name, cell; /* columns they take */
};

/* Half points of games; nothing of those who never met, a line through oneself. */
static void add_cell(const struct bz_sheet *sheet, int row, int column, struct bz_buf *out)
{
    const struct bz_wdl *wdl =
        &bz_ledger_cell(&sheet->ledger, sheet->rows[row].player, sheet->rows[column].player)->wdl;

    if (row == column)
        bz_buf_add(out, "-");
    else if (wdl->wins + wdl->draws + wdl->losses)
        remark_half(2 * wdl->wins + wdl->draws, out);
    else
        bz_buf_add(out, ".");
}

static void print_right(const char *text, int width)
{
    printf("%*s%s", GAP + width - layout_width(text), "", text);
}

static int digits_of(int number)
{
    return snprintf(NULL, 0, "%d", number);
}

static int widest(int (*measure)(const struct bz_sheet *sheet, int row, int column),
                  const struct bz_sheet *sheet)
{
    int width = 0;

    for (int row = 0; row < sheet->count; row++)
        for (int column = 0; column < sheet->count; column++) {
            int wide = measure(sheet, row, column);

            width = wide > width ? wide : width;
        }
    return width;
}

static int measure_cell(const struct bz_sheet *sheet, int row, int column)
{
    char text[CELL_MAX];
    struct bz_buf cell = BZ_BUF(text);

    bz_buf_clear(&cell);
    add_cell(sheet, row, column, &cell);
    return layout_width(text);
}

static int measure_name(const struct bz_sheet *sheet, int row, int column)
{
    return column ? 0 : layout_width(sheet->rows[row].name);
}

static void print_label(const struct grid *grid, int row)
{
    char text[CELL_MAX * 8];
    struct bz_buf name = BZ_BUF(text);

    bz_buf_clear(&name);
    layout_shorten(&name, grid->sheet->rows[row].name, grid->name);
    printf("%*d  %s%*s", grid->number, row + 1, text, grid->name - layout_width(text), "");
}

static void print_part(const struct grid *grid, int first, int end)
{
    printf("%*s", grid->number + 2 + grid->name, "");
    for (int column = first; column < end; column++)
        printf("%*d", GAP + grid->cell, column + 1);
    printf("\n");
    for (int row = 0; row < grid->sheet->count; row++) {
        print_label(grid, row);
        for (int column = first; column < end; column++) {
            char text[CELL_MAX];
            struct bz_buf cell = BZ_BUF(text);

            bz_buf_clear(&cell);
            add_cell(grid->sheet, row, column, &cell);
            print_right(text, grid->cell);
        }
        printf("\n");
    }
}

void tournament_print_cross(const struct bz_sheet *sheet)
{
    int width = terminal_is(stdout) ? terminal_width() : INT_MAX, count = sheet->count;
    int names = widest(measure_name, sheet), most = width < INT_MAX ? NAME_WIDTH : INT_MAX;
    struct grid grid = {.sheet = sheet,
                        .number = digits_of(count),
                        .name = names < most ? names : most,
                        .cell = widest(measure_cell, sheet)};
    int across;

    if (grid.cell < grid.number)
        grid.cell = grid.number;
    across = (width - grid.number - 2 - grid.name) / (GAP + grid.cell);
    if (across < count && grid.name > NAME_NARROW) {
        grid.name = NAME_NARROW;
        across = (width - grid.number - 2 - grid.name) / (GAP + grid.cell);
    }
    across = across < 1 ? 1 : across;
    for (int first = 0; first < count; first += across) {
        if (first)
            printf("\n");
        print_part(&grid, first, count - first < across ? count : first + across);
    }
    printf("\n");
    layout_paragraph(stdout,
                     "What the player of a row got from that of a column: one point a game won, "
                     "a half for one drawn. A full stop: they have not met.",
                     0, 0, width);
}
