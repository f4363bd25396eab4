/*
 * sandbox.h - strangers' programs, run where they can do no harm.
 *
 * A process starts with an empty environment, a folder it can read, a scratch folder it can write,
 * no network, and limits on memory, time, processes and files; whatever it starts in turn ends with
 * it. Where the kernel forbids a needed part, nothing is started and the error names that part,
 * unless the caller says `unsafe_ok`.
 *
 * Any thread may call any of these; one process is for one thread at a time.
 */
#ifndef SANDBOX_SANDBOX_H
#define SANDBOX_SANDBOX_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "bazi/error.h"

struct bz_confinement {
    const char *folder;          /* its own: readable, and where it begins; or NULL */
    const char *const *readable; /* more files and folders, absolute, up to NULL; or NULL */
    const char *scratch;         /* a folder it may write (by root: which nobody may write); NULL:
                                  * a fresh one, gone with it */
    int64_t memory;              /* bytes, of all its processes together */
    int64_t file_size;           /* bytes, of one file; and of a fresh scratch folder */
    int cpu_seconds;             /* of all its processes together */
    int processes;               /* and threads, at any one time */
    bool unsafe_ok;              /* go on without what the kernel does not offer */
};

/* Enough for Python, Node and Java; change what has to be different. */
#define BZ_CONFINEMENT_DEFAULT                                                             \
    {                                                                                      \
        .memory = INT64_C(768) << 20, .file_size = INT64_C(64) << 20, .cpu_seconds = 3600, \
        .processes = 128                                                                   \
    }

enum bz_end {
    BZ_END_EXIT,   /* by itself; `number` is its status */
    BZ_END_SIGNAL, /* killed by signal `number` */
    BZ_END_MEMORY,
    BZ_END_CPU,
    BZ_END_KILLED /* by bz_process_end */
};

struct bz_fate {
    enum bz_end end;
    int number;
    int64_t cpu_micros; /* used by it and its children; 0 where not known */
    int64_t memory;     /* the most it had, in bytes; 0 where not known */
    bool left;          /* it ended by itself, and what it had started was still running */
    char text[80];      /* "exit status 3", "killed by signal 11 (Segmentation fault)" … */
};

struct bz_process {
    pid_t pid;        /* of its guardian, the parent of all its processes */
    int in, out, err; /* to its stdin, from its stdout and stderr; who closes one puts -1 here */
    int ended;        /* a descriptor to poll for reading: it has ended */
    bool namespaces;  /* false: they are forbidden here, and it runs by unsafe_ok; say so */
    /* The rest is for the sandbox itself. */
    int leash;
    bool known;
    struct bz_fate fate;
    char scratch[64];
    pid_t program; /* the guardian's first child; 0 until somebody asks */
};

/* Starts argv[0] with these arguments, up to NULL. A name with a slash is a file, from the folder
 * (or else the working directory) if it is relative; another one is looked for in /usr/local/bin,
 * /usr/bin and /bin. A program that cannot be executed is an error here, not a process that ends.
 * BZ_ERROR_UNFIT means that the system refuses a needed part of the sandbox, BZ_ERROR_UNKNOWN that
 * it has no program of that name, BZ_ERROR_BUSY that it is too full just now.
 * Writing to one that has ended raises SIGPIPE, which the caller should ignore. */
int bz_process_start(const char *const argv[], const struct bz_confinement *confinement,
                     struct bz_process *ret_process, struct bz_error *err);

/* Whether it has ended, and how; never waits. It still has to be given to bz_process_end. */
bool bz_process_ended(struct bz_process *process, struct bz_fate *ret_fate);

/* What it has had of the machine so far, in microseconds; zero where the kernel does not tell. */
struct bz_ration {
    int64_t cpu;    /* of the program itself, all its threads */
    int64_t waited; /* its first thread was ready to run, and no processor was free */
};
struct bz_ration bz_process_ration(struct bz_process *process);

/* Closes its stdin, waits so long for it to end by itself, then kills it. Nothing of it is left
 * afterwards: no process, no descriptor, no scratch folder. `ret_fate` may be NULL. */
void bz_process_end(struct bz_process *process, int grace_millis, struct bz_fate *ret_fate);

/* A command line, taken apart as a shell would, with quotes and backslashes but nothing else of a
 * shell: what a shell would expand or obey is refused. The words point into `text`. */
enum { BZ_COMMAND_WORDS = 64, BZ_COMMAND_MAX = 4096 };
struct bz_command {
    int count;
    const char *argv[BZ_COMMAND_WORDS + 1]; /* at least one word, then NULL */
    char text[BZ_COMMAND_MAX];
};
int bz_command_parse(struct bz_command *ret_command, const char *line, struct bz_error *err);

/* What this kernel offers to this user. */
struct bz_protection {
    const char *name;
    bool present;
    bool needed;      /* without it nothing is started unless unsafe_ok */
    char detail[120]; /* "ABI 7", or why it is absent */
    const char *lost; /* what an agent could do without it */
};
enum { BZ_PROTECTIONS_MAX = 12 };
/* Fills an array of BZ_PROTECTIONS_MAX and returns how many there are. */
int bz_sandbox_probe(struct bz_protection *ret_protections);

#endif
