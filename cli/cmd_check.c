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
    printf("%s%s, ", finding.game, finding.options);
    if (*finding.position)
        printf("position %s\n", finding.position);
    else
        puts("from the start");
    if (finding.winner >= 0)
        printf("proved p%dwin, ", finding.winner + 1);
    else if (finding.lower == finding.upper)
        printf("proved value %.9g, ", finding.lower);
    else
        printf("proved lower %.9g upper %.9g, ", finding.lower, finding.upper);
    printf("%" PRIu64 " positions\n", finding.positions);
    return STATUS_DONE;
}
