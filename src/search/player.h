/*
 * player.h - what the kinds of engines share: how one is described, and an engine's own data.
 */
#ifndef SEARCH_PLAYER_H
#define SEARCH_PLAYER_H

#include "bazi/engine.h"
#include "search/classic.h"

enum { BZ_LINES_MAX = 16 }; /* of `multipv` */

struct bz_player_kind {
    struct bz_engine_kind shown;
    int (*init)(struct bz_engine *engine, struct bz_error *err); /* sets `state`; may be NULL */
    void (*release)(struct bz_engine *engine); /* also of one half made; may be NULL */
    void (*reset)(struct bz_engine *engine);   /* may be NULL */
    void (*think)(struct bz_engine *engine, const void *pos, const struct bz_limits *limits,
                  const struct bz_listener *listener, struct bz_answer *answer);
    bz_classic_search *search; /* of the textbook kinds */
};

struct bz_engine {
    const struct bz_setup *setup;
    const struct bz_rules *rules; /* the setup's when the engine was made */
    const struct bz_player_kind *kind;
    struct bz_value values[BZ_OPTIONS_MAX]; /* in the order of the kind's options */
    bool resigns;
    void *state; /* the kind's own */
};

extern const struct bz_player_kind bz_player_best, bz_player_alphabeta, bz_player_minimax,
    bz_player_expectiminimax, bz_player_mcts, bz_player_report, bz_player_greedy, bz_player_alone,
    bz_player_random, bz_player_simple;

/* The value of a spec's key, or NULL for a kind without it; and its number, or 0. */
const struct bz_value *bz_player_value(const struct bz_engine *engine, const char *key);
int64_t bz_player_number(const struct bz_engine *engine, const char *key);

/* The caller's limits or, where there are none, those of the spec's keys `plies`, `nodes` and
 * `movetime`; a forced move gets no more than a moment. */
struct bz_limits bz_player_limits(const struct bz_engine *engine, const void *pos,
                                  const struct bz_limits *given);

/* The error of a kind that has not got the memory its keys `hash` and `threads` ask for. */
int bz_player_no_memory(const struct bz_engine *engine, struct bz_error *err);

/* An evaluation of the game; NULL, with the list of what exists, for a name it does not have. */
const struct bz_eval *bz_player_eval(const struct bz_setup *setup, const char *name,
                                     struct bz_error *err);

/* Entries of the kinds' tables of options. */
#define BZ_PLAYER_RESIGN                                                                       \
    {                                                                                          \
        .name = "resign", .type = BZ_CHOICE, .fallback = "game", .choices = "game|never|lost", \
        .brief = "give up when every move loses; `game` does as the game's own option says"    \
    }
#define BZ_PLAYER_EVAL                                                                           \
    {                                                                                            \
        .name = "eval", .type = BZ_TEXT, .fallback = "", .choices = "a name of the game's list", \
        .brief = "how leaves are judged; the game's first evaluation unless given"               \
    }
#define BZ_PLAYER_PLIES(least, standard)                                         \
    {                                                                            \
        .name = "plies", .type = BZ_INTEGER, .fallback = standard, .min = least, \
        .max = BZ_DEPTH_MAX, .brief = "how many moves ahead to look"             \
    }
#define BZ_PLAYER_NODES(what)                                                   \
    {                                                                           \
        .name = "nodes", .type = BZ_INTEGER, .fallback = "0", .max = INT64_MAX, \
        .brief = "stop after so many " what "; 0 for no such limit"             \
    }
#define BZ_PLAYER_MOVETIME(unless)                                                             \
    {                                                                                          \
        .name = "movetime", .type = BZ_INTEGER, .fallback = "1000", .min = 1, .max = 86400000, \
        .brief = "milliseconds a move, unless " unless                                         \
    }
#define BZ_PLAYER_HASH(what)                                                                     \
    {                                                                                            \
        .name = "hash", .type = BZ_INTEGER, .fallback = "64", .min = 1, .max = BZ_MEGABYTES_MAX, \
        .brief = what                                                                            \
    }
#define BZ_PLAYER_THREADS                                                                        \
    {                                                                                            \
        .name = "threads", .type = BZ_INTEGER, .fallback = "1", .min = 1, .max = BZ_THREADS_MAX, \
        .brief = "how many threads search together"                                              \
    }
#define BZ_PLAYER_MULTIPV                                                                      \
    {                                                                                          \
        .name = "multipv", .type = BZ_INTEGER, .fallback = "1", .min = 1, .max = BZ_LINES_MAX, \
        .brief = "how many lines to report"                                                    \
    }
#define BZ_PLAYER_SEED                                                         \
    {                                                                          \
        .name = "seed", .type = BZ_INTEGER, .fallback = "0", .max = INT64_MAX, \
        .brief = "the same seed plays the same moves"                          \
    }
#define BZ_PLAYER_END \
    {                 \
        .name = NULL  \
    }

#endif
