/*
 * cmd_solve.c - `bazi solve`: who wins with best play.
 */
#include <inttypes.h>
#include <stdio.h>

#include "command.h"
#include "interrupt.h"
#include "text/json.h"
#include "text/layout.h"
#include "text/terminal.h"

enum { MEMORY_DEFAULT = 512 };

/* Who asked, and when something was last told in a place where lines cannot be written over. */
struct watch {
    bool rewrites;
    double told;
};

static void tell_progress(void *context, uint64_t nodes, double seconds, double fill)
{
    struct watch *watch = context;
    double pause = seconds < 60 ? 10 : 60;
    char count[40];
    struct bz_buf buf = BZ_BUF(count);

    if (!watch->rewrites && seconds - watch->told < pause)
        return;
    watch->told = seconds;
    layout_count(&buf, nodes);
    if (watch->rewrites)
        terminal_erase_line(stderr);
    fprintf(stderr, "%s nodes, %.0f s, table %.0f%% full%s", count, seconds, 100 * fill,
            watch->rewrites ? "" : "\n");
}

/* "p1win", "p2win" or "draw" */
static const char *outcome(const struct bz_solution *solution)
{
    return solution->value > 0 ? "p1win" : solution->value < 0 ? "p2win" : "draw";
}

static void format_best(const struct bz_setup *setup, const union bz_pos *pos,
                        const struct bz_solution *solution, struct bz_buf *out)
{
    if (solution->solved && solution->move != BZ_MOVE_NONE)
        bz_format_move(setup, pos, solution->move, out);
}

static void print_summary(const struct bz_solution *solution, const char *move)
{
    char count[40], time[40];
    struct bz_buf buf = BZ_BUF(count), time_buf = BZ_BUF(time);

    layout_count(&buf, solution->nodes);
    layout_seconds(&time_buf, solution->seconds);
    fprintf(stderr, "%s nodes in %s s%s%s\n", count, time, *move ? ", best move " : "", move);
}

static void print_json(const struct bz_setup *setup, const struct bz_solution *solution,
                       const char *move)
{
    struct json json = {.out = stdout};

    json_open(&json, NULL, '{');
    json_text(&json, "game", setup->game->name);
    json_bool(&json, "solved", solution->solved);
    if (solution->solved)
        json_text(&json, "result", outcome(solution));
    json_integer(&json, "lower", solution->solved ? solution->value : -1);
    json_integer(&json, "upper", solution->solved ? solution->value : 1);
    if (*move)
        json_text(&json, "move", move);
    json_count(&json, "nodes", solution->nodes);
    json_number(&json, "seconds", solution->seconds);
    json_close(&json, '}');
    json_end_line(&json);
}

static int solve(const struct bz_setup *setup, const union bz_pos *pos,
                 struct bz_solve_options options, bool as_json)
{
    struct watch watch = {.rewrites = terminal_can_rewrite(stderr)};
    struct bz_solution solution;
    struct bz_error err;
    char move[BZ_MOVE_TEXT_MAX] = "";
    struct bz_buf buf = BZ_BUF(move);
    int code;

    options.progress = tell_progress;
    options.context = &watch;
    options.stop = interrupt_flag();
    interrupt_catch();
    code = bz_solve(setup, pos, &options, &solution, &err);
    if (watch.rewrites)
        terminal_erase_line(stderr);
    if (code)
        return complain("%s", err.text);
    format_best(setup, pos, &solution, &buf);
    print_summary(&solution, move);
    if (as_json)
        print_json(setup, &solution, move);
    else if (solution.solved)
        printf("solved %s\n", outcome(&solution));
    else
        puts("unsolved lower -1 upper 1");
    return solution.solved ? STATUS_DONE : STATUS_BAD;
}

int cmd_solve(const struct invocation *inv)
{
    struct bz_solve_options options = {.checkpoint = invocation_value(inv, "checkpoint")};
    int64_t threads = 1, megabytes = MEMORY_DEFAULT;
    struct bz_setup setup;
    union bz_pos pos;
    int status;

    if (invocation_number(inv, "threads", 1, BZ_THREADS_MAX, &threads) ||
        invocation_number(inv, "memory", 1, BZ_MEGABYTES_MAX, &megabytes))
        return STATUS_USAGE;
    if (invocation_setup(inv, invocation_operand(inv, 0), &setup, &pos))
        return STATUS_USAGE;
    options.threads = (int)threads;
    options.megabytes = (int)megabytes;
    status = solve(&setup, &pos, options, invocation_has(inv, "json"));
    bz_setup_release(&setup);
    return status;
}
