/*
 * hoard.c - attacks that take more than their share.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "attack.h"

enum { MEGABYTE = 1 << 20 };

void attack_forks(const struct target *target)
{
    enum { MANY = 2000 };
    int count = 0;
    char text[64];

    (void)target;
    for (; count < MANY; count++) {
        pid_t pid = fork();

        if (pid < 0)
            break;
        if (pid == 0)
            for (;;)
                pause();
    }
    snprintf(text, sizeof(text), "fork after %d processes", count);
    if (count == MANY)
        attack_done(text);
    else
        attack_stopped(text, errno);
}

void attack_memory(const struct target *target)
{
    (void)target;
    for (int i = 0; i < 1024; i++) {
        char *memory =
            mmap(NULL, MEGABYTE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

        if (memory == MAP_FAILED) {
            attack_stopped("mmap", errno);
            return;
        }
        memset(memory, 1, MEGABYTE);
    }
    attack_done("1 GB");
}

/* Which no limit of the kernel's counts. It waits a little for whoever might. */
void attack_shared(const struct target *target)
{
    (void)target;
    for (int i = 0; i < 1024; i++) {
        char *memory =
            mmap(NULL, MEGABYTE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

        if (memory == MAP_FAILED) {
            attack_stopped("mmap", errno);
            return;
        }
        memset(memory, 1, MEGABYTE);
    }
    sleep(5);
    attack_done("1 GB");
}

/* Writes so many megabytes to a file in its scratch folder; false when that fails. */
static bool fill(int number, int megabytes)
{
    static char block[MEGABYTE];
    char path[32];
    bool good = true;
    int fd;

    snprintf(path, sizeof(path), "file-%d", number);
    fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    for (int i = 0; good && fd >= 0 && i < megabytes; i++)
        good = write(fd, block, sizeof(block)) == (ssize_t)sizeof(block);
    if (fd >= 0 && close(fd))
        good = false;
    return good && fd >= 0;
}

static void fill_scratch(int files, int megabytes)
{
    const char *scratch = getenv("TMPDIR");
    int i = 0;
    char text[64];

    if (!scratch || chdir(scratch)) {
        attack_stopped("no scratch folder", errno);
        return;
    }
    while (i < files && fill(i, megabytes))
        i++;
    snprintf(text, sizeof(text), "write of file %d", i + 1);
    if (i == files)
        attack_done("200 MB");
    else
        attack_stopped(text, errno);
    for (int k = 0; k <= i; k++) {
        snprintf(text, sizeof(text), "file-%d", k);
        unlink(text);
    }
}

void attack_file(const struct target *target)
{
    (void)target;
    fill_scratch(1, 200);
}

void attack_files(const struct target *target)
{
    (void)target;
    fill_scratch(20, 10);
}

void attack_cpu(const struct target *target)
{
    (void)target;
    fork();
    for (;;)
        continue;
}

/* Forks twice and keeps its output open, by which the judge sees it. */
void attack_daemon(const struct target *target)
{
    pid_t child = fork();

    (void)target;
    if (child < 0) {
        attack_stopped("fork", errno);
        return;
    }
    if (child > 0)
        return;
    setsid();
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    if (fork() == 0)
        sleep(20);
    _exit(0);
}
