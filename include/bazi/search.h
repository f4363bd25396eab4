/*
 * search.h - looking ahead: limits, what a search reports while it runs, perft and solving.
 *
 * A search never prints and never touches signals. It stops when a limit is reached or when the
 * caller's stop flag is set, and answers within milliseconds of that.
 */
#ifndef BAZI_SEARCH_H
#define BAZI_SEARCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "bazi/cluster.h"
#include "bazi/game.h"

enum {
    BZ_DEPTH_MAX = 255,
    BZ_THREADS_MAX = 64,
    BZ_MEGABYTES_MAX = 1 << 20, /* of any table */
    /* Integer values: a win now is BZ_VALUE_WIN, a win in n plies n less; anything at or beyond
     * BZ_VALUE_DECIDED either way is proved. */
    BZ_VALUE_WIN = 1000000,
    BZ_VALUE_DECIDED = 999000,
    BZ_VALUE_SURE = 100000, /* what a win counts where it is one outcome of several */
    BZ_VALUE_INFINITE = 1000001
};

/* Zero means no limit of that kind; all zero lets the engine use its own default. */
struct bz_limits {
    int depth; /* plies */
    uint64_t nodes;
    int64_t movetime;             /* milliseconds */
    int64_t time[BZ_PLAYERS_MAX]; /* milliseconds left on each player's clock */
    int64_t increment[BZ_PLAYERS_MAX];
    bool infinite; /* none of the above counts; it ends by the flag, or when all is known */
    bool advice;   /* `best` only asks the game's adviser, within the rest, and searches nothing */
    const atomic_bool *stop; /* may be NULL */
    /* Where a table is asked that has its values rounded: each is to be the mean of about so many
     * instead, which takes longer and says more; 0 for the table's own. */
    int refine;
};

enum { BZ_REFINE_MAX = 5000 };

enum bz_proof { BZ_LOSS = -1, BZ_UNDECIDED = 0, BZ_WIN = 1 };

struct bz_info {
    int rank; /* 1 for the best line, 2 … with several lines */
    int depth, seldepth;
    /* On the engine's own scale, for the player to move, or for the evaluation's viewer. */
    double value;
    /* The same as a reduced fraction where it is known exactly; otherwise both are zero. */
    int64_t numerator, denominator;
    enum bz_proof proof;
    int distance;  /* when proved: plies to the end, at most; */
    bool measured; /* and not sooner, if the winner hurries and the loser does not */
    /* From a game's own solver: the value is that of best play and cannot change any more; it is
     * the chance to win, 0 … 1; and in a game of points, that no play brings more than `bound`. */
    bool exact, is_chance, has_bound;
    double bound;
    int decimals; /* of an exact value that was rounded: how many mean something; 0: it was not */
    uint64_t nodes, leaves, cutoffs;
    int64_t micros;
    int pv_length;
    bz_move pv[BZ_DEPTH_MAX];
};

struct bz_listener {
    void (*info)(void *context, const struct bz_info *info); /* may be NULL */
    void *context;
};

/* Number of move sequences of exactly `depth` plies, 0 … BZ_DEPTH_MAX; a chance outcome is a ply.
 * BZ_ERROR_STOPPED if the flag (which may be NULL) was set meanwhile. */
int bz_perft(const struct bz_setup *setup, const void *pos, int depth, const atomic_bool *stop,
             uint64_t *ret_count, struct bz_error *err);

/* What can be told of a long run. A prover gives no time left: nobody can know it. */
struct bz_progress {
    uint64_t nodes;
    double seconds;
    /* Of a game's own solver: what it is at, in a few words, and the share of the whole that is
     * done, 0 … 1; or NULL. What it knows of the answer, where `lower` < `upper`. */
    const char *doing;
    double done;
    double lower, upper;
    double fill; /* of the table */
    /* Of the prover: moves at the root, how many of them are not yet known to lose, and the numbers
     * of the root, the effort that proving a win of the player to move and proving his loss
     * seems to take; a win is proved when the first is 0. All zero where not known. */
    int moves, open;
    struct bz_effort effort;
    double saved;        /* seconds since the checkpoint was last written, negative: not yet */
    const char *trouble; /* why it could not be written, or NULL */
};

