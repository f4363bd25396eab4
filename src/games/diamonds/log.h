/*
 * log.h - the entries of the course's JSON log, for log.c which writes and log_read.c which reads.
 */
#ifndef DIAMONDS_LOG_H
#define DIAMONDS_LOG_H

#include "bazi/record.h"
#include "diamonds.h"

enum { REPORT_MAX = 160 };

/* What an entry of the log says beside the position. */
struct log_entry {
    int turn, agent; /* the agent's id, or 0 for none */
    bool finish;
    int winner; /* an id, or 0 */
    const char *report;
};

/* How an action went, "accepted action : UP"; `cell` is where the agent stood before. */
void diamonds_log_report(const struct diamonds_world *world, int agent, int cell,
                         const struct story *story, struct bz_buf *out);
/* One entry, behind a comma unless it is the first. */
void diamonds_log_entry(const struct diamonds *pos, const struct log_entry *entry, bool first,
                        FILE *out);
/* The last entry of a finished game, or the last two. */
void diamonds_log_finish(const struct diamonds *pos, bool first, FILE *out);

#endif
