/*
 * survey.c - null windows at the full width.
 */
#include "search/survey.h"

#include <stdlib.h>

#include "base/clock.h"

/* However little a proof took, this much more may be spent on how far the end is. */
enum { LEAST = 100000 };

/* Entries of searches that leave things out say nothing about what is not there. */
#define SHADE UINT64_C(0x9e3779b97f4a7c15)

int bz_surveyor_init(struct bz_surveyor *surveyor, const struct bz_kernel *kernel,
                     const struct bz_rules *rules)
{
    surveyor->root.searcher.tt = &surveyor->tt;
    return bz_root_init(&surveyor->root, kernel, rules);
}

void bz_surveyor_release(struct bz_surveyor *surveyor)
{
    bz_root_release(&surveyor->root);
}

bool bz_survey_fits(const struct bz_rules *rules)
{
    return rules->players == 2 && !(rules->traits & (BZ_HAS_CHANCE | BZ_HAS_POINTS));
}

/* The value of the root's best move that is known to be above `low`, or the most that they all are
 * worth. */
static int best_value(const struct bz_root *root, int low)
{
    int best = root->moves[0].value;

    for (int i = 1; i < root->count && best <= low; i++)
        best = root->moves[i].value > best ? root->moves[i].value : best;
    return best;
}

static void take_line(const struct bz_searcher *s, struct bz_info *line)
{
    line->pv_length = s->length[0];
    memcpy(line->pv, s->line[0], (size_t)s->length[0] * sizeof(bz_move));
}

/* Whether it is known how far the end is. Stopped before, it is as far as it was proved. */
static bool measure(struct bz_root *root, struct bz_info *line)
{
    bool wins = line->proof == BZ_WIN, done = line->distance < 2;

    while (!done) {
        int value = line->proof * (BZ_VALUE_WIN - line->distance), low = wins ? value : value - 1;
        int found;

        if (!bz_root_window(root, line->distance - 1, 0, low, low + 1) || root->searcher.stopped)
            return false;
        found = best_value(root, low);
        done = wins == (found <= low) || abs(found) >= BZ_VALUE_WIN - 1;
        if (wins && found > low)
            take_line(&root->searcher, line);
        if (wins == (found > low))
            line->distance = BZ_VALUE_WIN - abs(found);
    }
    return true;
}

/* The whole way, from a window with room for its value: null windows leave no line. */
static void follow(struct bz_root *root, struct bz_info *line)
{
    int value = line->proof * (BZ_VALUE_WIN - line->distance);

    if (bz_root_window(root, line->distance, 0, value - 1, value + 1) && !root->searcher.stopped &&
        root->moves[0].value == value)
        take_line(&root->searcher, line);
}

static void begin(struct bz_surveyor *surveyor, const struct bz_tt *tt, const void *pos,
                  const struct bz_deadline *deadline, uint64_t most, const struct bz_info *line)
{
    struct bz_deadline own = *deadline;

    own.nodes = bz_deadline_left(deadline, line->nodes);
    if (own.nodes > most)
        own.nodes = most;
    surveyor->tt = *tt;
    surveyor->tt.shade = SHADE;
    bz_root_enter(&surveyor->root, pos, &own, false);
}

static void finish(const struct bz_surveyor *surveyor, int64_t begun, struct bz_info *line)
{
    const struct bz_searcher *s = &surveyor->root.searcher;

    line->value = line->proof * (BZ_VALUE_WIN - line->distance);
    line->nodes += s->nodes;
    line->leaves += s->leaves;
    line->cutoffs += s->cutoffs;
    line->micros += bz_clock_micros() - begun;
}

void bz_survey(struct bz_surveyor *surveyor, const struct bz_tt *tt, const void *pos, bool any,
               uint64_t effort, const struct bz_deadline *deadline, struct bz_info *line)
{
    struct bz_root *root = &surveyor->root;
    int64_t begun = bz_clock_micros();

    begin(surveyor, tt, pos, deadline, effort + LEAST, line);
    bz_root_prefer(root, line->pv[0]);
    if (!any)
        root->count = 1;
    line->measured = measure(root, line);
    if (line->measured)
        follow(root, line);
    finish(surveyor, begun, line);
}

bool bz_survey_seek(struct bz_surveyor *surveyor, const struct bz_tt *tt, const void *pos,
                    int distance, const struct bz_deadline *deadline, struct bz_info *line)
{
    struct bz_root *root = &surveyor->root;
    const int value = BZ_VALUE_WIN - distance;
    int64_t begun = bz_clock_micros();
    bool found;

    begin(surveyor, tt, pos, deadline, UINT64_MAX, line);
    found = bz_root_window(root, distance, 0, value - 1, value) && root->moves[0].value >= value;
    if (found) {
        line->proof = BZ_WIN;
        line->distance = BZ_VALUE_WIN - root->moves[0].value;
        line->depth = line->seldepth = line->distance;
        take_line(&root->searcher, line);
    }
    finish(surveyor, begun, line);
    return found;
}
