/*
 * command.h - the commands of the program, and one call of one of them.
 *
 * commands.c holds the only table. The parser, --help, the man pages and the shell completions
 * all read it, so none of them can say something the others do not.
 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>

#include "bazi/bazi.h"

/* What a command returns and the program exits with. */
enum status {
    STATUS_DONE = 0,
    STATUS_BAD = 1,  /* the work was done and its answer is bad */
    STATUS_USAGE = 2 /* wrong usage or input, with one line on stderr */
};

/* What an operand or a flag's argument is, as far as a shell can complete it. */
enum completion {
    COMPLETE_NOTHING,
    COMPLETE_FILE,
    COMPLETE_GAME,
    COMPLETE_PLAYER,
    COMPLETE_OPTION, /* name=value of a game's options */
    COMPLETE_COMMAND,
    COMPLETE_SHELL
};

/* A table of these ends with a NULL name. */
struct flag {
    const char *name; /* without the dashes */
    char letter;      /* its short form, or 0 */
    bool many;        /* may be given again and again */
    bool optional;    /* its argument may be left out */
    enum completion completes;
    const char *argument; /* "FILE", or NULL for a switch */
    const char *brief;
};

/* What the generated texts explain in their own section. */
enum topic {
    TOPIC_GAMES = 1,
    TOPIC_PLAYERS = 2, /* our own */
    TOPIC_KEYS = 4,
    TOPIC_MAPS = 8,
    TOPIC_GUESTS = 16 /* and people and programs from outside */
};

struct invocation;
struct need; /* needs.h */

struct command {
    const char *name;
    const char *brief;    /* one line, no full stop */
    const char *operands; /* "GAME N", or "" */
    int operands_min, operands_max;
    enum completion completes; /* the first operand, and all the others of a repeated one */
    const struct need *need;   /* of its games; NULL: it is for all of them */
    unsigned topics;
    const char *const *details;  /* paragraphs, ending with NULL */
    const char *const *examples; /* pairs of a command line and what it does, ending with NULL */
    const struct flag *flags;
    int (*run)(const struct invocation *inv);
};

/* The table ends with a NULL name. */
extern const struct command commands[];
const struct command *command_find(const char *name);
/* The games a command is for, all of them without one, in their order; NULL after the last. */
const struct bz_game *command_game(const struct command *command, int index);

enum { OPERANDS_MAX = 32, FLAGS_MAX = 64 };

/* A command line after parsing: everything in it is known to the command, in range of its counts,
 * and points into argv. */
struct invocation {
    const struct command *command;
    const char *operands[OPERANDS_MAX];
    int operand_count;
    const struct flag *flags[FLAGS_MAX];
    const char *values[FLAGS_MAX]; /* NULL for a switch or an argument left out */
    int flag_count;
    char **argv;
    const struct bz_cluster *cluster; /* the processes this is one of, or NULL */
};

/* Reads argv[1] …; on a wrong one complains and returns STATUS_USAGE. `--help` and `--version`
 * become calls of the commands that answer them. */
int invocation_parse(int argc, char **argv, struct invocation *ret_inv);

/* The operand at this place, or NULL. */
const char *invocation_operand(const struct invocation *inv, int index);
/* Whether the command has a flag of this name. */
bool invocation_knows(const struct invocation *inv, const char *name);
/* Whether a flag was given, by its long name, which the command must have. */
bool invocation_has(const struct invocation *inv, const char *name);
/* The last value given to a flag, or NULL. */
const char *invocation_value(const struct invocation *inv, const char *name);
/* Every value of a repeated flag in order; returns how many (at most FLAGS_MAX). */
int invocation_values(const struct invocation *inv, const char *name, const char **ret_values);
/* A flag's whole number; without the flag *ret_number keeps its value. Complains and returns
 * STATUS_USAGE when it does not parse or is out of range. */
int invocation_number(const struct invocation *inv, const char *name, int64_t min, int64_t max,
                      int64_t *ret_number);

/* The same for a number with a fraction. */
int invocation_real(const struct invocation *inv, const char *name, double min, double max,
                    double *ret_number);

/* --threads, or else one for every processor; where several processes work together, one. */
int invocation_threads(const struct invocation *inv, int *ret_threads);

/* The game of that name, or, without one, the first that the command is for. Complains and returns
 * NULL where there is none, or where the command is not for it. */
const struct bz_game *invocation_game(const struct invocation *inv, const char *name);
/* The game, its options (-o) and its position (--fen, where the command has it). On success the
 * setup is the caller's to release; otherwise complains and returns STATUS_USAGE. */
int invocation_setup(const struct invocation *inv, const char *game, struct bz_setup *ret_setup,
                     union bz_pos *ret_pos);

/* Goes on as bazi-mpi, the program for several processes, if this is not it already. Otherwise
 * complains and returns STATUS_USAGE. */
int invocation_join(const struct invocation *inv);

/* Prints "bazi: …" as one line on stderr and returns STATUS_USAGE. */
__attribute__((format(printf, 1, 2))) int complain(const char *format, ...);

int cmd_agent(const struct invocation *inv);
int cmd_analyse(const struct invocation *inv);
int cmd_bench(const struct invocation *inv);
int cmd_check(const struct invocation *inv);
int cmd_db(const struct invocation *inv);
int cmd_evaluate(const struct invocation *inv);
int cmd_export(const struct invocation *inv);
int cmd_games(const struct invocation *inv);
int cmd_grade(const struct invocation *inv);
int cmd_import(const struct invocation *inv);
int cmd_help(const struct invocation *inv);
int cmd_match(const struct invocation *inv);
int cmd_map(const struct invocation *inv);
int cmd_perft(const struct invocation *inv);
int cmd_play(const struct invocation *inv);
int cmd_replay(const struct invocation *inv);
int cmd_reproduce(const struct invocation *inv);
int cmd_rules(const struct invocation *inv);
int cmd_sandbox(const struct invocation *inv);
int cmd_serve_agents(const struct invocation *inv);
int cmd_solve(const struct invocation *inv);
int cmd_sprt(const struct invocation *inv);
int cmd_book(const struct invocation *inv);
int cmd_tournament(const struct invocation *inv);
int cmd_tune(const struct invocation *inv);
int cmd_ugi(const struct invocation *inv);
int cmd_ugi_check(const struct invocation *inv);
int cmd_version(const struct invocation *inv);
int cmd_work(const struct invocation *inv);

#endif
