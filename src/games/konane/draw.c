/*
 * draw.c - the original's print-out, and a board for terminals with the cells' names around it.
 */
#include "draw.h"

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

static void draw_columns(const struct konane *pos, struct bz_buf *out)
{
    bz_buf_add(out, "   ");
    for (int col = 0; col < pos->cols; col++)
        bz_buf_add(out, "  %c", 'a' + col);
    bz_buf_char(out, '\n');
}

/* What a board is made of without colour. */
struct pen {
    const char *black, *white, *empty;
    const char *across, *down, *corner[4];
};

static const struct pen ascii = {"B", "W", ".", "---", "|", {"+", "+", "+", "+"}};
static const struct pen framed = {"●", "○", "·", "───", "│", {"┌", "┐", "└", "┘"}};

static void draw_edge(const struct konane *pos, const struct pen *pen, int corner,
                      struct bz_buf *out)
{
    bz_buf_add(out, "   %s", pen->corner[corner]);
    for (int col = 0; col < pos->cols; col++)
        bz_buf_add(out, "%s", pen->across);
    bz_buf_add(out, "%s\n", pen->corner[corner + 1]);
}

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

static void draw_framed(const struct konane *pos, const struct pen *pen, bool colour, bz_move last,
                        struct bz_buf *out)
{
    int from = last == BZ_MOVE_NONE ? -1 : konane_from(last);
    int to = last == BZ_MOVE_NONE ? -1 : konane_to(last);

    draw_columns(pos, out);
    draw_edge(pos, pen, 0, out);
    for (int row = 0; row < pos->rows; row++) {
        bz_buf_add(out, "%2d %s", row + 1, pen->down);
        for (int col = 0; col < pos->cols; col++) {
            int cell = konane_cell(pos, row, col);
            char piece = letter(pos, row, col);

            if (colour)
                draw_colour_cell(piece, cell == from || cell == to, out);
            else
                draw_cell(pen, piece, cell == from, cell == to && to != from, out);
        }
        bz_buf_add(out, "%s %d\n", pen->down, row + 1);
    }
    draw_edge(pos, pen, 2, out);
    draw_columns(pos, out);
}

void konane_draw(const void *pos, enum bz_draw_style style, bz_move last, struct bz_buf *out)
{
    if (style == BZ_DRAW_PLAIN)
        draw_plain(pos, out);
    else
        draw_framed(pos, style == BZ_DRAW_ASCII ? &ascii : &framed, style == BZ_DRAW_COLOUR, last,
                    out);
}
