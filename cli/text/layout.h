/*
 * layout.h - text fitted to a width: paragraphs, lists in columns, numbers people can read.
 */
#ifndef TEXT_LAYOUT_H
#define TEXT_LAYOUT_H

#include <stdint.h>
#include <stdio.h>

#include "bazi/buf.h"

/* Columns a text of UTF-8 takes on a screen: one a character, two for those of East Asia, none for
 * marks upon others, joiners and changes of colour. */
int layout_width(const char *text);

/* As much of the line as has room in the width, changes of colour included; whether any is cut. */
bool layout_cut(FILE *out, const char *line, size_t length, int width);

/* The text, or as much of it as has room in the width with an ellipsis behind it. */
void layout_shorten(struct bz_buf *out, const char *text, int width);

/* A paragraph, every line indented, none wider than `width` unless one word is. `column` is where
 * the first line begins; smaller than `indent` it is filled up with blanks. */
void layout_paragraph(FILE *out, const char *text, int column, int indent, int width);

/* Items side by side in columns of equal width, filled row by row. */
void layout_columns(FILE *out, const char *const *items, int count, int indent, int width);

/* 12345678 as "12,345,678". */
void layout_count(struct bz_buf *out, uint64_t count);
/* Seconds with sensible precision: "0.0123", "4.56", "123". */
void layout_seconds(struct bz_buf *out, double seconds);

#endif
