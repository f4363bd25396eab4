/*
 * csv.c - commas, quotes and ends of lines.
 */
#include "csv.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "bazi/buf.h"

static void begin(struct csv *csv)
{
    if (csv->follows)
        fputc(',', csv->out);
    csv->follows = true;
}

void csv_text(struct csv *csv, const char *text)
{
    bool formula = *text && strchr("=+-@\t", *text);
    bool quoted = strpbrk(text, ",\"\r\n") || text[0] == ' ' || formula;

    begin(csv);
    if (quoted)
        fputc('"', csv->out);
    if (formula)
        fputc('\'', csv->out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', csv->out);
        fputc(*text, csv->out);
    }
    if (quoted)
        fputc('"', csv->out);
}

void csv_whole(struct csv *csv, int64_t number)
{
    begin(csv);
    fprintf(csv->out, "%" PRId64, number);
}

void csv_number(struct csv *csv, double number)
{
    char text[40];
    struct bz_buf buf = BZ_BUF(text);

    begin(csv);
    if (!isfinite(number))
        return;
    bz_buf_number(&buf, number);
    fputs(text, csv->out);
}

void csv_rounded(struct csv *csv, double number, int decimals)
{
    csv_number(csv, number_rounded(number, decimals));
}

void csv_empty(struct csv *csv)
{
    begin(csv);
}

void csv_end_row(struct csv *csv)
{
    fputs("\r\n", csv->out);
    csv->follows = false;
}
