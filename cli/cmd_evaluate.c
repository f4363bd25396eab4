/*
 * cmd_evaluate.c - `bazi evaluate`: how two players fare against each other, computed instead of
 * played.
 */
#include <stdio.h>

#include "command.h"
#include "interrupt.h"
#include "text/json.h"
#include "watch.h"

enum { MEMORY_DEFAULT = 512 };

/* What is asked. */
struct question {
    const struct bz_setup *setup;
    const union bz_pos *pos;
    struct bz_solve_options options;
    struct watch watch;
    bool as_json;
};

static void tell_progress(void *context, const struct bz_progress *progress)
{
    watch_progress(context, progress->doing, progress->done);
}

static void print_json(const struct question *question, const char *const specs[],
                       const struct bz_solution *solution)
{
    struct json json = {.out = stdout};

    json_open(&json, NULL, '{');
    json_text(&json, "game", question->setup->game->name);
    json_text(&json, "first", specs[0]);
    json_text(&json, "second", specs[1]);
    json_number(&json, "value", solution->lower);
    json_rounded(&json, "seconds", solution->seconds, DECIMALS_SECONDS);
    json_close(&json, '}');
    json_end_line(&json);
}

/* One seating. */
static int ask(struct question *question, const char *const specs[])
{
    const struct bz_solver *solver = question->setup->game->solver;
    struct bz_solution solution;
    struct bz_error err;
    int code = solver->evaluate(question->setup, question->pos, specs, &question->options,
                                &solution, &err);

    watch_end(&question->watch);
    if (code)
        return complain("%s", err.text);
    if (!solution.solved)
        return complain("stopped");
    if (question->as_json)
        print_json(question, specs, &solution);
    else
        printf("%s against %s: %.6f\n", specs[0], specs[1], solution.lower);
    fflush(stdout);
    return STATUS_DONE;
}

static int ask_both(struct question *question, const char *const specs[])
{
    const char *turned[2] = {specs[1], specs[0]};
    int status;

    question->options.progress = tell_progress;
    question->options.context = &question->watch;
    question->options.stop = interrupt_flag();
    interrupt_catch();
    status = ask(question, specs);
    return status == STATUS_DONE ? ask(question, turned) : status;
}

int cmd_evaluate(const struct invocation *inv)
{
    const char *specs[2] = {invocation_operand(inv, 1), invocation_operand(inv, 2)};
    struct question question = {.watch = watch_start(), .as_json = invocation_has(inv, "json")};
    struct bz_setup setup;
    union bz_pos pos;
    int status;

    if (invocation_threads(inv, &question.options.threads) ||
        invocation_setup(inv, invocation_operand(inv, 0), &setup, &pos))
        return STATUS_USAGE;
    question.setup = &setup;
    question.pos = &pos;
    question.options.megabytes = MEMORY_DEFAULT;
    status = ask_both(&question, specs);
    bz_setup_release(&setup);
    return status;
}
