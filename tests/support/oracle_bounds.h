/*
 * oracle_bounds.h - what the first player's chance is at least and at most when both play
 * perfectly, for boards too large to list their positions.
 *
 * From the rules as oracle_monopoly.h has them, on its boards; nothing is shared with the library.
 * Unknown values begin as lost, or as won, and are renewed. Whenever that stops, what came out is
 * not above, or not below, the truth. Neither seat is exchanged for the other.
 */
#ifndef ORACLE_BOUNDS_H
#define ORACLE_BOUNDS_H

#include "oracle_monopoly.h"

/* Of the game without a limit of turns. The board has a fine, and every resale is below its price.
 * Both bounds have errors of at most 1e-8 of their own; fails where memory does. */
bool bounds_find(const struct mono_board *board, double *ret_least, double *ret_most);

#endif
