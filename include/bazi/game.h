/*
 * game.h - what a game is: a few constant structs, hot to cold, split by who reads them.
 *
 *   bz_rules   what the search calls millions of times a second
 *   bz_text    how positions and moves are written, read and drawn
 *   bz_game    name, options and how a variant is chosen
 *   bz_setup   a game with its options fixed: the thing positions belong to
 *
 * A position is plain data of `pos_size` bytes: copied with memcpy to make a child, never undone,
 * never freed. It may point to the immutable world of its setup (a map, a board of squares),
 * which outlives it. Functions over positions are pure: they read their arguments and nothing
 * else, so any number of threads may call them.
 *
 * The game is over exactly where `moves` returns 0.
 */
#ifndef BAZI_GAME_H
#define BAZI_GAME_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "bazi/buf.h"
#include "bazi/error.h"
#include "bazi/option.h"

/* A game's own encoding of one move or one chance outcome. */
typedef uint32_t bz_move;
#define BZ_MOVE_NONE UINT32_MAX

enum {
    BZ_CHANCE = -1, /* the player whose turn it is at a chance node */
    BZ_PLAYERS_MAX = 8,
    BZ_MOVES_MAX = 8192,   /* ceiling of every rules->moves_max */
    BZ_POS_MAX = 1024,     /* ceiling of every rules->pos_size */
    BZ_MOVE_TEXT_MAX = 64, /* longest text of a move, terminator included */
    BZ_POS_TEXT_MAX = 4096,
    BZ_ENDED = INT32_MIN,     /* in place of a value: the game is over */
    BZ_DRAWING_MAX = 64 << 10 /* longest drawing of a position, colours included */
};

/* Memory for any position of any game. */
union bz_pos {
    max_align_t align;
    unsigned char bytes[BZ_POS_MAX];
};

struct bz_setup;
struct bz_kernel;

/* An evaluation by name, for the textbook algorithms. */
struct bz_eval {
    const char *name;
    const char *brief;
    /* How good pos is for player; below BZ_VALUE_DECIDED, unless it is BZ_EVAL_FINAL. */
    double (*value)(const void *pos, int player);
    unsigned conventions;
    /* 0, or 1 + the player for whom a report maximises whoever is to move: all others then minimise
     * that player's value, and it is that value which is told. */
    int viewer;
    /* Optional: what a position without moves is worth above the horizon, in place of its result;
     * NAN where it is to be treated like any finished game. */
    double (*stuck)(const void *pos, int player);
    /* Optional: how a report's agent sees the position it has to move in. It may change *root and
     * take moves away, and returns the evaluation to search with. */
    const struct bz_eval *(*enter)(void *root);
    /* Optional: bounds of `value` for that player in every position that can follow root, root
     * included, and of its result where that is points. Pruning at chance nodes needs them. */
    void (*range)(const void *root, int player, double *ret_least, double *ret_most);
    /* Optional: the kernel compiled with this evaluation, so that `best` can search with it. */
    const struct bz_kernel *kernel;
};

enum bz_eval_convention {
    BZ_EVAL_BLIND_LEAF = 1, /* a leaf is evaluated even where the game is over */
    BZ_EVAL_INFINITE = 2,   /* a finished game is worth plus or minus infinity, however far away;
                             * not for games with chance, which take means */
    BZ_EVAL_STRICT_CUT = 4, /* alpha-beta cuts when beta < alpha, not already when they meet */
    BZ_EVAL_FINAL = 8,      /* a finished game is evaluated like a leaf; nothing is called proved */
    BZ_EVAL_WHOLE = 16      /* values are whole numbers: means over chance can be exact fractions */
};

/* The agent of a course report that chose its own depth. */
struct bz_agent {
    const char *search; /* the engine it is: "alphabeta", "expectiminimax" */
    const char *eval;
    int (*plies)(const void *root);
};

/* How much work it may take to prove that the player to move wins, and that he loses: positive
 * numbers without a unit, by which a prover compares positions. */
struct bz_effort {
    int win, loss;
};

enum bz_trait {
    BZ_HAS_CHANCE = 1,
    BZ_ZERO_SUM = 2,   /* two players, one's gain is the other's loss */
    BZ_HAS_POINTS = 4, /* results are points, not win, draw and loss */
    BZ_NO_DRAWS = 8
};

