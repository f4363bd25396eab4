/*
 * cmd_solve.c - `bazi solve`: what best play brings.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "interrupt.h"
#include "text/json.h"
#include "text/layout.h"
#include "text/terminal.h"

enum { MEMORY_DEFAULT = 512, INTERVAL_DEFAULT = 600, INTERVAL_MAX = 1000000 };

enum { EXPLANATION_MAX = 256 << 10, REMARK_GAP = 2, REMARK_INDENT = 6 };

/* Who asked, and when something was last told in a place where lines cannot be written over. A
 * stage begins where a checkpoint left it. */
struct watch {
    bool rewrites;
    double told;
    const char *doing;
    double first, since; /* how much was done, and when, at the stage's first word */
};

static void follow_stage(struct watch *watch, const struct bz_progress *progress)
{
    if (progress->doing == watch->doing && progress->done >= watch->first)
        return;
    watch->doing = progress->doing;
    watch->first = progress->done;
    watch->since = progress->seconds;
}

/* A game's own solver knows how far it is, or between what the answer lies. */
static void format_stage(const struct watch *watch, const struct bz_progress *progress,
                         struct bz_buf *out)
{
    double done = progress->done, more = done - watch->first;

    bz_buf_add(out, "%s, %.0f s", progress->doing, progress->seconds);
    if (progress->lower < progress->upper)
        bz_buf_add(out, ", from %.6g to %.6g", progress->lower, progress->upper);
    if (done > 0)
        bz_buf_add(out, ", %.0f%%", 100 * done);
    if (more > 0.02)
        bz_buf_add(out, ", about %.0f s left",
                   (progress->seconds - watch->since) * (1 - done) / more);
}

static void format_effort(const struct bz_progress *progress, struct bz_buf *out)
{
    double seconds = progress->seconds > 0 ? progress->seconds : 1e-6;

    layout_count(out, progress->nodes);
    bz_buf_add(out, " nodes, %.0f s, %.2f M nodes/s, table %.0f%% full", progress->seconds,
               (double)progress->nodes / seconds * 1e-6, 100 * progress->fill);
    if (progress->effort.win || progress->effort.loss)
        bz_buf_add(out, ", moves left %d of %d, proof number %d, disproof number %d",
                   progress->open, progress->moves, progress->effort.win, progress->effort.loss);
}

static void format_progress(const struct watch *watch, const struct bz_progress *progress,
                            struct bz_buf *out)
{
    if (progress->doing)
        format_stage(watch, progress, out);
    else
        format_effort(progress, out);
    if (progress->trouble)
        bz_buf_add(out, ", NOT SAVED: %s", progress->trouble);
    else if (progress->saved >= 0)
        bz_buf_add(out, ", saved %.0f s ago", progress->saved);
}

static void tell_progress(void *context, const struct bz_progress *progress)
{
    struct watch *watch = context;
    double pause = progress->seconds < 60 ? 10 : 60;
    char line[512];
    struct bz_buf buf = BZ_BUF(line);

    follow_stage(watch, progress);
    if (!watch->rewrites && progress->seconds - watch->told < pause)
        return;
    watch->told = progress->seconds;
    format_progress(watch, progress, &buf);
    if (!watch->rewrites) {
        fprintf(stderr, "%s\n", line);
        return;
    }
    terminal_erase_line(stderr);
    fprintf(stderr, "%.*s", terminal_width() - 1, line);
}

static void tell_line(void *context, const char *line)
{
    (void)context;
    layout_paragraph(stderr, line, 0, 0, terminal_width());
}

/* A game of win and loss has a winner, any other a value. */
static bool has_outcome(const struct bz_setup *setup)
{
    return !(setup->rules->traits & (BZ_HAS_CHANCE | BZ_HAS_POINTS));
}

/* "p1win", "p2win" or "draw" */
static const char *outcome(const struct bz_solution *solution)
{
    return solution->lower > 0 ? "p1win" : solution->lower < 0 ? "p2win" : "draw";
}

static void format_best(const struct bz_setup *setup, const union bz_pos *pos,
                        const struct bz_solution *solution, struct bz_buf *out)
{
    if (solution->solved && solution->move != BZ_MOVE_NONE)
        bz_format_move(setup, pos, solution->move, out);
}

static void print_summary(const struct bz_solution *solution, const char *move)
{
    char line[320 + BZ_MOVE_TEXT_MAX];
    struct bz_buf buf = BZ_BUF(line);

    layout_count(&buf, solution->nodes);
    bz_buf_add(&buf, " nodes in ");
    layout_seconds(&buf, solution->seconds);
    bz_buf_add(&buf, " s%s%s", *move ? ", best move " : "", move);
    if (solution->enough_megabytes)
        bz_buf_add(&buf, "; --memory %d would allow a proof", solution->enough_megabytes);
    if (solution->why)
        bz_buf_add(&buf, "; %s", solution->why);
    layout_paragraph(stderr, line, 0, 0, terminal_width());
}

