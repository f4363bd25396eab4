/*
 * perfect.c - `bazi solve`: every layer once, from the poorest to that of the position.
 *
 * With a table every settled round is written down on its way. What is needed to go on later is
 * saved between two layers: the shelf, the values picked up, and the state of the table. In a
 * cluster every rank has the whole shelf; a table is for one process.
 */
#include "perfect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/tree.h"
#include "layers.h"
#include "savings.h"
#include "search/cluster.h"
#include "table.h"

enum { PATH_LONGEST = 4096, DECIMALS_MAX = 8 };

#define STATES_MAX 5e10 /* an hour on a large machine */

struct work {
    const struct bz_setup *setup;
    const struct bz_solve_options *options;
    struct space space;
    struct shelf shelf;
    struct round *round; /* one a thread */
    struct wanted wanted;
    struct table_writer *writer;
    bool volunteers;         /* to write a table: nobody asked for it */
    struct bz_error trouble; /* why it is not written */
    uint64_t subject;
    int done; /* the last layer that is whole */
};

void monopoly_perfect_measure(const struct monopoly *pos, int *ret_unit, int *ret_wealth)
{
    uint64_t unit = (uint64_t)monopoly_space_unit(pos->board);

    for (int i = 0; i < SEATS; i++)
        if (pos->cash[i] > 0)
            unit = bz_common_divisor(unit, (uint64_t)pos->cash[i]);
    *ret_unit = (int)unit;
    *ret_wealth = (monopoly_wealth(pos, HUMAN) + monopoly_wealth(pos, ROBOT)) / (int)unit;
}

/* So many that two digits of a share count, however small it is. */
static int decimals_of(double percent)
{
    int decimals = 0;

    while (percent < 10 && decimals < DECIMALS_MAX) {
        percent *= 10;
        decimals++;
    }
    return decimals;
}

int monopoly_perfect_check_cap(const struct monopoly *pos, struct bz_error *err)
{
    int left = pos->board->cap - pos->turns, code;
    struct endurance endurance;
    bool ample;

    code = monopoly_endurance_init(&endurance, pos->board,
                                   monopoly_wealth(pos, HUMAN) + monopoly_wealth(pos, ROBOT), left,
                                   err);
    if (code)
        return code;
    ample = monopoly_endurance_is_ample(&endurance, pos);
    monopoly_endurance_release(&endurance);
    if (ample)
        return BZ_OK;
    return bz_fail(err, BZ_ERROR_UNFIT,
                   "the limit of turns (cap) may decide up to %.*f %% of the games from here, with "
                   "%d turns left: only games without a limit are solved",
                   decimals_of(100 * endurance.last), 100 * endurance.last, left);
}

/* Megabytes in the machine. */
static double memory_there(void)
{
    return (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE) * 1e-6;
}

static int check_size(const struct space *space, double tables, struct bz_error *err)
{
    double bytes = tables * monopoly_shelf_bytes(space) * 1e-6 + 64;

    if ((double)space->states > STATES_MAX || bytes > 0.9 * memory_there())
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "the board has %.3g positions, and solving it would take %.0f MB: too many",
                       (double)space->states, bytes);
    return BZ_OK;
}

int monopoly_perfect_fits(const struct bz_setup *setup, double tables, struct bz_error *err)
{
    const struct monopoly_board *board = setup->world;
    int unit = monopoly_space_unit(board), code;
    struct space space;
    union bz_pos pos;

    bz_start(setup, &pos);
    code = monopoly_space_check(board, err);
    if (!code)
        code = monopoly_perfect_check_cap((const void *)&pos, err);
    if (!code)
        code = monopoly_space_init(&space, board, unit, 2 * board->cash / unit, true, err);
    if (code)
        return code;
    code = check_size(&space, tables, err);
    monopoly_space_release(&space);
    return code;
}

static int fits(const struct bz_setup *setup, struct bz_error *err)
{
    return monopoly_perfect_fits(setup, 1, err);
}

static void begin(void *context, int wealth)
{
    struct work *work = context;

    monopoly_shelf_turn(&work->shelf, wealth);
}

