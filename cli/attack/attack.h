/*
 * attack.h - what a hostile agent would try, tried for real.
 *
 * The program starts itself in the sandbox as the attacker. An attack prints one line, "stopped …"
 * with what stopped it or "done …"; or it is killed in the attempt, which is as good as stopped.
 */
#ifndef ATTACK_ATTACK_H
#define ATTACK_ATTACK_H

#include <stdbool.h>

#include "bazi/bazi.h"
#include "sandbox/sandbox.h"

/* What the attacker is told about the world outside. */
struct target {
    int pid;            /* of the program that judges */
    int port;           /* where that listens */
    const char *folder; /* of its own, open to everybody, with a file called secret */
    int fd;             /* a descriptor it forgot to close */
};

struct attack {
    const char *name;
    const char *brief;
    void (*run)(const struct target *target);
};
extern const struct attack attacks[]; /* ends with a NULL name */

/* The attacker: runs the attack of that name with the target's parts as words. 0, or 2 if it is
 * called wrongly. */
int attack_run(int count, const char *const *words);

/* Prints the line. The words say which call, and why it failed unless error is 0. */
void attack_stopped(const char *what, int error);
void attack_done(const char *what);
/* One or the other, by the result of a system call. */
void attack_result(const char *what, long result);

void attack_passwd(const struct target *target);
void attack_secret(const struct target *target);
void attack_write(const struct target *target);
void attack_folder(const struct target *target);
void attack_connect(const struct target *target);
void attack_listen(const struct target *target);
void attack_local(const struct target *target);
void attack_signal(const struct target *target);
void attack_guardian(const struct target *target);
void attack_ptrace(const struct target *target);
void attack_proc(const struct target *target);
void attack_setuid(const struct target *target);
void attack_namespace(const struct target *target);
void attack_kernel(const struct target *target);
void attack_device(const struct target *target);
void attack_descriptor(const struct target *target);
void attack_environment(const struct target *target);

void attack_forks(const struct target *target);
void attack_memory(const struct target *target);
void attack_shared(const struct target *target);
void attack_file(const struct target *target);
void attack_files(const struct target *target);
void attack_cpu(const struct target *target);
void attack_daemon(const struct target *target);

/* The judge's side (stage.c). */
struct stage {
    struct target target;
    char folder[64], own[80], program[4096];
    int listener, local;
    bool unsafe_ok;
};
struct finding {
    bool stopped;
    char by[120];
};
int stage_init(struct stage *ret_stage, bool unsafe_ok, struct bz_error *err);
void stage_release(struct stage *stage);
/* Lets the attack happen. An error means that it could not even be tried. */
int stage_try(const struct stage *stage, const struct attack *attack, struct finding *ret_finding,
              struct bz_error *err);

#endif
