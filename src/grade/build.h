/*
 * build.h - a command of a stranger's, run by a shell in the sandbox over a copy of his files,
 * within bounds of time, memory, processes and room, and what it printed.
 */
#ifndef GRADE_BUILD_H
#define GRADE_BUILD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "bazi/error.h"

enum { BZ_BUILD_OUTPUT = 16 << 10 };

struct bz_build_order {
    const char *pen;  /* the folder that it may write; home and place for temporary files too */
    const char *line; /* runs in "src" of it */
    int seconds;
    bool unsafe_ok;
    const atomic_bool *stop;
};

struct bz_build {
    bool good;
    bool ended;     /* by itself, and was not stopped */
    char fate[120]; /* "exit status 2", "took longer than 60 s" */
    char output[BZ_BUILD_OUTPUT + 1];
    int length;      /* of the output */
    int64_t dropped; /* bytes of it that had no room */
};

/* A build that fails is no error. BZ_ERROR_UNFIT where the sandbox cannot be had, and
 * BZ_ERROR_STOPPED when the flag was set. */
int bz_build_run(const struct bz_build_order *order, struct bz_build *ret_build,
                 struct bz_error *err);

/* The line that says best what went wrong: the first with "error" in it, or else the last; "" of no
 * output. Safe to show. */
void bz_build_cause(const char *output, size_t length, char *ret_line, size_t size);

#endif
