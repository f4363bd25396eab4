/*
 * cmd_replay.c - `bazi replay`: a recorded game shown again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load.h"
#include "replay/replay.h"
#include "text/terminal.h"

/* "3-9", "3-", "-9" or "3", within what there is; 0 is the start. */
static int read_plies(const struct invocation *inv, int length, struct replay *replay)
{
    const char *text = invocation_value(inv, "plies"), *dash = text ? strchr(text, '-') : NULL;
    int64_t first = 0, last = length;
    size_t before = text ? strcspn(text, "-") : 0;
    struct bz_error err;

    if (text && before &&
        bz_parse_integer(text, before, 0, BZ_RECORD_PLIES_MAX, "--plies", &first, &err))
        return complain("replay: %s", err.text);
    if (text && !dash)
        last = first;
    if (dash && dash[1] &&
        bz_parse_integer(dash + 1, strlen(dash + 1), 0, BZ_RECORD_PLIES_MAX, "--plies", &last,
                         &err))
        return complain("replay: %s", err.text);
    last = last > length ? length : last;
    if (first > last)
        return complain("replay: --plies: A to B, both of the plies 0 to %d that the game has",
                        length);
    replay->first = (int)first;
    replay->last = (int)last;
    return STATUS_DONE;
}

static int show(void *context, const struct bz_record *record)
{
    const struct invocation *inv = *(const struct invocation **)context;
    struct replay replay = {.record = record, .style = terminal_draw_style()};

    if (read_plies(inv, record->length, &replay))
        return STATUS_USAGE;
    if (terminal_is(stdin) && terminal_can_rewrite(stdout))
        return replay_watch(&replay);
    replay_print(&replay);
    return STATUS_DONE;
}

int cmd_replay(const struct invocation *inv)
{
    return load_games(inv, invocation_operand(inv, 0), false, show, &inv);
}
