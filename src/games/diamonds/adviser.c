/*
 * adviser.c - the planner as the adviser of `best`: it plans at the first move, follows its plan
 * while the game goes as expected, and spends the time of later moves on a better one.
 *
 * What it expects is the position after its own move. As long as that comes up, the rest of the
 * plan is the least it will play, and the bound stands.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "bazi/engine.h"
#include "plan.h"
#include "search/time.h"

/* Maps of 20 diamonds and three keys that matter need three times the usual memory to be proved
 * soon. They get it, unless somebody asked for less than is usual. */
enum { MEGABYTES_USUAL = 64, MEGABYTES_SPARE = 192 };

struct adviser {
    struct plan *plan;
    size_t size; /* of a position */
    bool expects;
    union bz_pos expected;
    struct plan_answer known; /* what follows then, at least */
    uint8_t words[TURNS_MAX];
    /* Of the position being thought about. */
    const struct diamonds *pos;
    const struct bz_listener *listener;
    int64_t start;
};

static int open_adviser(const struct bz_setup *setup, int megabytes, int threads, void **ret_state,
                        struct bz_error *err)
{
    struct adviser *adviser = calloc(1, sizeof(*adviser));

    (void)threads; /* there is little to share */
    if (adviser)
        adviser->plan = plan_new(megabytes, megabytes < MEGABYTES_USUAL ? 0 : MEGABYTES_SPARE);
    if (!adviser || !adviser->plan) {
        free(adviser);
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a planner of %d MB", megabytes);
    }
    adviser->size = diamonds_size(setup->world);
    *ret_state = adviser;
    return BZ_OK;
}

static void close_adviser(void *state)
{
    struct adviser *adviser = state;

    if (adviser)
        plan_free(adviser->plan);
    free(adviser);
}

static void forget(void *state)
{
    struct adviser *adviser = state;

    adviser->expects = false;
}

static void fill_info(const struct adviser *adviser, const struct plan_answer *answer,
                      struct bz_info *ret_info)
{
    int turns = adviser->pos->world->turns - adviser->pos->turn + 1;

    *ret_info = (struct bz_info){
        .rank = 1,
        .value = (double)plan_eighths(answer, answer->lower) / PART,
        .exact = answer->lower == answer->upper,
        .has_bound = true,
        .bound = (double)plan_eighths(answer, answer->upper) / PART,
        .nodes = answer->work,
        .micros = bz_clock_micros() - adviser->start,
    };
    for (int i = 0; i < turns && i < BZ_DEPTH_MAX && (i < answer->count || i == 0); i++)
        ret_info->pv[ret_info->pv_length++] = i < answer->count ? answer->words[i] : NOOP;
    ret_info->depth = ret_info->seldepth = ret_info->pv_length;
}

static void pass_on(void *context, const struct plan_answer *answer)
{
    const struct adviser *adviser = context;
    struct bz_info info;

    if (!adviser->listener->info)
        return;
    fill_info(adviser, answer, &info);
    adviser->listener->info(adviser->listener->context, &info);
}

/* Keeps what follows the move, to be played if the game goes that way. */
static void expect(struct adviser *adviser, const struct plan_answer *answer, int word)
{
    struct diamonds *pos = (struct diamonds *)(void *)adviser->expected.bytes;
    struct story story;

    memcpy(pos, adviser->pos, adviser->size);
    diamonds_run(pos, (bz_move)word, &story);
    adviser->known = *answer;
    adviser->known.words = adviser->words;
    adviser->known.count = answer->count > 0 ? answer->count - 1 : 0;
    if (adviser->known.count > 0)
        memmove(adviser->words, answer->words + 1, (size_t)adviser->known.count);
    adviser->expects = true;
}

/* False if nothing is known, neither from before nor now. */
static bool think(struct adviser *adviser, const struct bz_limits *limits,
                  struct plan_answer *ret_answer)
{
    struct bz_deadline deadline = bz_deadline_of(limits, 0);
    struct plan_hint hint = {.upper = INT32_MAX};
    bool expected = adviser->expects && !memcmp(&adviser->expected, adviser->pos, adviser->size);

    if (expected) {
        *ret_answer = adviser->known;
        ret_answer->work = 0;
        if (ret_answer->lower == ret_answer->upper) {
            pass_on(adviser, ret_answer);
            return true;
        }
        hint.words = adviser->words;
        hint.count = adviser->known.count;
        hint.upper = adviser->known.upper;
    }
    return plan_think(adviser->plan, adviser->pos, &deadline, &hint, pass_on, adviser,
                      ret_answer) ||
           expected;
}

static bool advise(void *state, const void *pos, const struct bz_limits *limits, int lines,
                   const struct bz_listener *listener, struct bz_answer *ret_answer)
{
    struct adviser *adviser = state;
    struct plan_answer answer;
    int word;

    (void)lines; /* a plan is one line */
    adviser->pos = pos;
    adviser->listener = listener;
    adviser->start = bz_clock_micros();
    if (!think(adviser, limits, &answer)) {
        adviser->expects = false;
        return false;
    }
    word = answer.count > 0 ? answer.words[0] : NOOP;
    fill_info(adviser, &answer, &ret_answer->info);
    ret_answer->move = (bz_move)word;
    expect(adviser, &answer, word);
    return true;
}

const struct bz_adviser diamonds_adviser = {
    .open = open_adviser,
    .close = close_adviser,
    .reset = forget,
    .advise = advise,
};
