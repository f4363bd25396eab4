/*
 * workshop.c - submissions made ready by a few threads, each taking the next one.
 */
#include <pthread.h>

#include "command.h"
#include "grade.h"
#include "interrupt.h"
#include "text/terminal.h"

enum { THREADS_MAX = 16 };

struct shift {
    const struct bz_workshop *workshop;
    struct bz_roster *roster;
    bool quiet, rewrites;
    pthread_mutex_t lock; /* over the rest, and standard output */
    int next, done;
    int code;
    struct bz_error err;
};

static void tell(struct shift *shift, const struct bz_submission *one, bool fresh)
{
    char name[SHEET_NAME];
    struct bz_buf clean = BZ_BUF(name);

    if (shift->rewrites)
        terminal_erase_line(stderr);
    sheet_name(one, &clean);
    if (!shift->quiet && !one->ready && fresh)
        printf("%s cannot play: %s\n", name, one->remark);
    fflush(stdout);
    if (shift->rewrites)
        fprintf(stderr, "%d of %d submissions prepared", shift->done, shift->roster->count);
}

static void *work(void *context)
{
    struct shift *shift = context;

    pthread_mutex_lock(&shift->lock);
    while (!shift->code && shift->next < shift->roster->count) {
        struct bz_submission *one = &shift->roster->list[shift->next++];
        struct bz_error err;
        bool fresh;
        int code;

        pthread_mutex_unlock(&shift->lock);
        code = bz_roster_prepare(shift->workshop, one, &fresh, &err);
        pthread_mutex_lock(&shift->lock);
        if (code && !shift->code) {
            shift->code = code;
            shift->err = err;
        }
        shift->done++;
        if (!code)
            tell(shift, one, fresh);
    }
    pthread_mutex_unlock(&shift->lock);
    return NULL;
}

int workshop_prepare(const struct bz_workshop *workshop, struct bz_roster *roster, int threads,
                     bool quiet)
{
    struct shift shift = {.workshop = workshop,
                          .roster = roster,
                          .quiet = quiet,
                          .rewrites = terminal_can_rewrite(stderr)};
    pthread_t hands[THREADS_MAX];
    int count = 0;

    pthread_mutex_init(&shift.lock, NULL);
    while (count < threads - 1 && count < THREADS_MAX &&
           !pthread_create(&hands[count], NULL, work, &shift))
        count++;
    work(&shift); /* this thread takes part */
    while (count > 0)
        pthread_join(hands[--count], NULL);
    pthread_mutex_destroy(&shift.lock);
    if (shift.rewrites)
        terminal_erase_line(stderr);
    if (interrupt_signal())
        return interrupt_status();
    return shift.code ? complain("grade: %s", shift.err.text) : STATUS_DONE;
}
