/*
 * prompt.h - asking for a line: with editing, history and completion on a terminal, plainly
 * otherwise.
 */
#ifndef CLI_PROMPT_H
#define CLI_PROMPT_H

#include <stdbool.h>
#include <stddef.h>

enum { PROMPT_LINE_MAX = 1024 }; /* longest line, without its end */

enum prompt_event {
    PROMPT_LINE,
    PROMPT_TOO_LONG, /* the line was longer than that, and is dropped as a whole */
    PROMPT_END,      /* nothing more to read */
    PROMPT_STOP      /* a signal came; see interrupt.h */
};

struct prompt;

/* Reads standard input. NULL if there is no memory. */
struct prompt *prompt_new(void);
void prompt_free(struct prompt *prompt);
/* Whether a person sees the label, types and reads. */
bool prompt_is_live(const struct prompt *prompt);

/* Asks for a line of at most PROMPT_LINE_MAX; ret_line holds one byte more and gets the line
 * without its end. `words` (ending with NULL) can be completed. */
enum prompt_event prompt_ask(struct prompt *prompt, const char *label, const char *const *words,
                             char *ret_line);

#endif
