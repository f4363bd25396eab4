/*
 * think.c - iterative deepening over the kernel.
 *
 * The first searcher belongs to the calling thread and decides; helpers search the same position
 * and are heard only through the table, so that one thread alone always walks the same tree. One
 * more looks at games that are decided (survey.h).
 */
#include "search/think.h"

#include <stdlib.h>

#include "base/clock.h"
#include "search/kernel.h"
#include "search/player.h"
#include "search/survey.h"
#include "search/team.h"
#include "search/time.h"

struct bz_thinker {
    const struct bz_kernel *kernel;
    const struct bz_rules *rules;
    struct bz_tt tt;
    struct bz_busy busy;
    struct bz_root *crew; /* one a thread; [0] is the caller's */
    int threads;
    struct bz_surveyor surveyor;
    struct bz_team team;
    atomic_bool halt; /* stops the helpers' search */
    int depth_max;
    struct bz_manner manner;
    struct bz_info proved; /* what `between` has found, and its nodes so far */
    struct bz_info lines[BZ_LINES_MAX], fresh[BZ_LINES_MAX]; /* of the last depth; of this one */
    int line_count;
};

/* Each against each: that all the others together could beat one is no proof that they will. */
static bool is_alone(const struct bz_rules *rules)
{
    return rules->players > 2 && !rules->teams;
}

/* What the caller's thread has done so far. */
static void count_own(const struct bz_thinker *t, int64_t start, struct bz_info *info)
{
    const struct bz_searcher *s = &t->crew->searcher;

    info->nodes = s->nodes + t->proved.nodes;
    info->leaves = s->leaves;
    info->cutoffs = s->cutoffs;
    info->micros = bz_clock_micros() - start;
}

static void fill_info(const struct bz_thinker *t, int depth, int rank, struct bz_info *info)
{
    const struct bz_searcher *s = &t->crew->searcher;
    int value = t->crew->moves[rank].value;
    bool points = t->rules->traits & BZ_HAS_POINTS;

    *info = (struct bz_info){
        .rank = rank + 1,
        .depth = depth,
        .seldepth = s->seldepth,
        .value = value,
        .pv_length = s->length[0],
    };
    memcpy(info->pv, s->line[0], (size_t)s->length[0] * sizeof(bz_move));
    if (!points && value >= BZ_VALUE_DECIDED) {
        info->proof = BZ_WIN;
        info->distance = BZ_VALUE_WIN - value;
    } else if (!points && value <= -BZ_VALUE_DECIDED && !is_alone(t->rules)) {
        info->proof = BZ_LOSS;
        info->distance = BZ_VALUE_WIN + value;
    } else if (!points && value <= -BZ_VALUE_DECIDED) {
        info->value = -BZ_VALUE_SURE;
    } else if (t->proved.proof == BZ_LOSS) {
        info->proof = BZ_LOSS;
        info->distance = t->proved.distance;
    }
}

/* The same depths in the same order: what is busy keeps them apart. */
static void help(void *context, int number)
{
    struct bz_thinker *t = context;
    struct bz_root *root = &t->crew[number];

    for (int depth = 1; depth <= t->depth_max; depth++)
        if (!bz_root_search(root, depth, 0) || root->searcher.stopped)
            break;
}

static void call_helpers(struct bz_thinker *t, const void *pos)
{
    struct bz_deadline until_halted = {&t->halt, UINT64_MAX, INT64_MAX};

    atomic_store(&t->halt, false);
    for (int i = 1; i < t->threads; i++)
        bz_root_enter(&t->crew[i], pos, &until_halted, t->manner.reduces);
    bz_team_call(&t->team);
}

static void dismiss_helpers(struct bz_thinker *t)
{
    atomic_store(&t->halt, true);
    bz_team_wait(&t->team);
}

static bool has_line(const struct bz_info *lines, int count, bz_move first)
{
    for (int i = 0; i < count; i++)
        if (lines[i].pv[0] == first)
            return true;
    return false;
}

/* Stopped within a depth: what the last one said of other moves is still the best there is. None of
 * them is better than what was found now. */
static int keep_older(struct bz_thinker *t, int count, int wanted)
{
    for (int i = 0; i < t->line_count && count < wanted; i++) {
        struct bz_info *line = &t->fresh[count];

        if (has_line(t->fresh, count, t->lines[i].pv[0]))
            continue;
        *line = t->lines[i];
        if (line->proof == BZ_UNDECIDED && line->value > line[-1].value)
            line->value = line[-1].value;
        count++;
    }
    return count;
}

/* Takes over what this depth has found, and tells it. */
static void tell_lines(struct bz_thinker *t, int count, int64_t start,
                       const struct bz_listener *listener, struct bz_info *ret_info)
{
    memcpy(t->lines, t->fresh, (size_t)count * sizeof(*t->lines));
    t->line_count = count;
    for (int i = 0; i < count; i++) {
        t->lines[i].rank = i + 1;
        count_own(t, start, &t->lines[i]);
        if (listener->info)
            listener->info(listener->context, &t->lines[i]);
    }
    *ret_info = t->lines[0];
}

