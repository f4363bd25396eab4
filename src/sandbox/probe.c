/*
 * probe.c - what this kernel offers, found by trying it.
 */
#include <errno.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/guard.h"

struct list {
    struct bz_protection *items;
    int count;
};

static struct bz_protection *add(struct list *list, const char *name, bool needed, const char *lost)
{
    struct bz_protection *item = &list->items[list->count++];

    *item = (struct bz_protection){.name = name, .needed = needed, .lost = lost};
    return item;
}

static void set(struct bz_protection *item, bool present, const char *detail)
{
    item->present = present;
    snprintf(item->detail, sizeof(item->detail), "%.*s", (int)sizeof(item->detail) - 1, detail);
}

/* Whether a process can be started in a new namespace of this kind. */
static void try_namespace(struct bz_protection *item, unsigned long kind)
{
    long pid = syscall(SYS_clone, CLONE_NEWUSER | kind | SIGCHLD, 0, 0, 0, 0);

    if (pid == 0)
        for (;;)
            syscall(SYS_exit_group, 0);
    set(item, pid > 0, pid > 0 ? "" : strerror(errno));
    while (pid > 0 && waitpid((pid_t)pid, NULL, 0) < 0 && errno == EINTR)
        continue;
}

/* Whether this runs in the sandbox to a good end; without that, why not. */
static void try_command(struct bz_protection *item, const char *const argv[])
{
    const struct bz_confinement confinement = BZ_CONFINEMENT_DEFAULT;
    struct bz_process process;
    struct bz_error err;
    struct bz_fate fate;

    if (bz_process_start(argv, &confinement, &process, &err)) {
        set(item, false, err.text);
        return;
    }
    bz_process_end(&process, 5000, &fate);
    set(item, fate.end == BZ_END_EXIT && fate.number == 0, "");
}

static void probe_namespaces(struct list *list)
{
    static const struct {
        const char *name, *lost;
        unsigned long kind;
    } kinds[] = {
        {"user namespace", "everything below that needs one", 0},
        {"pid namespace", "processes that outlive their game, signals to others", CLONE_NEWPID},
        {"network namespace", "a second wall before the network", CLONE_NEWNET},
        {"ipc namespace", "shared memory and queues of other programs", CLONE_NEWIPC},
        {"mount namespace", "a root folder of its own", CLONE_NEWNS},
    };

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        try_namespace(add(list, kinds[i].name, true, kinds[i].lost), kinds[i].kind);
}

int bz_sandbox_probe(struct bz_protection *ret_protections)
{
    static const char *const nothing[] = {"true", NULL};
    static const char *const look[] = {"test", "-d", "/proc/self", NULL};
    struct list list = {ret_protections, 0};
    const uint32_t action = SECCOMP_RET_ERRNO;
    int version = bz_landlock_version();
    char detail[16];

    probe_namespaces(&list);
    try_command(add(&list, "sandbox as a whole", true, "all files this user can read"), nothing);
    try_command(add(&list, "/proc of its own", false, "the count of all its memory and CPU time"),
                look);
    snprintf(detail, sizeof(detail), "version %d", version);
    set(add(&list, "Landlock", false, "a second wall before files and the network"), version > 0,
        version > 0 ? detail : "not in this kernel, or turned off");
    set(add(&list, "seccomp filter", true, "system calls with a history of holes"),
        syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0, "");
    set(add(&list, "no new privileges", true, "rights from setuid programs"),
        prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) >= 0, "");
    return list.count;
}
