/*
 * space.h - all positions of a board between two turns, numbered for exact computation.
 *
 * All money together, cash and the prices of what is owned, never grows: buying and rent keep it,
 * selling loses the difference of price and resale, a fine loses its amount. So positions lie in
 * layers of that wealth, and within a layer in holdings, the owners of all properties: buying leads
 * to a holding with more owners, selling and fines to a poorer layer. Only within one holding of
 * one layer can play go round in circles.
 *
 * Money is counted in units, the largest that divides everything. Of two holdings that differ in
 * the players' names only one is kept; its first player is called X, the other Y. A row is all
 * divisions of the cash between them: X has 1, 2, … units, Y the rest, at least one.
 */
#ifndef MONOPOLY_SPACE_H
#define MONOPOLY_SPACE_H

#include "monopoly.h"

enum { PROPERTIES_MAX = 12 };

struct space {
    int squares, unit, wealth; /* of the richest layer, in units */
    bool mirrored;             /* whether X may be either player */
    int throws, least;         /* kinds of throws, and the smallest */
    double chance[OUTCOMES_MAX];

    uint8_t kind[SQUARES_MAX];
    int price[SQUARES_MAX], charge[SQUARES_MAX], resale[SQUARES_MAX]; /* in units */
    int power[SQUARES_MAX]; /* of 3, by which its owner counts in a code; 0: nobody can own it */
    int depth[SQUARES_MAX]; /* how many layers below play goes on from here at most; 0: none */
    int deepest;

    /* A code has a digit to base 3 a property: 0 nobody's, 1 X's, 2 Y's. */
    int properties, codes, holdings;
    int32_t *holding;              /* of a code */
    int32_t *code;                 /* of a holding */
    int32_t *estate;               /* of a holding: the prices of what is owned */
    bool *swapped;                 /* of a code: its holding is that of the players exchanged */
    int first[PROPERTIES_MAX + 2]; /* of the holdings with so many properties unowned */

    bool *occurs;    /* whether a layer can be reached from the richest */
    uint16_t *order; /* of the places of both, in which values are renewed: X's * squares + Y's */
    uint64_t states; /* in all layers that occur, with X or Y to throw */
};

/* BZ_ERROR_UNFIT, and why, for a board this is not made for. `unit` divides the board's money, and
 * wealth counts in it. */
int monopoly_space_init(struct space *space, const struct monopoly_board *board, int unit,
                        int wealth, bool mirrored, struct bz_error *err);
void monopoly_space_release(struct space *space);

/* The largest unit that divides all money of a board. */
int monopoly_space_unit(const struct monopoly_board *board);

/* Why a board of such properties cannot be computed at all, whatever its size. */
int monopoly_space_check(const struct monopoly_board *board, struct bz_error *err);

/* How many positions a layer has, with X or Y to throw. */
uint64_t monopoly_space_states(const struct space *space, int wealth);

/* How many divisions of cash a holding has in a layer; at most 0 if there is none. */
static inline int space_row(const struct space *space, int wealth, int holding)
{
    return wealth - space->estate[holding] - 1;
}

static inline int space_owner(const struct space *space, int code, int square)
{
    return space->power[square] ? code / space->power[square] % 3 : 0;
}

static inline int space_ahead(const struct space *space, int place, int thrown)
{
    return (place + thrown) % space->squares;
}

/* One position between two turns. */
struct place {
    int wealth, holding;
    int roller;   /* 0: X is to throw, 1: Y */
    int x, y;     /* their squares */
    int cash;     /* X's, in units */
    bool swapped; /* X is the second player */
};

/* Finds it; false if it is not among those numbered. The throw is still to come, and the game is
 * not over. */
bool monopoly_space_find(const struct space *space, const struct monopoly *pos,
                         struct place *ret_place);

#endif
