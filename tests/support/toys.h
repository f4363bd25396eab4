/*
 * toys.h - three tiny games that are in no list, for what Konane does not have: points and one
 * player, three players, and dice.
 *
 * gather   One player, a row of cards. Each turn takes the card at the left or the right end; the
 *          k-th card taken counts k times. Positions: "315 4 20", the cards left, how many were
 *          taken and the points so far. Seven cards are refused by the game itself.
 * stones   Three players, one pile. Each takes one, two or three stones; whoever takes the last
 *          one wins, the other two lose. Positions: "10 1", the pile and the player to move.
 * darts    Two players with three throws each. A throw gives 1, 2 or 3 with weights 3, 2, 1; then
 *          the player takes it, or saves it and lets the next own throw count double. Most points
 *          win. Positions: "0,0 --  1 0 0": points, who saved, who is next, the throw on the table
 *          and how many throws are done.
 */
#ifndef TOYS_H
#define TOYS_H

#include "bazi/bazi.h"

enum { TOY_CARDS_MAX = 8, DARTS_THROWS = 6 };

/* pos_size of each must be a multiple of eight. */
struct toy_gather {
    uint8_t cards[TOY_CARDS_MAX];
    uint8_t left, taken; /* cards there are, cards taken */
    uint8_t unused[2];
    int32_t points;
};

struct toy_stones {
    int32_t pile, next;
};

struct toy_darts {
    int8_t points[2];
    int8_t saved[2]; /* 1: the next throw of this player counts double */
    int8_t next;     /* the player who throws or has thrown */
    int8_t thrown;   /* 1 … 3 on the table, 0 when the throw is due */
    int8_t done;     /* throws decided so far */
    int8_t unused;
};

extern const struct bz_game toy_gather, toy_stones, toy_darts;

/* gather keeps its row of cards as the setup's world; this many are there now. */
int toy_worlds(void);

/* All of them, NULL at the end. */
extern const struct bz_game *const toys[];

#endif
