/*
 * cmd_reproduce.c - `bazi reproduce`: what a report published and what comes out now, row by row.
 */
#include <limits.h>
#include <stdio.h>

#include "base/clock.h"
#include "command.h"
#include "interrupt.h"
#include "reproduce/row.h"
#include "text/terminal.h"

/* Tells on a terminal how far a series has come; ends it when interrupted. */
static bool tell_progress(void *context, int games, int wins)
{
    const struct bz_report_row *row = context;

    if (terminal_can_rewrite(stderr)) {
        terminal_erase_line(stderr);
        fprintf(stderr, "%s: %d of %d games, %d won", row->label, games, row->games, wins);
    }
    return !interrupt_signal();
}

static void end_progress(const struct row *row)
{
    if (row_is_series(row) && terminal_can_rewrite(stderr))
        terminal_erase_line(stderr);
}

struct tally {
    int same, compared, all;
};

/* Plays and prints them all. Stops where one cannot be played at all or nobody reads on. */
static int reproduce(struct row_request *request, bool as_json, struct tally *tally)
{
    const struct bz_report_row *rows = request->game->report->rows;

    for (int i = 0; rows[i].label; i++) {
        struct row row;
        struct bz_error err;
        enum row_verdict verdict;

        request->index = i;
        request->context = (void *)(uintptr_t)&rows[i];
        if (row_play(&row, request, &err))
            return complain("reproduce: %s: %s", rows[i].label, err.text);
        end_progress(&row);
        if (as_json)
            row_print_json(&row);
        else
            row_print(&row);
        verdict = row_verdict(&row);
        tally->same += verdict == ROW_SAME;
        tally->compared += verdict != ROW_UNPUBLISHED;
        tally->all++;
        row_release(&row);
        if (interrupt_signal())
            return interrupt_status();
        if (fflush(stdout) || ferror(stdout))
            return STATUS_BAD;
    }
    return STATUS_DONE;
}

static void print_tally(const struct tally *tally, double seconds)
{
    if (tally->compared)
        printf("%d of %d reproduced, in %.1f s\n", tally->same, tally->compared, seconds);
    else
        printf("%d played in %.1f s; nothing published to compare them with here\n", tally->all,
               seconds);
}

int cmd_reproduce(const struct invocation *inv)
{
    struct bz_error err;
    struct row_request request = {.map = invocation_value(inv, "map"), .progress = tell_progress};
    bool as_json = invocation_has(inv, "json");
    int64_t begin = bz_clock_micros(), games = INT_MAX;
    struct tally tally = {0};
    int status;

    request.game = bz_game_find(invocation_operand(inv, 0), &err);
    if (!request.game)
        return complain("%s", err.text);
    if (!request.game->report)
        return complain("reproduce: there is no published report of %s", request.game->name);
    if (request.map && !(request.game->maps && request.game->report->published))
        return complain("reproduce: the report of %s does not depend on a map", request.game->name);
    if (invocation_number(inv, "games", 1, INT_MAX, &games))
        return STATUS_USAGE;
    request.games = (int)games;
    interrupt_catch();
    status = reproduce(&request, as_json, &tally);
    if (status != STATUS_DONE)
        return status;
    if (!as_json)
        print_tally(&tally, (double)(bz_clock_micros() - begin) / 1e6);
    return tally.same == tally.compared ? STATUS_DONE : STATUS_BAD;
}