/* Solving: what a position is worth to player 1 with best play. */
struct bz_solve_options {
    int threads;            /* 1 … BZ_THREADS_MAX */
    int megabytes;          /* ceiling of the table, 1 … BZ_MEGABYTES_MAX */
    uint64_t nodes;         /* stop after so many, 0 for no limit */
    const char *checkpoint; /* file to resume from and to save to when stopped, or NULL */
    int interval;           /* seconds between two savings while it runs, 0 for none */
    const char *proof;      /* file for a certificate of the winner, or NULL */
    const char *table;      /* file for what is known of all positions, or NULL */
    /* For a person: why the answer is what it is; or NULL. A line that begins with a letter is a
     * paragraph of any length. Every other is part of a picture or a table and stays as it is,
     * except that what follows a tab may have a line of its own. */
    struct bz_buf *explain;
    const struct bz_cluster *cluster; /* who solves it together, or NULL; rank 0 reads and writes */
    const atomic_bool *stop;
    /* Called about twice a second from the calling thread; may be NULL. */
    void (*progress)(void *context, const struct bz_progress *progress);
    /* Something worth knowing before a long work begins; may be NULL. */
    void (*tell)(void *context, const char *line);
    void *context;
};

struct bz_solution {
    bool solved;         /* lower is upper */
    double lower, upper; /* what player 1 gets: 1, 0, -1, points, or a chance to win */
    bz_move move;        /* when solved, one that keeps the value; BZ_MOVE_NONE if it is over */
    uint64_t nodes;
    double seconds;
    int enough_megabytes; /* when memory kept it from being solved: what would do; otherwise 0 */
    const char *why;      /* what kept it from being solved where time would not do, or NULL */
    /* Why a file was not written that was to be there at the end: the certificate, or where nothing
     * is solved the checkpoint. Its code is 0 where nothing is missing. */
    struct bz_error trouble;
    /* Why a table that nobody asked for was not kept; the code is 0 otherwise. */
    struct bz_error unkept;
};

/* Who tells `best` what to play, where a game knows better than to search: a plan that is improved
 * from move to move, a table. One belongs to one player. */
struct bz_answer; /* engine.h */
struct bz_adviser {
    /* Makes one with all the memory it will ever use, about so much at most. *ret_state stays NULL,
     * and the code 0, where there is nothing to know with this setup. */
    int (*open)(const struct bz_setup *setup, int megabytes, int threads, void **ret_state,
                struct bz_error *err);
    void (*close)(void *state); /* NULL is fine */
    void (*reset)(void *state); /* forgets earlier positions; optional */
    /* The move, with what is known in its `info`; false where a search has to find it. Tells the
     * listener up to `lines` lines. Allocates nothing and keeps to the limits. */
    bool (*advise)(void *state, const void *pos, const struct bz_limits *limits, int lines,
                   const struct bz_listener *listener, struct bz_answer *ret_answer);
};

/* A game's own way to be solved, for values that are more than win and loss. */
struct bz_proof_finding; /* proof.h */
struct bz_solver {
    const char *name;
    /* BZ_ERROR_UNFIT, and why, with options it cannot solve. */
    int (*fits)(const struct bz_setup *setup, struct bz_error *err);
    int (*solve)(const struct bz_setup *setup, const void *pos,
                 const struct bz_solve_options *options, struct bz_solution *ret_solution,
                 struct bz_error *err);
    const struct bz_adviser *adviser; /* optional */
    bool together;                    /* whether it solves with the others of a cluster */
    /* Optional: a sentence on what would let the adviser know more; nothing where it knows all. */
    void (*hint)(const struct bz_setup *setup, struct bz_buf *out);
    /* Optional: the exact value of pos for player 1 when the players of these specs play it, by
     * computation instead of by playing. BZ_ERROR_UNFIT for players that cannot be computed. */
    int (*evaluate)(const struct bz_setup *setup, const void *pos, const char *const specs[],
                    const struct bz_solve_options *options, struct bz_solution *ret_solution,
                    struct bz_error *err);
    /* Optional: certificates of the game's own kind. They are files that begin with the title, a
     * line with its newline; `check` is as bz_proof_check. */
    const char *title;
    int (*check)(const char *path, const atomic_bool *stop, struct bz_proof_finding *ret_finding,
                 struct bz_error *err);
};

/* By the game's own solver where it has one, or else by proof of win and loss. BZ_ERROR_UNFIT where
 * neither fits. */
int bz_solve(const struct bz_setup *setup, const void *pos, const struct bz_solve_options *options,
             struct bz_solution *ret_solution, struct bz_error *err);

#endif
