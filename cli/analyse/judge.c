/*
 * judge.c - values from searches, turned to one player's side.
 *
 * Of two players one's gain is taken for the other's loss, as the searches themselves do.
 */
#include "analyse/judge.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/mean.h"
#include "base/clock.h"

/* The evaluation a spec asks for, or the one its kind has of its own. */
static const struct bz_eval *eval_of(const struct bz_rules *rules, const char *spec)
{
    const char *key = strstr(spec, "eval=");
    const char *name = key ? key + strlen("eval=") : NULL;
    size_t length = name ? strcspn(name, ",") : 0;

    if (strcmp(spec, "report") == 0 && rules->agent) {
        name = rules->agent->eval;
        length = strlen(name);
    }
    for (const struct bz_eval *eval = rules->evals; name && eval->name; eval++)
        if (strlen(eval->name) == length && memcmp(eval->name, name, length) == 0)
            return eval;
    return rules->evals;
}

/* Nobody gives up while he judges, and several lines are told where the player can. */
static int make_engine(struct judge *judge, const char *spec, int lines, struct bz_error *err)
{
    char calm[BZ_NAME_MAX + 40], full[BZ_NAME_MAX + 80], number[24];
    struct bz_buf calm_buf = BZ_BUF(calm), full_buf = BZ_BUF(full);

    snprintf(number, sizeof(number), "%d", lines);
    if (!bz_spec_add(spec, "resign", "never", &calm_buf))
        bz_buf_add(&calm_buf, "%s", spec);
    if (!bz_spec_add(calm, "multipv", number, &full_buf))
        bz_buf_add(&full_buf, "%s", calm);
    return bz_engine_new(judge->setup, full, &judge->engine, err);
}

int judge_init(struct judge *judge, const struct bz_setup *setup, const char *spec, int lines,
               const struct bz_limits *limits, struct bz_error *err)
{
    const struct bz_engine_kind *kind = bz_engine_kind_find(spec, strcspn(spec, ":"), err);

    if (!kind)
        return BZ_ERROR_UNKNOWN;
    if (strlen(spec) >= BZ_NAME_MAX)
        return bz_fail(err, BZ_ERROR_RANGE, "a player's spec has at most %d characters",
                       BZ_NAME_MAX - 1);
    if (strcmp(kind->name, "random") == 0 || strcmp(kind->name, "simple") == 0)
        return bz_fail(err, BZ_ERROR_UNFIT, "player %s does not judge positions", kind->name);
    *judge = (struct judge){.setup = setup, .limits = *limits, .lines = lines};
    judge->eval = eval_of(setup->rules, spec);
    judge->advised =
        setup->game->solver && setup->game->solver->adviser && strcmp(kind->name, "best") == 0;
    /* A player who sees that he has one move only would save the time; here its value counts. */
    if (!judge->limits.nodes && !judge->limits.depth)
        judge->limits.nodes = UINT64_MAX;
    return make_engine(judge, spec, lines, err);
}

void judge_release(struct judge *judge)
{
    bz_engine_free(judge->engine);
}

void verdict_turn(struct verdict *verdict)
{
    verdict->value = -verdict->value;
    verdict->numerator = -verdict->numerator;
    verdict->proof = verdict->proof == BZ_WIN    ? BZ_LOSS
                     : verdict->proof == BZ_LOSS ? BZ_WIN
                                                 : BZ_UNDECIDED;
}

double verdict_chance(const struct verdict *verdict)
{
    return verdict->is_chance ? verdict->value : (double)verdict->proof;
}

void judge_read(const struct judge *judge, const struct bz_info *info, int turn, int player,
                struct verdict *ret_verdict)
{
    int whose = judge->eval->viewer && !info->is_chance ? judge->eval->viewer - 1 : turn;

    *ret_verdict = (struct verdict){
        .certainty = info->proof != BZ_UNDECIDED || info->exact ? PROVED
                     : info->depth > 0                          ? ESTIMATED
                                                                : UNKNOWN,
        .proof = info->proof,
        .distance = info->distance,
        .measured = info->measured,
        .value = info->is_chance ? 2 * info->value - 1 : info->value,
        .is_chance = info->is_chance,
        .decimals = info->decimals,
        .numerator = info->numerator,
        .denominator = info->denominator,
        .depth = info->depth,
        .move = BZ_MOVE_NONE,
    };
    assert(whose == player || judge->setup->rules->players <= 2);
    if (whose != player)
        verdict_turn(ret_verdict);
}

/* A finished game: who won, or the points as the engine would count them. */
static void read_result(const struct judge *judge, const void *pos, int player,
                        struct verdict *ret_verdict)
{
    const struct bz_rules *rules = judge->setup->rules;
    int result[BZ_PLAYERS_MAX];

