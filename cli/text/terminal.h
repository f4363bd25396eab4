/*
 * terminal.h - what the program may assume about where its output goes.
 */
#ifndef TEXT_TERMINAL_H
#define TEXT_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

#include "bazi/game.h"

bool terminal_is(FILE *stream);
/* A terminal that understands escape sequences, so that a line can be written over. */
bool terminal_can_rewrite(FILE *stream);
/* Columns of the window, 80 where nobody knows; never less than 20. */
int terminal_width(void);
int terminal_height(void); /* its rows, 24 where nobody knows */
bool terminal_is_utf8(void);
/* How a position is best drawn on stdout. */
enum bz_draw_style terminal_draw_style(void);

/* Empties the line the cursor is on. */
void terminal_erase_line(FILE *stream);

#endif
