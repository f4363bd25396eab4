/*
 * csv.h - comma-separated values as RFC 4180 has them, cell by cell.
 */
#ifndef TEXT_CSV_H
#define TEXT_CSV_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "number.h"

struct csv {
    FILE *out;
    bool follows; /* a cell stands before this place in the same row */
};

/* What a spreadsheet would take for a formula gets an apostrophe in front. */
void csv_text(struct csv *csv, const char *text);
void csv_whole(struct csv *csv, int64_t number);
void csv_number(struct csv *csv, double number); /* empty unless finite */
/* The same to so many decimals: see number.h. */
void csv_rounded(struct csv *csv, double number, int decimals);
void csv_empty(struct csv *csv);
void csv_end_row(struct csv *csv);

#endif
