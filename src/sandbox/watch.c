/*
 * watch.c - what the processes of an agent use, read from their /proc.
 *
 * The kernel's own limits hold for each process alone, and some memory (shared maps) escapes them;
 * here everything is added up.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/guard.h"

enum { TICK_MICROS = 10000, PAGE = 4096 }; /* a tick is a hundredth of a second on every machine */

struct entry { /* of getdents64 */
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

/* A file of one process, as text; empty when it is gone. */
static void read_file(int proc, const char *process, const char *name, char *ret_text, size_t size)
{
    char path[64];
    size_t length = strlen(process);
    ssize_t got = 0;
    long fd;

    ret_text[0] = '\0';
    if (length + strlen(name) + 2 > sizeof(path))
        return;
    memcpy(path, process, length);
    path[length] = '/';
    memcpy(path + length + 1, name, strlen(name) + 1);
    fd = syscall(SYS_openat, proc, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    got = syscall(SYS_read, fd, ret_text, size - 1);
    syscall(SYS_close, fd);
    ret_text[got > 0 ? got : 0] = '\0';
}

static int64_t read_number(const char *text)
{
    int64_t number = 0;

    while (*text == ' ')
        text++;
    for (; *text >= '0' && *text <= '9' && number < INT64_MAX / 100; text++)
        number = number * 10 + (*text - '0');
    return number;
}

/* Adds the fields of /proc/N/stat; they are counted from the end of the name, which may hold
 * anything. */
static void add_stat(const char *text, struct bz_usage *usage)
{
    enum { FIRST = 2, USER = 14, CHILDREN_SYSTEM = 17, RESIDENT = 24 };
    const char *at = strrchr(text, ')');

    for (int field = FIRST; at && *at; field++) {
        if (field >= USER && field <= CHILDREN_SYSTEM)
            usage->cpu_micros += read_number(at) * TICK_MICROS;
        if (field == RESIDENT)
            usage->memory += read_number(at) * PAGE;
        at = strchr(at + 1, ' ');
    }
}

static int64_t proportional_memory(int proc, const char *process)
{
    char text[2048];
    const char *at;

    read_file(proc, process, "smaps_rollup", text, sizeof(text));
    at = strstr(text, "\nPss:");
    return at ? read_number(at + 5) * 1024 : 0;
}

static void add_process(int proc, const char *process, bool exact, struct bz_usage *usage)
{
    char text[1024];
    int64_t before = usage->memory;

    read_file(proc, process, "stat", text, sizeof(text));
    add_stat(text, usage);
    if (exact)
        usage->memory = before + proportional_memory(proc, process);
}

void bz_watch(int proc, bool exact, struct bz_usage *ret_usage)
{
    _Alignas(8) char entries[4096];
    long got;

    *ret_usage = (struct bz_usage){0};
    syscall(SYS_lseek, proc, 0, SEEK_SET);
    while ((got = syscall(SYS_getdents64, proc, entries, sizeof(entries))) > 0) {
        for (long at = 0; at < got;) {
            const struct entry *entry = (const struct entry *)(entries + at);

            if (entry->name[0] >= '0' && entry->name[0] <= '9' && strcmp(entry->name, "1") != 0)
                add_process(proc, entry->name, exact, ret_usage);
            at += entry->length;
        }
    }
}
