/*
 * plan.h - all that a new process will need, made before it exists.
 *
 * The program that starts a process has threads, so between clone and exec nothing may be allocated
 * and nothing of the C library called but its system calls. Everything else is done here first.
 */
#ifndef SANDBOX_PLAN_H
#define SANDBOX_PLAN_H

#include <linux/filter.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "sandbox/sandbox.h"

enum { BZ_NOBODY = 65534 };

/* Where a fresh scratch folder lies, for who has a root of his own. */
#define BZ_SCRATCH "/agent-scratch"

enum bz_view_kind {
    BZ_VIEW_FOLDER,  /* read-only, with all that is in it */
    BZ_VIEW_FILE,    /* read-only */
    BZ_VIEW_DEVICE,  /* a file that may be written as well */
    BZ_VIEW_SCRATCH, /* a folder that may be written */
    BZ_VIEW_LINK     /* a symbolic link, made anew */
};

/* Something of the file system that a process gets to see, at the same place. */
struct bz_view {
    enum bz_view_kind kind;
    const char *path;   /* absolute */
    const char *target; /* of a link */
    int tree;           /* the mount, while it is carried over */
};

enum { BZ_VIEWS_MAX = 128, BZ_FILTER_MAX = 1024, BZ_PLAN_TEXT = 1 << 16 };

struct bz_plan {
    const char *const *argv;
    const char *program; /* what is executed, absolute */
    const char *cwd;
    const char *scratch;
    char scratch_options[64]; /* for mounting a fresh one */
    char *environment[8];
    struct bz_confinement limits;
    rlim_t process_limit; /* what RLIMIT_NPROC has to be for so many processes */
    uid_t uid;            /* who it is outside; inside it is nobody */
    gid_t gid;
    bool drop;       /* from root to that user */
    bool namespaces; /* with them, or without */
    struct bz_view views[BZ_VIEWS_MAX];
    int view_count;
    struct sock_filter filter[BZ_FILTER_MAX];
    unsigned short filter_length;
    char text[BZ_PLAN_TEXT]; /* the strings above */
    size_t text_used;
};

int bz_plan_make(struct bz_plan *ret_plan, const char *const argv[],
                 const struct bz_confinement *confinement, struct bz_error *err);
/* The scratch folder and what names it; a plan that was made becomes complete by this. */
int bz_plan_scratch(struct bz_plan *plan, const char *path, struct bz_error *err);

/* The system calls nobody in here needs, refused (filter.c). */
int bz_filter_make(struct bz_plan *plan, struct bz_error *err);

#endif
