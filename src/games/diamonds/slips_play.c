/*
 * slips_play.c - the tables of slips.c put to use: `bazi solve` and the adviser of `best`.
 *
 * The adviser's table is gone on with from move to move until it is done, and then serves for the
 * rest of the game. Until then, or where that would take too long, it samples.
 */
#include <stdlib.h>

#include "base/clock.h"
#include "bazi/engine.h"
#include "games/grid.h"
#include "search/time.h"
#include "slips.h"

/* Sampling gets one part in SAMPLE_SHARE of what is allowed where MOVES times that is enough for an
 * exact table, and else all of it. A core goes through about CELLS_A_MICRO cells and turns in a
 * microsecond. */
enum { SAMPLE_SHARE = 3, CELLS_A_MICRO = 10, MOVES = 10, MEGABYTE = 1 << 20 };

struct adviser {
    struct slip_model model;
    struct slip_table exact;
    struct slip_sampler *sampler;
    uint64_t nodes;
    double values[SLIP_ACTIONS];
};

static bool make_room(struct slip_table *table, size_t bytes)
{
    table->room = bytes / sizeof(*table->entry);
    table->entry = malloc(table->room * sizeof(*table->entry));
    return table->entry != NULL;
}

static void close_adviser(void *state)
{
    struct adviser *adviser = state;

    if (!adviser)
        return;
    slip_sampler_free(adviser->sampler);
    slip_model_release(&adviser->model);
    free(adviser->exact.entry);
    free(adviser);
}

static int open_adviser(const struct bz_setup *setup, int megabytes, int threads, void **ret_state,
                        struct bz_error *err)
{
    struct adviser *adviser = calloc(1, sizeof(*adviser));
    size_t eighth = (size_t)megabytes * (MEGABYTE / 8);
    int code;

    (void)threads;
    if (!adviser)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a player");
    code = slip_model_init(&adviser->model, setup->world, err);
    if (!code)
        adviser->sampler = slip_sampler_new(&adviser->model, eighth);
    if (!code && (!adviser->sampler || !make_room(&adviser->exact, 7 * eighth)))
        code = bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a table of %d MB", megabytes);
    if (code)
        close_adviser(adviser);
    else
        *ret_state = adviser;
    return code;
}

static void forget(void *state)
{
    struct adviser *adviser = state;

    adviser->exact.begun = false;
}

/* Nodes that what is allowed pays for. */
static double allowance(const struct bz_deadline *deadline, uint64_t nodes)
{
    double most = 1e12;

    if (deadline->nodes != UINT64_MAX)
        most = deadline->nodes > nodes ? (double)(deadline->nodes - nodes) : 0;
    if (deadline->micros != INT64_MAX) {
        double by_clock = (double)(deadline->micros - bz_clock_micros()) * CELLS_A_MICRO;

        most = by_clock < most ? by_clock : most;
    }
    return most;
}

/* Whether the exact table could be done within a few moves. */
static bool is_promising(struct adviser *adviser, const struct diamonds *pos, double most)
{
    struct slip_table *exact = &adviser->exact;

    if (exact->begun && !slip_is_done(exact) && !(exact->taken & ~pos->bits[0]))
        return true;
    exact->begun = slip_begin(exact, &adviser->model, pos) &&
                   slip_sets(exact) * exact->turns * adviser->model.cells < MOVES * most;
    return exact->begun;
}

static int best_of(const double values[SLIP_ACTIONS], unsigned without)
{
    int best = -1;

    for (int word = 0; word < SLIP_ACTIONS; word++)
        if (!(without >> word & 1) && (best < 0 || values[word] > values[best] + 1e-9))
            best = word;
    return best;
}

static void tell(const struct adviser *adviser, const struct diamonds *pos, bool exact, int lines,
                 int64_t start, const struct bz_listener *listener, struct bz_answer *answer)
{
    int turns = pos->world->turns - pos->turn + 1;
    unsigned told = 0;

    for (int rank = 1; rank <= lines && rank <= SLIP_ACTIONS; rank++) {
        int word = best_of(adviser->values, told);
        struct bz_info info = {
            .rank = rank,
            .depth = exact ? turns : 1,
            .seldepth = turns,
            .value = (double)diamonds_score(pos, 0) / PART + adviser->values[word],
            .exact = exact,
            .nodes = adviser->nodes,
            .micros = bz_clock_micros() - start,
            .pv_length = 1,
            .pv = {(bz_move)word},
        };

        told |= 1u << word;
        if (rank == 1) {
            answer->move = (bz_move)word;
            answer->info = info;
        }
        if (listener->info)
            listener->info(listener->context, &info);
    }
}

