/*
 * grid.c - a board in its frame.
 */
#include "games/grid.h"

enum { LABELLED_MAX = 24 }; /* columns; with more, numbers on the right would not fit 80 */

struct frame {
    const char *across, *down, *corner[4];
};

static const struct frame ascii = {"---", "|", {"+", "+", "+", "+"}};
static const struct frame lines = {"───", "│", {"┌", "┐", "└", "┘"}};

/* Ends a line; what stands beside the grid begins in the same column everywhere. */
static void end_line(const struct bz_grid *grid, int line, const char *gap, struct bz_buf *out)
{
    if (grid->beside) {
        bz_buf_add(out, "%s", gap);
        grid->beside(grid->context, line, out);
    }
    bz_buf_char(out, '\n');
}

static void draw_names(const struct bz_grid *grid, struct bz_buf *out)
{
    bz_buf_add(out, "   ");
    for (int col = 0; col < grid->cols; col++)
        bz_buf_add(out, "  %c", 'a' + col);
}

static void draw_edge(const struct bz_grid *grid, const struct frame *frame, int corner,
                      struct bz_buf *out)
{
    bz_buf_add(out, "   %s", frame->corner[corner]);
    for (int col = 0; col < grid->cols; col++)
        bz_buf_add(out, "%s", frame->across);
    bz_buf_add(out, "%s", frame->corner[corner + 1]);
}

static void draw_row(const struct bz_grid *grid, const struct frame *frame, int row,
                     struct bz_buf *out)
{
    bz_buf_add(out, "%2d %s", row + 1, frame->down);
    for (int col = 0; col < grid->cols; col++)
        grid->cell(grid->context, row, col, out);
    bz_buf_add(out, "%s", frame->down);
    if (grid->cols <= LABELLED_MAX)
        bz_buf_add(out, " %d", row + 1);
}

void bz_grid_draw(const struct bz_grid *grid, struct bz_buf *out)
{
    const struct frame *frame = grid->style == BZ_DRAW_ASCII ? &ascii : &lines;

    draw_names(grid, out);
    bz_buf_char(out, '\n');
    draw_edge(grid, frame, 0, out);
    end_line(grid, -1, "     ", out);
    for (int row = 0; row < grid->rows; row++) {
        draw_row(grid, frame, row, out);
        end_line(grid, row, row < 9 ? "   " : "  ", out);
    }
    draw_edge(grid, frame, 2, out);
    end_line(grid, grid->rows, "     ", out);
    draw_names(grid, out);
    end_line(grid, grid->rows + 1, "       ", out);
}
