/*
 * endurance.c - two walkers, and what they have paid after so many turns.
 *
 * They walk on whatever happens, which makes no difference before the end; the squares they start
 * from are the worst there are.
 */
#include "endurance.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"

/* What a walker from each square will have paid; a row has an entry for each sum below the most. */
struct walker {
    const struct monopoly_board *board;
    int unit, row;
    double *paid, *next;
};

static void walk_on(struct walker *w)
{
    const struct monopoly_board *board = w->board;
    int n = board->squares, throws = board->dice * (FACES - 1) + 1;
    int total = board->dice == 1 ? FACES : FACES * FACES;
    double *next = w->next;

    memset(next, 0, (size_t)(n * w->row) * sizeof(*next));
    for (int i = 0; i < n * throws; i++) {
        int thrown = i % throws, to = (i / throws + board->dice + thrown) % n;
        int fine = board->kind[to] == PENALTY ? board->charge[to] / w->unit : 0;
        int ways = board->dice == 1 ? 1 : thrown < FACES ? thrown + 1 : throws - thrown;

        for (int sum = 0; sum + fine < w->row; sum++)
            next[i / throws * w->row + sum + fine] += w->paid[to * w->row + sum] * ways / total;
    }
    w->next = w->paid;
    w->paid = next;
}

/* The largest chance, over the squares two walkers start from, that they have paid at most so much
 * together. */
static double still_rich(const struct walker *w, int most)
{
    int n = w->board->squares;
    double worst = 0;

    for (int i = 0; i < n * n; i++) {
        const double *one = w->paid + i / n * w->row, *two = w->paid + i % n * w->row;
        double sum = 0, below = 0;

        for (int k = 0; k <= most; k++) {
            below += two[k];
            sum += one[most - k] * below;
        }
        worst = sum > worst ? sum : worst;
    }
    return worst;
}

static void find_turns(struct endurance *endurance, struct walker *w, int turns)
{
    int known = 0;

    for (int t = 0; 2 * t <= turns; t++) {
        while (known < endurance->count && still_rich(w, known) <= ENDURANCE_BOUND)
            endurance->turns[known++] = 2 * t;
        endurance->last =
            known == endurance->count ? ENDURANCE_BOUND : still_rich(w, endurance->count - 1);
        if (known == endurance->count)
            return;
        walk_on(w);
    }
    while (known < endurance->count)
        endurance->turns[known++] = INT_MAX;
}

static int fine_unit(const struct monopoly_board *board)
{
    uint64_t unit = 0;

    for (int i = 0; i < board->squares; i++)
        if (board->kind[i] == PENALTY && board->charge[i] > 0)
            unit = unit ? bz_common_divisor(unit, (uint64_t)board->charge[i])
                        : (uint64_t)board->charge[i];
    return (int)unit;
}

int monopoly_endurance_init(struct endurance *endurance, const struct monopoly_board *board,
                            int wealth, int turns, struct bz_error *err)
{
    struct walker w = {.board = board, .unit = fine_unit(board)};
    size_t size;

    *endurance = (struct endurance){.unit = w.unit, .last = 1};
    if (!w.unit)
        return BZ_OK;
    endurance->count = (wealth - 1) / w.unit + 1;
    w.row = endurance->count;
    size = (size_t)(board->squares * w.row);
    w.paid = calloc(size, sizeof(*w.paid));
    w.next = calloc(size, sizeof(*w.next));
    endurance->turns = calloc((size_t)endurance->count, sizeof(*endurance->turns));
    if (w.paid && w.next && endurance->turns) {
        for (int i = 0; i < board->squares; i++)
            w.paid[i * w.row] = 1;
        find_turns(endurance, &w, turns);
    }
    free(w.paid);
    free(w.next);
    if (!endurance->turns || !endurance->turns[0])
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory to see how long games last");
    return BZ_OK;
}

void monopoly_endurance_release(struct endurance *endurance)
{
    free(endurance->turns);
    endurance->turns = NULL;
}

bool monopoly_endurance_is_ample(const struct endurance *endurance, const struct monopoly *pos)
{
    int wealth = monopoly_wealth(pos, HUMAN) + monopoly_wealth(pos, ROBOT);
    int units = endurance->unit ? (wealth - 1) / endurance->unit : INT_MAX;

    return units < endurance->count && endurance->turns[units] <= pos->board->cap - pos->turns;
}
