/*
 * cmd_ugi_check.c - `bazi ugi-check COMMAND`: what is wrong with a program that speaks UGI.
 */
#include "command.h"
#include "exam/exam.h"
#include "interrupt.h"
#include "match/referee.h"

enum { MOVETIME = 100, POSITIONS = 20, POSITIONS_MAX = 10000, MILLIS_MAX = 86400000 };

static int read_order(const struct invocation *inv, struct exam_order *order,
                      struct bz_house *house)
{
    int64_t positions = POSITIONS, seed = 1;

    order->movetime = MOVETIME;
    order->margin = BZ_MARGIN_DEFAULT;
    house->patience = BZ_PATIENCE_DEFAULT;
    if (inv->operand_count > 1)
        return complain("ugi-check: the command is one argument, in quotes: bazi ugi-check "
                        "'python3 agent.py'");
    if (invocation_number(inv, "movetime", 1, MILLIS_MAX, &order->movetime) ||
        invocation_number(inv, "margin", 0, MILLIS_MAX, &order->margin) ||
        invocation_number(inv, "patience", 1, MILLIS_MAX, &house->patience) ||
        invocation_number(inv, "positions", 1, POSITIONS_MAX, &positions) ||
        invocation_number(inv, "seed", 0, INT64_MAX, &seed))
        return STATUS_USAGE;
    house->unsafe_ok = invocation_has(inv, "unsafe-ok");
    house->stop = interrupt_flag();
    order->positions = (int)positions;
    order->seed = (uint64_t)seed;
    order->house = house;
    order->command = invocation_operand(inv, 0);
    order->as_json = invocation_has(inv, "json");
    return STATUS_DONE;
}

static int examine(const struct exam_order *order)
{
    struct exam_tally tally;
    struct bz_error err;
    int code = exam_run(order, &tally, &err);

    if (code == BZ_ERROR_STOPPED)
        return interrupt_status();
    if (code)
        return complain("ugi-check: %s", err.text);
    return tally.faults ? STATUS_BAD : STATUS_DONE;
}

int cmd_ugi_check(const struct invocation *inv)
{
    const char *game = invocation_value(inv, "game");
    struct bz_house house = {.lobby = NULL};
    struct exam_order order = {.house = NULL};
    struct bz_setup setup;
    union bz_pos pos;
    int status;

    if (read_order(inv, &order, &house) ||
        invocation_setup(inv, game ? game : bz_game_at(0)->name, &setup, &pos))
        return STATUS_USAGE;
    order.setup = &setup;
    interrupt_catch();
    status = examine(&order);
    bz_setup_release(&setup);
    return status;
}
