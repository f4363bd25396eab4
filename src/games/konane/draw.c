/*
 * draw.c - the original's print-out, and a board for terminals with the cells' names around it.
 */
#include "draw.h"

#include "games/grid.h"
#include "konane.h"

static char letter(const struct konane *pos, int row, int col)
{
    int cell = konane_cell(pos, row, col);

    return konane_has(pos, EMPTY, cell) ? '.' : konane_has(pos, BLACK, cell) ? 'B' : 'W';
}

/* Two blanks and the column numbers, then each row behind its number. Boards of more than ten
 * columns or rows get wider fields, so that they stay in line. */
static void draw_plain(const struct konane *pos, struct bz_buf *out)
{
    int wide = pos->rows > 10 || pos->cols > 10 ? 2 : 1;

    bz_buf_add(out, "%*s ", wide, "");
    for (int col = 0; col < pos->cols; col++)
        bz_buf_add(out, "%*d ", wide, col);
    bz_buf_char(out, '\n');
    for (int row = 0; row < pos->rows; row++) {
        bz_buf_add(out, "%*d ", wide, row);
        for (int col = 0; col < pos->cols; col++)
            bz_buf_add(out, "%*c ", wide, letter(pos, row, col));
        bz_buf_char(out, '\n');
    }
}

/* What stones look like without colour. */
struct pen {
    const char *black, *white, *empty;
};

static const struct pen ascii = {"B", "W", "."};
static const struct pen framed = {"●", "○", "·"};

/* Without colour the last move is marked by brackets: the cell left and the cell reached. */
static void draw_cell(const struct pen *pen, char piece, bool left, bool reached,
                      struct bz_buf *out)
{
    const char *stone = piece == 'B' ? pen->black : piece == 'W' ? pen->white : pen->empty;

    bz_buf_add(out, "%c%s%c",
               reached ? '['
               : left  ? '('
                       : ' ',
               stone,
               reached ? ']'
               : left  ? ')'
                       : ' ');
}

/* Both stones are full discs on wood; the last move's two cells are green. */
static void draw_colour_cell(char piece, bool marked, struct bz_buf *out)
{
    const char *ground = marked ? "\x1b[48;5;65m" : "\x1b[48;5;137m";

    if (piece == '.')
        bz_buf_add(out, "%s\x1b[38;5;180m · \x1b[0m", ground);
    else
        bz_buf_add(out, "%s%s ● \x1b[0m", ground,
                   piece == 'B' ? "\x1b[38;5;16m" : "\x1b[38;5;231m");
}

/* A position and the move to be marked in it. */
struct picture {
    const struct konane *pos;
    enum bz_draw_style style;
    int from, to; /* -1 for none */
};

static void draw_at(const void *context, int row, int col, struct bz_buf *out)
{
    const struct picture *picture = context;
    int cell = konane_cell(picture->pos, row, col), from = picture->from, to = picture->to;
    char piece = letter(picture->pos, row, col);

    if (picture->style == BZ_DRAW_COLOUR)
        draw_colour_cell(piece, cell == from || cell == to, out);
    else
        draw_cell(picture->style == BZ_DRAW_ASCII ? &ascii : &framed, piece, cell == from,
                  cell == to && to != from, out);
}

void konane_draw(const void *at, enum bz_draw_style style, bz_move last, struct bz_buf *out)
{
    const struct konane *pos = at;
    const struct picture picture = {
        .pos = pos,
        .style = style,
        .from = last == BZ_MOVE_NONE ? -1 : konane_from(last),
        .to = last == BZ_MOVE_NONE ? -1 : konane_to(last),
    };

    if (style == BZ_DRAW_PLAIN)
        draw_plain(pos, out);
    else
        bz_grid_draw(&(struct bz_grid){.rows = pos->rows,
                                       .cols = pos->cols,
                                       .style = style,
                                       .cell = draw_at,
                                       .context = &picture},
                     out);
}
