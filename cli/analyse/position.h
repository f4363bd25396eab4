/*
 * position.h - one position analysed and shown.
 */
#ifndef ANALYSE_POSITION_H
#define ANALYSE_POSITION_H

#include "analyse/judge.h"

/* `last` is the move that led to pos, or BZ_MOVE_NONE. */
void position_show(struct judge *judge, const void *pos, bz_move last);
void position_print_json(struct judge *judge, const void *pos);

#endif
