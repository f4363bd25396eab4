/*
 * cmd_perft.c - `bazi perft`: counting move sequences, the plainest test of a game's rules.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "command.h"
#include "text/json.h"
#include "text/layout.h"
#include "text/terminal.h"

/* What is counted: the sequences of `depth` plies from pos. */
struct job {
    struct bz_setup setup;
    union bz_pos pos;
    int depth;
    bool divide, as_json;
    struct json json;
};

static void print_branch(struct job *job, bz_move move, uint64_t count)
{
    char text[BZ_MOVE_TEXT_MAX];
    struct bz_buf buf = BZ_BUF(text);

    bz_format_move(&job->setup, &job->pos, move, &buf);
    if (job->as_json)
        json_count(&job->json, text, count);
    else
        printf("%s %" PRIu64 "\n", text, count);
}

/* The count below each move, printed as it is found, and their sum. */
static int divide(struct job *job, uint64_t *ret_total, struct bz_error *err)
{
    bz_move moves[BZ_MOVES_MAX];
    const struct bz_rules *rules = job->setup.rules;
    int count = rules->moves(&job->pos, moves);
    uint64_t total = 0;

    for (int i = 0; i < count; i++) {
        union bz_pos child = job->pos;
        uint64_t nodes;
        int code;

        rules->play(&child, moves[i]);
        code = bz_perft(&job->setup, &child, job->depth - 1, NULL, &nodes, err);
        if (code)
            return code;
        print_branch(job, moves[i], nodes);
        total += nodes;
    }
    *ret_total = total;
    return BZ_OK;
}

static int count_sequences(struct job *job, uint64_t *ret_total, struct bz_error *err)
{
    int code;

    if (!job->divide || job->depth == 0)
        return bz_perft(&job->setup, &job->pos, job->depth, NULL, ret_total, err);
    if (job->as_json)
        json_open(&job->json, "moves", '{');
    code = divide(job, ret_total, err);
    if (job->as_json)
        json_close(&job->json, '}');
    return code;
}

static void print_speed(uint64_t total, double seconds)
{
    char count[40], time[40];
    struct bz_buf buf = BZ_BUF(count), time_buf = BZ_BUF(time);

    layout_count(&buf, total);
    layout_seconds(&time_buf, seconds);
    fprintf(stderr, "%s sequences in %s s\n", count, time);
}

static int run(struct job *job)
{
    struct bz_error err;
    uint64_t total;
    int64_t begin = bz_clock_micros();

    if (job->as_json) {
        json_open(&job->json, NULL, '{');
        json_text(&job->json, "game", job->setup.game->name);
        json_whole(&job->json, "depth", job->depth);
    }
    if (count_sequences(job, &total, &err)) {
        complain("%s", err.text);
        return STATUS_BAD;
    }
    if (terminal_is(stderr))
        print_speed(total, (double)(bz_clock_micros() - begin) / 1e6);
    if (job->as_json) {
        json_count(&job->json, "nodes", total);
        json_close(&job->json, '}');
        json_end_line(&job->json);
    } else {
        printf("nodes %" PRIu64 "\n", total);
    }
    return STATUS_DONE;
}

int cmd_perft(const struct invocation *inv)
{
    const char *text = invocation_operand(inv, 1);
    struct job job = {.divide = invocation_has(inv, "divide"),
                      .as_json = invocation_has(inv, "json"),
                      .json = {.out = stdout}};
    struct bz_error err;
    int64_t depth;
    int status;

    if (bz_parse_integer(text, strlen(text), 0, BZ_DEPTH_MAX, "N", &depth, &err))
        return complain("perft: %s", err.text);
    job.depth = (int)depth;
    if (invocation_setup(inv, invocation_operand(inv, 0), &job.setup, &job.pos))
        return STATUS_USAGE;
    status = run(&job);
    bz_setup_release(&job.setup);
    return status;
}
