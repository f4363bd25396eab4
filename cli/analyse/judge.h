/*
 * judge.h - what positions are worth, asked of one engine, always within the same limits.
 *
 * A position in which somebody has to move is searched. A chance node is worth the mean of its
 * outcomes, a finished game its result. All are told for the player who is asked about, on the
 * engine's own scale.
 */
#ifndef ANALYSE_JUDGE_H
#define ANALYSE_JUDGE_H

#include "bazi/bazi.h"

enum certainty {
    UNKNOWN, /* nothing was finished in time */
    ESTIMATED,
    PROVED, /* no further search can change it */
    OVER    /* it is the result */
};

struct verdict {
    enum certainty certainty;
    enum bz_proof proof; /* who wins, for certain; BZ_UNDECIDED also where it is a value that is */
    int distance;        /* when PROVED: plies to the end, at most; */
    bool measured;       /* and not sooner with best play */
    double value;
    bool is_chance; /* the value is a chance to win, from 1 for certain to -1 for none */
    int decimals;   /* of a chance that comes from a table: how many mean something; or 0 */
    int64_t numerator, denominator; /* the value as a fraction where that is exact, or zeros */
    int depth;                      /* plies searched */
    bz_move move;                   /* the best one, where somebody has to move */
};

/* A verdict on a move, or on an outcome, and how the game would go on. */
struct line {
    bz_move move;
    uint32_t weight; /* of an outcome */
    struct verdict verdict;
    int length; /* of `next`: the moves behind this one */
    bz_move next[BZ_DEPTH_MAX];
};

struct judge {
    const struct bz_setup *setup; /* the caller's; outlives the judge */
    const struct bz_eval *eval;   /* the engine's, as far as its spec tells */
    struct bz_engine *engine;
    struct bz_limits limits; /* of every judgement */
    int lines;               /* how many the engine tells at once */
    bool advised;            /* the engine asks the game's adviser, where there is one */
    uint64_t nodes;          /* of all searches so far */
    struct bz_listener listener;
    struct bz_error trouble; /* what kept the engine from knowing more; code 0 where nothing did */
};

enum { JUDGE_LINES_MAX = 16 };

/* Makes the engine, to tell up to so many lines. BZ_ERROR_UNFIT for a player without values. */
int judge_init(struct judge *judge, const struct bz_setup *setup, const char *spec, int lines,
               const struct bz_limits *limits, struct bz_error *err);
void judge_release(struct judge *judge);

/* What pos is worth to `player`. Among more than two that must be the one to move. */
void judge_position(struct judge *judge, const void *pos, int player, struct verdict *ret_verdict);

/* A search's answer in a position where it is `turn`'s turn, as it concerns `player`. */
void judge_read(const struct judge *judge, const struct bz_info *info, int turn, int player,
                struct verdict *ret_verdict);

/* Asks the engine, and keeps what it had trouble with. */
void judge_ask(struct judge *judge, const void *pos, const struct bz_limits *limits,
               const struct bz_listener *listener, struct bz_answer *ret_answer);

/* Every move or outcome of pos, in the game's order, the positions after them all searched to the
 * same depth. `lines` has room for the rules' moves_max; returns how many there are. *ret_mean, if
 * not NULL, is the mean by the outcomes' weights. */
int judge_fan(struct judge *judge, const void *pos, int player, struct line *ret_lines,
              struct verdict *ret_mean);

/* The best moves of pos for the one to move, best first, as many as the judge was made for and the
 * engine can tell. `lines` has room for the rules' moves_max. */
int judge_lines(struct judge *judge, const void *pos, struct line *ret_lines);

/* Makes it one about the other player of two. */
void verdict_turn(struct verdict *verdict);
/* The value on the scale of chances, where the end of the game is worth 1 or -1. */
double verdict_chance(const struct verdict *verdict);
/* Better, equal or worse for the player both are about: 1, 0, -1. */
int verdict_compare(const struct verdict *a, const struct verdict *b);
static inline bool verdict_is_certain(const struct verdict *v)
{
    return v->certainty >= PROVED;
}

#endif
