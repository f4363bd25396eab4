/*
 * draw.h - the board as people see it.
 */
#ifndef KONANE_DRAW_H
#define KONANE_DRAW_H

#include "bazi/game.h"

void konane_draw(const void *pos, enum bz_draw_style style, bz_move last, struct bz_buf *out);

#endif
