/*
 * process.c - starting a process by way of its guardian, and ending it.
 *
 * The guardian is cloned straight into new namespaces. It reports by three pipes: `ready` closes
 * when the program runs or says why it does not, `ended` tells how it ended, and `leash`, when it
 * is let go, ends everything, even if this program dies.
 */
#include "sandbox/sandbox.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/tree.h"
#include "sandbox/guard.h"

enum { START_MILLIS = 20000, DIE_MILLIS = 5000 };

/* Pairs of ends: [0] is read, [1] is written. */
struct pipes {
    int in[2], out[2], err[2], ready[2], ended[2], leash[2];
};
enum { PIPES = 6 };

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void close_pipes(struct pipes *pipes)
{
    int *ends = pipes->in;

    for (int i = 0; i < 2 * PIPES; i++)
        close_end(&ends[i]);
}

static int open_pipes(struct pipes *ret_pipes, struct bz_error *err)
{
    int(*pairs)[2] = &ret_pipes->in;
    int error;

    memset(ret_pipes, -1, sizeof(*ret_pipes));
    for (int i = 0; i < PIPES; i++) {
        if (pipe2(pairs[i], O_CLOEXEC) == 0)
            continue;
        error = errno;
        close_pipes(ret_pipes);
        return bz_fail(err, BZ_ERROR_BUSY, "no pipes for a process: %s", strerror(error));
    }
    return BZ_OK;
}

static bool write_file(pid_t pid, const char *name, const char *text)
{
    char path[64];
    ssize_t length = (ssize_t)strlen(text);
    bool good;
    int fd;

    snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
    fd = open(path, O_WRONLY | O_CLOEXEC);
    good = fd >= 0 && write(fd, text, (size_t)length) == length;
    if (fd >= 0)
        close(fd);
    return good;
}

/* The namespace knows one user and one group. */
static bool map_user(pid_t pid, const struct bz_plan *plan)
{
    char users[64], groups[64];

    snprintf(users, sizeof(users), "%d %u 1", BZ_NOBODY, plan->uid);
    snprintf(groups, sizeof(groups), "%d %u 1", BZ_NOBODY, plan->gid);
    return (plan->drop || write_file(pid, "setgroups", "deny")) &&
           write_file(pid, "gid_map", groups) && write_file(pid, "uid_map", users);
}

/* A copy of this process with no signal on its way, in namespaces of its own. */
static pid_t clone_guardian(struct bz_plan *plan, const struct pipes *pipes)
{
    const struct bz_ends ends = {pipes->in[0],    pipes->out[1],   pipes->err[1],
                                 pipes->ready[1], pipes->ended[1], pipes->leash[0]};
    unsigned long flags = SIGCHLD;
    sigset_t all, before;
    long pid;
    int error;

    if (plan->namespaces)
        flags |= CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWNS |
                 CLONE_NEWUTS | CLONE_NEWCGROUP;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pid = syscall(SYS_clone, flags, 0, 0, 0, 0);
    if (pid == 0)
        bz_guard(plan, &ends);
    error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return (pid_t)pid;
}

/* Waits until the program runs; false with the trouble if it never will. */
static bool await_start(int ready, struct bz_trouble *ret_trouble)
{
    struct pollfd end = {.fd = ready, .events = POLLIN};
    ssize_t got;

    while (poll(&end, 1, START_MILLIS) < 0 && errno == EINTR)
        continue;
    if (!end.revents) {
        errno = ETIMEDOUT;
        return bz_trouble_at(ret_trouble, BZ_STEP_EXEC, 0);
    }
    got = read(ready, ret_trouble, sizeof(*ret_trouble));
    return got != (ssize_t)sizeof(*ret_trouble);
}

/* A machine that is too full now, which is no reason to go on with less protection. */
static bool is_passing(int error)
{
    return error == EAGAIN || error == ENOMEM || error == EMFILE || error == ENFILE;
}

/* What most often stands behind a refused namespace. */
static const char *hint(const struct bz_trouble *trouble)
{
    if (trouble->step != BZ_STEP_MAP)
        return "";
    if (trouble->error == ENOSPC)
        return " (sysctl user.max_user_namespaces)";
    return trouble->error == EPERM ? " (a container, a sysctl or AppArmor)" : "";
}

