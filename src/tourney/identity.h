/*
 * identity.h - which process on which machine this is, and how fast that machine is.
 */
#ifndef TOURNEY_IDENTITY_H
#define TOURNEY_IDENTITY_H

#include <stdbool.h>
#include <stdint.h>

#include "bazi/error.h"

struct bz_identity {
    char host[80];
    char session[160]; /* this start of the machine, where numbers of processes count, and this
                        * start of the process: three words */
    int64_t pid;
};

void bz_identity_init(struct bz_identity *identity);

/* Whether a process that called itself so ran where this one runs and is there no more. Of others
 * nothing can be known. */
bool bz_identity_is_gone(const struct bz_identity *self, const char *session, int64_t pid);

/* Millions of nodes a second of a search that is always the same, on one thread and by the
 * processor's time, whatever else the machine has to do. */
int bz_identity_speed(double *ret_speed, struct bz_error *err);

#endif
