/*
 * identity.c - names of processes that are never given twice, and a small measurement.
 */
#include "tourney/identity.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "bazi/bazi.h"

enum { SPEED_NODES = 100000, SPEED_TRIES = 9, STARTTIME = 22 /* its field in /proc/PID/stat */ };

/* When a process began, in the kernel's own ticks; 0 where there is none. */
static uint64_t start_of(int64_t pid)
{
    char path[64], line[1024];
    const char *at;
    FILE *file;

    snprintf(path, sizeof(path), "/proc/%" PRId64 "/stat", pid);
    file = fopen(path, "r");
    if (!file)
        return 0;
    at = fgets(line, sizeof(line), file) ? strrchr(line, ')') : NULL; /* names may hold blanks */
    fclose(file);
    for (int field = 2; at && field < STARTTIME; field++)
        at = strchr(at + 1, ' ');
    return at ? strtoull(at, NULL, 10) : 0;
}

/* What numbers of processes mean: this start of the machine, this namespace of them. */
static void tell_scope(char *out, size_t size)
{
    char boot[64] = "?", space[64] = "?";
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r");
    ssize_t length = readlink("/proc/self/ns/pid", space, sizeof(space) - 1);

    if (file) {
        if (fscanf(file, "%63s", boot) != 1)
            snprintf(boot, sizeof(boot), "?");
        fclose(file);
    }
    space[length > 0 ? length : 1] = '\0';
    snprintf(out, size, "%s %s", boot, space);
}

void bz_identity_init(struct bz_identity *identity)
{
    size_t length;

    memset(identity, 0, sizeof(*identity));
    if (gethostname(identity->host, sizeof(identity->host) - 1))
        snprintf(identity->host, sizeof(identity->host), "?");
    identity->pid = getpid();
    tell_scope(identity->session, sizeof(identity->session));
    length = strlen(identity->session);
    snprintf(identity->session + length, sizeof(identity->session) - length, " %" PRIu64,
             start_of(identity->pid));
}

bool bz_identity_is_gone(const struct bz_identity *self, const char *session, int64_t pid)
{
    char scope[160], now[200];

    tell_scope(scope, sizeof(scope));
    if (strchr(scope, '?') || strncmp(session, scope, strlen(scope)) != 0 || pid == self->pid)
        return false;
    snprintf(now, sizeof(now), "%s %" PRIu64, scope, start_of(pid));
    return strcmp(now, session) != 0;
}

/* --- speed ------------------------------------------------------------------------------------ */

/* By the time that this thread has had a processor: a machine that others use is not a slow one.
 * They still cost caches, so the best of several measurements counts. */
static double measure(struct bz_engine *engine, const union bz_pos *pos)
{
    struct bz_limits limits = {.nodes = SPEED_NODES};
    struct bz_answer answer;
    int64_t begin;

    bz_engine_reset(engine);
    begin = bz_clock_thread_micros();
    bz_engine_think(engine, pos, &limits, NULL, &answer);
    return (double)answer.info.nodes / (double)(bz_clock_thread_micros() - begin + 1);
}

int bz_identity_speed(double *ret_speed, struct bz_error *err)
{
    struct bz_setup setup;
    struct bz_engine *engine;
    union bz_pos pos;
    int code = bz_setup_init(&setup, bz_game_at(0), NULL, 0, err);

    if (code)
        return code;
    code = bz_engine_new(&setup, "best", &engine, err);
    if (!code) {
        bz_start(&setup, &pos);
        *ret_speed = 0;
        for (int i = 0; i < SPEED_TRIES; i++) {
            double speed = measure(engine, &pos);

            *ret_speed = speed > *ret_speed ? speed : *ret_speed;
        }
        bz_engine_free(engine);
    }
    bz_setup_release(&setup);
    return code;
}