    rules->result(pos, result);
    *ret_verdict = (struct verdict){.certainty = OVER, .move = BZ_MOVE_NONE};
    if (!(rules->traits & BZ_HAS_POINTS)) {
        ret_verdict->proof = result[player] > 0   ? BZ_WIN
                             : result[player] < 0 ? BZ_LOSS
                                                  : BZ_UNDECIDED;
        ret_verdict->value = (double)ret_verdict->proof * BZ_VALUE_WIN;
    } else if (judge->eval->conventions & BZ_EVAL_FINAL) {
        ret_verdict->value = judge->eval->value(pos, player);
    } else {
        ret_verdict->value = result[player];
    }
    if (ret_verdict->value == (double)(int64_t)ret_verdict->value) {
        ret_verdict->numerator = (int64_t)ret_verdict->value;
        ret_verdict->denominator = 1;
    }
}

void judge_ask(struct judge *judge, const void *pos, const struct bz_limits *limits,
               const struct bz_listener *listener, struct bz_answer *ret_answer)
{
    bz_engine_think(judge->engine, pos, limits, listener, ret_answer);
    judge->nodes += ret_answer->info.nodes;
    if (ret_answer->trouble.code)
        judge->trouble = ret_answer->trouble;
}

/* Thinks about a position somebody has to move in; the line goes on from there. */
static void think(struct judge *judge, const void *pos, int player, const struct bz_limits *limits,
                  const struct bz_listener *listener, struct line *ret_line)
{
    struct bz_answer answer;

    judge_ask(judge, pos, limits, listener, &answer);
    judge_read(judge, &answer.info, judge->setup->rules->turn(pos), player, &ret_line->verdict);
    ret_line->verdict.move = answer.move;
    ret_line->length = answer.info.pv_length;
    memcpy(ret_line->next, answer.info.pv, (size_t)answer.info.pv_length * sizeof(bz_move));
}

/* Where somebody has to move behind the lines of a fan, chance in between having spoken. */
struct leaves {
    int count;
    struct line *known; /* of each, in their order, what the adviser is certain of; or NULL */
};

enum { CHANCE_IN_A_ROW = 6, LEAVES_MAX = 4096 };

/* A round of searches to one depth, and when it has to be given up. */
struct round {
    int depth;
    uint64_t nodes; /* of the judge, at which it is over; 0: no such limit */
    int64_t end;    /* on the clock, or 0 */
    const struct leaves *leaves;
    int leaf; /* the next one */
};

/* What the round's limits leave for one search; false where that is nothing. */
static bool limits_left(const struct judge *judge, const struct round *round,
                        struct bz_limits *ret_limits)
{
    int64_t now = bz_clock_micros();

    *ret_limits = (struct bz_limits){.depth = round->depth, .stop = judge->limits.stop};
    if (judge->limits.stop && atomic_load(judge->limits.stop))
        return false;
    if ((round->nodes && judge->nodes >= round->nodes) || (round->end && now >= round->end))
        return false;
    if (round->nodes)
        ret_limits->nodes = round->nodes - judge->nodes;
    if (round->end)
        ret_limits->movetime = (round->end - now + 999) / 1000;
    return true;
}

/* --- advice ------------------------------------------------------------------------------------
 *
 * A game's own adviser has no use for a depth. So he is asked before the rounds, about every leaf,
 * for half of what there is; what he is certain of cannot become better by a search. */

enum { ADVICE_MOST = 5000 /* milliseconds for a leaf where nothing limits them */ };

static void ask(struct judge *judge, const void *pos, int player, const struct round *round,
                int left, struct line *ret_line)
{
    struct bz_limits limits = {.advice = true,
                               .refine = judge->limits.refine,
                               .nodes = UINT64_MAX,
                               .movetime = 1,
                               .stop = judge->limits.stop};
    int64_t now = bz_clock_micros();

    if (round->nodes)
        limits.nodes =
            judge->nodes < round->nodes ? (round->nodes - judge->nodes) / (uint64_t)left + 1 : 1;
    if (round->end > now)
        limits.movetime = (round->end - now) / 1000 / left + 1;
    if (!round->end)
        limits.movetime = round->nodes ? 0 : ADVICE_MOST;
    think(judge, pos, player, &limits, NULL, ret_line);
    if (!verdict_is_certain(&ret_line->verdict))
        ret_line->verdict.certainty = UNKNOWN;
}

