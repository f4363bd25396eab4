/*
 * interrupt.h - the signals that ask a long command to stop in an orderly way, and waiting that
 * does not miss them.
 */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

/* From here on SIGINT, SIGTERM and SIGHUP only set the flag; system calls are not restarted. */
void interrupt_catch(void);
/* The flag, for searches to poll. */
const atomic_bool *interrupt_flag(void);
/* The signal that came, or 0. */
int interrupt_signal(void);
/* The exit status a shell expects after it: 130 for SIGINT. */
int interrupt_status(void);

enum wait_event {
    WAIT_READY,   /* there is something to read, or the end of it */
    WAIT_TIMEOUT, /* the time is over */
    WAIT_REDRAW,  /* the window changed, or the program goes on after having been suspended */
    WAIT_STOP     /* one of the three signals came */
};

/* Waits for input on fd (none if negative) for at most this time (for ever if negative). */
enum wait_event interrupt_wait(int fd, double seconds);

#endif
