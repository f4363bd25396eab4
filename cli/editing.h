/*
 * editing.h - a line typed with libedit: cursor keys, history, completion.
 */
#ifndef CLI_EDITING_H
#define CLI_EDITING_H

#include "prompt.h"

struct editing;

/* NULL where libedit cannot be had. */
struct editing *editing_new(void);
void editing_free(struct editing *editing);
enum prompt_event editing_ask(struct editing *editing, const char *label, const char *const *words,
                              char *ret_line);

#endif