static bool advise(void *state, const void *at, const struct bz_limits *limits, int lines,
                   const struct bz_listener *listener, struct bz_answer *ret_answer)
{
    struct adviser *adviser = state;
    const struct diamonds *pos = at;
    struct bz_deadline deadline = bz_deadline_of(limits, 0);
    int64_t start = bz_clock_micros();
    bool exact;

    if (pos->phase != ACT || diamonds_is_over(pos))
        return false;
    adviser->nodes = 0;
    exact = slip_knows(&adviser->exact, pos);
    if (!exact) {
        double most = allowance(&deadline, 0);
        bool promising = is_promising(adviser, pos, most);

        slip_sample(adviser->sampler, pos, promising ? most / SAMPLE_SHARE : most, &deadline,
                    adviser->values, &adviser->nodes);
        exact = promising && slip_go_on(&adviser->exact, &deadline, &adviser->nodes) &&
                slip_knows(&adviser->exact, pos);
    }
    if (exact)
        slip_judge(&adviser->exact, pos, adviser->values);
    tell(adviser, pos, exact, lines, start, listener, ret_answer);
    return true;
}

const struct bz_adviser diamonds_slip_adviser = {
    .open = open_adviser,
    .close = close_adviser,
    .reset = forget,
    .advise = advise,
};

/* --- solving ---------------------------------------------------------------------------------- */

struct run {
    struct slip_model model;
    struct slip_table table;
    const struct diamonds *pos;
    const struct bz_solve_options *options;
    int64_t start;
    uint64_t nodes;
    double values[SLIP_ACTIONS];
};

static double seconds_of(const struct run *run)
{
    return (double)(bz_clock_micros() - run->start) * 1e-6;
}

/* In parts of about half a second, with a word about each. */
static bool finish(struct run *run)
{
    const struct bz_solve_options *options = run->options;
    const struct bz_limits limits = {.infinite = true, .stop = options->stop};
    struct bz_deadline deadline = bz_deadline_of(&limits, 0);

    deadline.nodes = options->nodes ? options->nodes : UINT64_MAX;
    for (;;) {
        struct bz_progress progress = {.doing = "sweeping sets of things taken", .saved = -1};

        deadline.micros = bz_clock_micros() + 500000;
        if (slip_go_on(&run->table, &deadline, &run->nodes))
            return true;
        if (atomic_load(deadline.stop) || run->nodes >= deadline.nodes)
            return false;
        progress.nodes = run->nodes;
        progress.seconds = seconds_of(run);
        progress.done = (double)run->table.sweeps / slip_sets(&run->table);
        if (options->progress)
            options->progress(options->context, &progress);
    }
}

/* Doing nothing at all brings this; and no diamond brings more than the best pair. */
static void enclose(const struct run *run, struct bz_solution *ret_solution)
{
    const struct diamonds_world *world = run->pos->world;
    double score = (double)diamonds_score(run->pos, 0) / PART;
    bool hurts = !world->on_entry && world->place[run->pos->agent[0].cell].tile == '*';

    ret_solution->lower = score - (hurts ? 20 * run->table.turns : 0);
    ret_solution->upper = score + 250 * run->pos->left;
}

/* What the actions of a cell are worth with a turn gone, before anything more is taken. */
static void judge_cell(const struct run *run, int cell, double ret_values[SLIP_ACTIONS])
{
    const struct slip_action *action = slip_actions(&run->model, run->pos->agent[0].keys, cell);
    const struct slip_lanes *after = run->table.value[1];
    int lane = slip_lane(&run->table, run->pos);

    for (int word = 0; word < SLIP_ACTIONS; word++, action++) {
        ret_values[word] = action->gain;
        for (uint32_t e = action->first; e < action[1].first; e++)
            ret_values[word] += run->model.edge[e].chance * after[run->model.edge[e].cell].at[lane];
    }
}

static void draw_cell(const void *context, int row, int col, struct bz_buf *out)
{
    static const char arrows[] = "^v<>/`\\,.";
    const struct run *run = context;
    const struct diamonds_world *world = run->pos->world;
    int cell = row * world->cols + col;
    const struct place *place = &world->place[cell];
    char tile = diamonds_tile(run->pos, cell);
    double values[SLIP_ACTIONS];

    if (!(place->need & ~run->pos->agent[0].keys) && place->item < 0) {
        judge_cell(run, cell, values);
        tile = arrows[best_of(values, 0)];
    }
    bz_buf_add(out, " %c%c", tile == 'E' ? ' ' : tile, cell == run->pos->agent[0].cell ? 'A' : ' ');
}

