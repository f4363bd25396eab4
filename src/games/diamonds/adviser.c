/*
 * adviser.c - the planner as the adviser of `best`: it plans at the first move, follows its plan
 * while the game goes as expected, and spends the time of later moves on a better one.
 *
 * What it expects is the position after its own move. As long as that comes up, the rest of the
 * plan is the least it will play, and the bound stands.
 *
 * Asked for several lines it plans the position first, then on from every move that this plan does
 * not begin with; the best plan of them all is the one that is played.
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

/* Of several lines the first one's plan gets one part in SHARE of what is allowed. Where nothing
 * limits them, each plan gets so much work at first, and then so many times as much. */
enum { SHARE = 2, WORK_FIRST = 1000000, WORK_FACTOR = 4 };

/* A plan that is kept: of the position, or on from where a move leads. */
struct branch {
    bool known;
    struct plan_answer answer;
    uint8_t words[TURNS_MAX];
};

/* Several lines. */
struct fan {
    struct branch root, after[WORDS]; /* by the list of words */
    uint64_t work;                    /* of all plans */
    uint64_t most;                    /* for a plan, in this round */
    bool cut;                         /* one of them was not enough for its plan */
};

struct adviser {
    struct plan *plan;
    struct fan fan;
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

/* A line begins with the first word that is given and goes on with those of the plan. */
static void fill_info(const struct adviser *adviser, const struct plan_answer *answer, int first,
                      struct bz_info *ret_info)
{
    int turns = adviser->pos->world->turns - adviser->pos->turn + 1, count = 0;

    *ret_info = (struct bz_info){
        .rank = 1,
        .value = (double)plan_eighths(answer, answer->lower) / PART,
        .exact = answer->lower == answer->upper,
        .has_bound = true,
        .bound = (double)plan_eighths(answer, answer->upper) / PART,
        .nodes = answer->work,
        .micros = bz_clock_micros() - adviser->start,
    };
    ret_info->pv[count++] = (bz_move)first;
    for (int i = 0; i < answer->count && count < turns && count < BZ_DEPTH_MAX; i++)
        ret_info->pv[count++] = answer->words[i];
    ret_info->depth = ret_info->seldepth = ret_info->pv_length = count;
}

static int first_word(const struct plan_answer *answer)
{
    return answer->count > 0 ? answer->words[0] : NOOP;
}

/* What is left of a plan behind its first word. */
static struct plan_answer rest_of(const struct plan_answer *answer)
{
    struct plan_answer rest = *answer;

    if (rest.count > 0) {
        rest.words++;
        rest.count--;
    }
    return rest;
}

static void pass_on(void *context, const struct plan_answer *answer)
{
    const struct adviser *adviser = context;
    struct plan_answer rest = rest_of(answer);
    struct bz_info info;

    if (!adviser->listener->info)
        return;
    fill_info(adviser, &rest, first_word(answer), &info);
    adviser->listener->info(adviser->listener->context, &info);
}

/* Where a move leads. */
static void run(const struct adviser *adviser, int word, struct diamonds *ret_pos)
{
    struct story story;

    memcpy(ret_pos, adviser->pos, adviser->size);
    diamonds_run(ret_pos, (bz_move)word, &story);
}

/* Answers with the move, and keeps the plan behind it, to be played if the game goes that way. */
static void answer_with(struct adviser *adviser, int word, const struct plan_answer *rest,
                        struct bz_answer *ret_answer)
{
    fill_info(adviser, rest, word, &ret_answer->info);
    ret_answer->move = (bz_move)word;
    run(adviser, word, (struct diamonds *)(void *)adviser->expected.bytes);
    adviser->known = *rest;
    adviser->known.words = adviser->words;
    memmove(adviser->words, rest->words, (size_t)rest->count);
    adviser->expects = true;
}

/* False if nothing is known, neither from before nor now. */
static bool think(struct adviser *adviser, const struct bz_deadline *deadline,
                  struct plan_answer *ret_answer)
{
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
    return plan_think(adviser->plan, adviser->pos, deadline, &hint, pass_on, adviser, ret_answer) ||
           expected;
}

/* --- several lines ---------------------------------------------------------------------------- */

static const struct diamonds_list *list_of(const struct adviser *adviser)
{
    return &diamonds_lists[adviser->pos->world->variant];
}

/* One part of what is left, and no more than this round allows. */
static struct bz_deadline part_of(const struct fan *fan, const struct bz_deadline *whole, int parts)
{
    struct bz_deadline part = *whole;
    int64_t now = bz_clock_micros();

