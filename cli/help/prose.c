/*
 * prose.c - a text in Markdown, as far as our own texts use it: headings, paragraphs, items, lines
 * that keep their shape (tables and what is indented by four), **bold** and `code`.
 */
#include "prose.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "help.h"
#include "text/layout.h"
#include "text/terminal.h"

enum { WIDTH_MAX = 88 }; /* longer lines are hard to read */

enum block { BLANK, HEADING, PARAGRAPH, ITEM, VERBATIM };

static enum block block_of(const char *line)
{
    if (line[strspn(line, " \t")] == '\n' || line[strspn(line, " \t")] == '\0')
        return BLANK;
    if (line[0] == '#')
        return HEADING;
    if (line[0] == '|' || strncmp(line, "    ", 4) == 0)
        return VERBATIM;
    return strchr("-*", line[0]) && line[1] == ' ' ? ITEM : PARAGRAPH;
}

static const char *next_line(const char *text)
{
    text += strcspn(text, "\n");
    return text + (*text == '\n');
}

/* The end of the block that begins here. Paragraphs and items go on until something else begins. */
static const char *block_end(const char *text)
{
    enum block block = block_of(text);

    text = next_line(text);
    while ((block == PARAGRAPH || block == ITEM) && block_of(text) == PARAGRAPH)
        text = next_line(text);
    return text;
}

/* Calls `print` with every run of the block's text that is of one kind, as one line. */
static void for_runs(const char *text, const char *end, bool bold,
                     void (*print)(void *context, const char *text, bool bold), void *context)
{
    char *run = malloc((size_t)(end - text) + 1);
    size_t length = 0;

    if (!run)
        return;
    for (; text < end; text++) {
        if (strncmp(text, "**", 2) == 0) {
            run[length] = '\0';
            print(context, run, bold);
            length = 0;
            bold = !bold;
            text++;
        } else if (*text != '`' && !(*text == '\n' && text + 1 == end)) {
            run[length++] = *text;
            if (*text == '\n')
                run[length - 1] = ' ';
        }
    }
    run[length] = '\0';
    print(context, run, bold);
    free(run);
}

static void add_run(void *context, const char *text, bool bold)
{
    bool marked = bold && *text && terminal_draw_style() == BZ_DRAW_COLOUR;

    bz_buf_add(context, "%s%s%s", marked ? "\x1b[1m" : "", text, marked ? "\x1b[0m" : "");
}

static void show_filled(const char *text, const char *end, int indent, bool bold)
{
    size_t size = 8 * (size_t)(end - text) + 16; /* marks of two letters become eight */
    struct bz_buf out = {.text = calloc(1, size), .size = size};
    int width = terminal_width() < WIDTH_MAX ? terminal_width() : WIDTH_MAX;

    if (!out.text)
        return;
    for_runs(text, end, bold, add_run, &out);
    layout_paragraph(stdout, out.text, 0, indent, width);
    free(out.text);
}

void prose_for_terminal(const char *text)
{
    while (*text) {
        const char *end = block_end(text);

        switch (block_of(text)) {
        case BLANK:
            putchar('\n');
            break;
        case HEADING:
            show_filled(text + strspn(text, "# "), end, 0, true);
            break;
        case VERBATIM:
            printf("%.*s", (int)(end - text), text);
            break;
        case PARAGRAPH:
        case ITEM:
            show_filled(text, end, block_of(text) == ITEM ? 2 : 0, false);
            break;
        }
        text = end;
    }
}

static void print_run(void *context, const char *text, bool bold)
{
    (void)context;
    fputs(bold ? "\\fB" : "", stdout);
    man_text(stdout, text);
    fputs(bold ? "\\fR" : "", stdout);
}

void prose_for_man(const char *text)
{
    while (*text) {
        const char *end = block_end(text);

        switch (block_of(text)) {
        case BLANK:
            fputs(".PP", stdout);
            break;
        case HEADING:
            fputs(".SH ", stdout);
            for_runs(text + strspn(text, "# "), end, false, print_run, NULL);
            break;
        case VERBATIM:
            fputs(".nf\n", stdout);
            for_runs(text, end, false, print_run, NULL);
            fputs("\n.fi", stdout);
            break;
        case ITEM:
            fputs(".IP \\(bu 2\n", stdout);
            for_runs(text + 2, end, false, print_run, NULL);
            break;
        case PARAGRAPH:
            for_runs(text, end, false, print_run, NULL);
            break;
        }
        putchar('\n');
        text = end;
    }
}