struct bz_rules {
    size_t pos_size; /* a multiple of 8 */
    int moves_max;   /* no position has more moves or outcomes */
    int players;
    int teams; /* of more than two: players whose numbers differ by this are partners; 0 for none */
    unsigned traits;

    void (*start)(const struct bz_setup *setup, void *ret_pos);
    /* Every legal move, or at a chance node every outcome, in the game's generation order. */
    int (*moves)(const void *pos, bz_move *ret_moves);
    void (*play)(void *pos, bz_move move); /* a move of that list, nothing else */
    /* Who acts: 0 …, or BZ_CHANCE. Cheap; in a finished game, whoever would have been next. */
    int (*turn)(const void *pos);
    /* Of a finished game, what each player gets: 1, 0, -1 for win, draw, loss, or points where
     * the traits say so, smaller than BZ_VALUE_DECIDED. */
    void (*result)(const void *pos, int *ret_result);
    void (*score)(const void *pos, int *ret_score); /* the game's own points, any time */
    uint64_t (*hash)(const void *pos);

    /* Optional from here on; NULL costs nothing in a stamped kernel. */
    int (*count)(const void *pos); /* number of moves, without listing them */
    /* A hash shared by positions that are each other's images under the board's symmetries. */
    uint64_t (*image_hash)(const void *pos);
    /* For the player to move, at a chance node for the first one. Below BZ_VALUE_DECIDED; where
     * there is chance and results are win, draw and loss, within BZ_VALUE_SURE, which is a win. */
    int (*eval)(const void *pos);
    /* How far `eval`, or a search that ends with it, seldom is from what a search so many plies
     * deeper finds. What is this far outside its window the search then does not look into. */
    int (*drift)(const void *pos, int plies);
    /* All moves, as `moves` lists them, with what `eval` says of each child, or BZ_ENDED where the
     * game is over there; and the children themselves, pos_size apart, unless ret_children is NULL.
     * For games that do this faster than one child at a time. */
    int (*expand)(const void *pos, bz_move *ret_moves, void *ret_children, int *ret_values);
    /* For provers of win and loss. 1 if the player to move has won whatever is played from here on,
     * -1 if he has lost, 0 if that cannot be told; and what he may hope for, a number below a
     * million, by which moves are tried instead of by the number of replies. */
    int (*settled)(const void *pos);
    int (*prospect)(const void *pos);
    /* After how many plies the game is over at the latest. */
    int (*ends_within)(const void *pos);
    /* The game's own search to the end, where it is faster: 1 if the player to move wins with best
     * play, -1 if he loses, 0 if the position is too large for it. Adds to *nodes what it has
     * visited; takes a millisecond or so. */
    int (*endgame)(const void *pos, uint64_t *nodes);
    /* For df-pn, the prover of games without `prospect`: a first guess at an unfinished position,
     * at most a million each, instead of one for the win and the number of moves for the loss. */
    struct bz_effort (*effort)(const void *pos);
    /* All moves, their children as in `expand`, and what `effort` says of each; no effort for the
     * loss where the game is over there, and lost for the player to move. */
    int (*efforts)(const void *pos, bz_move *ret_moves, void *ret_children,
                   struct bz_effort *ret_efforts);
    /* At a chance node: the outcomes in the order of `moves`, with whole-number weights. */
    int (*deal)(const void *pos, bz_move *ret_moves, uint32_t *ret_weights);
    int (*roller)(const void *pos); /* at a chance node: the player whose roll it is */
    /* A whole number that the total weight of every deal from pos on divides. */
    uint32_t (*unit)(const void *pos);

    /* A move prepared beforehand, and what it is worth to the player to move; false if there is
     * none. It may come from a file: whether it is legal is for the caller to see. */
    bool (*book)(const void *pos, bz_move *ret_move, int *ret_value);

    const struct bz_eval *evals; /* ends with a NULL name; the first is the default */
    const struct bz_agent *agent;
};

