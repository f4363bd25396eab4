/*
 * cmd_analyse.c - `bazi analyse`: what a position is worth, or what the moves of a game were.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "analyse/game.h"
#include "analyse/position.h"
#include "analyse/verdict.h"
#include "base/clock.h"
#include "command.h"
#include "interrupt.h"
#include "load.h"
#include "text/layout.h"
#include "text/terminal.h"
#include "text/words.h"

enum { POSITION_MILLIS = 1000, RECORD_MILLIS = 300, LINES = 3, MILLIS_MAX = 86400000 };

/* What a table says is refined to five digits in a position, and to four in a game of hundreds. */
enum { POSITION_REFINE = BZ_REFINE_MAX, RECORD_REFINE = 400 };

/* What was asked for. */
struct order {
    struct bz_limits limits;
    int lines;
    char spec[BZ_NAME_MAX + 40];
    bool as_json;
};

static int read_limits(const struct invocation *inv, int millis, struct bz_limits *ret_limits)
{
    int64_t depth = 0, nodes = 0, movetime = 0;
    int given = invocation_has(inv, "depth") + invocation_has(inv, "nodes") +
                invocation_has(inv, "movetime");

    if (given > 1)
        return complain("analyse: --movetime, --depth and --nodes exclude each other");
    if (invocation_number(inv, "depth", 1, BZ_DEPTH_MAX, &depth) ||
        invocation_number(inv, "nodes", 1, INT64_MAX, &nodes) ||
        invocation_number(inv, "movetime", 1, MILLIS_MAX, &movetime))
        return STATUS_USAGE;
    *ret_limits = (struct bz_limits){
        .depth = (int)depth,
        .nodes = (uint64_t)nodes,
        .movetime = given ? movetime : millis,
        .refine = invocation_has(inv, "record") ? RECORD_REFINE : POSITION_REFINE,
        .stop = interrupt_flag(),
    };
    return STATUS_DONE;
}

static int read_spec(const struct invocation *inv, struct order *order)
{
    const char *spec = invocation_value(inv, "engine");
    const char *text = invocation_value(inv, "threads");
    struct bz_buf buf = BZ_BUF(order->spec);
    int64_t threads = 1;

    if (!spec)
        spec = PLAYER_BEST;
    if (strlen(spec) >= BZ_NAME_MAX)
        return complain("analyse: a player's spec has at most %d characters", BZ_NAME_MAX - 1);
    if (invocation_number(inv, "threads", 1, BZ_THREADS_MAX, &threads))
        return STATUS_USAGE;
    if (!text)
        bz_buf_add(&buf, "%s", spec);
    else if (!bz_spec_add(spec, "threads", text, &buf))
        return complain("analyse: --threads: player '%s' has none to set",
                        bz_quoted(spec, strcspn(spec, ":")).text);
    return STATUS_DONE;
}

static int read_order(const struct invocation *inv, struct order *order)
{
    int64_t lines = LINES;
    int millis = invocation_has(inv, "record") ? RECORD_MILLIS : POSITION_MILLIS;

    if (read_limits(inv, millis, &order->limits) || read_spec(inv, order) ||
        invocation_number(inv, "lines", 1, JUDGE_LINES_MAX, &lines))
        return STATUS_USAGE;
    order->lines = (int)lines;
    order->as_json = invocation_has(inv, "json");
    return STATUS_DONE;
}

/* Plays the moves of --moves, chance outcomes among them. */
static int play_moves(const struct invocation *inv, const struct bz_setup *setup, union bz_pos *pos,
                      bz_move *ret_last)
{
    const char *text = invocation_value(inv, "moves");
    struct bz_error err;

    *ret_last = BZ_MOVE_NONE;
    for (text = text ? text : ""; *(text += strspn(text, " "));) {
        size_t length = strcspn(text, " ");

        if (bz_parse_move(setup, pos, text, length, ret_last, &err))
            return complain("analyse: --moves: %s", err.text);
        setup->rules->play(pos, *ret_last);
        text += length;
    }
    return STATUS_DONE;
}

/* One line on the terminal, written over again and again while a position is searched. */
struct watch {
    const struct bz_setup *setup;
    const union bz_pos *pos;
};

