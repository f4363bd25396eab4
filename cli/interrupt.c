/*
 * interrupt.c - the program's only mutable state beside its memory: which signals came.
 *
 * The handlers do nothing but set lock-free atomics. A second SIGINT kills as usual, in case the
 * orderly end hangs.
 */
#include "interrupt.h"

#include <poll.h>
#include <stddef.h>
#include <time.h>

static atomic_bool stop;
static atomic_int caught;
static atomic_bool redraw;

static void note_stop(int number)
{
    atomic_store(&caught, number);
    atomic_store(&stop, true);
}

static void note_redraw(int number)
{
    (void)number;
    atomic_store(&redraw, true);
}

static void handle(int number, void (*handler)(int), int flags)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};

    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

void interrupt_catch(void)
{
    handle(SIGINT, note_stop, (int)SA_RESETHAND);
    handle(SIGTERM, note_stop, 0);
    handle(SIGHUP, note_stop, 0);
    handle(SIGCONT, note_redraw, SA_RESTART);
    handle(SIGWINCH, note_redraw, SA_RESTART);
}

const atomic_bool *interrupt_flag(void)
{
    return &stop;
}

int interrupt_signal(void)
{
    return atomic_load(&caught);
}

int interrupt_status(void)
{
    return 128 + interrupt_signal();
}

/* The signals are blocked from looking at the flags until ppoll sleeps, so that none is missed in
 * between. */
enum wait_event interrupt_wait(int fd, double seconds)
{
    const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGCONT, SIGWINCH};
    struct timespec limit = {.tv_sec = (time_t)seconds};
    struct pollfd input = {.fd = fd, .events = POLLIN};
    sigset_t ours, before;
    int ready = -1;

    limit.tv_nsec = (long)((seconds - (double)limit.tv_sec) * 1e9);
    sigemptyset(&ours);
    for (int i = 0; i < 5; i++)
        sigaddset(&ours, numbers[i]);
    sigprocmask(SIG_BLOCK, &ours, &before);
    if (!atomic_load(&stop) && !atomic_load(&redraw))
        ready = ppoll(&input, 1, seconds < 0 ? NULL : &limit, &before);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (atomic_load(&stop))
        return WAIT_STOP;
    if (atomic_exchange(&redraw, false))
        return WAIT_REDRAW;
    return ready == 0 ? WAIT_TIMEOUT : WAIT_READY;
}
