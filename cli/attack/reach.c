/*
 * reach.c - attacks that reach for what is not the attacker's.
 */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "attack.h"

void attack_passwd(const struct target *target)
{
    (void)target;
    attack_result("open", open("/etc/passwd", O_RDONLY | O_CLOEXEC));
}

void attack_secret(const struct target *target)
{
    char path[PATH_MAX];

    snprintf(path, sizeof(path), "%s/secret", target->folder);
    attack_result("open", open(path, O_RDONLY | O_CLOEXEC));
}

void attack_write(const struct target *target)
{
    const char *const folders[] = {target->folder, "/", "/etc", "/var", "/usr", "/home", "/dev"};
    char path[PATH_MAX];

    for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
        int fd;

        snprintf(path, sizeof(path), "%s/bazi-was-here", folders[i]);
        fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        if (fd >= 0) {
            unlink(path);
            attack_done(path);
            return;
        }
    }
    attack_stopped("open", errno);
}

void attack_folder(const struct target *target)
{
    (void)target;
    attack_result("open", open("bazi-was-here", O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
}

/* A socket and what is done with it there; the first of the calls that fails. */
static void try_socket(const struct target *target,
                       int (*use)(int, const struct sockaddr *, socklen_t), int port)
{
    const struct sockaddr_in address = {.sin_family = AF_INET,
                                        .sin_port = htons((uint16_t)port),
                                        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    (void)target;
    if (fd < 0)
        attack_stopped("socket", errno);
    else
        attack_result("use of the socket",
                      use(fd, (const struct sockaddr *)&address, sizeof(address)));
}

void attack_connect(const struct target *target)
{
    try_socket(target, connect, target->port);
}

void attack_listen(const struct target *target)
{
    try_socket(target, bind, 0);
}

/* Such as a message bus: a socket with a name outside the file system. */
void attack_local(const struct target *target)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int length =
        snprintf(address.sun_path + 1, sizeof(address.sun_path) - 1, "bazi-stage-%d", target->pid);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (fd < 0)
        attack_stopped("socket", errno);
    else
        attack_result("connect", connect(fd, (const struct sockaddr *)&address,
                                         (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 +
                                                     (size_t)length)));
}

void attack_signal(const struct target *target)
{
    attack_result("kill", kill(target->pid, SIGURG)); /* one that does nothing if it gets there */
}

void attack_guardian(const struct target *target)
{
    const struct timespec pause = {.tv_nsec = 100000000};
    pid_t parent = getppid();
    int result = parent == target->pid ? 0 : kill(parent, SIGKILL);

    if (result < 0) {
        attack_stopped("kill", errno);
        return;
    }
    nanosleep(&pause, NULL);
    if (getppid() == parent && parent != target->pid)
        attack_stopped("it is process 1 of its namespace", 0);
    else
        attack_done("kill");
}

void attack_ptrace(const struct target *target)
{
    (void)target;
    attack_result("ptrace", ptrace(PTRACE_TRACEME, 0, NULL, NULL));
}

/* Any process but itself. */
void attack_proc(const struct target *target)
{
    DIR *proc = opendir("/proc");
    const struct dirent *entry;

    (void)target;
    if (!proc) {
        attack_stopped("/proc", errno);
        return;
    }
    while ((entry = readdir(proc))) {
        long pid = strtol(entry->d_name, NULL, 10);

        if (pid > 0 && pid != getpid()) {
            attack_done("another process is in /proc");
            break;
        }
    }
    if (!entry)
        attack_stopped("no other process is in /proc", 0);
    closedir(proc);
}

void attack_setuid(const struct target *target)
{
    (void)target;
    if (geteuid() == 0)
        attack_done("it is root already");
    else if (setresuid((uid_t)-1, 0, (uid_t)-1) == 0)
        attack_done("setresuid");
    else
        attack_result("setuid", setuid(0));
}

void attack_namespace(const struct target *target)
{
    (void)target;
    attack_result("unshare", unshare(CLONE_NEWUSER));
}

void attack_kernel(const struct target *target)
{
    static const struct {
        const char *name;
        long number;
    } calls[] = {{"bpf", SYS_bpf},
                 {"perf_event_open", SYS_perf_event_open},
                 {"keyctl", SYS_keyctl},
                 {"userfaultfd", SYS_userfaultfd},
                 {"init_module", SYS_init_module},
                 {"mount", SYS_mount},
                 {"io_uring_setup", SYS_io_uring_setup}};

    (void)target;
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        long result = syscall(calls[i].number, 0, 0, 0, 0, 0);

        if (result >= 0 || (errno != EPERM && errno != ENOSYS)) { /* it looked at the arguments */
            attack_done(calls[i].name);
            return;
        }
    }
    attack_stopped("each of them", errno);
}

void attack_device(const struct target *target)
{
    static const char *const names[] = {"mem",     "kmem", "kmsg", "port", "sda",  "vda",
                                        "nvme0n1", "tty",  "ptmx", "kvm",  "fuse", "loop0"};
    char path[32];

    (void)target;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        int fd;

        snprintf(path, sizeof(path), "/dev/%s", names[i]);
        fd = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC);
        if (fd >= 0) {
            attack_done(path);
            close(fd);
            return;
        }
    }
    snprintf(path, sizeof(path), "device-%d", (int)getpid());
    attack_result("mknod", chdir(getenv("HOME") ? getenv("HOME") : "/")
                               ? -1
                               : mknod(path, S_IFCHR | 0600, 0x101));
}

void attack_descriptor(const struct target *target)
{
    attack_result("fcntl", fcntl(target->fd, F_GETFD));
}

void attack_environment(const struct target *target)
{
    (void)target;
    if (getenv("BAZI_CANARY"))
        attack_done("BAZI_CANARY");
    else
        attack_stopped("the environment is empty", 0);
}
