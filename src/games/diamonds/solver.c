/*
 * solver.c - `bazi solve diamonds`: the planner without a clock, with what belongs to a long run:
 * progress, a checkpoint to go on from, a certificate at the end, and an explanation.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "bazi/proof.h"
#include "bazi/search.h"
#include "plan.h"
#include "search/checkpoint.h"
#include "search/time.h"

struct run {
    const struct bz_setup *setup;
    const struct diamonds *pos;
    const struct bz_solve_options *options;
    struct plan *plan;
    struct plan_file file; /* the checkpoint as it was read, later as it is written */
    struct plan_answer answer;
    uint64_t work;
    bool knows; /* the answer is one */
    char doing[64];
    int64_t start, reported, saved;
    struct bz_error trouble;
};

static int fits(const struct bz_setup *setup, struct bz_error *err)
{
    const struct diamonds_world *world = setup->world;

    if (world->variant != P1)
        return bz_fail(err, BZ_ERROR_UNFIT, "plans are made for rules=p1, not for %s",
                       diamonds_variants[world->variant]);
    if (world->players != 1)
        return bz_fail(err, BZ_ERROR_UNFIT, "plans are made for one agent, not for %d",
                       world->players);
    return BZ_OK;
}

/* --- checkpoint and certificate --------------------------------------------------------------- */

static void write_position(const struct diamonds *pos, char ret_text[BZ_POS_TEXT_MAX])
{
    struct bz_buf out = {.text = ret_text, .size = BZ_POS_TEXT_MAX};

    diamonds_format(pos, &out);
}

static int save(struct run *run, const char *path, const char *title, struct bz_error *err)
{
    struct plan_file *file = &run->file;

    write_position(run->pos, file->position);
    file->lower = plan_eighths(&run->answer, run->answer.lower);
    file->upper = plan_eighths(&run->answer, run->answer.upper);
    file->count = run->answer.count;
    memcpy(file->words, run->answer.words, (size_t)file->count);
    plan_export(run->plan, file);
    return plan_file_write(path, title, file, err);
}

/* A file that is not there is as good as an empty one. */
static int resume(struct run *run, struct plan_hint *hint, struct bz_error *err)
{
    const char *path = run->options->checkpoint;
    char position[BZ_POS_TEXT_MAX] = "";
    int code;

    if (!path || access(path, F_OK) != 0)
        return BZ_OK;
    code = plan_file_read(path, PLAN_CHECKPOINT, &run->file, err);
    if (code)
        return code;
    write_position(run->pos, position);
    if (strcmp(position, run->file.position) != 0)
        return bz_fail(err, BZ_ERROR_UNFIT, "checkpoint %s: it is about another position",
                       bz_quoted_path(path).text);
    hint->words = run->file.words;
    hint->count = run->file.count;
    hint->upper = diamonds_points(run->file.upper);
    hint->penalties = run->file.penalty;
    return BZ_OK;
}

/* --- the run ---------------------------------------------------------------------------------- */

static void listen(void *context, const struct plan_answer *answer)
{
    struct run *run = context;

    run->answer = *answer;
    if (!run->knows && answer->enough)
        snprintf(run->doing, sizeof(run->doing), "planning (%d MB would allow a proof)",
                 answer->enough);
    run->knows = true;
}

static double score_of(const struct plan_answer *answer, int points)
{
    return (double)plan_eighths(answer, points) / PART;
}

static void report(struct run *run, int64_t now)
{
    struct bz_progress progress = {
        .nodes = run->answer.work,
        .seconds = (double)(now - run->start) * 1e-6,
        .doing = run->knows ? run->doing : "measuring the map",
        .lower = run->knows ? score_of(&run->answer, run->answer.lower) : 0,
        .upper = run->knows ? score_of(&run->answer, run->answer.upper) : 0,
        .saved = run->saved ? (double)(now - run->saved) * 1e-6 : -1,
        .trouble = *run->trouble.text ? run->trouble.text : NULL,
    };

    run->reported = now;
    run->options->progress(run->options->context, &progress);
}

static void look(void *context)
{
    struct run *run = context;
    const struct bz_solve_options *options = run->options;
    int64_t now = bz_clock_micros(), since = run->saved ? run->saved : run->start;

    if (options->progress && now - run->reported >= 500000)
        report(run, now);
    if (run->knows && options->checkpoint && options->interval &&
        now - since >= options->interval * INT64_C(1000000)) {
        run->trouble = (struct bz_error){0};
        save(run, options->checkpoint, PLAN_CHECKPOINT, &run->trouble);
        run->saved = now;
    }
}

