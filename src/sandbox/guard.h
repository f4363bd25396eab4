/*
 * guard.h - the guardian: what runs between a program that wants an agent and the agent.
 *
 * It is a copy of the program that started it and lives as long as the agent: it builds the room,
 * starts the agent in it, watches what that uses, reports how it ended, and takes everything down.
 * In its pid namespace it is process 1, so that nothing outlives it.
 *
 * All of this runs in a copy of a program with threads: system calls only, no allocation, no locks.
 */
#ifndef SANDBOX_GUARD_H
#define SANDBOX_GUARD_H

#include "sandbox/plan.h"

/* What can go wrong before the agent runs. */
#define BZ_STEP_LIST(X)                   \
    X(MAP, "a user namespace")            \
    X(TREE, "a view of")                  \
    X(USER, "the rights of nobody")       \
    X(ROOT, "a file system of its own")   \
    X(PLACE, "a place for")               \
    X(SCRATCH, "a scratch folder")        \
    X(FORK, "a process")                  \
    X(FOLDER, "its folder")               \
    X(LIMITS, "limits on what it uses")   \
    X(LANDLOCK, "Landlock")               \
    X(FILTER, "a filter of system calls") \
    X(EXEC, "")

enum bz_step {
    BZ_STEP_NONE,
#define BZ_STEP(name, words) BZ_STEP_##name,
    BZ_STEP_LIST(BZ_STEP)
#undef BZ_STEP
};

struct bz_trouble {
    enum bz_step step;
    int error; /* errno */
    int view;  /* which, where a step has several */
};

/* Says where it failed and why; for `return bz_trouble_at(…)`. Always false. */
bool bz_trouble_at(struct bz_trouble *trouble, enum bz_step step, int view);

/* The guardian's ends of the pipes. */
struct bz_ends {
    int in, out, err; /* the agent's own */
    int ready;        /* takes a bz_trouble; closed by itself when the agent runs */
    int report;       /* takes a bz_report when it has ended */
    int leash;        /* brings one byte when the user is mapped; ends when all must end */
};

struct bz_report {
    int end, number; /* as in bz_fate */
    int64_t cpu_micros, memory;
    bool left;
};

_Noreturn void bz_guard(struct bz_plan *plan, const struct bz_ends *ends);

/* room.c: a file system of its own. Gathered with the rights of who started it, built with those
 * of the user it becomes. *ret_proc is a descriptor of /proc, or -1. */
bool bz_room_gather(struct bz_plan *plan, int *ret_proc, struct bz_trouble *ret_trouble);
bool bz_room_build(const struct bz_plan *plan, int proc, struct bz_trouble *ret_trouble);

/* cage.c: the agent gives up its rights, one after the other, and becomes the program. */
void bz_cage_enter(const struct bz_plan *plan, struct bz_trouble *ret_trouble);
/* The version of Landlock the kernel offers; 0 for none. */
int bz_landlock_version(void);

/* watch.c: what all processes of a pid namespace use together, but the first one. */
struct bz_usage {
    int64_t cpu_micros, memory;
};
/* `proc` is an open /proc of that namespace. Memory shared by several counts again for each unless
 * `exact`, which takes longer. */
void bz_watch(int proc, bool exact, struct bz_usage *ret_usage);

#endif
