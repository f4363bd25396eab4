/*
 * join.c - from a process alone to one of several.
 *
 * Only bazi-mpi is linked with MPI, so that everybody else's bazi starts fast and needs none. It
 * stands beside bazi and takes the same command line; what mpirun has told the process in its
 * environment stays.
 */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "command.h"

int invocation_join(const struct invocation *inv)
{
    static const char name[] = "bazi-mpi";
    char path[PATH_MAX + sizeof(name)];
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
    char *slash;

    if (inv->cluster)
        return STATUS_DONE;
    if (length <= 0 || length == PATH_MAX)
        return complain("--mpi: this program does not know where it is, nor where bazi-mpi is");
    path[length] = '\0';
    slash = strrchr(path, '/');
    memcpy(slash + 1, name, sizeof(name));
    execv(path, inv->argv);
    if (errno == ENOENT)
        return complain("--mpi: this bazi was built without MPI; install libopenmpi-dev, and build "
                        "it again");
    return complain("--mpi: %s: %s", bz_quoted_path(path).text, strerror(errno));
}
