/*
 * html.h - what strangers wrote, made harmless for a page.
 */
#ifndef TEXT_HTML_H
#define TEXT_HTML_H

#include <stdio.h>

/* A text between tags or within the quotes of an attribute. */
void html_text(FILE *out, const char *text);
/* The same as an element that keeps its direction, left to right or right to left, to itself. */
void html_name(FILE *out, const char *name);

#endif
