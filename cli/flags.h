/*
 * flags.h - the flags of the commands: those several have in common, and the tables.
 */
#ifndef CLI_FLAGS_H
#define CLI_FLAGS_H

#include "command.h"

#define FLAG_OPTION                                                                                \
    {                                                                                              \
        .name = "option", .letter = 'o', .many = true, .completes = COMPLETE_OPTION,               \
        .argument = "NAME=VALUE", .brief = "set an option of the game; may be given several times" \
    }
#define FLAG_FEN                                                    \
    {                                                               \
        .name = "fen", .argument = "FEN",                           \
        .brief = "begin at this position instead of the game's own" \
    }
#define FLAG_JSON(what)               \
    {                                 \
        .name = "json", .brief = what \
    }
#define FLAG_THREADS                                                        \
    {                                                                       \
        .name = "threads", .argument = "N",                                 \
        .brief = "number of threads; one a processor unless said otherwise" \
    }
#define FLAG_NUMBER(brief_)                                  \
    {                                                        \
        .name = "number", .argument = "N", .brief = (brief_) \
    }
#define FLAG_END     \
    {                \
        .name = NULL \
    }
#define TEXTS(...)        \
    (const char *const[]) \
    {                     \
        __VA_ARGS__, NULL \
    }

/* One table a command, by its name. */
extern const struct flag no_flags[];
extern const struct flag games_flags[];
extern const struct flag play_flags[];
extern const struct flag match_flags[];
extern const struct flag sprt_flags[];
extern const struct flag tournament_flags[];
extern const struct flag grade_flags[];
extern const struct flag work_flags[];
extern const struct flag ugi_flags[];
extern const struct flag ugi_check_flags[];
extern const struct flag perft_flags[];
extern const struct flag solve_flags[];
extern const struct flag evaluate_flags[];
extern const struct flag analyse_flags[];
extern const struct flag book_flags[];
extern const struct flag tune_flags[];
extern const struct flag bench_flags[];
extern const struct flag reproduce_flags[];
extern const struct flag rules_flags[];
extern const struct flag map_flags[];
extern const struct flag sandbox_flags[];
extern const struct flag db_flags[];
extern const struct flag export_flags[];
extern const struct flag import_flags[];
extern const struct flag replay_flags[];
extern const struct flag serve_agents_flags[];
extern const struct flag agent_flags[];
extern const struct flag help_flags[];

#endif
