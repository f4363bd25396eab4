/*
 * cmd_book.c - `bazi book`: openings thought through beforehand.
 */
#include <stdio.h>

#include "command.h"
#include "interrupt.h"
#include "watch.h"

enum { POSITIONS_DEFAULT = 500, MOVETIME_DEFAULT = 1000 };

static int write_book(const struct bz_setup *setup, struct bz_booking booking)
{
    struct watch watch = watch_start();
    struct bz_error err;
    int code;

    booking.progress = watch_progress;
    booking.context = &watch;
    booking.stop = interrupt_flag();
    interrupt_catch();
    code = setup->game->write_book(setup, &booking, &err);
    watch_end(&watch);
    if (code == BZ_ERROR_STOPPED)
        return interrupt_status();
    return code ? complain("book: %s", err.text) : STATUS_DONE;
}

int cmd_book(const struct invocation *inv)
{
    const char *name = invocation_operand(inv, 0), *out = invocation_value(inv, "out");
    int64_t positions = POSITIONS_DEFAULT, movetime = MOVETIME_DEFAULT;
    struct bz_setup setup;
    union bz_pos pos;
    char file[80];
    int threads, status;

    if (invocation_number(inv, "positions", 1, BZ_BOOK_POSITIONS_MAX, &positions) ||
        invocation_number(inv, "movetime", 1, 86400000, &movetime) ||
        invocation_threads(inv, &threads) || invocation_setup(inv, name, &setup, &pos))
        return STATUS_USAGE;
    snprintf(file, sizeof(file), "%s.book", name);
    status = write_book(&setup, (struct bz_booking){.positions = (int)positions,
                                                    .movetime = movetime,
                                                    .threads = threads,
                                                    .out = out ? out : file});
    bz_setup_release(&setup);
    return status;
}
