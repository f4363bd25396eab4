/*
 * draw.c - the track as a table, a square a row, and the players' money beside it.
 *
 * Every row of the table is equally wide, so what stands beside it stays in line whatever the
 * style. Names of squares are ASCII, so bytes are columns.
 */
#include <string.h>

#include "monopoly.h"

enum { COLUMNS = 6, ROW_MAX = 512, PANEL_PER_PLAYER = 3 };

/* What the table is ruled with; without a bar there are no rules either. */
struct pen {
    const char *bar, *dash;
    const char *joints[3][3]; /* top, middle, bottom: left, between, right */
    bool colour;
};

static const struct pen plain = {.bar = NULL};
static const struct pen ascii = {
    "|", "-", {{"+", "+", "+"}, {"+", "+", "+"}, {"+", "+", "+"}}, false};
static const struct pen framed = {
    "│", "─", {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}}, false};
static const struct pen coloured = {
    "│", "─", {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}}, true};

static const char *const ink[] = {"\x1b[1;38;5;39m", "\x1b[1;38;5;208m"}; /* of the players */
#define PLAIN_INK "\x1b[0m"
#define MARKED    "\x1b[1m"

struct table {
    const struct monopoly *pos;
    const struct pen *pen;
    int marked; /* the square where something happened last, or -1 */
    int width[COLUMNS];
};

static int longest_name(const struct monopoly_board *board)
{
    size_t most = strlen("square");

    for (int i = 0; i < board->squares; i++)
        if (strlen(board->name[i]) > most)
            most = strlen(board->name[i]);
    return (int)most;
}

static int rules_of(const struct table *t)
{
    return t->pen->bar ? 3 : 0;
}

static int rows_of(const struct table *t)
{
    return t->pos->board->squares + 1 + rules_of(t);
}

/* In columns of the terminal: a cell and two blanks each, and the bars around them. */
static int width_of(const struct table *t)
{
    int width = t->pen->bar ? COLUMNS + 1 : 0;

    for (int i = 0; i < COLUMNS; i++)
        width += t->width[i] + 2;
    return width;
}

static void draw_rule(const struct table *t, int which, struct bz_buf *out)
{
    const char *const *joint = t->pen->joints[which];

    for (int i = 0; i < COLUMNS; i++) {
        bz_buf_add(out, "%s", joint[i > 0]);
        for (int k = 0; k < t->width[i] + 2; k++)
            bz_buf_add(out, "%s", t->pen->dash);
    }
    bz_buf_add(out, "%s", joint[2]);
}

/* Sets the colour of a player, or -1 for none, and ends it. */
static const char *ink_of(const struct table *t, int player)
{
    return t->pen->colour && player >= 0 ? ink[player] : "";
}

static const char *ink_end(const struct table *t, int player)
{
    return *ink_of(t, player) ? PLAIN_INK : "";
}

/* One cell, in the colour of a player; numbers stand to the right. */
static void draw_cell(const struct table *t, int column, const char *text, bool number, int player,
                      struct bz_buf *out)
{
    int width = number ? t->width[column] : -t->width[column];

    if (t->pen->bar)
        bz_buf_add(out, "%s", t->pen->bar);
    bz_buf_add(out, " %s%*s%s ", ink_of(t, player), width, text, ink_end(t, player));
}

static void draw_names(const struct table *t, struct bz_buf *out)
{
    static const char *const names[COLUMNS] = {"#", "square", "price", "rent", "owner", "here"};

    for (int i = 0; i < COLUMNS; i++)
        draw_cell(t, i, names[i], i == 0 || i == 2 || i == 3, -1, out);
}

/* Price and rent of a property; of a fine the word and the amount; of others nothing. */
static void draw_money(const struct table *t, int square, struct bz_buf *out)
{
    const struct monopoly_board *board = t->pos->board;
    char price[16] = "", charge[16] = "";
    struct bz_buf first = BZ_BUF(price), second = BZ_BUF(charge);

    if (board->kind[square] == PROPERTY)
        bz_buf_add(&first, "%d", board->price[square]);
    else if (board->kind[square] == PENALTY)
        bz_buf_add(&first, "fine");
    if (first.length)
        bz_buf_add(&second, "%d", board->charge[square]);
    draw_cell(t, 2, price, true, -1, out);
    draw_cell(t, 3, charge, true, -1, out);
}