static int explain(const struct bz_plan *plan, const struct bz_trouble *trouble,
                   struct bz_error *err)
{
    static const char *const words[] = {"",
#define WORDS(name, text) text,
                                        BZ_STEP_LIST(WORDS)
#undef WORDS
    };
    bool of_view = trouble->step == BZ_STEP_TREE || trouble->step == BZ_STEP_PLACE;
    char what[160];

    if (trouble->step == BZ_STEP_EXEC)
        return bz_fail(err, BZ_ERROR_IO, "cannot be started: %s: %s%s",
                       bz_quoted_path(plan->argv[0]).text, strerror(trouble->error),
                       trouble->error == ENOENT ? " (its interpreter or loader?)" : "");
    if (trouble->step == BZ_STEP_FOLDER)
        return bz_fail(err, BZ_ERROR_IO, "%s: %s", bz_quoted_path(plan->cwd).text,
                       strerror(trouble->error));
    snprintf(what, sizeof(what), "%s%s%s", words[trouble->step], of_view ? " " : "",
             of_view ? bz_quoted_path(plan->views[trouble->view].path).text : "");
    return bz_fail(err, is_passing(trouble->error) ? BZ_ERROR_BUSY : BZ_ERROR_UNFIT,
                   "this system refuses the sandbox %s: %s%s", what, strerror(trouble->error),
                   hint(trouble));
}

/* Kills the guardian and waits for it, but not for ever. */
static void put_down(pid_t pid)
{
    int fd = (int)syscall(SYS_pidfd_open, pid, 0);
    struct pollfd dead = {.fd = fd, .events = POLLIN};

    kill(pid, SIGKILL);
    if (fd >= 0) {
        while (poll(&dead, 1, DIE_MILLIS) < 0 && errno == EINTR)
            continue;
        close(fd);
    }
    while (waitpid(pid, NULL, fd >= 0 ? WNOHANG : 0) < 0 && errno == EINTR)
        continue;
}

/* One attempt, with namespaces or without. */
static int attempt(struct bz_plan *plan, struct pipes *pipes, struct bz_process *ret_process,
                   struct bz_trouble *ret_trouble)
{
    pid_t pid = clone_guardian(plan, pipes);

    if (pid < 0) {
        bz_trouble_at(ret_trouble, BZ_STEP_MAP, 0);
        return BZ_ERROR_UNFIT;
    }
    close_end(&pipes->ready[1]);
    close_end(&pipes->leash[0]);
    if ((plan->namespaces && !map_user(pid, plan)) || write(pipes->leash[1], "", 1) != 1)
        bz_trouble_at(ret_trouble, BZ_STEP_MAP, 0);
    else if (await_start(pipes->ready[0], ret_trouble)) {
        *ret_process = (struct bz_process){.pid = pid,
                                           .in = pipes->in[1],
                                           .out = pipes->out[0],
                                           .err = pipes->err[0],
                                           .ended = pipes->ended[0],
                                           .leash = pipes->leash[1],
                                           .namespaces = plan->namespaces};
        pipes->in[1] = pipes->out[0] = pipes->err[0] = pipes->ended[0] = pipes->leash[1] = -1;
        return BZ_OK;
    }
    put_down(pid);
    return BZ_ERROR_UNFIT;
}

static void remove_folder(const char *path)
{
    if (*path)
        bz_tree_remove(path);
}

/* Without a file system of its own, a fresh scratch folder is one of the system's. */
static int make_folder(const struct bz_plan *plan, char *ret_path, struct bz_error *err)
{
    const char *given = getenv("TMPDIR");
    char path[64];

    snprintf(path, sizeof(path), "%s/bazi-agent-XXXXXX",
             given && strlen(given) < sizeof(path) - 24 ? given : "/tmp");
    if (!mkdtemp(path) || (plan->drop && chown(path, plan->uid, plan->gid)))
        return bz_fail(err, BZ_ERROR_IO, "%s: %s", bz_quoted_path(path).text, strerror(errno));
    memcpy(ret_path, path, sizeof(path));
    return BZ_OK;
}

static int start(struct bz_plan *plan, const char *const argv[],
                 const struct bz_confinement *confinement, struct bz_process *ret_process,
                 struct bz_trouble *ret_trouble, struct bz_error *err)
{
    char folder[sizeof(ret_process->scratch)] = "";
    const char *scratch = confinement->scratch;
    struct pipes pipes;
    int code = bz_plan_make(plan, argv, confinement, err);

