/*
 * layout.c - text fitted to a width.
 */
#include "layout.h"

#include <inttypes.h>
#include <string.h>

static int width_of(const char *text, size_t length)
{
    int width = 0;

    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\x1b')
            i += strcspn(text + i, "m");
        else
            width += ((unsigned char)text[i] & 0xc0) != 0x80;
    }
    return width;
}

int layout_width(const char *text)
{
    return width_of(text, strlen(text));
}

bool layout_cut(FILE *out, const char *line, size_t length, int width)
{
    int at = 0;

    for (size_t i = 0; i < length; i++) {
        size_t colour = line[i] == '\x1b' ? strcspn(line + i, "m") + 1 : 0;

        if (colour) { /* takes no room, and is never lost */
            fwrite(line + i, 1, colour, out);
            i += colour - 1;
            continue;
        }
        at += ((unsigned char)line[i] & 0xc0) != 0x80;
        if (at <= width)
            fputc(line[i], out);
    }
    return at > width;
}

static void blanks(FILE *out, int count)
{
    if (count > 0)
        fprintf(out, "%*s", count, "");
}

void layout_paragraph(FILE *out, const char *text, int column, int indent, int width)
{
    int at = indent;

    if (column > indent - 2 && column > 0) {
        fputc('\n', out);
        column = 0;
    }
    blanks(out, indent - column);
    for (const char *word = text; *word;) {
        size_t length = strcspn(word, " ");
        int wide = width_of(word, length);

        if (at > indent && at + 1 + wide > width) {
            fputc('\n', out);
            blanks(out, indent);
            at = indent;
        } else if (at > indent) {
            fputc(' ', out);
            at++;
        }
        fwrite(word, 1, length, out);
        at += wide;
        word += length + strspn(word + length, " ");
    }
    fputc('\n', out);
}

void layout_columns(FILE *out, const char *const *items, int count, int indent, int width)
{
    int widest = 0, across;

    for (int i = 0; i < count; i++)
        widest = layout_width(items[i]) > widest ? layout_width(items[i]) : widest;
    across = (width - indent + 2) / (widest + 2);
    if (across < 1)
        across = 1;
    for (int i = 0; i < count; i++) {
        bool last = i + 1 == count || (i + 1) % across == 0;

        blanks(out, i % across == 0 ? indent : 0);
        fputs(items[i], out);
        blanks(out, last ? 0 : widest + 2 - layout_width(items[i]));
        if (last)
            fputc('\n', out);
    }
}

void layout_count(struct bz_buf *out, uint64_t count)
{
    char digits[24];
    int length = snprintf(digits, sizeof(digits), "%" PRIu64, count);

    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            bz_buf_char(out, ',');
        bz_buf_char(out, digits[i]);
    }
}

void layout_seconds(struct bz_buf *out, double seconds)
{
    int decimals = seconds < 1 ? 4 : seconds < 10 ? 2 : seconds < 100 ? 1 : 0;

    bz_buf_add(out, "%.*f", decimals, seconds);
}