static void do_holding(void *context, int thread, int wealth, int holding)
{
    struct work *work = context;
    struct round *round = &work->round[thread];

    monopoly_round_enter(round, wealth, holding);
    monopoly_round_settle(round);
    monopoly_wanted_take(&work->wanted, round, round->spare);
    if (work->writer)
        monopoly_table_add(work->writer, thread, round);
    monopoly_round_keep(round, &work->shelf);
}

static void share(void *context, int wealth, const int *cuts)
{
    struct work *work = context;

    monopoly_shelf_share(&work->shelf, work->options->cluster, wealth, cuts);
    monopoly_wanted_share(&work->wanted, work->options->cluster, wealth, cuts);
}

/* A table that nobody asked for is done without where it cannot be written, unless it is half done
 * and a checkpoint goes on with it. */
static int do_without(struct work *work, int code, const struct bz_error *why, struct bz_error *err)
{
    if (!work->volunteers || (work->writer && work->options->checkpoint))
        return bz_fail(err, code, "%s", why->text);
    work->trouble = *why;
    monopoly_table_abandon(work->writer);
    work->writer = NULL;
    return BZ_OK;
}

static int end(void *context, int wealth, struct bz_error *err)
{
    struct work *work = context;
    struct bz_error why;
    int code = work->writer ? monopoly_table_end_layer(work->writer, wealth, &why) : BZ_OK;

    return code ? do_without(work, code, &why, err) : BZ_OK;
}

/* Everything a later run needs. */
static bool pieces(void *context, int wealth, bool (*each)(void *context, void *bytes, size_t size),
                   void *whose)
{
    struct work *work = context;

    return each(whose, work->wanted.chance, sizeof(work->wanted.chance)) &&
           (!work->writer || monopoly_table_pieces(work->writer, each, whose)) &&
           monopoly_shelf_pieces(&work->shelf, wealth, each, whose);
}

static int save(void *context, int wealth, struct bz_error *err)
{
    struct work *work = context;
    const struct savings savings = {work->options->checkpoint, work->subject, pieces, work};

    return monopoly_savings_write(&savings, wealth, err);
}

/* What is being solved, as one number. Where the table lies does not matter: what is written of it
 * proves itself. */
static uint64_t subject_of(const struct work *work)
{
    uint64_t subject = monopoly_table_board(work->setup->world);

    subject = bz_mix(subject ^ (uint64_t)work->space.unit << 32 ^ (uint64_t)work->space.wealth);
    for (int i = 0; i < work->wanted.count; i++)
        subject =
            bz_mix(subject ^ monopoly_table_sum(&work->wanted.place[i], sizeof(struct place)));
    return work->writer ? bz_mix(subject + 1) : subject;
}

/* What the first rank has of a piece of memory, for all. */
static bool spread(void *context, void *bytes, size_t size)
{
    const struct bz_cluster *cluster = context;
    uint64_t offsets[BZ_RANKS_MAX + 1] = {0};

    for (int i = 1; i <= cluster->size; i++)
        offsets[i] = size;
    cluster->share(cluster, bytes, offsets);
    return true;
}

static int load(struct work *work, int *ret_first, struct bz_error *err)
{
    const struct savings savings = {work->options->checkpoint, work->subject, pieces, work};
    const struct bz_cluster *cluster = work->options->cluster;
    int wealth = 0, code = BZ_OK;

    if (bz_cluster_leads(cluster))
        code = monopoly_savings_read(&savings, work->space.wealth, &wealth, err);
    code = bz_cluster_agree(cluster, code, err);
    if (!code && cluster)
        spread((void *)(uintptr_t)cluster, &wealth, sizeof(wealth));
    if (code || !wealth)
        return code;
    if (cluster)
        pieces(work, wealth, spread, (void *)(uintptr_t)cluster);
    for (int i = wealth > work->space.deepest ? wealth - work->space.deepest : 0; i <= wealth; i++)
        monopoly_shelf_turn(&work->shelf, i);
    *ret_first = wealth + 1;
    return work->writer ? monopoly_table_resume(work->writer, err) : BZ_OK;
}