/* All the lines of one depth, the best first: a search that leaves things out may find a better one
 * among those it thought less of. False when stopped in the first. */
static bool deepen(struct bz_thinker *t, int depth, int64_t start,
                   const struct bz_listener *listener, struct bz_info *ret_info)
{
    struct bz_root *root = t->crew;
    const int first = t->proved.proof == BZ_WIN; /* to be placed by its value */
    const int wanted = t->manner.lines < root->count ? t->manner.lines : root->count;
    struct bz_info *lines = t->fresh;
    int count = 0;

    if (first)
        lines[count++] = t->proved;
    while (count < wanted && bz_root_search(root, depth, count)) {
        int rank = count;

        while (rank > first && root->moves[count].value > root->moves[rank - 1].value)
            rank--;
        bz_root_bring(root, count, rank);
        memmove(&lines[rank + 1], &lines[rank], (size_t)(count - rank) * sizeof(*lines));
        fill_info(t, depth, rank, &lines[rank]);
        count++;
        if (root->searcher.stopped)
            break;
    }
    if (count)
        tell_lines(t, keep_older(t, count, wanted), start, listener, ret_info);
    return count > 0;
}

void bz_thinker_measure(struct bz_thinker *thinker, const void *pos,
                        const struct bz_deadline *deadline, const struct bz_listener *listener,
                        struct bz_info *info)
{
    int before = info->distance, length = info->pv_length;

    if (info->proof == BZ_UNDECIDED || !bz_survey_fits(thinker->rules))
        return;
    bz_survey(&thinker->surveyor, &thinker->tt, pos, true, info->nodes, deadline, info);
    if ((info->distance != before || info->pv_length != length) && listener->info)
        listener->info(listener->context, info);
}

bool bz_thinker_seek(struct bz_thinker *thinker, const void *pos, int distance,
                     const struct bz_deadline *deadline, struct bz_info *info)
{
    return distance < BZ_DEPTH_MAX && bz_survey_fits(thinker->rules) &&
           bz_survey_seek(&thinker->surveyor, &thinker->tt, pos, distance, deadline, info);
}

/* Moves the line at this place up to where its value belongs. */
static void place_line(struct bz_info *lines, int from)
{
    struct bz_info moved = lines[from];
    int to = from;

    for (; to > 0 && lines[to - 1].value < moved.value; to--)
        lines[to] = lines[to - 1];
    lines[to] = moved;
}

/* The same for all lines, which are told once more, in the order that they have then. */
static void measure_lines(struct bz_thinker *t, const void *pos, const struct bz_deadline *deadline,
                          const struct bz_listener *listener, struct bz_info *info)
{
    uint64_t effort = t->line_count ? info->nodes / (uint64_t)t->line_count : 0;
    bool any = false;

    for (int i = 0; i < t->line_count; i++) {
        struct bz_info *line = &t->lines[i];

        line->nodes = info->nodes;
        line->micros = info->micros;
        if (line->proof != BZ_UNDECIDED && !line->measured) {
            bz_survey(&t->surveyor, &t->tt, pos, false, effort, deadline, line);
            any = true;
        }
        info->nodes = line->nodes;
        info->micros = line->micros;
        place_line(t->lines, i);
    }
    for (int i = 0; i < t->line_count && any; i++) {
        t->lines[i].rank = i + 1;
        t->lines[i].nodes = info->nodes;
        t->lines[i].micros = info->micros;
        if (listener->info)
            listener->info(listener->context, &t->lines[i]);
    }
    if (any)
        *info = t->lines[0];
}

/* --- depth after depth ------------------------------------------------------------------------ */

/* A win that will stand beside other lines until the time is up: how near it is is seen now. */
static void survey_proof(struct bz_thinker *t)
{
    struct bz_root *root = t->crew;
    struct bz_deadline *deadline = &root->searcher.deadline, rest = *deadline;
    uint64_t before = t->proved.nodes;

    rest.nodes = bz_deadline_left(deadline, root->searcher.nodes);
    if (rest.nodes != UINT64_MAX)
        rest.nodes += before; /* which are not counted again */
    bz_survey(&t->surveyor, &t->tt, &root->pos, false, before, &rest, &t->proved);
    if (deadline->nodes != UINT64_MAX)
        deadline->nodes -= t->proved.nodes - before;
}

/* Lets the other means have their share of the work; a winning move they find comes first. */
static void try_to_prove(struct bz_thinker *t, uint64_t nodes, int64_t micros)
{
    struct bz_searcher *s = &t->crew->searcher;
    struct bz_info found = {.nodes = 0};
    uint64_t left = bz_deadline_left(&s->deadline, s->nodes);

    if (!t->manner.between || t->proved.proof != BZ_UNDECIDED)
        return;
    t->manner.between(t->manner.context, nodes, micros, &found);
    if (left != UINT64_MAX)
        s->deadline.nodes -= left < found.nodes ? left : found.nodes;
    found.nodes += t->proved.nodes;
    t->proved = found;
    if (found.proof != BZ_WIN)
        return;
    bz_root_prefer(t->crew, found.pv[0]);
    if (t->manner.lines > 1 && bz_survey_fits(t->rules))
        survey_proof(t);
}

