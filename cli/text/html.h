/*
 * html.h - what strangers wrote, made harmless for a page: escaped, and replaced what is no UTF-8,
 * cannot be seen or would turn the text around.
 */
#ifndef TEXT_HTML_H
#define TEXT_HTML_H

#include <stddef.h>
#include <stdio.h>

/* A text between tags or within the quotes of an attribute. */
void html_text(FILE *out, const char *text);
void html_bytes(FILE *out, const char *text, size_t length);
/* The last lines of it, at most so many and some thousand bytes. */
void html_tail(FILE *out, const char *text, size_t length, int lines);
/* The same as an element that keeps its direction, left to right or right to left, to itself. */
void html_name(FILE *out, const char *name);

#endif