static void explain_actions(const struct run *run, struct bz_buf *out)
{
    const struct agent *me = &run->pos->agent[0];
    unsigned told = 0;

    bz_buf_add(out, "\n %-10s %7s\tleads to\n", "action", "mean");
    for (int rank = 0; rank < SLIP_ACTIONS; rank++) {
        int word = best_of(run->values, told);
        const struct slip_action *action = slip_actions(&run->model, me->keys, me->cell) + word;

        told |= 1u << word;
        bz_buf_add(out, " %-10s %7.2f", diamonds_words[word],
                   (double)diamonds_score(run->pos, 0) / PART + run->values[word]);
        for (uint32_t e = action->first; e < action[1].first; e++) {
            bz_buf_char(out, e == action->first ? '\t' : ' ');
            diamonds_format_cell(run->pos->world, run->model.edge[e].cell, out);
            bz_buf_add(out, " %.0f%%", 100 * run->model.edge[e].chance);
        }
        bz_buf_add(out, "\n");
    }
}

static void explain(const struct run *run, struct bz_buf *out)
{
    bz_buf_add(out,
               "Expected score with best play: %.6f, by backward induction over %d turns and %.0f "
               "sets of things taken.\n\nBest action on every cell, before anything more is "
               "taken:\n\n",
               (double)diamonds_score(run->pos, 0) / PART + run->values[best_of(run->values, 0)],
               run->table.turns, slip_sets(&run->table));
    bz_grid_draw(&(struct bz_grid){.rows = run->pos->world->rows,
                                   .cols = run->pos->world->cols,
                                   .style = BZ_DRAW_ASCII,
                                   .cell = draw_cell,
                                   .context = run},
                 out);
    bz_buf_add(out, "\n  ^ v < > steps    . stay   A the agent\n"
                    "  /  up right      `  up left\n  \\  down right    ,  down left\n");
    explain_actions(run, out);
}

static int prepare(struct run *run, const struct bz_setup *setup, struct bz_error *err)
{
    struct slip_table *table = &run->table;
    int code = slip_model_init(&run->model, setup->world, err);
    double room;

    if (code)
        return code;
    slip_begin(table, &run->model, run->pos);
    room = slip_room(table) * sizeof(double);
    if (!table->whole || room > (double)run->options->megabytes * MEGABYTE) {
        if (!table->whole)
            return bz_fail(err, BZ_ERROR_UNFIT,
                           "diamonds: more than %d things can still be taken: best samples what "
                           "it cannot solve",
                           SLIP_ITEMS);
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "diamonds: %d things and %d turns need %.0f MB of memory, not %d",
                       table->items, table->turns, room / MEGABYTE + 1, run->options->megabytes);
    }
    if (!make_room(table, (size_t)room + MEGABYTE))
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a table of %.0f MB",
                       room / MEGABYTE);
    slip_begin(table, &run->model, run->pos);
    return BZ_OK;
}

static int work(struct run *run, const struct bz_setup *setup, struct bz_solution *ret_solution,
                struct bz_error *err)
{
    int code;

    if (run->pos->phase != ACT)
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "diamonds: slips are solved from where the agent is to act");
    code = prepare(run, setup, err);
    if (code)
        return code;
    enclose(run, ret_solution);
    ret_solution->move = BZ_MOVE_NONE;
    if (diamonds_is_over(run->pos)) {
        ret_solution->lower = ret_solution->upper = (double)diamonds_score(run->pos, 0) / PART;
        ret_solution->solved = true;
    } else if (finish(run)) {
        slip_judge(&run->table, run->pos, run->values);
        ret_solution->move = (bz_move)best_of(run->values, 0);
        ret_solution->lower = ret_solution->upper =
            (double)diamonds_score(run->pos, 0) / PART + run->values[ret_solution->move];
        ret_solution->solved = true;
        if (run->options->explain)
            explain(run, run->options->explain);
    }
    ret_solution->nodes = run->nodes;
    ret_solution->seconds = seconds_of(run);
    return BZ_OK;
}

int diamonds_slip_solve(const struct bz_setup *setup, const void *pos,
                        const struct bz_solve_options *options, struct bz_solution *ret_solution,
                        struct bz_error *err)
{
    struct run *run = calloc(1, sizeof(*run));
    struct bz_solution solution = {0};
    int code;

    if (!run)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory to solve");
    run->pos = pos;
    run->options = options;
    run->start = bz_clock_micros();
    code = work(run, setup, &solution, err);
    slip_model_release(&run->model);
    free(run->table.entry);
    free(run);
    if (!code)
        *ret_solution = solution;
    return code;
}
