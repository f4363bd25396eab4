/*
 * cmd_match.c - `bazi match`: a series of games, and its exit status.
 */
#include "command.h"
#include "contest/order.h"
#include "interrupt.h"

enum { GAMES_DEFAULT = 10 };

static int play(struct order *order)
{
    struct bz_tally tallies[BZ_PLAYERS_MAX];
    int faults = 0, status = order_play(order, tallies);

    if (status)
        return status;
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
    int status;

    interrupt_catch();
    status = order_read(inv, &order);
    if (status == STATUS_DONE)
        status = play(&order);
    order_release(&order);
    return status;
}