/* Counts the leaves behind pos, and asks about each where there is a place for the answer. */
static void walk(struct judge *judge, const void *pos, int player, const struct round *round,
                 int level, struct leaves *leaves, int *leaf)
{
    const struct bz_rules *rules = judge->setup->rules;
    bz_move moves[BZ_MOVES_MAX];
    int count;

    if (bz_is_over(judge->setup, pos) || level == CHANCE_IN_A_ROW || *leaf > LEAVES_MAX)
        return;
    if (rules->turn(pos) != BZ_CHANCE) {
        if (leaves->known)
            ask(judge, pos, player, round, leaves->count - *leaf, &leaves->known[*leaf]);
        ++*leaf;
        return;
    }
    count = rules->moves(pos, moves);
    for (int i = 0; i < count; i++) {
        union bz_pos child;

        memcpy(&child, pos, rules->pos_size);
        rules->play(&child, moves[i]);
        walk(judge, &child, player, round, level + 1, leaves, leaf);
    }
}

static void walk_all(struct judge *judge, const void *pos, int player, const struct round *round,
                     struct leaves *leaves, int *ret_count)
{
    const struct bz_rules *rules = judge->setup->rules;
    bz_move moves[BZ_MOVES_MAX];
    int count = rules->moves(pos, moves);

    *ret_count = 0;
    for (int i = 0; i < count; i++) {
        union bz_pos child;

        memcpy(&child, pos, rules->pos_size);
        rules->play(&child, moves[i]);
        walk(judge, &child, player, round, 0, leaves, ret_count);
    }
}

/* To be released by freeing `known`. */
static void take_advice(struct judge *judge, const void *pos, int player, struct round round,
                        struct leaves *ret_leaves)
{
    int count;

    *ret_leaves = (struct leaves){0};
    if (!judge->advised || judge->limits.depth)
        return;
    if (round.end)
        round.end -= (round.end - bz_clock_micros()) / 2;
    if (round.nodes)
        round.nodes -= (round.nodes - judge->nodes) / 2;
    walk_all(judge, pos, player, &round, ret_leaves, &ret_leaves->count);
    if (ret_leaves->count == 0 || ret_leaves->count > LEAVES_MAX)
        return;
    ret_leaves->known = calloc((size_t)ret_leaves->count, sizeof(*ret_leaves->known));
    if (ret_leaves->known)
        walk_all(judge, pos, player, &round, ret_leaves, &count);
}

/* What the adviser was certain of at the next leaf. */
static bool recall(struct round *round, struct line *ret_line)
{
    const struct leaves *leaves = round->leaves;
    int leaf = round->leaf++;

    if (!leaves->known || !verdict_is_certain(&leaves->known[leaf].verdict))
        return false;
    ret_line->verdict = leaves->known[leaf].verdict;
    ret_line->length = leaves->known[leaf].length;
    memcpy(ret_line->next, leaves->known[leaf].next, sizeof(ret_line->next));
    return true;
}

/* --- rounds ----------------------------------------------------------------------------------- */

/* What the position behind a move is worth, looked at to the round's depth; false when stopped. */
static bool look(struct judge *judge, const void *pos, int player, struct round *round, int level,
                 struct line *ret_line);

static bool look_at_chance(struct judge *judge, const void *pos, int player, struct round *round,
                           int level, struct line *ret_line)
{
    const struct bz_rules *rules = judge->setup->rules;
    bz_move moves[BZ_MOVES_MAX];
    uint32_t weights[BZ_MOVES_MAX];
    int count = rules->deal(pos, moves, weights);
    struct mean mean = {0};

    for (int i = 0; i < count; i++) {
        union bz_pos child;
        struct line line;

        memcpy(&child, pos, rules->pos_size);
        rules->play(&child, moves[i]);
        if (!look(judge, &child, player, round, level + 1, &line))
            return false;
        mean_add(&mean, &line.verdict, weights[i]);
    }
    mean_close(&mean, &ret_line->verdict);
    ret_line->length = 0;
    return true;
}

static bool look(struct judge *judge, const void *pos, int player, struct round *round, int level,
                 struct line *ret_line)
{
    struct bz_limits limits;

    ret_line->length = 0;
    if (bz_is_over(judge->setup, pos)) {
        read_result(judge, pos, player, &ret_line->verdict);
        return true;
    }
    if (judge->setup->rules->turn(pos) == BZ_CHANCE)
        return level < CHANCE_IN_A_ROW &&
               look_at_chance(judge, pos, player, round, level, ret_line);
    if (recall(round, ret_line))
        return true;
    if (!limits_left(judge, round, &limits))
        return false;
    think(judge, pos, player, &limits, NULL, ret_line);
    return verdict_is_certain(&ret_line->verdict) || ret_line->verdict.depth >= round->depth;
}

