/*
 * layout.c - text fitted to a width.
 */
#include "layout.h"

#include <inttypes.h>
#include <string.h>

/* --- characters ------------------------------------------------------------------------------- */

struct range {
    uint32_t first, last;
};

/* Marks that sit on the character before, joiners and directions; the last range ends the table. */
static const struct range without_width[] = {
    {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x5bf, 0x5c7},   {0x610, 0x61a},
    {0x64b, 0x65f},   {0x670, 0x670},   {0x6d6, 0x6dc},   {0x6df, 0x6e4},   {0x6e7, 0x6e8},
    {0x6ea, 0x6ed},   {0x200b, 0x200f}, {0x202a, 0x202e}, {0x2060, 0x2069}, {0x20d0, 0x20f0},
    {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xfeff, 0xfeff}, {UINT32_MAX, 0},
};

/* Those of East Asia and pictures, which take two columns. */
static const struct range of_two_columns[] = {
    {0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},   {0xac00, 0xd7a3},
    {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},
    {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
    {UINT32_MAX, 0},
};

static bool is_among(const struct range *ranges, uint32_t code)
{
    while (ranges->first <= code && ranges->last < code)
        ranges++;
    return ranges->first <= code && code <= ranges->last;
}

/* The bytes of the first character and the columns it takes. What is no UTF-8 passes for a
 * character. */
static size_t measure(const char *text, size_t length, int *ret_width)
{
    unsigned char first = (unsigned char)*text;
    uint32_t code = first < 0xc0 ? first : first < 0xe0 ? first & 31u : first & 15u;
    size_t wanted = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4, at = 1;

    if (first >= 0xf0)
        code = first & 7u;
    for (; at < wanted && at < length && ((unsigned char)text[at] & 0xc0) == 0x80; at++)
        code = code << 6 | ((unsigned char)text[at] & 0x3fu);
    *ret_width = code < 0x300                     ? 1
                 : is_among(without_width, code)  ? 0
                 : is_among(of_two_columns, code) ? 2
                                                  : 1;
    return at;
}

/* The bytes of a change of colour here, or 0. */
static size_t colour_length(const char *text, size_t length)
{
    size_t at = 0;

    if (*text != '\x1b')
        return 0;
    while (at < length && text[at] != 'm')
        at++;
    return at < length ? at + 1 : at;
}

/* --- lines ------------------------------------------------------------------------------------ */

static int width_of(const char *text, size_t length)
{
    int width = 0;

    for (size_t at = 0; at < length;) {
        size_t colour = colour_length(text + at, length - at);
        int columns = 0;

        at += colour ? colour : measure(text + at, length - at, &columns);
        width += columns;
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

    for (size_t i = 0; i < length;) {
        size_t colour = colour_length(line + i, length - i), bytes = colour;
        int columns = 0;

        if (!colour)
            bytes = measure(line + i, length - i, &columns);
        at += columns;
        if (colour || at <= width) /* a colour takes no room, and is never lost */
            fwrite(line + i, 1, bytes, out);
        i += bytes;
    }
    return at > width;
}

void layout_shorten(struct bz_buf *out, const char *text, int width)
{
    size_t length = strlen(text);
    int left = width_of(text, length) > width ? width - 1 : width, columns;

    for (size_t at = 0; at < length;) {
        size_t bytes = measure(text + at, length - at, &columns);

        if ((left -= columns) < 0) {
            bz_buf_add(out, "\u2026");
            return;
        }
        bz_buf_text(out, text + at, bytes);
        at += bytes;
    }
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
