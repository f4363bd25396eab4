/*
 * ration.c - what a program had of the machine, and what it did not get.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "sandbox/sandbox.h"

enum { TEXT = 128 };

/* The beginning of a file of /proc; "" where there is none. */
static void read_text(const char *path, char ret_text[TEXT])
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? 0 : read(fd, ret_text, TEXT - 1);

    ret_text[got > 0 ? got : 0] = '\0';
    if (fd >= 0)
        close(fd);
}

static pid_t first_child(pid_t guardian)
{
    char path[64], text[TEXT];

    snprintf(path, sizeof(path), "/proc/%d/task/%d/children", (int)guardian, (int)guardian);
    read_text(path, text);
    return (pid_t)strtol(text, NULL, 10);
}

/* "ran waited slices", in nanoseconds. */
static int64_t waited_by(pid_t program)
{
    char path[64], text[TEXT], *rest;

    snprintf(path, sizeof(path), "/proc/%d/schedstat", (int)program);
    read_text(path, text);
    strtoll(text, &rest, 10);
    return strtoll(rest, NULL, 10) / 1000;
}

struct bz_ration bz_process_ration(struct bz_process *process)
{
    struct bz_ration ration = {0, 0};
    struct timespec used;
    clockid_t clock;

    if (process->program == 0)
        process->program = first_child(process->pid);
    if (process->program <= 0 || clock_getcpuclockid(process->program, &clock) ||
        clock_gettime(clock, &used))
        return ration;
    ration.cpu = used.tv_sec * INT64_C(1000000) + used.tv_nsec / 1000;
    ration.waited = waited_by(process->program);
    return ration;
}