    if (part.nodes != UINT64_MAX)
        part.nodes = bz_deadline_left(whole, fan->work) / (unsigned)parts;
    if (part.nodes > fan->most)
        part.nodes = fan->most;
    if (part.micros != INT64_MAX)
        part.micros = now + (part.micros - now) / parts;
    return part;
}

static void keep(struct branch *branch, const struct plan_answer *answer)
{
    branch->known = true;
    branch->answer = *answer;
    branch->answer.words = branch->words;
    memmove(branch->words, answer->words, (size_t)answer->count);
}

/* Plans on with what is known already. */
static void go_on(struct adviser *adviser, struct branch *branch, const struct diamonds *pos,
                  const struct bz_deadline *deadline)
{
    const struct plan_hint hint = {
        .words = branch->words, .count = branch->answer.count, .upper = branch->answer.upper};
    struct plan_answer answer;

    if (!plan_think(adviser->plan, pos, deadline, &hint, NULL, NULL, &answer))
        return;
    keep(branch, &answer);
    adviser->fan.work += answer.work;
    adviser->fan.cut |= answer.work >= deadline->nodes;
}

static void judge_end(struct branch *branch, const struct diamonds *pos)
{
    int score = diamonds_score(pos, 0), points = diamonds_points(score);

    branch->known = true;
    branch->answer = (struct plan_answer){.lower = points,
                                          .upper = points,
                                          .fraction = score - PART * points,
                                          .words = branch->words};
}

/* Plans on from a move, by one part of what is left, unless the nodes are used up. No plan from
 * there beats the bound. */
static void try_word(struct adviser *adviser, int index, const struct bz_deadline *deadline,
                     int parts)
{
    struct fan *fan = &adviser->fan;
    struct bz_deadline part = part_of(fan, deadline, parts);
    struct branch *branch = &fan->after[index];
    struct plan_answer *answer = &branch->answer;
    union bz_pos child;
    struct diamonds *pos = (struct diamonds *)(void *)child.bytes;

    if (answer->upper > fan->root.answer.upper)
        answer->upper = fan->root.answer.upper;
    if (branch->known && answer->lower == answer->upper)
        return;
    run(adviser, list_of(adviser)->word[index], pos);
    if (diamonds_is_over(pos))
        judge_end(branch, pos);
    else if (bz_deadline_left(deadline, fan->work) >= PLAN_WORK_SEARCH)
        go_on(adviser, branch, pos, &part);
}

/* The move that the position's own plan begins with needs no other. */
static void hand_down(struct branch *branch, const struct branch *root)
{
    const struct plan_answer rest = rest_of(&root->answer);

    if (!branch->known || branch->answer.lower <= rest.lower)
        keep(branch, &rest);
}

/* Plans of all moves but the first plan's. */
static void spread(struct adviser *adviser, const struct bz_deadline *deadline)
{
    const struct diamonds_list *list = list_of(adviser);
    struct fan *fan = &adviser->fan;
    int first = first_word(&fan->root.answer), left = list->count - 1;

    for (int i = 0; i < list->count; i++) {
        if (list->word[i] == first)
            hand_down(&fan->after[i], &fan->root);
        else
            try_word(adviser, i, deadline, left--);
    }
}

/* The best branch that is not told yet; of equals the first plan's, then by the list. */
static int next_branch(const struct adviser *adviser, unsigned told)
{
    const struct diamonds_list *list = list_of(adviser);
    const struct fan *fan = &adviser->fan;
    int first = first_word(&fan->root.answer), best = -1;

    for (int i = 0; i < list->count; i++) {
        int lower = fan->after[i].answer.lower;

        if ((told >> i & 1) || !fan->after[i].known)
            continue;
        if (best < 0 || lower > fan->after[best].answer.lower ||
            (lower == fan->after[best].answer.lower && list->word[i] == first))
            best = i;
    }
    return best;
}

/* Of the first line the bound is that of the position, of the others what can follow the move. */
static void tell_lines(struct adviser *adviser, int lines, const struct bz_listener *listener,
                       struct bz_answer *ret_answer)
{
    struct fan *fan = &adviser->fan;
    unsigned told = 0;