/* Moves and outcomes of pos, nothing known about them yet. */
static int list_lines(const struct judge *judge, const void *pos, struct line *ret_lines)
{
    const struct bz_rules *rules = judge->setup->rules;
    bz_move moves[BZ_MOVES_MAX];
    uint32_t weights[BZ_MOVES_MAX];
    bool chance = rules->turn(pos) == BZ_CHANCE;
    int count = chance ? rules->deal(pos, moves, weights) : rules->moves(pos, moves);

    for (int i = 0; i < count; i++) {
        ret_lines[i].move = moves[i];
        ret_lines[i].weight = chance ? weights[i] : 1;
        ret_lines[i].length = 0;
        ret_lines[i].verdict = (struct verdict){.certainty = UNKNOWN, .move = BZ_MOVE_NONE};
    }
    return count;
}

/* An adviser does not say when the game will be over. */
static bool has_distance(const struct verdict *verdict)
{
    return verdict->distance > 0 || verdict->depth == 0;
}

/* All of them to the round's depth. False when stopped, and then none has changed. */
static bool look_at_all(struct judge *judge, const void *pos, int player, struct round *round,
                        struct line *fresh, struct line *lines, int count)
{
    const struct bz_rules *rules = judge->setup->rules;

    round->leaf = 0;
    for (int i = 0; i < count; i++) {
        union bz_pos child;

        memcpy(&child, pos, rules->pos_size);
        rules->play(&child, lines[i].move);
        fresh[i].move = lines[i].move;
        fresh[i].weight = lines[i].weight;
        if (!look(judge, &child, player, round, 0, &fresh[i]))
            return false;
        fresh[i].verdict.distance +=
            fresh[i].verdict.certainty == PROVED && has_distance(&fresh[i].verdict);
    }
    memcpy(lines, fresh, (size_t)count * sizeof(*lines));
    return true;
}

static void mean_of(const struct line *lines, int count, struct verdict *ret_mean)
{
    struct mean mean = {0};

    for (int i = 0; i < count; i++)
        mean_add(&mean, &lines[i].verdict, lines[i].weight);
    mean_close(&mean, ret_mean);
}

static bool all_certain(const struct line *lines, int count)
{
    for (int i = 0; i < count; i++)
        if (!verdict_is_certain(&lines[i].verdict))
            return false;
    return true;
}

static void tell_round(const struct judge *judge, const struct verdict *mean, int64_t begin)
{
    struct bz_info info = {.rank = 1,
                           .depth = mean->depth,
                           .value = mean->is_chance ? (1 + mean->value) / 2 : mean->value,
                           .exact = verdict_is_certain(mean),
                           .is_chance = mean->is_chance,
                           .nodes = judge->nodes,
                           .micros = bz_clock_micros() - begin};

    if (judge->listener.info)
        judge->listener.info(judge->listener.context, &info);
}

int judge_fan(struct judge *judge, const void *pos, int player, struct line *ret_lines,
              struct verdict *ret_mean)
{
    const struct bz_limits *limits = &judge->limits;
    int64_t begin = bz_clock_micros();
    int count = list_lines(judge, pos, ret_lines);
    int last = limits->depth ? limits->depth : BZ_DEPTH_MAX;
    struct line *fresh = calloc((size_t)count, sizeof(*fresh));
    struct leaves leaves;
    struct round round = {.depth = limits->depth ? limits->depth : 1, .leaves = &leaves};
    struct verdict mean;

    if (limits->nodes && limits->nodes != UINT64_MAX)
        round.nodes = judge->nodes + limits->nodes;
    if (limits->movetime)
        round.end = begin + limits->movetime * 1000;
    take_advice(judge, pos, player, round, &leaves);
    mean_of(ret_lines, count, &mean);
    for (; fresh && round.depth <= last; round.depth++) {
        if (!look_at_all(judge, pos, player, &round, fresh, ret_lines, count))
            break;
        mean_of(ret_lines, count, &mean);
        tell_round(judge, &mean, begin);
        if (all_certain(ret_lines, count))
            break;
    }
    free(leaves.known);
    free(fresh);
    if (ret_mean)
        *ret_mean = mean;
    return count;
}

void judge_position(struct judge *judge, const void *pos, int player, struct verdict *ret_verdict)
{
    const struct bz_rules *rules = judge->setup->rules;
    struct line line, *lines;

    if (bz_is_over(judge->setup, pos)) {
        read_result(judge, pos, player, ret_verdict);
    } else if (rules->turn(pos) == BZ_CHANCE) {
        *ret_verdict = (struct verdict){.certainty = UNKNOWN, .move = BZ_MOVE_NONE};
        lines = calloc((size_t)rules->moves_max, sizeof(*lines));
        if (lines)
            judge_fan(judge, pos, player, lines, ret_verdict);
        free(lines);
    } else {
        think(judge, pos, player, &judge->limits, &judge->listener, &line);
        *ret_verdict = line.verdict;
    }
}
