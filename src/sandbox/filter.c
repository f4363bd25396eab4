/*
 * filter.c - the system calls that are refused, as a program for the kernel.
 *
 * A list of what is forbidden, not of what is allowed: interpreters need hundreds of calls, and
 * each release others. What is here reaches into other processes, makes new namespaces, talks to
 * kernel parts with a long history of holes, or changes who one is.
 */
#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include "sandbox/plan.h"

static const char *const refused[] = {
    /* other processes */
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "pidfd_getfd", "kcmp",
    /* the file system and namespaces */
    "mount", "umount2", "pivot_root", "chroot", "unshare", "setns", "fsopen", "fsconfig", "fsmount",
    "fspick", "open_tree", "move_mount", "mount_setattr", "open_by_handle_at", "name_to_handle_at",
    "quotactl", "quotactl_fd", "swapon", "swapoff", "fanotify_init",
    /* who one is */
    "setuid", "setgid", "setreuid", "setregid", "setfsuid", "setfsgid", "setgroups", "capset",
    "setdomainname", "sethostname",
    /* large and dark corners of the kernel */
    "keyctl", "add_key", "request_key", "bpf", "perf_event_open", "io_uring_setup",
    "io_uring_enter", "io_uring_register", "userfaultfd", "kexec_load", "kexec_file_load",
    "init_module", "finit_module", "delete_module", "reboot", "syslog", "acct", "settimeofday",
    "clock_settime", "clock_adjtime", "adjtimex", "stime", "iopl", "ioperm", "lookup_dcookie",
    "nfsservctl", "vhangup", "uselib", "_sysctl"};

static int refuse_calls(scmp_filter_ctx filter)
{
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        int call = seccomp_syscall_resolve_name(refused[i]);
        int code =
            call == __NR_SCMP_ERROR ? 0 : seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), call, 0);

        if (code)
            return code;
    }
    return 0;
}

/* Arguments that make a harmless call a dangerous one. */
static int refuse_arguments(scmp_filter_ctx filter)
{
    static const scmp_datum_t namespaces[] = {CLONE_NEWUSER,  CLONE_NEWPID, CLONE_NEWNET,
                                              CLONE_NEWIPC,   CLONE_NEWNS,  CLONE_NEWUTS,
                                              CLONE_NEWCGROUP};
    const uint32_t no = SCMP_ACT_ERRNO(EPERM);
    /* Its flags lie in memory, out of a filter's reach: the C library then takes clone. */
    int code = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);

    for (size_t i = 0; !code && i < sizeof(namespaces) / sizeof(namespaces[0]); i++)
        code = seccomp_rule_add(filter, no, SCMP_SYS(clone), 1,
                                SCMP_A0(SCMP_CMP_MASKED_EQ, namespaces[i], namespaces[i]));
    if (!code)
        code = seccomp_rule_add(filter, no, SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_NE, AF_UNIX, 0));
    if (!code) /* typing into somebody's terminal */
        code = seccomp_rule_add(filter, no, SCMP_SYS(ioctl), 1,
                                SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffff, TIOCSTI));
    if (!code)
        code = seccomp_rule_add(filter, no, SCMP_SYS(ioctl), 1,
                                SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffff, TIOCLINUX));
    return code;
}

/* Becoming somebody else. To be told to stay who one is does no harm, and make tells that everybody
 * it starts; then the second argument is one's own id, and the kernel has no others to give. */
static int refuse_identities(scmp_filter_ctx filter, const struct bz_plan *plan)
{
    const uint32_t no = SCMP_ACT_ERRNO(EPERM);
    scmp_datum_t user = plan->namespaces ? BZ_NOBODY : plan->uid;
    scmp_datum_t group = plan->namespaces ? BZ_NOBODY : plan->gid;
    int code = seccomp_rule_add(filter, no, SCMP_SYS(setresuid), 1, SCMP_A1(SCMP_CMP_NE, user, 0));

    return code ? code
                : seccomp_rule_add(filter, no, SCMP_SYS(setresgid), 1,
                                   SCMP_A1(SCMP_CMP_NE, group, 0));
}

/* The library writes its program to a descriptor only. */
static int export(scmp_filter_ctx filter, struct bz_plan *plan)
{
    int fd = memfd_create("filter", MFD_CLOEXEC), code;
    ssize_t got;

    if (fd < 0)
        return -errno;
    code = seccomp_export_bpf(filter, fd);
    got = code ? 0 : pread(fd, plan->filter, sizeof(plan->filter), 0);
    close(fd);
    if (code || got < 0)
        return code ? code : -EIO;
    if (got == (ssize_t)sizeof(plan->filter))
        return -E2BIG;
    plan->filter_length = (unsigned short)((size_t)got / sizeof(plan->filter[0]));
    return 0;
}

int bz_filter_make(struct bz_plan *plan, struct bz_error *err)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    int code = filter ? refuse_calls(filter) : -ENOMEM;

    if (!code)
        code = refuse_arguments(filter);
    if (!code)
        code = refuse_identities(filter, plan);
    if (!code)
        code = export(filter, plan);
    seccomp_release(filter);
    if (code)
        return bz_fail(err, BZ_ERROR_IO, "the filter of system calls cannot be made (%d)", code);
    return BZ_OK;
}