static void show_search(void *context, const struct bz_info *info)
{
    const struct watch *watch = context;
    char text[400];
    struct bz_buf buf = BZ_BUF(text);

    if (info->rank > 1)
        return;
    bz_buf_add(&buf, "depth %d, ", info->depth);
    if (info->proof != BZ_UNDECIDED)
        bz_buf_add(&buf, "%s in %d, ", info->proof == BZ_WIN ? "win" : "loss", info->distance);
    else
        verdict_number(info->value, &buf);
    bz_buf_add(&buf, info->proof != BZ_UNDECIDED ? "" : ", ");
    layout_count(&buf, info->nodes);
    bz_buf_add(&buf, " nodes, %.1f s  ", (double)info->micros / 1e6);
    bz_format_line(watch->setup, watch->pos, info->pv, info->pv_length, &buf);
    terminal_erase_line(stderr);
    fprintf(stderr, "%.*s", terminal_width() - 1, text);
    fflush(stderr);
}

/* What it is that the answer would have been better without. */
static void show_trouble(const struct judge *judge)
{
    if (judge->trouble.code)
        complain("analyse: %s", judge->trouble.text);
}

static int end_status(void)
{
    return interrupt_signal() ? interrupt_status() : STATUS_DONE;
}

static void show_hint(const struct bz_setup *setup, const char *spec)
{
    char text[400] = "";
    struct bz_buf buf = BZ_BUF(text);

    words_hint(setup, spec, &buf);
    if (!*text)
        return;
    printf("\n");
    layout_paragraph(stdout, text, 0, 0, terminal_is(stdout) ? terminal_width() : INT_MAX);
}

static int analyse_position(const struct invocation *inv, const struct order *order,
                            const struct bz_setup *setup, union bz_pos *pos)
{
    struct watch watch = {.setup = setup, .pos = pos};
    struct judge judge;
    struct bz_error err;
    bz_move last;

    if (play_moves(inv, setup, pos, &last))
        return STATUS_USAGE;
    if (judge_init(&judge, setup, order->spec, order->lines, &order->limits, &err))
        return complain("analyse: %s", err.text);
    if (terminal_can_rewrite(stderr))
        judge.listener = (struct bz_listener){.info = show_search, .context = &watch};
    interrupt_catch();
    if (order->as_json)
        position_print_json(&judge, pos);
    else
        position_show(&judge, pos, last);
    if (!order->as_json)
        show_hint(setup, order->spec);
    show_trouble(&judge);
    judge_release(&judge);
    return end_status();
}

static void show_review(void *context, const struct review *review)
{
    const int64_t *begin = context;
    double seconds = (double)(bz_clock_micros() - *begin) / 1e6;
    int all = review->record->length, done = all - review->first;

    terminal_erase_line(stderr);
    fprintf(stderr, "%d of %d moves judged, from the last on; %.0f s, about %.0f s left", done, all,
            seconds, seconds / done * review->first);
    fflush(stderr);
}

static int judge_game(void *context, const struct bz_record *record)
{
    const struct order *order = context;
    int64_t begin = bz_clock_micros();
    struct review review = {.context = &begin};
    struct judge judge;
    struct bz_error err;
    int code;

    if (record->setup->rules->players > 2)
        return complain("analyse: --record judges games of one or two players, not of %d",
                        record->setup->rules->players);
    if (judge_init(&judge, record->setup, order->spec, 1, &order->limits, &err))
        return complain("analyse: %s", err.text);
    if (terminal_can_rewrite(stderr))
        review.progress = show_review;
    interrupt_catch();
    code = review_run(&review, &judge, record, &err);
    if (review.progress)
        terminal_erase_line(stderr);
    if (code)
        complain("analyse: %s", err.text);
    else if (order->as_json)
        review_print_json(&review);
    else
        review_print(&review);
    show_trouble(&judge);
    review_release(&review);
    judge_release(&judge);
    return code ? STATUS_USAGE : end_status();
}

static int analyse_record(const struct invocation *inv, struct order *order)
{
    static const char *const others[] = {"option", "fen", "moves", "lines"};

    if (inv->operand_count)
        return complain("analyse: the record says which game it is; name no other");
    for (int i = 0; i < 4; i++)
        if (invocation_has(inv, others[i]))
            return complain("analyse: --%s does not go with --record", others[i]);
    return load_games(inv, invocation_value(inv, "record"), false, judge_game, order);
}

int cmd_analyse(const struct invocation *inv)
{
    const char *game = invocation_operand(inv, 0);
    struct order order = {.lines = LINES};
    struct bz_setup setup;
    union bz_pos pos;
    int status;

    if (read_order(inv, &order))
        return STATUS_USAGE;
    if (invocation_has(inv, "record"))
        return analyse_record(inv, &order);
    if (invocation_has(inv, "number"))
        return complain("analyse: --number goes with --record");
    if (!game)
        return complain("analyse: name a game, or a record with --record");
    if (invocation_setup(inv, game, &setup, &pos))
        return STATUS_USAGE;
    status = analyse_position(inv, &order, &setup, &pos);
    bz_setup_release(&setup);
    return status;
}
