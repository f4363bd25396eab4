/*
 * cmd_check.c - `bazi check`: whether a certificate proves what it says.
 */
#include <inttypes.h>
#include <stdio.h>

#include "command.h"
#include "interrupt.h"

int cmd_check(const struct invocation *inv)
{
    struct bz_proof_finding finding;
    struct bz_error err;
    int code;

    interrupt_catch();
    code = bz_proof_check(invocation_operand(inv, 0), interrupt_flag(), &finding, &err);
    if (code == BZ_ERROR_STOPPED)
        return interrupt_status();
    if (code) {
        complain("%s", err.text);
        return code == BZ_ERROR_ILLEGAL ? STATUS_BAD : STATUS_USAGE;
    }
    printf("proved p%dwin, %" PRIu64 " positions\n", finding.winner + 1, finding.positions);
    return STATUS_DONE;
}
