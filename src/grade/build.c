/*
 * build.c - starting a build, listening to it, and ending it when it goes too far.
 */
#include "grade/build.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/clock.h"
#include "bazi/buf.h"
#include "grade/walk.h"
#include "sandbox/sandbox.h"

enum { TICK_MILLIS = 100, PROCESSES = 64, MEGABYTES = 1024 };

struct site {
    const struct bz_build_order *order;
    struct bz_process process;
    struct bz_build *build;
    int64_t end; /* by the clock */
    const char *excess;
};

static void take(struct site *site, const char *bytes, size_t count)
{
    struct bz_build *build = site->build;
    size_t room = BZ_BUILD_OUTPUT - (size_t)build->length, kept = count < room ? count : room;

    memcpy(build->output + build->length, bytes, kept);
    build->length += (int)kept;
    build->output[build->length] = '\0';
    build->dropped += (int64_t)(count - kept);
}

/* Reads what there is; at its end the descriptor is closed. */
static void listen_to(struct site *site, int *fd)
{
    char bytes[4096];
    ssize_t count = read(*fd, bytes, sizeof(bytes));

    if (count > 0) {
        take(site, bytes, (size_t)count);
        return;
    }
    close(*fd);
    *fd = -1;
}

/* What it does too much of; NULL while it behaves. */
static const char *find_excess(const struct site *site)
{
    int code;

    if (bz_clock_micros() > site->end)
        return "it took too long";
    code = bz_walk_measure(site->order->pen, NULL);
    if (code == BZ_ERROR_IO)
        return "it made a folder that nobody can look into";
    return code ? "it wrote too much" : NULL;
}

/* Until it has ended and all it said was heard, or it went too far. */
static void attend(struct site *site)
{
    struct bz_process *process = &site->process;
    int64_t look = 0;
    bool ended = false;

    while (!(ended && process->out < 0 && process->err < 0) && !site->excess) {
        struct pollfd fds[] = {{.fd = process->out, .events = POLLIN},
                               {.fd = process->err, .events = POLLIN},
                               {.fd = ended ? -1 : process->ended, .events = POLLIN}};

        if (site->order->stop && atomic_load(site->order->stop))
            return;
        poll(fds, 3, TICK_MILLIS);
        if (fds[0].revents)
            listen_to(site, &process->out);
        if (fds[1].revents)
            listen_to(site, &process->err);
        ended = ended || bz_process_ended(process, NULL);
        if (bz_clock_micros() >= look) {
            site->excess = find_excess(site);
            look = bz_clock_micros() + TICK_MILLIS * INT64_C(1000);
        }
    }
}

static void conclude(struct site *site, const struct bz_fate *fate)
{
    struct bz_build *build = site->build;

    build->ended = !site->excess && fate->end == BZ_END_EXIT;
    build->good = build->ended && fate->number == 0;
    if (site->excess)
        snprintf(build->fate, sizeof(build->fate), "%s (%d s and %d MB are allowed)", site->excess,
                 site->order->seconds, BZ_WALK_BYTES >> 20);
    else
        snprintf(build->fate, sizeof(build->fate), "%s", fate->text);
}

int bz_build_run(const struct bz_build_order *order, struct bz_build *ret_build,
                 struct bz_error *err)
{
    const char *const argv[] = {"sh", "-c", "cd src && eval \"$1\"", "sh", order->line, NULL};
    struct bz_confinement confinement = BZ_CONFINEMENT_DEFAULT;
    struct site site = {.order = order, .build = ret_build};
    struct bz_fate fate;
    int code;

    memset(ret_build, 0, sizeof(*ret_build));
    confinement.scratch = order->pen;
    confinement.memory = (int64_t)MEGABYTES << 20;
    confinement.cpu_seconds = 4 * order->seconds;
    confinement.processes = PROCESSES;
    confinement.unsafe_ok = order->unsafe_ok;
    code = bz_process_start(argv, &confinement, &site.process, err);
    if (code)
        return code;
    close(site.process.in); /* it has nothing to ask */
    site.process.in = -1;
    site.end = bz_clock_micros() + order->seconds * INT64_C(1000000);
    attend(&site);
    bz_process_end(&site.process, 0, &fate);
    if (order->stop && atomic_load(order->stop))
        return bz_fail(err, BZ_ERROR_STOPPED, "stopped");
    conclude(&site, &fate);
    return BZ_OK;
}

/* --- what went wrong -------------------------------------------------------------------------- */

static bool tells(const char *line, size_t length)
{
    for (size_t i = 0; i + 5 <= length; i++)
        if (!strncasecmp(line + i, "error", 5))
            return true;
    return false;
}

static bool is_blank(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!strchr(" \t\r", line[i]))
            return false;
    return true;
}

void bz_build_cause(const char *output, size_t length, char *ret_line, size_t size)
{
    const char *found = "", *end = output + length;
    struct bz_buf out = {.text = ret_line, .size = size};
    char line[400];
    size_t span = 0, room;

    for (const char *at = output; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t here = (size_t)((stop ? stop : end) - at);

        if (!is_blank(at, here)) {
            found = at;
            span = here;
        }
        if (tells(at, here))
            break;
        at += here + 1;
    }
    while (span && strchr(" \t\r", found[span - 1]))
        span--;
    room = span < sizeof(line) - 1 ? span : sizeof(line) - 1;
    memcpy(line, found, room);
    line[room] = '\0';
    bz_buf_clear(&out);
    bz_buf_escape(&out, line, "");
}
