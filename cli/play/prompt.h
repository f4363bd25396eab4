/*
 * prompt.h - asking for a line: with editing, history and completion on a terminal, plainly
 * otherwise.
 */
#ifndef PLAY_PROMPT_H
#define PLAY_PROMPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROMPT_LINE_MAX = 1024 }; /* longest line, without its end */

enum prompt_event {
    PROMPT_LINE,
    PROMPT_TOO_LONG, /* the line was longer than that, and is dropped as a whole */
    PROMPT_END,      /* nothing more to read */
    PROMPT_LATE,     /* the time is over */
    PROMPT_STOP      /* a signal came; see interrupt.h */
};

struct prompt;

/* Reads standard input. NULL if there is no memory. */
struct prompt *prompt_new(void);
void prompt_free(struct prompt *prompt);
/* Whether a person sees the label, types and reads. */
bool prompt_is_live(const struct prompt *prompt);

/* Asks for a line of at most PROMPT_LINE_MAX until `deadline`, by bz_clock_micros, or INT64_MAX;
 * ret_line holds one byte more and gets the line without its end. `words` (ending with NULL) can be
 * completed. */
enum prompt_event prompt_ask(struct prompt *prompt, const char *label, const char *const *words,
                             int64_t deadline, char *ret_line);

/* Between prompt.c and editing.c alone. */
/* Reads bytes from standard input as they come: PROMPT_LINE with at least one of them. `redraw`,
 * which may be NULL, is called where the screen may have lost what was on it. */
enum prompt_event prompt_read(int64_t deadline, void (*redraw)(void *context), void *context,
                              char *ret_data, size_t size, size_t *ret_length);

/* The same as prompt_ask with libedit. */
struct editing;

/* NULL where libedit cannot be had. */
struct editing *editing_new(void);
void editing_free(struct editing *editing);
enum prompt_event editing_ask(struct editing *editing, const char *label, const char *const *words,
                              int64_t deadline, char *ret_line);

#endif
