/*
 * solver.c - the door to the solvers: `bazi solve`, and the adviser who tells `best` what is
 * known.
 *
 * An adviser has all its memory from the start and works when first asked. What it did not finish
 * in its time is left to the search; it goes on with the next move where that is of use.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "bazi/engine.h"
#include "search/time.h"
#include "solve.h"

enum { POINTS_ROOM = 20000, MARGIN = 2000, LINES = DIRECTIONS };

static int fits(const struct bz_setup *setup, struct bz_error *err)
{
    (void)setup;
    (void)err;
    return BZ_OK;
}

/* Points are cut off far out; value iteration knows nothing of that. */
static bool is_cut_off(const struct angry *pos)
{
    const struct angry_world *world = (const struct angry_world *)pos;

    return !angry_is_game(pos) && abs(world->points) > POINTS_MAX - POINTS_ROOM;
}

/* Solving. */

static bz_move best_asked(const struct angry_mind *mind, const struct angry_world *world)
{
    int best = 0;

    for (int d = 1; d < DIRECTIONS; d++)
        if (angry_slip_asked(mind->slip, world, d) > angry_slip_asked(mind->slip, world, best))
            best = d;
    return (bz_move)best;
}

static int conclude_world(const struct angry_mind *mind, const struct angry *pos,
                          enum angry_status status, struct bz_solution *solution,
                          struct bz_error *err)
{
    const struct angry_world *world = (const struct angry_world *)pos;

    if (status == ANGRY_TOO_LARGE)
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "too many pigs and queens for the memory given: every set of them counts");
    solution->solved = status == ANGRY_SOLVED;
    solution->lower = world->points - POINTS_ROOM;
    solution->upper = world->points + 400 + 250 * angry_count(pos, PIG);
    if (!solution->solved)
        return BZ_OK;
    solution->lower = solution->upper = angry_slip_value(mind->slip, world);
    if (pos->phase == HEN_STEP)
        solution->move = best_asked(mind, world);
    return BZ_OK;
}

static int conclude_game(const struct angry_finding *finding, enum angry_status status,
                         struct bz_solution *solution, struct bz_error *err)
{
    if (status == ANGRY_ENDLESS)
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "nothing ends this game: all the hen can do is bump, for ever");
    solution->solved = status == ANGRY_SOLVED;
    solution->lower = finding->lower;
    solution->upper = finding->upper;
    if (status == ANGRY_TOO_LARGE)
        solution->why = "there are more positions than the memory holds, and how much would do is "
                        "not known before";
    if (finding->length > 0 && solution->solved)
        solution->move = finding->moves[0];
    return BZ_OK;
}

static int solve_with(struct angry_mind *mind, const struct angry *pos,
                      const struct bz_solve_options *options, struct bz_solution *ret_solution,
                      struct bz_error *err)
{
    struct angry_work work = {.stop = options->stop,
                              .until = INT64_MAX,
                              .most = options->nodes ? options->nodes : UINT64_MAX,
                              .options = options};
    struct bz_solution solution = {.move = BZ_MOVE_NONE};
    enum angry_status status = ANGRY_SOLVED;
    int code = BZ_OK;

    angry_work_begin(&work);
    if (pos->phase == OVER) {
        solution.solved = true;
        solution.lower = solution.upper = angry_points(pos);
    } else {
        status = angry_mind_ask(mind, pos, &work);
        code = mind->slip ? conclude_world(mind, pos, status, &solution, err)
                          : conclude_game(&mind->finding, status, &solution, err);
    }
    if (code)
        return code;
    solution.nodes = work.nodes;
    solution.seconds = (double)(bz_clock_micros() - work.begun) * 1e-6;
    if (options->explain)
        angry_explain_solution(mind, pos, &solution, options->explain);
    *ret_solution = solution;
    return BZ_OK;
}

static int solve(const struct bz_setup *setup, const void *pos,
                 const struct bz_solve_options *options, struct bz_solution *ret_solution,
                 struct bz_error *err)
{
    struct angry_mind *mind;
    int code;

    if (options->checkpoint || options->proof || options->table)
        return bz_fail(
            err, BZ_ERROR_UNFIT,
            "angry is solved in seconds: there is no checkpoint, proof or table to keep");
    if (is_cut_off(pos))
        return bz_fail(err, BZ_ERROR_UNFIT, "with so many points the score is cut off at %d",
                       POINTS_MAX);
    mind = malloc(sizeof(*mind));
    if (!mind || !angry_mind_init(mind, setup, options->megabytes)) {
        free(mind);
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for tables of %d MB",
                       options->megabytes);
    }
    code = solve_with(mind, pos, options, ret_solution, err);
    angry_mind_release(mind);
    free(mind);
    return code;
}

/* Advising. */

static int open_mind(const struct bz_setup *setup, int megabytes, int threads, void **ret_state,
                     struct bz_error *err)
{
    struct angry_mind *mind = malloc(sizeof(*mind));

