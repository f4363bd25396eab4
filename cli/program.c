/*
 * program.c - from a command line to a command, and from its result to an exit status.
 */
#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"

/* A standard stream that was closed is opened in a way that refuses to be used, so that no file
 * opened later takes its number and gets the program's text. */
static void plug_closed_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) < 0)
            return;
}

/* Output that did not reach its reader makes a good answer a bad one. */
static int finish(int status)
{
    bool lost = ferror(stdout);

    errno = 0;
    if (fflush(stdout) || lost) {
        fprintf(stderr, "bazi: the output could not be written%s%s\n", errno ? ": " : "",
                errno ? strerror(errno) : "");
        return status == STATUS_DONE ? STATUS_BAD : status;
    }
    return status;
}

int program_run(int argc, char **argv, const struct bz_cluster *cluster)
{
    struct invocation inv;
    int status;

    setlocale(LC_CTYPE, "");
    signal(SIGPIPE, SIG_IGN);
    plug_closed_streams();
    status = invocation_parse(argc, argv, &inv);
    inv.argv = argv;
    inv.cluster = cluster;
    if (status == STATUS_DONE)
        status = inv.command->run(&inv);
    return status == STATUS_USAGE ? status : finish(status);
}