    *ret_trouble = (struct bz_trouble){BZ_STEP_NONE, 0, 0};
    if (!code && !scratch && !plan->namespaces) {
        code = make_folder(plan, folder, err);
        scratch = folder;
    }
    if (!code)
        code = bz_plan_scratch(plan, scratch, err);
    if (!code)
        code = open_pipes(&pipes, err);
    if (!code) {
        code = attempt(plan, &pipes, ret_process, ret_trouble);
        close_pipes(&pipes);
        if (code)
            code = explain(plan, ret_trouble, err);
    }
    if (code)
        remove_folder(folder);
    else
        memcpy(ret_process->scratch, folder, sizeof(folder));
    return code;
}

int bz_process_start(const char *const argv[], const struct bz_confinement *confinement,
                     struct bz_process *ret_process, struct bz_error *err)
{
    struct bz_plan *plan = calloc(1, sizeof(*plan));
    struct bz_trouble trouble;
    int code;

    if (!plan)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory to start a process");
    plan->namespaces = true;
    code = start(plan, argv, confinement, ret_process, &trouble, err);
    if (code == BZ_ERROR_UNFIT && confinement->unsafe_ok && trouble.step != BZ_STEP_NONE) {
        plan->namespaces = false;
        code = start(plan, argv, confinement, ret_process, &trouble, err);
    }
    free(plan);
    return code;
}

static void tell(struct bz_fate *fate)
{
    switch (fate->end) {
    case BZ_END_EXIT:
        snprintf(fate->text, sizeof(fate->text), "exit status %d", fate->number);
        break;
    case BZ_END_SIGNAL:
        snprintf(fate->text, sizeof(fate->text), "killed by signal %d (%s)", fate->number,
                 sigdescr_np(fate->number) ? sigdescr_np(fate->number) : "unknown");
        break;
    case BZ_END_MEMORY:
        snprintf(fate->text, sizeof(fate->text), "used more memory than allowed");
        break;
    case BZ_END_CPU:
        snprintf(fate->text, sizeof(fate->text), "used more CPU time than allowed");
        break;
    case BZ_END_KILLED:
        snprintf(fate->text, sizeof(fate->text), "still running, so it was ended");
        break;
    }
}

bool bz_process_ended(struct bz_process *process, struct bz_fate *ret_fate)
{
    struct pollfd end = {.fd = process->ended, .events = POLLIN};
    struct bz_report report;

    if (!process->known && poll(&end, 1, 0) > 0) {
        struct bz_fate *fate = &process->fate;

        *fate = (struct bz_fate){.end = BZ_END_SIGNAL, .number = SIGKILL}; /* the guardian too */
        if (read(process->ended, &report, sizeof(report)) == (ssize_t)sizeof(report))
            *fate = (struct bz_fate){.end = (enum bz_end)report.end,
                                     .number = report.number,
                                     .cpu_micros = report.cpu_micros,
                                     .memory = report.memory,
                                     .left = report.left};
        tell(fate);
        process->known = true;
    }
    if (process->known && ret_fate)
        *ret_fate = process->fate;
    return process->known;
}

static void await_end(struct bz_process *process, int grace_millis)
{
    int64_t until = bz_clock_micros() + grace_millis * INT64_C(1000);

    while (!bz_process_ended(process, NULL)) {
        struct pollfd end = {.fd = process->ended, .events = POLLIN};
        int64_t left = until - bz_clock_micros();

        if (left <= 0)
            return;
        poll(&end, 1, (int)((left + 999) / 1000));
    }
}

void bz_process_end(struct bz_process *process, int grace_millis, struct bz_fate *ret_fate)
{
    assert(process->pid > 0);
    close_end(&process->in);
    await_end(process, grace_millis);
    close_end(&process->leash);
    if (!process->known) {
        process->fate = (struct bz_fate){.end = BZ_END_KILLED};
        tell(&process->fate);
        process->known = true;
    }
    if (!process->namespaces) { /* the guardian has to sweep by itself */
        struct pollfd end = {.fd = process->ended};

        poll(&end, 1, DIE_MILLIS);
    }
    put_down(process->pid);
    close_end(&process->out);
    close_end(&process->err);
    close_end(&process->ended);
    remove_folder(process->scratch);
    if (ret_fate)
        *ret_fate = process->fate;
}