static bool is_decided(int value)
{
    return value >= BZ_VALUE_DECIDED || value <= -BZ_VALUE_DECIDED;
}

/* Whether deepening can change nothing any more. */
static bool is_settled(const struct bz_thinker *t)
{
    bool settled = !(t->rules->traits & BZ_HAS_POINTS);

    for (int i = t->proved.proof == BZ_WIN; i < t->line_count; i++)
        settled = settled && is_decided(t->crew->moves[i].value);
    return settled;
}

/* What all threads did together, once none of them is at work. */
static void count_all(const struct bz_thinker *t, struct bz_info *info)
{
    info->nodes = t->proved.nodes;
    info->leaves = info->cutoffs = 0;
    for (int i = 0; i < t->threads; i++) {
        info->nodes += t->crew[i].searcher.nodes;
        info->leaves += t->crew[i].searcher.leaves;
        info->cutoffs += t->crew[i].searcher.cutoffs;
    }
}

/* Depth after depth, and between them whatever else may help; none is begun once it is time. */
static bz_move deepen_all(struct bz_thinker *t, int64_t start, int64_t enough,
                          const struct bz_listener *listener, struct bz_info *ret_info)
{
    struct bz_root *root = t->crew;
    bz_move best = root->moves[0].move;
    uint64_t nodes = 0;
    int64_t begun = start;

    *ret_info = (struct bz_info){.rank = 1, .pv_length = 1, .pv = {best}};
    for (int depth = 1; depth <= t->depth_max; depth++) {
        if (!deepen(t, depth, start, listener, ret_info))
            break;
        best = root->moves[0].move;
        if (root->searcher.stopped || is_settled(t))
            break;
        try_to_prove(t, root->searcher.nodes - nodes, bz_clock_micros() - begun);
        if (is_settled(t)) {
            deepen(t, depth, start, listener, ret_info); /* tells it */
            return root->moves[0].move;
        }
        nodes = root->searcher.nodes;
        begun = bz_clock_micros();
        if (begun >= enough)
            break;
    }
    return best;
}

bz_move bz_thinker_run(struct bz_thinker *thinker, const void *pos, const struct bz_limits *limits,
                       const struct bz_manner *manner, const struct bz_listener *listener,
                       struct bz_info *ret_info)
{
    int player = thinker->rules->turn(pos);
    struct bz_deadline deadline = bz_deadline_of(limits, player);
    int64_t start = bz_clock_micros(), enough = bz_time_enough(limits, player, start);
    bz_move best;

    thinker->manner = *manner;
    thinker->proved = (struct bz_info){.nodes = 0};
    thinker->line_count = 0;
    thinker->depth_max = limits->depth && !limits->infinite ? limits->depth : BZ_DEPTH_MAX;
    bz_tt_age(&thinker->tt);
    bz_root_enter(thinker->crew, pos, &deadline, manner->reduces);
    call_helpers(thinker, pos);
    best = deepen_all(thinker, start, enough, listener, ret_info);
    dismiss_helpers(thinker);
    count_all(thinker, ret_info);
    ret_info->micros = bz_clock_micros() - start;
    if (manner->lines == 1)
        bz_thinker_measure(thinker, pos, &deadline, listener, ret_info);
    else if (bz_survey_fits(thinker->rules))
        measure_lines(thinker, pos, &deadline, listener, ret_info);
    return ret_info->proof == BZ_UNDECIDED ? best : ret_info->pv[0];
}

void bz_thinker_reset(struct bz_thinker *thinker)
{
    bz_tt_clear(&thinker->tt);
}

static bool init_crew(struct bz_thinker *t)
{
    for (int i = 0; i < t->threads; i++) {
        t->crew[i].searcher.tt = &t->tt;
        t->crew[i].searcher.busy = t->threads > 1 ? &t->busy : NULL;
        if (bz_root_init(&t->crew[i], t->kernel, t->rules))
            return false;
    }
    return !bz_surveyor_init(&t->surveyor, t->kernel, t->rules) &&
           !bz_team_init(&t->team, t->threads - 1, help, t);
}

struct bz_thinker *bz_thinker_new(const struct bz_kernel *kernel, const struct bz_rules *rules,
                                  int megabytes, int threads)
{
    struct bz_thinker *t = calloc(1, sizeof(*t));

    if (!t)
        return NULL;
    t->kernel = kernel;
    t->rules = rules;
    t->threads = threads;
    t->crew = calloc((size_t)threads, sizeof(*t->crew));
    if (t->crew && !bz_tt_init(&t->tt, megabytes) && init_crew(t))
        return t;
    bz_thinker_free(t);
    return NULL;
}

void bz_thinker_free(struct bz_thinker *thinker)
{
    struct bz_thinker *t = thinker;

    if (!t)
        return;
    bz_team_release(&t->team);
    for (int i = 0; t->crew && i < t->threads; i++)
        bz_root_release(&t->crew[i]);
    bz_surveyor_release(&t->surveyor);
    bz_tt_release(&t->tt);
    free(t->crew);
    free(t);
}
