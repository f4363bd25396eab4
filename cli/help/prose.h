/*
 * prose.h - our own texts in Markdown, shown in other ways.
 */
#ifndef HELP_PROSE_H
#define HELP_PROSE_H

/* On stdout, filled to the width of the terminal. */
void prose_for_terminal(const char *text);
/* On stdout, as the body of a manual page. */
void prose_for_man(const char *text);

#endif