/* The players who stand here, by their numbers. */
static int visitors(const struct monopoly *pos, int square, struct bz_buf *out)
{
    int last = -1, count = 0;

    for (int i = 0; i < pos->board->players; i++)
        if (pos->place[i] == square) {
            bz_buf_add(out, "%s%d", count++ ? " " : "", i + 1);
            last = i;
        }
    return count == 1 ? last : -1;
}

static void draw_square(const struct table *t, int square, struct bz_buf *out)
{
    const struct monopoly *pos = t->pos;
    int owner = pos->owner[square] - 1, visitor;
    char number[16] = "", here[2 * PLAYERS_MAX] = "";
    struct bz_buf first = BZ_BUF(number), last = BZ_BUF(here);

    bz_buf_add(&first, "%s%d", square == t->marked ? ">" : "", square);
    visitor = visitors(pos, square, &last);
    draw_cell(t, 0, number, true, -1, out);
    if (t->pen->colour && square == t->marked)
        bz_buf_add(out, MARKED);
    draw_cell(t, 1, pos->board->name[square], false, -1, out);
    if (t->pen->colour && square == t->marked)
        bz_buf_add(out, PLAIN_INK);
    draw_money(t, square, out);
    draw_cell(t, 4, owner < 0 ? "" : monopoly_names[owner], false, owner, out);
    draw_cell(t, 5, here, false, visitor, out);
}

static void draw_row(const struct table *t, int row, struct bz_buf *out)
{
    int rules = rules_of(t), rows = rows_of(t);

    if (row >= rows)
        bz_buf_add(out, "%*s", width_of(t), "");
    else if (rules && (row == 0 || row == 2 || row == rows - 1))
        draw_rule(t, row == 0 ? 0 : row == 2 ? 1 : 2, out);
    else if (row == (rules ? 1 : 0))
        draw_names(t, out);
    else
        draw_square(t, row - (rules ? 3 : 1), out);
    if (rules && row < rows && row != 0 && row != 2 && row != rows - 1)
        bz_buf_add(out, "%s", t->pen->bar);
}

static int panel_lines(const struct monopoly *pos)
{
    return pos->board->players * PANEL_PER_PLAYER + 2;
}

/* Beside the table: each player's name, cash and property, then whose turn it is. */
static void draw_panel(const struct table *t, int line, struct bz_buf *out)
{
    const struct monopoly *pos = t->pos;
    int player = line / PANEL_PER_PLAYER, part = line % PANEL_PER_PLAYER;

    if (player < pos->board->players && part == 0)
        bz_buf_add(out, "  %s%d %s%s", ink_of(t, player), player + 1, monopoly_names[player],
                   ink_end(t, player));
    else if (player < pos->board->players)
        bz_buf_add(out, "    %-8s%7d", part == 1 ? "cash" : "property",
                   part == 1 ? pos->cash[player] : monopoly_estate(pos, player));
    else if (part == 0)
        bz_buf_add(out, "  turn %d of %d", pos->turns + (pos->phase != OVER), pos->board->cap);
    else if (pos->phase == OVER)
        bz_buf_add(out, "  the game is over");
    else
        bz_buf_add(out, "  %s %s", monopoly_names[pos->turn],
                   pos->phase == ROLL ? "rolls" : "acts");
}

void monopoly_draw(const void *at, enum bz_draw_style style, bz_move last, struct bz_buf *out)
{
    static const struct pen *const pens[] = {&plain, &ascii, &framed, &coloured};
    const struct monopoly *pos = at;
    int mover = last >= ROLLED ? pos->turn : monopoly_previous(pos);
    struct table t = {.pos = pos,
                      .pen = pens[style],
                      .marked = last == BZ_MOVE_NONE ? -1 : pos->place[mover],
                      .width = {3, longest_name(pos->board), 5, 5, 5, 2 * SEATS}};
    int rows = rows_of(&t), lines = panel_lines(pos), first = rules_of(&t) ? 1 : 0;

    for (int row = 0; row < rows || row < lines + first; row++) {
        char memory[ROW_MAX] = "";
        struct bz_buf line = BZ_BUF(memory);

        draw_row(&t, row, &line);
        if (row >= first && row < lines + first)
            draw_panel(&t, row - first, &line);
        while (line.length > 0 && memory[line.length - 1] == ' ')
            line.length--;
        bz_buf_text(out, memory, line.length);
        bz_buf_char(out, '\n');
    }
}
