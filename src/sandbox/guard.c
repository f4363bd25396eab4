/*
 * guard.c - the guardian's life: prepare, start the agent, watch, report, take all down.
 *
 * It holds no end of the agent's own pipes, so those close when the agent closes them.
 */
#include "sandbox/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/prctl.h>
#include <poll.h>
#include <signal.h>
#include <stdnoreturn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

/* Where the descriptors are once they are in order. */
enum { IN, OUT, ERR, READY, REPORT, LEASH, ENDS };

enum { TICK_MICROS = 100000 };

struct guardian {
    const struct bz_plan *plan;
    long agent;
    int proc, signals; /* to look into /proc, and to hear of children */
    int64_t peak;
    bool left;
};

bool bz_trouble_at(struct bz_trouble *trouble, enum bz_step step, int view)
{
    *trouble = (struct bz_trouble){.step = step, .error = errno, .view = view};
    return false;
}

static noreturn void leave(void)
{
    for (;;)
        syscall(SYS_exit_group, 0);
}

static noreturn void give_up(const struct bz_trouble *trouble)
{
    syscall(SYS_write, READY, trouble, sizeof(*trouble));
    leave();
}

/* Puts the descriptors in order and closes all others: they belong to other games. */
static void order_ends(const struct bz_ends *ends)
{
    const int from[ENDS] = {ends->in, ends->out, ends->err, ends->ready, ends->report, ends->leash};
    long high[ENDS];

    for (int i = 0; i < ENDS; i++)
        high[i] = syscall(SYS_fcntl, from[i], F_DUPFD_CLOEXEC, ENDS);
    for (int i = 0; i < ENDS; i++)
        syscall(SYS_dup3, high[i], i, i <= ERR ? 0 : O_CLOEXEC);
    syscall(SYS_close_range, ENDS, ~0U, 0);
}

/* No handler of the program it was copied from may ever run here. */
static void reset_signals(void)
{
    const struct {
        void *handler;
        unsigned long flags;
        void *restorer;
        uint64_t mask;
    } standard = {NULL, 0, NULL, 0};

    for (int i = 1; i <= 64; i++)
        syscall(SYS_rt_sigaction, i, &standard, NULL, sizeof(standard.mask));
}

/* Root becomes nobody. Within the namespace its capabilities stay, until the cage. */
static bool become(const struct bz_plan *plan, struct bz_trouble *ret_trouble)
{
    if (plan->drop && (syscall(SYS_setgroups, 0, NULL) ||
                       syscall(SYS_setresgid, plan->gid, plan->gid, plan->gid) ||
                       syscall(SYS_setresuid, plan->uid, plan->uid, plan->uid)))
        return bz_trouble_at(ret_trouble, BZ_STEP_USER, 0);
    /* Nobody reads its memory, a copy of the program that started it. */
    syscall(SYS_prctl, PR_SET_DUMPABLE, 0, 0, 0, 0);
    return true;
}

