/*
 * cage.c - the last steps before a stranger's program runs: limits, no rights, Landlock, filter.
 *
 * Landlock lists the files once more. Where there are namespaces it is the second wall; where there
 * are none it is the only one.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/guard.h"

/* As of Landlock 6; a kernel that knows less is told less. */
struct ruleset {
    uint64_t files, network, scope;
};
enum {
    READ_FILE = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE,
    READ = READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
    TRUNCATE = 1 << 14, /* since 3 */
    IOCTL = 1 << 15,    /* since 5 */
    ALL_FILES = (1 << 16) - 1,
    WRITE_FILE = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | TRUNCATE | IOCTL,
    ALL_NETWORK = 3, /* since 4: to listen and to connect */
    ALL_SCOPES = 3   /* since 6: abstract sockets, signals */
};

int bz_landlock_version(void)
{
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);

    return version > 0 ? (int)version : 0;
}

static uint64_t known_files(int version)
{
    static const int bits[] = {0, 13, 14, 15, 15, 16};

    return (UINT64_C(1) << bits[version > 5 ? 5 : version]) - 1;
}

static uint64_t access_of(enum bz_view_kind kind)
{
    static const uint64_t accesses[] = {[BZ_VIEW_FOLDER] = READ,
                                        [BZ_VIEW_FILE] = READ_FILE,
                                        [BZ_VIEW_DEVICE] = WRITE_FILE,
                                        [BZ_VIEW_SCRATCH] = ALL_FILES};

    return accesses[kind];
}

static bool allow(long ruleset, const char *path, uint64_t access)
{
    struct landlock_path_beneath_attr rule = {.allowed_access = access};
    long added;

    rule.parent_fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_PATH | O_CLOEXEC);
    if (rule.parent_fd < 0)
        return errno == ENOENT;
    added = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    syscall(SYS_close, rule.parent_fd);
    return added == 0;
}

static bool lock_files(const struct bz_plan *plan, int version)
{
    const struct ruleset wanted = {known_files(version), version >= 4 ? ALL_NETWORK : 0,
                                   version >= 6 ? ALL_SCOPES : 0};
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    long ruleset = syscall(SYS_landlock_create_ruleset, &wanted, size, 0);
    bool good = ruleset >= 0;

    for (int i = 0; good && i < plan->view_count; i++)
        if (plan->views[i].kind != BZ_VIEW_LINK)
            good =
                allow(ruleset, plan->views[i].path, access_of(plan->views[i].kind) & wanted.files);
    if (good && plan->namespaces)
        good = allow(ruleset, BZ_SCRATCH, wanted.files) && allow(ruleset, "/proc", READ);
    return good && syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
}

static bool set_limit(int what, rlim_t soft, rlim_t hard)
{
    const struct rlimit64 limit = {soft, hard};
    struct rlimit64 now;

    if (syscall(SYS_prlimit64, 0, what, &limit, NULL) == 0)
        return true;
    /* One that is lower already, and cannot be raised, is as good. */
    return syscall(SYS_prlimit64, 0, what, NULL, &now) == 0 && now.rlim_max <= hard;
}

static bool set_limits(const struct bz_plan *plan)
{
    const struct bz_confinement *limits = &plan->limits;
    enum { OPEN_FILES = 256, LOCKED = 1 << 20 };

    return set_limit(RLIMIT_CORE, 0, 0) &&
           set_limit(RLIMIT_CPU, (rlim_t)limits->cpu_seconds, (rlim_t)limits->cpu_seconds + 1) &&
           set_limit(RLIMIT_FSIZE, (rlim_t)limits->file_size, (rlim_t)limits->file_size) &&
           set_limit(RLIMIT_NOFILE, OPEN_FILES, OPEN_FILES) &&
           set_limit(RLIMIT_MEMLOCK, LOCKED, LOCKED) &&
           /* Not RLIMIT_AS: Node and Java reserve far more than they use. */
           set_limit(RLIMIT_DATA, (rlim_t)limits->memory, (rlim_t)limits->memory) &&
           set_limit(RLIMIT_NPROC, plan->process_limit, plan->process_limit);
}

/* No capability is left, nor can a program file bring one back. */
static bool drop_capabilities(void)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    const struct __user_cap_data_struct none[2] = {{0}};

    for (int i = 0; i <= 63; i++)
        syscall(SYS_prctl, PR_CAPBSET_DROP, i, 0, 0, 0);
    return syscall(SYS_capset, &header, none) == 0 &&
           syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

static bool load_filter(const struct bz_plan *plan)
{
    const struct sock_fprog program = {plan->filter_length,
                                       (struct sock_filter *)(uintptr_t)plan->filter};

    return syscall(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

void bz_cage_enter(const struct bz_plan *plan, struct bz_trouble *ret_trouble)
{
    const uint64_t no_signals = 0;
    int version = bz_landlock_version();

    syscall(SYS_setsid);
    syscall(SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0); /* the guardian is not; /proc/self needs it */
    if (syscall(SYS_chdir, plan->cwd))
        bz_trouble_at(ret_trouble, BZ_STEP_FOLDER, 0);
    else if (!set_limits(plan) || !drop_capabilities())
        bz_trouble_at(ret_trouble, BZ_STEP_LIMITS, 0);
    else if (version > 0 && !lock_files(plan, version))
        bz_trouble_at(ret_trouble, BZ_STEP_LANDLOCK, 0);
    else if (!load_filter(plan) && !plan->limits.unsafe_ok)
        bz_trouble_at(ret_trouble, BZ_STEP_FILTER, 0);
    else {
        syscall(SYS_rt_sigprocmask, SIG_SETMASK, &no_signals, NULL, sizeof(no_signals));
        syscall(SYS_execve, plan->program, plan->argv, plan->environment);
        bz_trouble_at(ret_trouble, BZ_STEP_EXEC, 0);
    }
}
