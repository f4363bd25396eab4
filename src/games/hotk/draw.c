/*
 * draw.c - King's Landing with the cells' names around it, and beside it who has collected what.
 * A mark after a number shows who holds the banner.
 */
#include <stdio.h>
#include <string.h>

#include "games/grid.h"
#include "hotk.h"

/* What a board is made of. */
struct pen {
    const char *empty, *banner;
    bool colour;
};

static const struct pen ascii = {".", "*", false};
static const struct pen framed = {"·", "⚑", false};
static const struct pen coloured = {"·", "⚑", true};

/* Letters on the colours of the houses, Varys last. */
static const char *const shades[HOUSES + 1] = {
    "\x1b[48;5;252;38;5;236m", "\x1b[48;5;236;38;5;220m", "\x1b[48;5;124;38;5;220m",
    "\x1b[48;5;16;38;5;196m",  "\x1b[48;5;220;38;5;16m",  "\x1b[48;5;28;38;5;226m",
    "\x1b[48;5;25;38;5;231m",  "\x1b[48;5;91;38;5;231;1m"};

static char letter_at(const struct hotk *pos, int cell)
{
    int house = hotk_house_at(pos, cell);

    return house >= 0 ? hotk_letters[house] : cell == pos->varys ? 'V' : '.';
}

/* Whether the last move named this cell: the two Ramsay exchanged, or where somebody died. */
static bool is_marked(const struct hotk *pos, bz_move last, int cell)
{
    int which = last == BZ_MOVE_NONE ? -1 : hotk_called(last);
    bool two = which == RAMSAY || (which == JAQEN && hotk_rules(pos) != PUBLISHED);

    return ((two || which == SANDOR || which == JAQEN) && hotk_argument(last, 0) == cell) ||
           (two && hotk_argument(last, 1) == cell);
}

static void draw_cell(const struct hotk *pos, const struct pen *pen, bz_move last, int cell,
                      struct bz_buf *out)
{
    char letter = letter_at(pos, cell);
    bool marked = is_marked(pos, last, cell);
    const char *sides = marked ? "[]" : letter == 'V' ? "<>" : "  ";

    if (pen->colour && letter != '.')
        bz_buf_add(out, "%s", shades[strchr(hotk_letters, letter) - hotk_letters]);
    bz_buf_char(out, sides[0]);
    if (letter == '.')
        bz_buf_add(out, "%s", pen->empty);
    else
        bz_buf_char(out, letter);
    bz_buf_char(out, sides[1]);
    if (pen->colour && letter != '.')
        bz_buf_add(out, "\x1b[0m");
}

/* One house: its letter, its name, and what each player has of it. */
static void draw_house(const struct hotk *pos, const struct pen *pen, int house, struct bz_buf *out)
{
    int last = hotk_players(pos) - 1;

    if (pen->colour)
        bz_buf_add(out, "%s %c \x1b[0m", shades[house], hotk_letters[house]);
    else
        bz_buf_char(out, hotk_letters[house]);
    bz_buf_add(out, " %-9s", hotk_names[house]);
    for (int player = 0; player <= last; player++)
        bz_buf_add(out, "%4d%s", hotk_count(pos, player, house),
                   hotk_holder(pos, house) == player ? pen->banner
                   : player < last                   ? " "
                                                     : "");
}

/* A line of the same shape with a number a player. */
static void draw_line(const struct hotk *pos, const struct pen *pen, const char *what,
                      int (*number)(const struct hotk *pos, int player), struct bz_buf *out)
{
    bz_buf_add(out, "%-*s", pen->colour ? 13 : 11, what);
    for (int player = 0; player < hotk_players(pos); player++)
        bz_buf_add(out, "%s%4d", player ? " " : "", number(pos, player));
}

static int number_of(const struct hotk *pos, int player)
{
    (void)pos;
    return player + 1;
}

static int banners_of(const struct hotk *pos, int player)
{
    return bz_popcount(hotk_banners(pos, player));
}

static void draw_companions(const struct hotk *pos, struct bz_buf *out)
{
    if (!pos->companions)
        return;
    bz_buf_add(out, "Companions:");
    for (unsigned left = pos->companions; left; left &= left - 1)
        bz_buf_add(out, "%s %s", left == pos->companions ? "" : ",",
                   hotk_companions[bz_lowest(left)]);
    bz_buf_add(out, "%s\n", hotk_is_due(pos) ? " (one is to be chosen now)" : "");
}

/* A position, the move to be marked in it, and what it is drawn with. */
struct picture {
    const struct hotk *pos;
    const struct pen *pen;
    bz_move last;
};

static void draw_at(const void *context, int row, int col, struct bz_buf *out)
{
    const struct picture *picture = context;

    draw_cell(picture->pos, picture->pen, picture->last, row * SIDE + col, out);
}

/* Beside the six rows stand six houses, the seventh beside the lower edge. */
static void draw_beside(const void *context, int line, struct bz_buf *out)
{
    const struct picture *picture = context;

    if (line < 0)
        draw_line(picture->pos, picture->pen, "Player", number_of, out);
    else if (line < HOUSES)
        draw_house(picture->pos, picture->pen, line, out);
    else
        draw_line(picture->pos, picture->pen, "Banners", banners_of, out);
}

static void draw_plain(const struct hotk *pos, struct bz_buf *out)
{
    for (int cell = 0; cell < CELLS; cell++)
        bz_buf_add(out, "%c%c", letter_at(pos, cell), cell % SIDE == SIDE - 1 ? '\n' : ' ');
    draw_line(pos, &ascii, "Player", number_of, out);
    bz_buf_char(out, '\n');
    for (int house = 0; house < HOUSES; house++) {
        draw_house(pos, &ascii, house, out);
        bz_buf_char(out, '\n');
    }
    draw_line(pos, &ascii, "Banners", banners_of, out);
    bz_buf_char(out, '\n');
    draw_companions(pos, out);
}

void hotk_draw(const void *at, enum bz_draw_style style, bz_move last, struct bz_buf *out)
{
    static const struct pen *const pens[] = {[BZ_DRAW_PLAIN] = &ascii,
                                             [BZ_DRAW_ASCII] = &ascii,
                                             [BZ_DRAW_FRAMED] = &framed,
                                             [BZ_DRAW_COLOUR] = &coloured};
    const struct picture picture = {.pos = at, .pen = pens[style], .last = last};

    if (style == BZ_DRAW_PLAIN) {
        draw_plain(at, out);
        return;
    }
    bz_grid_draw(&(struct bz_grid){.rows = SIDE,
                                   .cols = SIDE,
                                   .style = style,
                                   .cell = draw_at,
                                   .beside = draw_beside,
                                   .context = &picture},
                 out);
    draw_companions(at, out);
}