static bool prepare(struct bz_plan *plan, struct bz_trouble *ret_trouble)
{
    char mapped;
    int proc = -1;

    if (syscall(SYS_read, LEASH, &mapped, 1) != 1)
        leave(); /* nobody is waiting any more */
    syscall(SYS_setsid);
    if (plan->namespaces && !bz_room_gather(plan, &proc, ret_trouble))
        return false;
    if (!plan->namespaces)
        syscall(SYS_prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    if (!become(plan, ret_trouble))
        return false;
    return !plan->namespaces || bz_room_build(plan, proc, ret_trouble);
}

static void start_agent(struct guardian *guardian, struct bz_trouble *ret_trouble)
{
    guardian->agent = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (guardian->agent == 0) {
        syscall(SYS_close, REPORT);
        syscall(SYS_close, LEASH);
        bz_cage_enter(guardian->plan, ret_trouble);
        give_up(ret_trouble);
    }
    if (guardian->agent < 0) {
        bz_trouble_at(ret_trouble, BZ_STEP_FORK, 0);
        give_up(ret_trouble);
    }
    syscall(SYS_close_range, IN, READY, 0);
}

/* Kills all that descend from here, where no namespace does: an orphan becomes a child. */
static void sweep(void)
{
    enum { ROUNDS = 10000 };

    for (int round = 0; round < ROUNDS; round++) {
        char children[4096];
        long fd = syscall(SYS_openat, AT_FDCWD, "/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
        ssize_t got = syscall(SYS_read, fd, children, sizeof(children) - 1);
        const char *at = children;

        syscall(SYS_close, fd);
        if (got <= 0)
            break;
        for (children[got] = '\0'; *at; at += strspn(at, " ")) {
            int pid = 0;

            for (; *at >= '0' && *at <= '9'; at++)
                pid = pid * 10 + (*at - '0');
            if (pid > 0 && *at == ' ') /* not one that is cut off */
                syscall(SYS_kill, pid, SIGKILL);
        }
        while (syscall(SYS_wait4, -1, NULL, WNOHANG, NULL) > 0)
            continue;
    }
}

/* The end of all: with the first process of a namespace every other one dies. */
static noreturn void finish(const struct guardian *guardian)
{
    if (!guardian->plan->namespaces)
        sweep();
    leave();
}

static int64_t children_micros(void)
{
    struct rusage usage = {0};

    syscall(SYS_getrusage, RUSAGE_CHILDREN, &usage);
    return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * INT64_C(1000000) +
           usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
}

static noreturn void report(const struct guardian *guardian, enum bz_end end, int number,
                            int64_t cpu_micros)
{
    const struct bz_report report = {(int)end, number, cpu_micros, guardian->peak, guardian->left};

    syscall(SYS_write, REPORT, &report, sizeof(report));
    finish(guardian);
}

/* What the agent leaves behind has become a child of the guardian. */
static void reap(struct guardian *guardian)
{
    struct signalfd_siginfo drained;
    int status, last = 0;
    bool ended = false;
    long pid;

    while (syscall(SYS_read, guardian->signals, &drained, sizeof(drained)) > 0)
        continue;
    while ((pid = syscall(SYS_wait4, -1, &status, WNOHANG, NULL)) > 0) {
        if (pid != guardian->agent)
            continue;
        ended = true;
        last = status;
    }
    if (!ended)
        return;
    guardian->left = pid == 0;
    if (WIFEXITED(last))
        report(guardian, BZ_END_EXIT, WEXITSTATUS(last), children_micros());
    report(guardian, WTERMSIG(last) == SIGXCPU ? BZ_END_CPU : BZ_END_SIGNAL, WTERMSIG(last),
           children_micros());
}

static void check_usage(struct guardian *guardian)
{
    const struct bz_confinement *limits = &guardian->plan->limits;
    struct bz_usage usage;

    if (guardian->proc < 0)
        return;
    bz_watch(guardian->proc, false, &usage);
    if (usage.memory > limits->memory)
        bz_watch(guardian->proc, true, &usage);
    usage.cpu_micros += children_micros();
    if (usage.memory > guardian->peak)
        guardian->peak = usage.memory;
    if (usage.memory > limits->memory)
        report(guardian, BZ_END_MEMORY, 0, usage.cpu_micros);
    if (usage.cpu_micros > limits->cpu_seconds * INT64_C(1000000))
        report(guardian, BZ_END_CPU, 0, usage.cpu_micros);
}

static noreturn void watch(struct guardian *guardian)
{
    int64_t looked = bz_clock_micros();

    for (;;) {
        struct pollfd ends[] = {{.fd = LEASH, .events = POLLIN},
                                {.fd = guardian->signals, .events = POLLIN}};
        struct timespec left = {.tv_nsec = TICK_MICROS * INT64_C(1000)};
        long ready = syscall(SYS_ppoll, ends, 2, &left, NULL, 0);

        if (ready > 0 && ends[0].revents)
            finish(guardian);
        if (ready > 0 && ends[1].revents)
            reap(guardian);
        if (bz_clock_micros() - looked >= TICK_MICROS) {
            check_usage(guardian);
            looked = bz_clock_micros();
        }
    }
}

_Noreturn void bz_guard(struct bz_plan *plan, const struct bz_ends *ends)
{
    const uint64_t child = UINT64_C(1) << (SIGCHLD - 1);
    struct guardian guardian = {.plan = plan, .proc = -1};
    struct bz_trouble trouble = {BZ_STEP_NONE, 0, 0};

    order_ends(ends);
    reset_signals();
    if (!prepare(plan, &trouble))
        give_up(&trouble);
    if (plan->namespaces)
        guardian.proc =
            (int)syscall(SYS_openat, AT_FDCWD, "/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    guardian.signals =
        (int)syscall(SYS_signalfd4, -1, &child, sizeof(child), SFD_CLOEXEC | SFD_NONBLOCK);
    start_agent(&guardian, &trouble);
    watch(&guardian);
}