enum bz_draw_style {
    BZ_DRAW_PLAIN,  /* the original's print-out */
    BZ_DRAW_ASCII,  /* with the cells' names around it, for a terminal without UTF-8 */
    BZ_DRAW_FRAMED, /* for a terminal, no colour */
    BZ_DRAW_COLOUR  /* for a terminal, with ANSI colours */
};

struct bz_text {
    /* Optional: the text of a position may overrule options (a board's size) and bring a world of
     * its own (a map). Sets the setup's values, and `origin` to the part of the text that the world
     * is made from; the setup is then prepared again. */
    int (*fit)(struct bz_setup *setup, const char *text, size_t length, struct bz_error *err);
    int (*parse)(const struct bz_setup *setup, const char *text, size_t length, void *ret_pos,
                 struct bz_error *err);
    void (*format)(const void *pos, struct bz_buf *out);
    void (*format_move)(const void *pos, bz_move move, struct bz_buf *out);
    /* Optional: another spelling of a legal move than the one format_move gives it, or an error
     * that explains why the text is refused. */
    int (*read_move)(const void *pos, const char *text, size_t length, bz_move *ret_move,
                     struct bz_error *err);
    /* Optional: why a finished game is over, in words: "Black has no move left". */
    void (*ending)(const void *pos, struct bz_buf *out);
    /* Optional: what a move or an outcome did, in whole sentences, instead of "Black plays c1". */
    void (*tell)(const void *before, bz_move move, const void *after, struct bz_buf *out);
    /* Optional, for a game whose moves are few and are words: what a move would do, beside its
     * number in a menu: "tabriz, for 200". */
    void (*explain)(const void *pos, bz_move move, struct bz_buf *out);
    /* Optional: a player's points, where they need not be whole numbers. */
    void (*format_score)(const void *pos, int player, struct bz_buf *out);
    /* `last` is the move that led here, or BZ_MOVE_NONE. Lines end with a newline. */
    void (*draw)(const void *pos, enum bz_draw_style style, bz_move last, struct bz_buf *out);
};

struct bz_report;  /* report.h: results a course report published, to be played again */
struct bz_record;  /* record.h: a game as it was played */
struct bz_solver;  /* search.h: what a position is worth with best play */
struct bz_booking; /* book.h: how openings are to be thought through */
struct bz_tuning;  /* tune.h: how an evaluation is to be learned */
struct bz_wire;    /* wire.h: the protocol of a course's own server */

/* Another form of a record than bazi's own, for tools that read it. A table ends with a NULL
 * name. */
struct bz_export {
    const char *name;
    const char *brief;
    int (*write)(const struct bz_record *record, FILE *out, struct bz_error *err);
};

/* A form of somebody else's that a record can be made from. A table ends with a NULL name. */
struct bz_import {
    const char *name;
    const char *brief;
    /* Reads the file. `assignments` are options of the game which the file does not tell, or not
     * surely. On failure neither setup nor record is touched. */
    int (*read)(const char *path, const char *const *assignments, int count,
                struct bz_setup *ret_setup, struct bz_record *ret_record, struct bz_error *err);
};

/* Maps, boards, whatever a game reads from a file of text. */
struct bz_maps {
    const char *option; /* the option that names the file or one of the maps in maps/GAME */
    /* Optional: what there is to say about the map of this setup, a line each. */
    void (*describe)(const struct bz_setup *setup, struct bz_buf *out);
    /* Optional: makes a new map. `values` are those of the options here, which end with a NULL
     * name. */
    const struct bz_option *options;
    int (*generate)(const struct bz_value *values, uint64_t seed, struct bz_buf *out,
                    struct bz_error *err);
};

