/*
 * game.c - what the moves of a game were worth, and what they cost.
 */
#include "analyse/game.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const void *review_position(const struct review *review, int index)
{
    return review->positions + (size_t)index * review->record->setup->rules->pos_size;
}

static bool is_stopped(const struct review *review)
{
    const atomic_bool *stop = review->judge->limits.stop;

    return stop && atomic_load(stop);
}

/* What a move is worth that leads to a position worth v. */
static struct verdict moved(struct verdict v)
{
    if (v.certainty == OVER) {
        v.certainty = PROVED;
        v.measured = true;
    }
    v.distance += verdict_is_certain(&v);
    return v;
}

static void judge_move(struct review *review, const void *pos, bz_move move, int player,
                       struct verdict *ret_verdict)
{
    const struct bz_rules *rules = review->record->setup->rules;
    union bz_pos child;

    memcpy(&child, pos, rules->pos_size);
    rules->play(&child, move);
    judge_position(review->judge, &child, player, ret_verdict);
    *ret_verdict = moved(*ret_verdict);
}

/* Whether every other move is proved to lose. */
static bool is_only_move(struct review *review, const void *pos, const struct row *row)
{
    bz_move moves[BZ_MOVES_MAX];
    int count = review->record->setup->rules->moves(pos, moves);
    struct verdict other;

    for (int i = 0; i < count; i++) {
        if (moves[i] == row->played)
            continue;
        judge_move(review, pos, moves[i], row->player, &other);
        if (other.proof != BZ_LOSS)
            return false;
    }
    return count > 1;
}

/* The best of the other moves; all of them are looked at, unless one wins. */
static void judge_others(struct review *review, const void *pos, struct row *row)
{
    bz_move moves[BZ_MOVES_MAX];
    int count = review->record->setup->rules->moves(pos, moves);

    row->best = row->played;
    row->before = row->after;
    for (int i = 0; i < count && row->before.proof != BZ_WIN; i++) {
        struct verdict other;

        if (moves[i] == row->played)
            continue;
        judge_move(review, pos, moves[i], row->player, &other);
        if (verdict_compare(&other, &row->before) > 0) {
            row->before = other;
            row->best = moves[i];
        }
    }
}

/* Compares the move played, whose value is in row->after, with the best one; *ret_here is what the
 * position is worth. */
static void judge_choice(struct review *review, const void *pos, struct row *row,
                         struct verdict *ret_here)
{
    row->best = row->played;
    row->before = row->after;
    if (row->after.proof == BZ_WIN) {
        *ret_here = row->after;
        return;
    }
    judge_position(review->judge, pos, row->player, ret_here);
    if (ret_here->proof == BZ_LOSS) { /* and so does every move */
        row->before = row->after = *ret_here;
        return;
    }
    if (ret_here->proof == BZ_WIN)
        row->before = *ret_here;
    else if (ret_here->move != row->played)
        judge_move(review, pos, ret_here->move, row->player, &row->before);
    if (ret_here->move == row->played)
        row->after = row->before;
    else if (verdict_compare(&row->before, &row->after) > 0)
        row->best = ret_here->move;
    else
        row->before = row->after;
    /* Two moves that lose do not make a lost position. */
    if (row->before.proof == BZ_LOSS)
        judge_others(review, pos, row);
    if (row->before.proof != BZ_UNDECIDED)
        *ret_here = row->before;
}

static void judge_outcome(struct review *review, const void *pos, struct row *row,
                          struct verdict *ret_here)
{
    const struct bz_rules *rules = review->record->setup->rules;
    struct line *lines = calloc((size_t)rules->moves_max, sizeof(*lines));
    int count;

    row->best = row->played;
    row->before = row->after;
    if (lines) {
        count = judge_fan(review->judge, pos, row->player, lines, &row->before);
        for (int i = 0; i < count; i++)
            if (lines[i].move == row->played)
                row->after = lines[i].verdict;
    }
    free(lines);
    *ret_here = row->before;
}

/* A cost is a number where both values are numbers; from win to loss it has none. */
static void count_cost(struct row *row)
{
    row->has_cost = row->before.certainty != UNKNOWN && row->after.certainty != UNKNOWN &&
                    row->before.proof == row->after.proof;
    row->cost = 0;
    row->is_chance = row->before.is_chance || row->after.is_chance;
    if (row->is_chance) {
        row->has_cost = row->before.certainty != UNKNOWN && row->after.certainty != UNKNOWN;
        row->cost = verdict_chance(&row->before) - verdict_chance(&row->after);
        row->cost = row->chance ? -row->cost : fmax(row->cost, 0);
    } else if (row->chance) {
        row->has_cost = row->before.certainty != UNKNOWN && row->after.certainty != UNKNOWN;
        row->cost = row->after.value - row->before.value;
    } else if (row->has_cost && row->before.proof == BZ_UNDECIDED) {
        row->cost = row->before.value - row->after.value;
    }
}

