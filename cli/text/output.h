/*
 * output.h - a file that is there as a whole or not at all: written under another name and renamed.
 * A file that is none, a pipe or a device, is written directly.
 */
#ifndef TEXT_OUTPUT_H
#define TEXT_OUTPUT_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

#include "bazi/error.h"

struct output {
    FILE *file;
    char path[PATH_MAX];
    char temporary[PATH_MAX]; /* "" where it is written directly */
};

int output_open(struct output *ret_output, const char *path, struct bz_error *err);
/* Ends it. Where writing failed, or `good` is not set, what was there before is there still. */
int output_close(struct output *output, bool good, struct bz_error *err);

#endif
