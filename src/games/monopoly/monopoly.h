/*
 * monopoly.h - what the files of this room share: the board, the position, the moves.
 *
 * The board is data, read once and never changed; every position of a setup points to it. Sizes
 * leave room for the whole game (40 squares, 8 players), though two play so far.
 *
 * Money stays small: whatever a board or a position says, all cash and all property together are
 * worth at most WEALTH_MAX, and a payment is at most MONEY_MAX. So a win, at WIN, is always worth
 * more than any fortune.
 */
#ifndef MONOPOLY_H
#define MONOPOLY_H

#include "bazi/game.h"

enum { HUMAN, ROBOT, SEATS }; /* who plays so far */

enum {
    PLAYERS_MAX = 8,
    SQUARES_MIN = 2,
    SQUARES_MAX = 40,
    LABEL_MAX = 20, /* longest name of a square or a group */
    DICE_MAX = 2,
    FACES = 6,
    OUTCOMES_MAX = DICE_MAX * (FACES - 1) + 1,

    MONEY_MAX = 10000, /* one price, rent or fine */
    CASH_MAX = 100000, /* at the start, each */
    WEALTH_MAX = 900000,
    WIN = 1000000,
    CAP_MAX = 10000
};

enum monopoly_kind { START, REST, PROPERTY, PENALTY };

struct monopoly_board {
    int squares, players, dice, cash;
    int resale_percent;
    int cap;   /* turns, from the options: not part of the file */
    int worst; /* the largest single payment */

    uint8_t kind[SQUARES_MAX];
    int32_t price[SQUARES_MAX];
    int32_t charge[SQUARES_MAX]; /* the rent of a property, the fine of a penalty */
    int32_t resale[SQUARES_MAX];

    /* Kept for sets and houses; nothing here depends on them. */
    int32_t house[SQUARES_MAX];
    uint8_t group[SQUARES_MAX]; /* 0: none, else 1 + index of its name */
    int groups;

    char name[SQUARES_MAX][LABEL_MAX + 1];
    char group_name[SQUARES_MAX][LABEL_MAX + 1];
};

enum monopoly_phase { ROLL, ACT, OVER };

struct monopoly {
    const struct monopoly_board *board;
    int32_t cash[PLAYERS_MAX];
    uint16_t turns; /* played so far, of single players */
    uint8_t turn, phase;
    uint8_t place[PLAYERS_MAX];
    uint8_t owner[SQUARES_MAX]; /* 0: nobody, else 1 + player */
    uint8_t unused[4];
};

/* A move is one of these, or ROLLED + n for a throw of n. */
enum { BUY, NOTHING, SELL, RENT, FINE, ACTIONS, ROLLED = ACTIONS };

extern const char *const monopoly_actions[ACTIONS]; /* their words */
extern const char *const monopoly_names[];          /* of the players */

/* The player before the one whose turn it is: the one who acted last. */
static inline int monopoly_previous(const struct monopoly *pos)
{
    return (pos->turn + pos->board->players - 1) % pos->board->players;
}

/* The square the player stands on whose turn it is. */
static inline int monopoly_here(const struct monopoly *pos)
{
    return pos->place[pos->turn];
}

static inline bool monopoly_is_bankrupt(const struct monopoly *pos, int player)
{
    return pos->cash[player] <= 0;
}

/* The prices of all squares a player owns. */
static inline int monopoly_estate(const struct monopoly *pos, int player)
{
    int sum = 0;

    for (int i = 0; i < pos->board->squares; i++)
        sum += pos->owner[i] == player + 1 ? pos->board->price[i] : 0;
    return sum;
}

static inline int monopoly_wealth(const struct monopoly *pos, int player)
{
    return pos->cash[player] + monopoly_estate(pos, player);
}

/* Reads the board of that name or file. */
int monopoly_board_load(const char *name, struct monopoly_board *ret_board, struct bz_error *err);

/* The action menu of a square, or nothing where a throw is due. */
int monopoly_menu(const struct monopoly *pos, bz_move *ret_moves);

void monopoly_explain(const void *pos, bz_move move, struct bz_buf *out);
void monopoly_tell(const void *before, bz_move move, const void *after, struct bz_buf *out);
void monopoly_ending(const void *pos, struct bz_buf *out);
void monopoly_draw(const void *pos, enum bz_draw_style style, bz_move last, struct bz_buf *out);

extern const struct bz_kernel monopoly_kernel;
extern const struct bz_text monopoly_text;
extern const struct bz_report monopoly_report;
extern const struct bz_solver monopoly_solver;

#endif
