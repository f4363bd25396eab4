/*
 * cmd_version.c - `bazi version`.
 */
#include <stdio.h>

#include "command.h"

int cmd_version(const struct invocation *inv)
{
    (void)inv;
    printf("bazi %s\n", bz_version());
    return STATUS_DONE;
}
