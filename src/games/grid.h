/*
 * grid.h - a board of cells in a frame, with the names of rows and columns around it, for the games
 * that have one.
 */
#ifndef GAMES_GRID_H
#define GAMES_GRID_H

#include "bazi/game.h"

struct bz_grid {
    int rows, cols;
    enum bz_draw_style style; /* any but BZ_DRAW_PLAIN */
    /* Draws one cell, three columns wide. */
    void (*cell)(const void *context, int row, int col, struct bz_buf *out);
    /* Optional: what stands to the right of a line: of the upper edge for -1, of the rows for
     * 0 …, of the lower edge for `rows` and of the names below it for rows + 1. */
    void (*beside)(const void *context, int line, struct bz_buf *out);
    const void *context;
};

void bz_grid_draw(const struct bz_grid *grid, struct bz_buf *out);

#endif