static int run(struct work *work, struct bz_error *err)
{
    const struct bz_solve_options *options = work->options;
    struct layers layers = {
        .space = &work->space,
        .threads = options->threads,
        .doing = "layers of wealth",
        .context = work,
        .begin = begin,
        .work = do_holding,
        .share = share,
        .end = end,
        .save = options->checkpoint ? save : NULL,
        .options = options,
    };
    struct bz_error failure;
    int first = 2, code = BZ_OK;

    if (options->checkpoint)
        code = load(work, &first, err);
    if (code)
        return code;
    code = monopoly_layers_run(&layers, first, &work->done, err);
    if (code == BZ_ERROR_STOPPED && options->checkpoint && work->done >= 2 &&
        bz_cluster_leads(options->cluster) && save(work, work->done, &failure))
        return bz_fail(err, BZ_ERROR_IO, "%s", failure.text);
    return code;
}

static void tear_down(struct work *work)
{
    for (int i = 0; work->round && i < work->options->threads; i++)
        monopoly_round_release(&work->round[i]);
    free(work->round);
    monopoly_shelf_release(&work->shelf);
    monopoly_space_release(&work->space);
}

static int set_up(struct work *work, const void *pos, bool whole, struct bz_error *err)
{
    const struct monopoly_board *board = work->setup->world;
    int unit, wealth, code;

    monopoly_perfect_measure(pos, &unit, &wealth);
    if (whole && unit != monopoly_space_unit(board))
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "a table counts money in units of %d, and this position needs %d",
                       monopoly_space_unit(board), unit);
    if (whole && wealth < 2 * board->cash / unit)
        wealth = 2 * board->cash / unit;
    code = monopoly_space_init(&work->space, board, unit, wealth, true, err);
    if (!code)
        code = check_size(&work->space, 1, err);
    if (!code && !monopoly_wanted_init(&work->wanted, work->setup, &work->space, pos))
        code = bz_fail(err, BZ_ERROR_UNFIT, "so much money does not occur together in this game");
    if (!code)
        code = monopoly_shelf_init(&work->shelf, &work->space, err);
    work->round = calloc((size_t)work->options->threads, sizeof(*work->round));
    if (!work->round && !code)
        code = bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for threads");
    for (int i = 0; !code && i < work->options->threads; i++)
        code = monopoly_round_init(&work->round[i], &work->space, &work->shelf, true, false, err);
    return code;
}

/* The best move of a player who is to act. */
static bz_move best_move(const struct wanted *wanted, const struct monopoly *pos)
{
    bz_move moves[OUTCOMES_MAX], best = BZ_MOVE_NONE;
    int count = wanted->setup->rules->moves(pos, moves);
    double chance = 0;

    for (int i = 0; i < count && pos->phase == ACT; i++) {
        union bz_pos child;
        double other;

        memcpy(&child, pos, sizeof(*pos));
        wanted->setup->rules->play(&child, moves[i]);
        other = monopoly_wanted_chance(wanted, &child);
        if (pos->turn != HUMAN)
            other = 1 - other;
        if (best == BZ_MOVE_NONE || other > chance) {
            best = moves[i];
            chance = other;
        }
    }
    return best;
}

static int conclude(struct work *work, const void *pos, int64_t start,
                    struct bz_solution *ret_solution, struct bz_error *err)
{
    double chance = monopoly_wanted_chance(&work->wanted, pos);
    struct table_writer *writer = work->writer;
    struct bz_error why;
    int code;

    *ret_solution = (struct bz_solution){
        .solved = true,
        .lower = chance,
        .upper = chance,
        .move = best_move(&work->wanted, pos),
        .nodes = work->space.states,
        .seconds = (double)(bz_clock_micros() - start) * 1e-6,
    };
    if (work->options->explain)
        monopoly_perfect_explain(&work->wanted, pos, work->options->explain);
    work->writer = NULL; /* is freed, whatever comes of it */
    code = writer ? monopoly_table_finish(writer, &why) : BZ_OK;
    if (code)
        code = do_without(work, code, &why, err);
    ret_solution->unkept = work->trouble;
    if (code || !writer || work->trouble.code)
        return code;
    if (work->options->checkpoint) /* its draft is the table now: nothing could go on from it */
        remove(work->options->checkpoint);
    return BZ_OK;
}

