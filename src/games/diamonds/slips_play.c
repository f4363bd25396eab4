/*
 * slips_play.c - the tables of slips.c put to use: `bazi solve` and the adviser of `best`.
 *
 * The adviser has two tables. One is to be exact; it is gone on with from move to move until it is
 * done, and then serves for the rest of the game. Until then the other, which looks a few things
 * ahead and estimates what follows, is made anew for each position.
 */
#include <stdlib.h>

#include "base/clock.h"
#include "bazi/engine.h"
#include "search/time.h"
#include "slips.h"

/* The quick table gets one part in QUICK_SHARE of what is allowed. A core goes through about
 * CELLS_A_MICRO cells and turns in a microsecond; only the choice of a depth depends on it. */
enum { QUICK_SHARE = 3, CELLS_A_MICRO = 10, QUICK_DEPTH = 6, MEGABYTE = 1 << 20 };

struct adviser {
    struct slip_model model;
    struct slip_table exact, quick;
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
    slip_model_release(&adviser->model);
    free(adviser->exact.entry);
    free(adviser->quick.entry);
    free(adviser);
}

static int open_adviser(const struct bz_setup *setup, int megabytes, int threads, void **ret_state,
                        struct bz_error *err)
{
    struct adviser *adviser = calloc(1, sizeof(*adviser));
    size_t quarter = (size_t)megabytes * (MEGABYTE / 4);
    int code;

    (void)threads;
    if (!adviser)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a player");
    code = slip_model_init(&adviser->model, setup->world, err);
    if (!code && (!make_room(&adviser->exact, 3 * quarter) || !make_room(&adviser->quick, quarter)))
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

    adviser->exact.begun = adviser->quick.begun = false;
}

/* Nodes that a share of what is allowed pays for. */
static double allowance(const struct bz_deadline *deadline, uint64_t nodes)
{
    double most = 1e12;

    if (deadline->nodes != UINT64_MAX)
        most = deadline->nodes > nodes ? (double)(deadline->nodes - nodes) : 0;
    if (deadline->micros != INT64_MAX) {
        double by_clock = (double)(deadline->micros - bz_clock_micros()) * CELLS_A_MICRO;

        most = by_clock < most ? by_clock : most;
    }
    return most / QUICK_SHARE;
}

/* Looks as many things ahead as a share of the time is enough for; at least one, come what may. */
static void look_ahead(struct adviser *adviser, const struct diamonds *pos,
                       const struct bz_deadline *deadline)
{
    static const struct bz_limits none = {.infinite = true};
    struct bz_deadline free_of_limits = bz_deadline_of(&none, 0);
    struct slip_table *quick = &adviser->quick;
    double most = allowance(deadline, adviser->nodes);

    if (!slip_begin(quick, &adviser->model, pos, 1))
        return;
    slip_go_on(quick, &free_of_limits, &adviser->nodes);
    slip_judge(quick, pos, adviser->values);
    for (int depth = QUICK_DEPTH; depth > 1; depth--) {
        double sweeps = slip_sweeps(quick->items, depth);

        if (sweeps * quick->turns * adviser->model.cells > most ||
            slip_room(quick, depth) > (double)quick->room)
            continue;
        slip_begin(quick, &adviser->model, pos, depth);
        if (slip_go_on(quick, deadline, &adviser->nodes))
            slip_judge(quick, pos, adviser->values);
        return;
    }
}