static int check_paths(const struct bz_solve_options *options, struct bz_error *err)
{
    int code = BZ_OK;

    if (options->table)
        return bz_fail(err, BZ_ERROR_UNFIT, "diamonds keeps no table of all its positions");
    if (options->checkpoint)
        code = bz_checkpoint_try("checkpoint", options->checkpoint, err);
    if (options->proof && !code)
        code = bz_checkpoint_try("proof", options->proof, err);
    return code;
}

static void conclude(const struct run *run, struct bz_solution *ret_solution)
{
    bool solved = run->answer.lower == run->answer.upper;

    *ret_solution = (struct bz_solution){
        .solved = solved,
        .lower = score_of(&run->answer, run->answer.lower),
        .upper = score_of(&run->answer, run->answer.upper),
        .move = run->answer.count > 0 ? run->answer.words[0] : NOOP,
        .nodes = run->answer.work,
        .seconds = (double)(bz_clock_micros() - run->start) * 1e-6,
        .enough_megabytes = solved ? 0 : run->answer.enough,
    };
    if (diamonds_is_over(run->pos))
        ret_solution->move = BZ_MOVE_NONE;
}

/* A certificate of a plan and a bound, whether they meet or not. A bound that came without a search
 * has nothing that would let others check it. */
static void certify(struct run *run, bool solved, struct bz_error *err)
{
    if (!run->answer.is_bounded && !solved)
        bz_fail(err, BZ_ERROR_UNFIT,
                "no proof is written: with more than %d diamonds no bound can be checked",
                PLAN_GEMS);
    else if (run->answer.upper == run->answer.coarse && !solved)
        bz_fail(err, BZ_ERROR_UNFIT, "no proof is written: there was no time for a bound");
    else
        save(run, run->options->proof, PLAN_CERTIFICATE, err);
}

static void keep_files(struct run *run, struct bz_solution *solution)
{
    const struct bz_solve_options *options = run->options;
    struct bz_error failure = {0};

    if (options->checkpoint)
        save(run, options->checkpoint, PLAN_CHECKPOINT, &failure);
    if (!solution->solved)
        solution->trouble = failure;
    if (options->proof && !solution->trouble.code)
        certify(run, solution->solved, &solution->trouble);
}

static int work(struct run *run, struct bz_solution *ret_solution, struct bz_error *err)
{
    struct bz_limits limits = {.nodes = run->options->nodes, .stop = run->options->stop};
    struct bz_deadline deadline = bz_deadline_of(&limits, 0);
    struct plan_hint hint = {.upper = INT32_MAX, .look = look, .context = run};
    int code = check_paths(run->options, err);

    if (!code)
        code = resume(run, &hint, err);
    if (code)
        return code;
    if (!plan_think(run->plan, run->pos, &deadline, &hint, listen, run, &run->answer))
        return bz_fail(err, BZ_ERROR_MEMORY, "%d MB are not enough for this map",
                       run->options->megabytes);
    conclude(run, ret_solution);
    if (run->options->explain)
        plan_explain(run->pos, &run->answer, run->options->explain);
    keep_files(run, ret_solution);
    return BZ_OK;
}

static int solve(const struct bz_setup *setup, const void *pos,
                 const struct bz_solve_options *options, struct bz_solution *ret_solution,
                 struct bz_error *err)
{
    struct run *run = calloc(1, sizeof(*run));
    struct bz_solution solution;
    int code;

    if (run)
        run->plan = plan_new(options->megabytes, 0);
    if (!run || !run->plan) {
        free(run);
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a planner of %d MB",
                       options->megabytes);
    }
    run->setup = setup;
    run->pos = pos;
    snprintf(run->doing, sizeof(run->doing), "planning");
    run->options = options;
    run->start = run->reported = bz_clock_micros();
    code = work(run, &solution, err);
    plan_free(run->plan);
    free(run);
    if (!code)
        *ret_solution = solution;
    return code;
}

/* --- checking a certificate ------------------------------------------------------------------- */

static int check(const char *path, const atomic_bool *stop, struct bz_proof_finding *ret_finding,
                 struct bz_error *err)
{
    struct plan_file *file = calloc(1, sizeof(*file));
    uint64_t labels;
    int code;

    if (!file)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a plan's file");
    code = plan_file_read(path, PLAN_CERTIFICATE, file, err);
    if (!code)
        code = plan_verify(file, stop, &labels, err);
    if (!code) {
        *ret_finding = (struct bz_proof_finding){.game = "diamonds",
                                                 .winner = -1,
                                                 .lower = (double)file->lower / PART,
                                                 .upper = (double)file->upper / PART,
                                                 .positions = labels};
        memcpy(ret_finding->position, file->position, sizeof(file->position));
    }
    free(file);
    return code;
}

const struct bz_solver diamonds_planner = {
    .name = "planner",
    .fits = fits,
    .solve = solve,
    .adviser = &diamonds_adviser,
    .title = PLAN_CERTIFICATE,
    .check = check,
};
