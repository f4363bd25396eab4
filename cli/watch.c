/*
 * watch.c - telling how far long work has come.
 */
#include "watch.h"

#include <stdio.h>

#include "base/clock.h"
#include "text/terminal.h"

struct watch watch_start(void)
{
    return (struct watch){.rewrites = terminal_can_rewrite(stderr), .told = bz_clock_micros()};
}

void watch_progress(void *context, const char *doing, double done)
{
    struct watch *watch = context;
    int64_t now = bz_clock_micros(), pause = watch->rewrites ? 500000 : 20000000;
    double seconds;

    if (doing != watch->doing || done < watch->done) {
        watch->doing = doing;
        watch->since = now;
    }
    watch->done = done;
    seconds = (double)(now - watch->since) * 1e-6;
    if (now - watch->told < pause || done <= 0)
        return;
    watch->told = now;
    if (watch->rewrites)
        terminal_erase_line(stderr);
    fprintf(stderr, "%s: %.0f%%, %.0f s, %.0f s to go%s", doing, 100 * done, seconds,
            seconds / done - seconds, watch->rewrites ? "" : "\n");
}

void watch_line(void *context, const char *line)
{
    const struct watch *watch = context;

    if (watch->rewrites)
        terminal_erase_line(stderr);
    printf("%s\n", line);
    fflush(stdout);
}

void watch_end(const struct watch *watch)
{
    if (watch->rewrites)
        terminal_erase_line(stderr);
}