    (void)threads;
    if (!mind || !angry_mind_init(mind, setup, megabytes)) {
        free(mind);
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for tables of %d MB", megabytes);
    }
    *ret_state = mind;
    return BZ_OK;
}

static void close_mind(void *state)
{
    if (state)
        angry_mind_release(state);
    free(state);
}

static void forget(void *state)
{
    struct angry_mind *mind = state;

    mind->expected.phase = OVER;
    mind->hopeless = 0;
}

/* A line is a move and what is known of it. */
struct line {
    bz_move move;
    double value; /* for whoever is to move */
};

/* All moves that can be judged, the best first; of equals the one that comes first. */
static int judge_moves(struct angry_mind *mind, const struct angry *pos, struct angry_work *work,
                       struct line ret_lines[LINES])
{
    const struct bz_rules *rules = angry_rules_of(pos);
    bz_move moves[LINES];
    int count = rules->moves(pos, moves), judged = 0;

    for (int i = 0; i < count; i++) {
        struct line line = {moves[i], 0};
        double upper;
        int at = judged;

        if (!angry_mind_judge(mind, pos, moves[i], work, &line.value, &upper) || line.value < upper)
            continue;
        line.value = pos->phase == QUEEN_STEP ? -line.value : line.value;
        for (; at > 0 && ret_lines[at - 1].value < line.value; at--)
            ret_lines[at] = ret_lines[at - 1];
        ret_lines[at] = line;
        judged++;
    }
    return judged;
}

static void fill_info(const struct angry_work *work, double value, struct bz_info *ret_info)
{
    *ret_info = (struct bz_info){
        .rank = 1,
        .depth = 1,
        .seldepth = 1,
        .value = value,
        .exact = true,
        .nodes = work->nodes,
        .micros = bz_clock_micros() - work->begun,
    };
}

static void lead(struct bz_info *info, const uint8_t *moves, int count)
{
    info->pv_length = count < BZ_DEPTH_MAX ? count : BZ_DEPTH_MAX;
    for (int i = 0; i < info->pv_length; i++)
        info->pv[i] = moves[i];
    info->depth = info->seldepth = info->pv_length;
}

/* The first line as it was found, then other moves with what they are worth. */
static void tell_lines(struct angry_mind *mind, const struct angry *pos, struct angry_work *work,
                       int lines, const struct bz_listener *listener,
                       const struct bz_answer *answer)
{
    struct line judged[LINES];
    int count = lines > 1 ? judge_moves(mind, pos, work, judged) : 0, rank = 1;

    if (!listener || !listener->info)
        return;
    listener->info(listener->context, &answer->info);
    for (int i = 0; i < count && rank < lines; i++) {
        struct bz_info info = answer->info;
        uint8_t move = (uint8_t)judged[i].move;

        if (judged[i].move == answer->move)
            continue;
        info.rank = ++rank;
        info.value = judged[i].value;
        lead(&info, &move, 1);
        listener->info(listener->context, &info);
    }
}

static bool advise(void *state, const void *at, const struct bz_limits *limits, int lines,
                   const struct bz_listener *listener, struct bz_answer *ret_answer)
{
    struct angry_mind *mind = state;
    const struct angry *pos = at;
    struct bz_deadline deadline = bz_deadline_of(limits, pos->phase == QUEEN_STEP);
    struct angry_work work = {.stop = deadline.stop, .most = deadline.nodes};
    int64_t now = bz_clock_micros();
    double value;

    /* Half of the time, so that a search can still do something with the rest. */
    work.until = deadline.micros == INT64_MAX ? INT64_MAX : now + (deadline.micros - now) / 2;
    angry_work_begin(&work);
    if (is_cut_off(pos) || angry_mind_ask(mind, pos, &work) != ANGRY_SOLVED)
        return false;
    if (mind->slip) {
        uint8_t move = (uint8_t)best_asked(mind, at);

        value = angry_slip_value(mind->slip, at);
        fill_info(&work, value, &ret_answer->info);
        lead(&ret_answer->info, &move, 1);
    } else {
        if (mind->finding.length == 0)
            return false;
        value = pos->phase == QUEEN_STEP ? -mind->finding.lower : mind->finding.lower;
        fill_info(&work, value, &ret_answer->info);
        lead(&ret_answer->info, mind->finding.moves, mind->finding.length);
    }
    ret_answer->move = ret_answer->info.pv[0];
    tell_lines(mind, pos, &work, lines, listener, ret_answer);
    return true;
}

static const struct bz_adviser adviser = {
    .open = open_mind,
    .close = close_mind,
    .reset = forget,
    .advise = advise,
};

const struct bz_solver angry_solver = {
    .name = "angry",
    .fits = fits,
    .solve = solve,
    .adviser = &adviser,
};