    for (int rank = 1, at; rank <= lines && (at = next_branch(adviser, told)) >= 0; rank++) {
        struct plan_answer answer = fan->after[at].answer;
        int word = list_of(adviser)->word[at];
        struct bz_info info;

        if (rank == 1)
            answer.upper = fan->root.answer.upper;
        answer.work = fan->work;
        fill_info(adviser, &answer, word, &info);
        info.rank = rank;
        if (rank == 1)
            answer_with(adviser, word, &answer, ret_answer);
        if (listener->info)
            listener->info(listener->context, &info);
        told |= 1u << at;
    }
}

static void begin_fan(struct fan *fan, bool endless)
{
    fan->work = 0;
    fan->most = endless ? WORK_FIRST : UINT64_MAX;
    for (int i = 0; i < WORDS; i++) {
        fan->after[i].known = false;
        fan->after[i].answer = (struct plan_answer){.upper = INT32_MAX};
    }
}

/* One round; where nothing limits them more and more of them, until no plan wants more work. */
static bool advise_lines(struct adviser *adviser, const struct bz_deadline *deadline, int lines,
                         struct bz_answer *ret_answer)
{
    struct fan *fan = &adviser->fan;
    bool endless = deadline->nodes == UINT64_MAX && deadline->micros == INT64_MAX;
    struct bz_deadline part;
    struct plan_answer first;

    begin_fan(fan, endless);
    part = part_of(fan, deadline, SHARE);
    if (!think(adviser, &part, &first))
        return false;
    keep(&fan->root, &first);
    fan->work = first.work;
    fan->cut = first.work >= part.nodes;
    for (;;) {
        spread(adviser, deadline);
        tell_lines(adviser, lines, adviser->listener, ret_answer);
        if (!endless || !fan->cut || atomic_load(deadline->stop))
            return true;
        fan->cut = false;
        fan->most *= WORK_FACTOR;
        part = part_of(fan, deadline, SHARE);
        go_on(adviser, &fan->root, adviser->pos, &part);
    }
}

static bool advise(void *state, const void *pos, const struct bz_limits *limits, int lines,
                   const struct bz_listener *listener, struct bz_answer *ret_answer)
{
    struct adviser *adviser = state;
    struct bz_deadline deadline = bz_deadline_of(limits, 0);
    struct plan_answer answer, rest;
    bool knows;

    adviser->pos = pos;
    adviser->listener = listener;
    adviser->start = bz_clock_micros();
    if (lines > 1) {
        knows = advise_lines(adviser, &deadline, lines, ret_answer);
    } else {
        knows = think(adviser, &deadline, &answer);
        if (knows) {
            rest = rest_of(&answer);
            answer_with(adviser, first_word(&answer), &rest, ret_answer);
        }
    }
    adviser->expects = knows;
    return knows;
}

const struct bz_adviser diamonds_adviser = {
    .open = open_adviser,
    .close = close_adviser,
    .reset = forget,
    .advise = advise,
};