struct bz_game {
    const char *name;  /* as in `bazi play konane` */
    const char *title; /* as a person writes it */
    const char *brief; /* one line */
    int players_min, players_max;
    const char *const *player_names; /* "Black", "White"; NULL for "Player 1", … */
    /* By convention an option `seed` decides deals, random maps and random places; where nobody
     * gave one, a person gets a new one every time. */
    const struct bz_option *options;
    const struct bz_text *text;
    /* Checks the setup's values together and chooses rules, kernel and world. A kernel left NULL
     * is the generic one; a world is made from `origin` where that is not empty. */
    int (*prepare)(struct bz_setup *setup, struct bz_error *err);
    void (*release)(const void *world); /* optional */
    /* Optional from here on. */
    /* For games with an option `players`: the position as the player to move would have it if
     * nobody else played, in a setup for one; and the move of somebody with nothing left to do. */
    bz_move (*isolate)(const struct bz_setup *alone, const void *pos, void *ret_pos);
    const struct bz_report *report;
    const struct bz_maps *maps;
    const struct bz_export *exports;
    const struct bz_import *imports;
    const struct bz_solver *solver; /* where proofs of win and loss do not fit, or are not enough */
    const struct bz_wire *wire;     /* where its course had a server */
    /* Thinks openings of this setup through and writes them to a file, as book.h says. */
    int (*write_book)(const struct bz_setup *setup, const struct bz_booking *booking,
                      struct bz_error *err);
    /* Learns an evaluation for this setup and writes it to a file, as tune.h says. */
    int (*tune)(const struct bz_setup *setup, const struct bz_tuning *tuning, struct bz_error *err);
    /* The script among the assets that lets a course's program play; "adapters/ugi.py" has to lie
     * beside it. */
    const char *adapter;
};

struct bz_setup {
    const struct bz_game *game;
    const struct bz_rules *rules;
    const struct bz_kernel *kernel; /* the search compiled for these rules */
    const void *world;
    atomic_int *holders;                    /* how many setups share this world */
    struct bz_value values[BZ_OPTIONS_MAX]; /* in the order of game->options */
    char origin[BZ_POS_TEXT_MAX];           /* the part of a position's text the world came from */
};

/* The registry. bz_game_at(0) …, NULL after the last. */
const struct bz_game *bz_game_at(int index);
const struct bz_game *bz_game_find(const char *name, struct bz_error *err);

/* A setup with the defaults, and `count` assignments "name=value" applied together; of two for the
 * same option the later counts. */
int bz_setup_init(struct bz_setup *setup, const struct bz_game *game,
                  const char *const *assignments, int count, struct bz_error *err);
void bz_setup_release(struct bz_setup *setup);

/* The same once more, sharing the world; to be released like any other. */
void bz_setup_copy(const struct bz_setup *setup, struct bz_setup *ret_copy);
/* Whether two setups of one game have the same values and origin. */
bool bz_setup_equal(const struct bz_setup *a, const struct bz_setup *b);

/* Changes one option, or on failure nothing; a world that came with a position is given up for the
 * one the options name. Positions and engines of the old setup are void
 * afterwards. */
int bz_setup_set(struct bz_setup *setup, const char *name, const char *value, struct bz_error *err);
/* Another setup that differs in one option only; a world that came with a position is made for it
 * once more. */
int bz_setup_vary(const struct bz_setup *setup, const char *name, const char *value,
                  struct bz_setup *ret_setup, struct bz_error *err);

/* The value of an option by name, or NULL if the game has none of that name. */
const struct bz_value *bz_setup_value(const struct bz_setup *setup, const char *name);

/* Positions. */
void bz_start(const struct bz_setup *setup, union bz_pos *ret_pos);
/* Reads a position; where its text overrules an option the setup changes with it, as by
 * bz_setup_set. On failure neither is touched. */
int bz_parse(struct bz_setup *setup, const char *text, size_t length, union bz_pos *ret_pos,
             struct bz_error *err);
bool bz_is_over(const struct bz_setup *setup, const void *pos);
bool bz_is_legal(const struct bz_setup *setup, const void *pos, bz_move move);
/* A legal move by its text. */
int bz_parse_move(const struct bz_setup *setup, const void *pos, const char *text, size_t length,
                  bz_move *ret_move, struct bz_error *err);
void bz_format_move(const struct bz_setup *setup, const void *pos, bz_move move,
                    struct bz_buf *out);
/* Moves from pos on, a blank between them, as far as they are legal: a line that a search read out
 * of its table may go astray. */
void bz_format_line(const struct bz_setup *setup, const void *pos, const bz_move *moves, int count,
                    struct bz_buf *out);
/* A player's points. */
void bz_format_score(const struct bz_setup *setup, const void *pos, int player, struct bz_buf *out);
/* "Black", or "Player 1" where the game has no names. */
const char *bz_player_name(const struct bz_game *game, int player);

#endif
