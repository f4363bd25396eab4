/*
 * cmd_rules.c - `bazi rules`: a game explained to people, from the text in its own folder.
 *
 * The text is Markdown. A pipe gets it as it is; a terminal gets it filled to its width, with
 * **bold** and `code` shown the way terminals show them.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "text/layout.h"
#include "text/terminal.h"

enum { WIDTH_MAX = 88 }; /* longer lines are hard to read */

#define BOLD  "\x1b[1m"
#define PLAIN "\x1b[0m"

static bool is_blank(const char *line)
{
    return line[strspn(line, " \t")] == '\n' || line[strspn(line, " \t")] == '\0';
}

static bool is_item(const char *line)
{
    return strchr("-*", line[0]) && line[1] == ' ';
}

/* Lines that begin something new without an empty line before them. */
static bool stands_alone(const char *line)
{
    return line[0] == '#' || line[0] == '|' || is_item(line);
}

/* Begins or ends bold type, where there is anything to do and the terminal can. */
static void mark(struct bz_buf *out, bool wanted, bool begins)
{
    if (wanted && terminal_draw_style() == BZ_DRAW_COLOUR)
        bz_buf_add(out, "%s", begins ? BOLD : PLAIN);
}

/* One paragraph as one line, its marks turned into what a terminal has for them. */
static void print_paragraph(const char *text, size_t length)
{
    size_t size = 4 * length + 16; /* a mark of two letters becomes four */
    struct bz_buf out = {.text = malloc(size), .size = size};
    bool bold = text[0] == '#';

    if (!out.text)
        return;
    mark(&out, bold, true);
    for (size_t i = bold ? strspn(text, "# ") : 0; i < length; i++) {
        if (text[i] == '*' && i + 1 < length && text[i + 1] == '*') {
            bold = !bold;
            mark(&out, true, bold);
            i++;
        } else if (text[i] != '`') {
            bz_buf_char(&out, text[i] == '\n' ? ' ' : text[i]);
        }
    }
    mark(&out, bold, false);
    layout_paragraph(stdout, out.text, 0, is_item(text) ? 2 : 0,
                     terminal_width() < WIDTH_MAX ? terminal_width() : WIDTH_MAX);
    free(out.text);
}

static void print_for_people(const char *text)
{
    while (*text) {
        const char *end = text;

        if (is_blank(text)) {
            putchar('\n');
            text += strcspn(text, "\n") + (text[strcspn(text, "\n")] == '\n');
            continue;
        }
        do {
            end += strcspn(end, "\n");
            end += *end == '\n';
        } while (*end && !is_blank(end) && !stands_alone(end) && text[0] != '#');
        print_paragraph(text, (size_t)(end - text));
        text = end;
    }
}

int cmd_rules(const struct invocation *inv)
{
    struct bz_error err;
    const struct bz_game *game = bz_game_find(invocation_operand(inv, 0), &err);
    const struct bz_asset *rules;
    char name[80];

    if (!game)
        return complain("%s", err.text);
    snprintf(name, sizeof(name), "rules/%s.md", game->name);
    rules = bz_asset_find(name);
    if (!rules)
        return complain("rules: there is no text about %s", game->name);
    if (terminal_is(stdout))
        print_for_people(rules->text);
    else
        fwrite(rules->text, 1, rules->length, stdout);
    return STATUS_DONE;
}
