/*
 * progress.c - games done and to be done, and the time it will take.
 *
 * Only time in which something is being played counts for what is left: whoever waits for workers,
 * or for the store, knows nothing about it.
 */
#include "progress.h"

#include <inttypes.h>

#include "base/clock.h"
#include "text/terminal.h"

#define SECONDS INT64_C(1000000)

enum {
    LINE_SECONDS = 60, /* from one line to the next that is not rewritten */
    ROUND_SECONDS = 2, /* at least, also where rounds are short */
    GRACE_SECONDS = 3, /* for workers to come */
    LOOK_SECONDS = 5   /* from one look to the next, at most: ten times what it takes */
};

struct progress progress_start(bool mute)
{
    int64_t now = bz_clock_micros();

    return (struct progress){.rewrites = terminal_can_rewrite(stderr),
                             .mute = mute,
                             .at_first = -1,
                             .looked = now,
                             .told = now};
}

static void add_rest(double seconds, struct bz_buf *out)
{
    if (seconds < 90)
        bz_buf_add(out, "%.0f s", seconds);
    else if (seconds < 5400)
        bz_buf_add(out, "%.0f min", seconds / 60);
    else
        bz_buf_add(out, "%.1f h", seconds / 3600);
}

/* "round 2 of 5, 123 of 4560 games, 3 being played, about 12 min left" */
static void describe(const struct progress *progress, const struct bz_director *director,
                     int64_t playing, struct bz_buf *out)
{
    int64_t here = progress->done - progress->at_first;
    int64_t left = director->planned - progress->done;

    if (director->round)
        bz_buf_add(out, "round %d of %d, ", director->round, director->rounds);
    bz_buf_add(out, "%" PRId64 " of %s%" PRId64 " games, ", progress->done,
               director->planned_exactly ? "" : "at most ", director->planned);
    if (progress->deserted)
        bz_buf_add(out, "no worker is there");
    else
        bz_buf_add(out, "%" PRId64 " being played", playing);
    if (playing > 0 && here > 0 && left > 0) {
        bz_buf_add(out, ", about ");
        add_rest((double)progress->busy * 1e-6 / (double)here * (double)left, out);
        bz_buf_add(out, " left");
    }
}

static void warn(struct progress *progress, int64_t now, struct bz_buf *out)
{
    if (progress->warned || !progress->deserted ||
        now - progress->deserted < GRACE_SECONDS * SECONDS)
        return;
    progress->warned = true;
    bz_buf_add(out, "no worker is there; start 'bazi work --store STORE' where games are to be "
                    "played");
}

static bool is_due(const struct progress *progress, const struct bz_director *director, int64_t now)
{
    int64_t pause = director->round != progress->round ? ROUND_SECONDS : LINE_SECONDS;

    return progress->rewrites || now - progress->told >= pause * SECONDS;
}

/* The time since the last look. One that took longer has waited for the store, and so did those who
 * play, or will soon. */
static int64_t since_last_look(const struct progress *progress, int64_t now)
{
    int64_t most = LOOK_SECONDS * SECONDS, passed = now - progress->looked;

    return passed < most ? passed : most;
}

static void take_in(struct progress *progress, const int64_t *counts, bool anybody, int64_t now)
{
    int64_t done = counts[BZ_STORE_DONE] + counts[BZ_STORE_VOID];
    bool deserted = !anybody && counts[BZ_STORE_QUEUED] > 0;

    if (progress->at_first < 0)
        progress->at_first = progress->done = done;
    if (counts[BZ_STORE_PLAYING] > 0 || done > progress->done)
        progress->busy += since_last_look(progress, now);
    progress->done = done;
    progress->looked = now;
    progress->deserted = !deserted ? 0 : progress->deserted ? progress->deserted : now;
    progress->warned = progress->warned && deserted;
}

void progress_look(struct progress *progress, const struct bz_director *director,
                   const int64_t *counts, bool anybody, struct progress_words *ret_words)
{
    struct bz_buf warning = BZ_BUF(ret_words->warning), line = BZ_BUF(ret_words->line);
    int64_t now = bz_clock_micros();

    bz_buf_clear(&warning);
    bz_buf_clear(&line);
    take_in(progress, counts, anybody, now);
    if (progress->mute)
        return;
    warn(progress, now, &warning);
    if (!is_due(progress, director, now))
        return;
    progress->told = now;
    progress->round = director->round;
    describe(progress, director, counts[BZ_STORE_PLAYING], &line);
}
