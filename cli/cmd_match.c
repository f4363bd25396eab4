/*
 * cmd_match.c - `bazi match`: a series of games, and its exit status.
 */
#include "command.h"
#include "contest/order.h"
#include "interrupt.h"

enum { GAMES_DEFAULT = 10 };

static int end(struct order *order, const struct bz_tally *tallies)
{
    int faults = 0;

    contest_end(&order->contest, tallies);
    for (int i = 0; i < order->series.players; i++)
        faults += tallies[i].faults;
    if (interrupt_signal())
        return interrupt_status();
    return faults ? STATUS_BAD : STATUS_DONE;
}

int cmd_match(const struct invocation *inv)
{
    struct order order = {.games_default = GAMES_DEFAULT, .pairs = invocation_has(inv, "pairs")};

    return order_run(inv, &order, end);
}
