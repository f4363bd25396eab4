/*
 * hotk_notation.h - what the golden files of Hand of the King hold, as the notation writes it.
 */
#ifndef HOTK_NOTATION_H
#define HOTK_NOTATION_H

#include "bazi/bazi.h"
#include "golden.h"

enum { HOTK_CELLS = 36, HOTK_HOUSES = 7 };

extern const char hotk_houses[]; /* their letters, Stark first */

/* "c4" */
void hotk_cell_text(int cell, char ret_text[8]);
/* A move of the golden files: a location, or a companion's name with its choices. */
void hotk_move_text(json_t *move, char ret_text[64]);

/* The fields of a position, each but the first with the blank before it: a board of 36 letters,
 * counts and banners (`backwards` where the entry begins with the smallest house), companions. */
void hotk_add_board(struct bz_buf *out, const char *board);
void hotk_add_counts(struct bz_buf *out, json_t *counts, bool backwards);
void hotk_add_banners(struct bz_buf *out, json_t *banners, bool backwards);
void hotk_add_companions(struct bz_buf *out, json_t *companions);

/* The letters of a position's text, one a cell. */
void hotk_cells_of(const struct bz_setup *setup, const union bz_pos *pos,
                   char ret_cells[HOTK_CELLS + 1]);

#endif