/* Judges one row. `next`, about player *whose, is what comes after it; both become those of the
 * position before it. */
static void judge_row(struct review *review, int index, struct verdict *next, int *whose)
{
    const struct bz_rules *rules = review->record->setup->rules;
    const void *pos = review_position(review, index);
    struct row *row = &review->rows[index];
    int turn = rules->turn(pos);

    row->chance = turn == BZ_CHANCE;
    row->player = !row->chance ? turn : rules->roller ? rules->roller(pos) : 0;
    row->played = review->record->moves[index];
    row->after = *next;
    if (*whose != row->player)
        verdict_turn(&row->after);
    row->after = moved(row->after);
    if (row->chance)
        judge_outcome(review, pos, row, next);
    else
        judge_choice(review, pos, row, next);
    *whose = row->player;
    count_cost(row);
    if (!row->chance && row->after.proof == BZ_WIN && is_only_move(review, pos, row))
        row->mark = MARK_ONLY;
}

/* The span of the estimates met in the game, seen from the first player's side. */
static double range_of(const struct review *review)
{
    double least = HUGE_VAL, most = -HUGE_VAL;

    for (int i = review->first; i < review->record->length; i++) {
        const struct row *row = &review->rows[i];
        const struct verdict *both[2] = {&row->before, &row->after};

        for (int k = 0; k < 2; k++) {
            double value = row->player == 0 ? both[k]->value : -both[k]->value;

            if (both[k]->certainty == UNKNOWN || both[k]->proof != BZ_UNDECIDED ||
                both[k]->is_chance)
                continue;
            least = fmin(least, value);
            most = fmax(most, value);
        }
    }
    return most > least ? most - least : 0;
}

#define BLUNDER 0.1 /* of chances, on a scale of two: five in a hundred */
#define MISTAKE 0.02

#define LARGE 0.25 /* of the range; round, not tuned: a handful of marks in a game of fifty moves */

/* A chance of a hundredth more or less is no mistake to speak of. */
static enum mark mark_of_chance(double cost)
{
    return cost >= BLUNDER ? MARK_BLUNDER : cost >= MISTAKE ? MARK_MISTAKE : MARK_NONE;
}

static enum mark mark_of(const struct row *row, double range)
{
    bool certain = verdict_is_certain(&row->before) && verdict_is_certain(&row->after);

    if (row->chance || row->mark == MARK_ONLY)
        return row->mark;
    if (row->is_chance)
        return certain ? mark_of_chance(row->cost) : MARK_NONE;
    if (!row->has_cost) { /* from one proof to another, or a proof on one side only */
        if (row->before.certainty == UNKNOWN || row->after.certainty == UNKNOWN)
            return MARK_NONE;
        if (certain)
            return MARK_BLUNDER;
        return row->before.proof == BZ_WIN ? row->after.value < 0 ? MARK_MISTAKE : MARK_NONE
               : row->before.value >= 0    ? MARK_MISTAKE
                                           : MARK_NONE;
    }
    if (row->cost <= 0)
        return MARK_NONE;
    return certain ? MARK_BLUNDER : row->cost > LARGE * range ? MARK_MISTAKE : MARK_NONE;
}

static int set_out(struct review *review, struct bz_error *err)
{
    const struct bz_record *record = review->record;
    const struct bz_rules *rules = record->setup->rules;
    size_t count = (size_t)record->length;

    review->positions = calloc(count + 1, rules->pos_size);
    review->rows = calloc(count + 1, sizeof(*review->rows));
    if (!review->positions || !review->rows)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the positions of the game");
    memcpy(review->positions, &record->start, rules->pos_size);
    for (size_t i = 0; i < count; i++) {
        unsigned char *pos = review->positions + i * rules->pos_size;

        memcpy(pos + rules->pos_size, pos, rules->pos_size);
        rules->play(pos + rules->pos_size, record->moves[i]);
    }
    return BZ_OK;
}

int review_run(struct review *review, struct judge *judge, const struct bz_record *record,
               struct bz_error *err)
{
    const struct bz_rules *rules = record->setup->rules;
    struct verdict next;
    int whose, code;
    double range;

    review->judge = judge;
    review->record = record;
    review->first = record->length;
    code = set_out(review, err);
    if (code)
        return code;
    whose = rules->turn(&record->pos) == BZ_CHANCE ? 0 : rules->turn(&record->pos);
    judge_position(judge, &record->pos, whose, &next);
    for (int i = record->length - 1; i >= 0; i--) {
        judge_row(review, i, &next, &whose);
        if (is_stopped(review))
            break;
        review->first = i;
        if (review->progress)
            review->progress(review->context, review);
    }
    range = range_of(review);
    for (int i = review->first; i < record->length; i++)
        review->rows[i].mark = mark_of(&review->rows[i], range);
    return BZ_OK;
}

void review_release(struct review *review)
{
    free(review->positions);
    free(review->rows);
}
