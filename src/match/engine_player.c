/*
 * engine_player.c - one of our own engines at a table.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "match/kinds.h"

static int open_engine(const struct bz_setup *setup, const char *rest, const struct bz_house *house,
                       void **ret_state, struct bz_error *err)
{
    struct bz_engine *engine;
    int code = bz_engine_new(setup, rest, &engine, err);

    (void)house;
    if (!code)
        *ret_state = engine;
    return code;
}

static void close_engine(void *state)
{
    bz_engine_free(state);
}

static void begin(void *state, const struct bz_record *record, int seat, struct bz_reply *reply)
{
    (void)record;
    (void)seat;
    (void)reply;
    bz_engine_reset(state);
}

static void end(void *state)
{
    (void)state;
}

/* What a move took. Where that is too long only the time counts in which there was a processor: the
 * process may have been stopped, or the machine been busy. No engine rests while it thinks; of one
 * with several threads the caller's is at work as long as any. */
static int64_t time_taken(int64_t micros, int64_t worked, int64_t allowed)
{
    return micros > allowed && worked < micros ? worked : micros;
}

static void ask(void *state, const struct bz_question *question, struct bz_reply *reply)
{
    const struct bz_record *record = question->record;
    struct bz_limits limits = question->limits ? *question->limits : (struct bz_limits){0};
    int64_t begin = bz_clock_micros(), worked = bz_clock_thread_micros();

    limits.stop = question->stop;
    bz_engine_think(state, &record->pos, &limits, question->listener, &reply->answer);
    reply->micros =
        time_taken(bz_clock_micros() - begin, bz_clock_thread_micros() - worked, question->allowed);
    reply->stopped = question->stop && atomic_load(question->stop);
    if (reply->answer.resigned)
        reply->ruling = BZ_RULING_RESIGNED;
    else if (!bz_is_legal(record->setup, &record->pos, reply->answer.move))
        reply->ruling = BZ_RULING_ILLEGAL;
}

const struct bz_player_kind bz_engine_kind = {
    .name = "engine",
    .open = open_engine,
    .close = close_engine,
    .begin = begin,
    .ask = ask,
    .end = end,
};
