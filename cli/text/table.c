/*
 * table.c - cells in columns.
 */
#include "table.h"

#include <stdio.h>

#include "layout.h"

void table_open(struct table_row *row, struct bz_buf *ret_cells)
{
    for (int i = 0; i < TABLE_COLUMNS; i++) {
        ret_cells[i] = BZ_BUF(row->text[i]);
        bz_buf_clear(&ret_cells[i]);
    }
}

void table_fit(struct table *table, const struct table_row *row)
{
    for (int i = 0; i < TABLE_COLUMNS; i++)
        if (layout_width(row->text[i]) > table->widths[i])
            table->widths[i] = layout_width(row->text[i]);
}

int table_width(const struct table *table)
{
    int width = 0;

    for (int i = 0; i < TABLE_COLUMNS; i++)
        if (table->widths[i])
            width += table->widths[i] + (width ? 2 : 0);
    return width;
}

int table_print(const struct table *table, const struct table_row *row)
{
    int last = TABLE_COLUMNS - 1, at = 0;

    while (last > 0 && !row->text[last][0])
        last--;
    for (int i = 0; i <= last; i++) {
        int blanks = table->widths[i] - layout_width(row->text[i]);
        bool right = table->right >> i & 1;

        if (table->widths[i] == 0)
            continue;
        printf("%s%*s%s%*s", at ? "  " : "", right ? blanks : 0, "", row->text[i],
               right || i == last ? 0 : blanks, "");
        at += (at ? 2 : 0) + table->widths[i] - (right || i < last ? 0 : blanks);
    }
    return at;
}
