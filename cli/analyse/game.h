/*
 * game.h - a whole game judged, move by move.
 *
 * A move is worth what the position after it is worth, searched within the same limits as the
 * position after the best move. "Best" is what the search of the position itself says, or the move
 * played where that turns out to be no worse.
 */
#ifndef ANALYSE_GAME_H
#define ANALYSE_GAME_H

#include "analyse/judge.h"

enum mark {
    MARK_NONE,
    MARK_ONLY,    /* the only move that keeps a proved win */
    MARK_MISTAKE, /* a large loss of estimate */
    MARK_BLUNDER  /* the best move is proved, and so is that this one is worse */
};

/* One move or outcome of the record. */
struct row {
    int player; /* who moved, or whose roll it was */
    bool chance;
    bz_move played, best;
    struct verdict before, after; /* for that player: with best play, and as it was played */
    bool has_cost;                /* both are values, or both the same proof */
    bool is_chance;               /* they are chances to win, and so the cost */
    double cost;                  /* never below zero; of an outcome how lucky it was */
    enum mark mark;
};

struct review {
    struct judge *judge;
    const struct bz_record *record;
    unsigned char *positions; /* before every move and at the end */
    struct row *rows;         /* one a move */
    int first;                /* rows before this one are not judged */
    /* Called after every row; may be NULL. */
    void (*progress)(void *context, const struct review *review);
    void *context;
};

/* Judges the moves of a game of one or two players, from the last to the first: what is proved of
 * later positions is still in the engine's table. Ends early when the limits' flag is set. */
int review_run(struct review *review, struct judge *judge, const struct bz_record *record,
               struct bz_error *err);
void review_release(struct review *review);

/* The position before a move of the record. */
const void *review_position(const struct review *review, int index);

void review_print(const struct review *review);
void review_print_json(const struct review *review);

#endif
