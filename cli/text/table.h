/*
 * table.h - rows of cells under each other, every column as wide as its widest cell.
 */
#ifndef TEXT_TABLE_H
#define TEXT_TABLE_H

#include "bazi/buf.h"

enum { TABLE_COLUMNS = 16, TABLE_CELL = 256 };

struct table_row {
    char text[TABLE_COLUMNS][TABLE_CELL];
};

struct table {
    unsigned right;            /* a bit for every column whose cells stand at its right end */
    int widths[TABLE_COLUMNS]; /* nothing is printed of a column of no width */
};

/* Empties the cells and opens a buffer over each. */
void table_open(struct table_row *row, struct bz_buf *ret_cells);
/* Makes the columns wide enough for this row. */
void table_fit(struct table *table, const struct table_row *row);
/* The columns of a whole row. */
int table_width(const struct table *table);
/* Prints a row without the end of its line and without blanks there; returns its width. */
int table_print(const struct table *table, const struct table_row *row);

#endif
