/*
 * stage.c - the judge: something to attack, an attacker in the sandbox, and what came out of it.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "attack.h"

/* Listens on any port; *ret_port is which. */
static int listen_tcp(int *ret_port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof(address);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (fd < 0)
        return -1;
    if (bind(fd, (const struct sockaddr *)&address, length) == 0 && listen(fd, 4) == 0)
        getsockname(fd, (struct sockaddr *)&address, &length);
    *ret_port = ntohs(address.sin_port);
    return fd;
}

static int listen_local(int pid)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int length = snprintf(address.sun_path + 1, sizeof(address.sun_path) - 1, "bazi-stage-%d", pid);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (fd >= 0 &&
        bind(fd, (const struct sockaddr *)&address,
             (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length)) == 0)
        listen(fd, 4);
    return fd;
}

/* A file that everybody may read; it stays open, for who inherits it. */
static int make_secret(struct stage *stage)
{
    enum { UNUSUAL = 100 }; /* a number the attacker does not open itself */
    char path[sizeof(stage->folder) + 8];
    int fd, high;

    snprintf(path, sizeof(path), "%s/secret", stage->folder);
    fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    high = fcntl(fd, F_DUPFD, UNUSUAL);
    close(fd);
    return high;
}

int stage_init(struct stage *ret_stage, bool unsafe_ok, struct bz_error *err)
{
    struct stage *stage = ret_stage;
    ssize_t length = readlink("/proc/self/exe", stage->program, sizeof(stage->program) - 1);

    if (length < 0)
        return bz_fail(err, BZ_ERROR_IO, "/proc/self/exe: %s", strerror(errno));
    stage->program[length] = '\0';
    stage->unsafe_ok = unsafe_ok;
    snprintf(stage->folder, sizeof(stage->folder), "/tmp/bazi-stage-XXXXXX");
    if (!mkdtemp(stage->folder) || chmod(stage->folder, 0777))
        return bz_fail(err, BZ_ERROR_IO, "%s: %s", stage->folder, strerror(errno));
    snprintf(stage->own, sizeof(stage->own), "%s/own", stage->folder);
    if (mkdir(stage->own, 0777) || chmod(stage->own, 0777))
        return bz_fail(err, BZ_ERROR_IO, "%s: %s", stage->own, strerror(errno));
    stage->target = (struct target){.pid = getpid(), .folder = stage->folder};
    stage->target.fd = make_secret(stage);
    stage->listener = listen_tcp(&stage->target.port);
    stage->local = listen_local(stage->target.pid);
    setenv("BAZI_CANARY", "1", 1);
    return BZ_OK;
}

void stage_release(struct stage *stage)
{
    char path[sizeof(stage->folder) + 8];

    snprintf(path, sizeof(path), "%s/secret", stage->folder);
    unlink(path);
    rmdir(stage->own);
    rmdir(stage->folder);
    close(stage->target.fd);
    close(stage->listener);
    close(stage->local);
}

/* The attacker's line, without its end; empty if it says none in time. */
static void read_line(int fd, int millis, char *ret_line, size_t size)
{
    size_t used = 0;

    ret_line[0] = '\0';
    while (used < size - 1 && !strchr(ret_line, '\n')) {
        struct pollfd end = {.fd = fd, .events = POLLIN};
        ssize_t got = poll(&end, 1, millis) > 0 ? read(fd, ret_line + used, size - 1 - used) : 0;

        if (got <= 0)
            break;
        used += (size_t)got;
        ret_line[used] = '\0';
    }
    ret_line[strcspn(ret_line, "\n")] = '\0';
}

/* Whether nobody holds the other end any more. */
static bool is_deserted(int fd)
{
    struct pollfd end = {.fd = fd, .events = POLLIN};

    return poll(&end, 1, 1000) > 0 && (end.revents & POLLHUP);
}

static void judge(const char *line, bool deserted, const struct bz_fate *fate,
                  struct finding *ret_finding)
{
    static const char stopped[] = "stopped ", done[] = "done ";

    *ret_finding = (struct finding){.stopped = false};
    if (!deserted) {
        snprintf(ret_finding->by, sizeof(ret_finding->by), "something still runs");
    } else if (strncmp(line, done, strlen(done)) == 0) {
        snprintf(ret_finding->by, sizeof(ret_finding->by), "%s", line + strlen(done));
    } else if (strncmp(line, stopped, strlen(stopped)) == 0) {
        ret_finding->stopped = true;
        snprintf(ret_finding->by, sizeof(ret_finding->by), "%s", line + strlen(stopped));
    } else {
        ret_finding->stopped = fate->end != BZ_END_KILLED;
        snprintf(ret_finding->by, sizeof(ret_finding->by), "%s", fate->text);
    }
}

int stage_try(const struct stage *stage, const struct attack *attack, struct finding *ret_finding,
              struct bz_error *err)
{
    char pid[16], port[16], fd[16], line[120];
    const char *const argv[] = {stage->program, "sandbox",     "attack", "--", attack->name, pid,
                                port,           stage->folder, fd,       NULL};
    struct bz_confinement confinement = BZ_CONFINEMENT_DEFAULT;
    struct bz_process process;
    struct bz_fate fate;
    int witness, code;

    snprintf(pid, sizeof(pid), "%d", stage->target.pid);
    snprintf(port, sizeof(port), "%d", stage->target.port);
    snprintf(fd, sizeof(fd), "%d", stage->target.fd);
    confinement.unsafe_ok = stage->unsafe_ok;
    confinement.folder = stage->own;
    if (attack->run == attack_cpu)
        confinement.cpu_seconds = 1;
    code = bz_process_start(argv, &confinement, &process, err);
    if (code)
        return code;
    read_line(process.out, 20000, line, sizeof(line));
    witness = fcntl(process.out, F_DUPFD_CLOEXEC, 0);
    bz_process_end(&process, 500, &fate);
    if (attack->run == attack_daemon && fate.end == BZ_END_EXIT)
        snprintf(fate.text, sizeof(fate.text), "it ended with its parent");
    judge(line, is_deserted(witness), &fate, ret_finding);
    close(witness);
    return BZ_OK;
}
