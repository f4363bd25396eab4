/*
 * attack.c - the list of attacks, and the attacker's way to one of them.
 */
#include "attack.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct attack attacks[] = {
    {"passwd", "read /etc/passwd", attack_passwd},
    {"secret", "read another user's file", attack_secret},
    {"write", "write outside its folders", attack_write},
    {"folder", "write into its own folder", attack_folder},
    {"connect", "connect to a port", attack_connect},
    {"listen", "listen on a port", attack_listen},
    {"local", "talk to a local service", attack_local},
    {"signal", "signal the parent", attack_signal},
    {"guardian", "kill its guardian", attack_guardian},
    {"ptrace", "trace a process", attack_ptrace},
    {"proc", "look into other processes", attack_proc},
    {"setuid", "become root", attack_setuid},
    {"namespace", "make a new namespace", attack_namespace},
    {"kernel", "dark corners of the kernel", attack_kernel},
    {"device", "open raw devices", attack_device},
    {"descriptor", "use an inherited descriptor", attack_descriptor},
    {"environment", "read the environment", attack_environment},
    {"forks", "fork bomb", attack_forks},
    {"memory", "take 1 GB of memory", attack_memory},
    {"shared", "take 1 GB of shared memory", attack_shared},
    {"file", "write a file of 200 MB", attack_file},
    {"files", "write 200 MB in small files", attack_files},
    {"cpu", "burn CPU time, in two processes", attack_cpu},
    {"daemon", "leave a daemon behind", attack_daemon},
    {NULL, NULL, NULL},
};

static void print_line(const char *word, const char *what, int error)
{
    printf("%s %s%s%s\n", word, what, error ? ": " : "", error ? strerror(error) : "");
    fflush(stdout);
}

void attack_stopped(const char *what, int error)
{
    print_line("stopped", what, error);
}

void attack_done(const char *what)
{
    print_line("done", what, 0);
}

void attack_result(const char *what, long result)
{
    if (result < 0)
        attack_stopped(what, errno);
    else
        attack_done(what);
}

int attack_run(int count, const char *const *words)
{
    enum { NAME, PID, PORT, FOLDER, FD, WORDS };
    struct target target;

    if (count != WORDS)
        return 2;
    target = (struct target){(int)strtol(words[PID], NULL, 10), (int)strtol(words[PORT], NULL, 10),
                             words[FOLDER], (int)strtol(words[FD], NULL, 10)};
    signal(SIGXFSZ, SIG_IGN);
    for (const struct attack *attack = attacks; attack->name; attack++) {
        if (strcmp(attack->name, words[NAME]) == 0) {
            attack->run(&target);
            return 0;
        }
    }
    return 2;
}
