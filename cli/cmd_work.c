/*
 * cmd_work.c - `bazi work`: a machine that plays for tournaments directed elsewhere.
 */
#include "command.h"
#include "interrupt.h"
#include "tournament/hall.h"
#include "tournament/order.h"

int cmd_work(const struct invocation *inv)
{
    struct hall hall = {.store = invocation_value(inv, "store"),
                        .unsafe_ok = invocation_has(inv, "unsafe-ok"),
                        .verbose = invocation_has(inv, "verbose")};

    if (!hall.store)
        return complain("work: for which store? bazi work --store postgres://HOST/DATABASE");
    if (order_threads(inv, 0, &hall.threads) || order_silence(inv, &hall.silence))
        return STATUS_USAGE;
    interrupt_catch();
    return hall_work(&hall, invocation_has(inv, "once"));
}
