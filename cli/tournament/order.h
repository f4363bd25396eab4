/*
 * order.h - what the command line of a tournament says.
 */
#ifndef TOURNAMENT_ORDER_H
#define TOURNAMENT_ORDER_H

#include "command.h"

/* --concurrency, or else what the plan wants, or else one game a processor. */
int order_threads(const struct invocation *inv, int wanted, int *ret_threads);

/* --silence, or what is usual. */
int order_silence(const struct invocation *inv, int *ret_seconds);

/* Where a tournament of this file is kept, if neither the file nor anybody else says so: beside it.
 * Of a file that is no tournament's, the file itself. */
void order_store(const char *file, char *ret_store, size_t size);

#endif
