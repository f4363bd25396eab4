/*
 * draft.h - a file on its way, beside the one whose place it takes when it is whole.
 */
#ifndef MONOPOLY_DRAFT_H
#define MONOPOLY_DRAFT_H

#include <stdio.h>

#include "bazi/error.h"

/* Opens a draft to read and write, as it was left or empty, for this process alone until the file
 * is closed. NULL if another process has it, or it cannot be: `what` and `path` name the file it is
 * a draft of. */
FILE *monopoly_draft_open(const char *draft, const char *what, const char *path,
                          struct bz_error *err);

#endif