static void print_json(const struct bz_setup *setup, const struct bz_solution *solution,
                       const char *move)
{
    struct json json = {.out = stdout};

    json_open(&json, NULL, '{');
    json_text(&json, "game", setup->game->name);
    json_bool(&json, "solved", solution->solved);
    if (solution->solved && has_outcome(setup))
        json_text(&json, "result", outcome(solution));
    json_number(&json, "lower", solution->lower);
    json_number(&json, "upper", solution->upper);
    if (*move)
        json_text(&json, "move", move);
    if (solution->enough_megabytes)
        json_count(&json, "enough_megabytes", (uint64_t)solution->enough_megabytes);
    if (solution->why)
        json_text(&json, "why", solution->why);
    json_count(&json, "nodes", solution->nodes);
    json_rounded(&json, "seconds", solution->seconds, DECIMALS_SECONDS);
    json_close(&json, '}');
    json_end_line(&json);
}

/* The last line, as tools read it. */
static void print_line(const struct bz_setup *setup, const struct bz_solution *solution)
{
    if (!solution->solved)
        printf("unsolved lower %.9g upper %.9g\n", solution->lower, solution->upper);
    else if (has_outcome(setup))
        printf("solved %s\n", outcome(solution));
    else
        printf("solved value %.9g\n", solution->lower);
}

/* A picture or a row of a table, as it is; the remark behind it where there is room. */
static void print_row(char *line, int width)
{
    char *remark = strchr(line, '\t');
    int column;

    if (!remark) {
        puts(line);
        return;
    }
    *remark++ = '\0';
    column = layout_width(line);
    fputs(line, stdout);
    if (column + REMARK_GAP + layout_width(remark) <= width)
        printf("%*s%s\n", REMARK_GAP, "", remark);
    else
        layout_paragraph(stdout, remark, column, REMARK_INDENT, width);
}

static void print_explanation(char *text)
{
    int width = terminal_width();

    for (char *line = text, *end; *line; line = end) {
        size_t length = strcspn(line, "\n");

        end = line + length + (line[length] != '\0');
        line[length] = '\0';
        if (isalpha((unsigned char)line[0]))
            layout_paragraph(stdout, line, 0, 0, width);
        else
            print_row(line, width);
    }
    puts("");
}

static void print_answer(const struct bz_setup *setup, const struct bz_solution *solution,
                         const struct bz_buf *explanation)
{
    if (explanation && explanation->length > 0)
        print_explanation(explanation->text);
    print_line(setup, solution);
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
    options.tell = tell_line;
    options.context = &watch;
    options.stop = interrupt_flag();
    interrupt_catch();
    code = bz_solve(setup, pos, &options, &solution, &err);
    if (watch.rewrites)
        terminal_erase_line(stderr);
    if (code)
        return complain("%s", err.text);
    format_best(setup, pos, &solution, &buf);
    if (solution.unkept.code)
        complain("not kept: %s", solution.unkept.text);
    print_summary(&solution, move);
    if (as_json)
        print_json(setup, &solution, move);
    else
        print_answer(setup, &solution, options.explain);
    if (solution.trouble.code)
        complain("%s", solution.trouble.text);
    return solution.solved && !solution.trouble.code ? STATUS_DONE : STATUS_BAD;
}

int cmd_solve(const struct invocation *inv)
{
    struct bz_solve_options options = {
        .checkpoint = invocation_value(inv, "checkpoint"),
        .proof = invocation_value(inv, "proof"),
        .table = invocation_value(inv, "table"),
    };
    int64_t megabytes = MEMORY_DEFAULT, interval = INTERVAL_DEFAULT;
    static char explanation[EXPLANATION_MAX];
    struct bz_buf explain = BZ_BUF(explanation);
    struct bz_setup setup;
    union bz_pos pos;
    int status;

    if (invocation_has(inv, "mpi") && invocation_join(inv))
        return STATUS_USAGE;
    if (invocation_has(inv, "explain") && invocation_has(inv, "json"))
        return complain("solve: --explain and --json exclude each other");
    if (invocation_threads(inv, &options.threads) ||
        invocation_number(inv, "memory", 1, BZ_MEGABYTES_MAX, &megabytes) ||
        invocation_number(inv, "interval", 1, INTERVAL_MAX, &interval))
        return STATUS_USAGE;
    if (invocation_setup(inv, invocation_operand(inv, 0), &setup, &pos))
        return STATUS_USAGE;
    options.cluster = inv->cluster;
    options.explain = invocation_has(inv, "explain") ? &explain : NULL;
    options.megabytes = (int)megabytes;
    options.interval = (int)interval;
    status = solve(&setup, &pos, options, invocation_has(inv, "json"));
    bz_setup_release(&setup);
    return status;
}