/* Whether the exact table knows the position, now or after what time there is. */
static bool know(struct adviser *adviser, const struct diamonds *pos,
                 const struct bz_deadline *deadline)
{
    struct slip_table *exact = &adviser->exact;

    if (slip_knows(exact, pos))
        return true;
    if (!exact->begun || slip_is_done(exact) || exact->taken & ~pos->bits[0])
        if (!slip_begin(exact, &adviser->model, pos, SLIP_ITEMS) || !slip_is_exact(exact)) {
            exact->begun = false;
            return false;
        }
    return slip_go_on(exact, deadline, &adviser->nodes) && slip_knows(exact, pos);
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
    const struct slip_table *table = exact ? &adviser->exact : &adviser->quick;
    unsigned told = 0;

    for (int rank = 1; rank <= lines && rank <= SLIP_ACTIONS; rank++) {
        int word = best_of(adviser->values, told);
        struct bz_info info = {
            .rank = rank,
            .depth = exact ? table->turns : table->depth,
            .seldepth = pos->world->turns - pos->turn + 1,
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
        look_ahead(adviser, pos, &deadline);
        if (!adviser->quick.begun)
            return false;
        exact = know(adviser, pos, &deadline);
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
        progress.done = (double)run->table.sweeps / slip_sweeps(run->table.items, run->table.depth);
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

static void draw_cell(const struct run *run, int cell, struct bz_buf *out)
{
    static const char *const arrows[SLIP_ACTIONS] = {"^", "v", "<", ">", "/", "`", "\\", ",", "."};
    const struct slip_model *model = &run->model;
    unsigned keys = run->pos->agent[0].keys;
    char tile = diamonds_tile(run->pos, cell);
    const struct slip_action *action = slip_actions(model, keys, cell);
    double values[SLIP_ACTIONS];

    if (model->world->place[cell].need & ~keys || model->world->place[cell].item >= 0) {
        bool gone = tile == 'E';

        bz_buf_add(out, " %c%c", gone ? ' ' : tile, cell == run->pos->agent[0].cell ? 'A' : ' ');
        return;
    }
    for (int word = 0; word < SLIP_ACTIONS; word++, action++) {
        values[word] = action->gain;
        for (uint32_t e = action->first; e < action[1].first; e++)
            values[word] +=
                model->edge[e].chance *
                run->table.value[1][model->edge[e].cell].at[slip_lane(&run->table, run->pos)];
    }
    bz_buf_add(out, " %s%c", arrows[best_of(values, 0)],
               cell == run->pos->agent[0].cell ? 'A' : ' ');
}

static void explain(const struct run *run, struct bz_buf *out)
{
    const struct diamonds_world *world = run->pos->world;
    unsigned told = 0;

    bz_buf_add(out,
               "Expected score with best play: %.6f, by backward induction over %d turns and "
               "%.0f sets of things taken.\n\nBest action on every cell, before anything more "
               "is taken:\n",
               (double)diamonds_score(run->pos, 0) / PART + run->values[best_of(run->values, 0)],
               run->table.turns, slip_sweeps(run->table.items, run->table.items + 1));
    for (int cell = 0; cell < diamonds_cells(world); cell++) {
        draw_cell(run, cell, out);
        if ((cell + 1) % world->cols == 0)
            bz_buf_add(out, "\n");
    }
    bz_buf_add(out,
               "^ v < > steps, / up right, ` up left, \\ down right, , down left, . stay; A the "
               "agent\n\nFirst action   expected score   leads to\n");
    for (int rank = 0; rank < SLIP_ACTIONS; rank++) {
        int word = best_of(run->values, told);
        const struct slip_action *action =
            slip_actions(&run->model, run->pos->agent[0].keys, run->pos->agent[0].cell) + word;

        told |= 1u << word;
        bz_buf_add(out, "%-12s %16.4f  ", diamonds_words[word],
                   (double)diamonds_score(run->pos, 0) / PART + run->values[word]);
        for (uint32_t e = action->first; e < action[1].first; e++) {
            bz_buf_add(out, " ");
            diamonds_format_cell(world, run->model.edge[e].cell, out);
            bz_buf_add(out, " %.0f%%", 100 * run->model.edge[e].chance);
        }
        bz_buf_add(out, "\n");
    }
}

static int prepare(struct run *run, const struct bz_setup *setup, struct bz_error *err)
{
    struct slip_table *table = &run->table;
    int code = slip_model_init(&run->model, setup->world, err);
    double room;

    if (code)
        return code;
    slip_begin(table, &run->model, run->pos, SLIP_ITEMS);
    room = slip_room(table, table->depth) * sizeof(double);
    if (!slip_is_exact(table) || room > (double)run->options->megabytes * MEGABYTE) {
        if (!table->whole)
            return bz_fail(err, BZ_ERROR_UNFIT,
                           "diamonds: more than %d things can still be taken: best estimates what "
                           "it cannot solve",
                           SLIP_ITEMS);
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "diamonds: %d things and %d turns need %.0f MB of memory, not %d",
                       table->items, table->turns, room / MEGABYTE + 1, run->options->megabytes);
    }
    if (!make_room(table, (size_t)room + MEGABYTE))
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a table of %.0f MB",
                       room / MEGABYTE);
    slip_begin(table, &run->model, run->pos, SLIP_ITEMS);
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
