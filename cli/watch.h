/*
 * watch.h - long work told as it goes on: one line on stderr, rewritten on a terminal, with the
 * time it will still take; and lines on stdout that stay.
 */
#ifndef CLI_WATCH_H
#define CLI_WATCH_H

#include <stdbool.h>
#include <stdint.h>

/* What is being done since when, and when that was last told. */
struct watch {
    bool rewrites;
    const char *doing;
    double done;
    int64_t since, told;
};

struct watch watch_start(void);
/* Both take the watch as their context. */
void watch_progress(void *context, const char *doing, double done);
void watch_line(void *context, const char *line);
void watch_end(const struct watch *watch);

#endif
