/*
 * inbox.h - a session's input, read on while a search runs.
 */
#ifndef UGI_INBOX_H
#define UGI_INBOX_H

#include "lines.h"
#include "session.h"

struct inbox {
    struct ugi *ugi;
    struct lines lines;
    int bell;          /* an eventfd, to be read from when a search is over */
    char *kept;        /* lines that wait, each with a line end */
    size_t start, end; /* of those */
    int stops;         /* how many of them are `stop` */
    bool ended;        /* nothing more is read */
    bool quits;        /* and nobody wants what is still to come */
};

/* Reads from a descriptor that stays the caller's. Negative if there is no memory. */
int inbox_init(struct inbox *inbox, int fd);
void inbox_release(struct inbox *inbox);

/* Feeds the session, which is new, with all lines, until it is time to leave. The inbox has to
 * outlive it. */
void inbox_serve(struct inbox *inbox, struct ugi *ugi);

#endif