static int begin_table(struct work *work, const char *path, struct bz_error *err)
{
    struct bz_error why;
    int code = monopoly_table_create(path, work->setup->world, &work->space, work->options->threads,
                                     work->options->checkpoint, &work->writer, &why);

    return code ? do_without(work, code, &why, err) : BZ_OK;
}

static int solve_all(struct work *work, const void *pos, const char *path,
                     struct bz_solution *ret_solution, struct bz_error *err)
{
    int64_t start = bz_clock_micros();
    int code = bz_cluster_agree(work->options->cluster, set_up(work, pos, path, err), err);

    if (!code && path)
        code = begin_table(work, path, err);
    if (!code) {
        work->subject = subject_of(work);
        code = run(work, err);
    }
    if (!code)
        code = conclude(work, pos, start, ret_solution, err);
    monopoly_table_abandon(work->writer);
    if (code == BZ_ERROR_STOPPED) {
        *ret_solution = (struct bz_solution){.upper = 1,
                                             .move = BZ_MOVE_NONE,
                                             .seconds = (double)(bz_clock_micros() - start) * 1e-6,
                                             .unkept = work->trouble};
        for (int i = 2; i <= work->done; i++)
            ret_solution->nodes += monopoly_space_states(&work->space, i);
        return BZ_OK;
    }
    return code;
}

/* Whether there is a table that can be relied on, every record of it. */
static bool has_table(const struct bz_setup *setup, const char *path)
{
    struct table *there;
    int code = monopoly_table_open(path, setup->world, &there, NULL);

    if (code)
        return false;
    code = monopoly_table_check(there, path, NULL);
    monopoly_table_close(there);
    return !code;
}

/* Where the table is to be written: where the caller says, or else, from the start of the game,
 * where the game looks for it, unless there is one already. */
static const char *table_place(const struct bz_setup *setup, const struct monopoly *pos,
                               const struct bz_solve_options *options, char *path)
{
    union bz_pos start;

    bz_start(setup, &start);
    if (options->cluster)
        return NULL;
    if (options->table)
        return options->table;
    if (memcmp(&start, pos, sizeof(*pos)) != 0 || !monopoly_table_path(setup, path, PATH_LONGEST))
        return NULL;
    if (has_table(setup, path)) {
        if (options->tell)
            options->tell(options->context,
                          "there is a sound table already, which stays as it is; the whole game is "
                          "solved again, which may take minutes");
        return NULL;
    }
    bz_tree_folders(path, 0700);
    return path;
}

static int solve(const struct bz_setup *setup, const void *pos,
                 const struct bz_solve_options *options, struct bz_solution *ret_solution,
                 struct bz_error *err)
{
    struct work work = {.setup = setup, .options = options};
    char path[PATH_LONGEST];
    int result[SEATS], code;

    if (options->proof)
        return bz_fail(err, BZ_ERROR_UNFIT, "a chance has no proof to write; a table has it all");
    if (options->cluster && options->table)
        return bz_fail(err, BZ_ERROR_UNFIT, "several processes write no table: one process does");
    if (bz_is_over(setup, pos)) {
        setup->rules->result(pos, result);
        *ret_solution = (struct bz_solution){.solved = true, .move = BZ_MOVE_NONE};
        ret_solution->lower = ret_solution->upper = (1 + result[HUMAN]) / 2.0;
        return BZ_OK;
    }
    work.volunteers = !options->table && strcmp(bz_setup_value(setup, "table")->text, "auto") == 0;
    code = monopoly_perfect_check_cap(pos, err);
    if (!code)
        code = solve_all(&work, pos, table_place(setup, pos, options, path), ret_solution, err);
    tear_down(&work);
    return code;
}

const struct bz_solver monopoly_solver = {
    .name = "layers of wealth",
    .fits = fits,
    .solve = solve,
    .adviser = &monopoly_adviser,
    .hint = monopoly_hint,
    .evaluate = monopoly_evaluate,
    .together = true,
};
