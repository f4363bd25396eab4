/*
 * block.h - what the table keeps of one holding of one layer with Y on one square.
 *
 * For every division of the cash: X's chance when Y is to throw, X on any square; what X gets on a
 * square where he pays a fine; for each square where X has a choice, whether he buys or sells, and
 * then what he gets by it; and whether Y buys or sells where he stands, X on any square. X's chance
 * when X is to throw is the mean of these, so it is not kept. Decisions are those of the exact
 * values, kept as such.
 *
 * Chances are rounded to whole numbers of BLOCK_ONE, predicted from the division of cash before and
 * the lane before, and the difference is coded.
 */
#ifndef MONOPOLY_BLOCK_H
#define MONOPOLY_BLOCK_H

#include "coder.h"
#include "round.h"

enum { BLOCK_ONE = 4096 };

/* What lies in a block, and in which order; both sides make it from the board. */
struct shape {
    const struct space *space;
    int code, length, y;
    int period;       /* of money that is paid: chances jump from one multiple to the next */
    int fines, deals; /* squares with a fine; with a choice of X */
    uint8_t fine[SQUARES_MAX], deal[SQUARES_MAX];
    bool is_sale[SQUARES_MAX]; /* of a deal */
    bool decides;              /* Y has a choice at his square */
    bool y_sells;
};

void monopoly_shape_init(struct shape *shape, const struct space *space, int period, int wealth,
                         int holding, int y);

/* One division of the cash. */
struct column {
    int16_t stay[SQUARES_MAX];  /* X's chance, Y to throw, by X's square */
    int16_t leave[SQUARES_MAX]; /* the same after X's fine or deal, by X's square */
    bool leaves[SQUARES_MAX];   /* X's decision, by X's square */
    bool departs[SQUARES_MAX];  /* Y's decision, by X's square */
};

/* The period of all prices, rents and fines. */
int monopoly_block_period(const struct space *space);

/* How many numbers a block has at most. */
size_t monopoly_block_numbers(const struct space *space, int length);

/* Reading need not begin at the poorest X: a block is cut into pieces of so many divisions of cash,
 * each of which stands for itself. */
enum { BLOCK_PIECE = 32 };

static inline int block_pieces(int length)
{
    return (length + BLOCK_PIECE - 1) / BLOCK_PIECE;
}

/* The exact rows of a block, by X's square: X's chance, Y to throw, if X stays and if he leaves;
 * the same with X to throw if Y waits and if he goes. */
struct rows {
    const double *stay[SQUARES_MAX], *leave[SQUARES_MAX];
    const double *waits[SQUARES_MAX], *goes[SQUARES_MAX];
};

/* Takes them from a settled round. `memory` has room for 2 * squares rows of the round. */
void monopoly_block_rows(const struct shape *shape, const struct round *round, double *memory,
                         struct rows *ret_rows);

/* Lists the numbers of a piece. */
void monopoly_block_list(const struct shape *shape, const struct rows *rows, int piece,
                         struct pending *pending);

/* Reads a piece, up to the column `last`, into ret_columns, which has room for the whole block. */
void monopoly_block_read(const struct shape *shape, struct decoder *decoder, int piece, int last,
                         struct column *ret_columns);

#endif
