/*
 * wire.h - the lines the course's server sends to its clients, each with its newline.
 */
#ifndef DIAMONDS_WIRE_H
#define DIAMONDS_WIRE_H

#include "diamonds.h"

enum { DIAMONDS_LINE_MAX = 8192 }; /* room for any of them */

/* The first line to an agent, before anything has happened. */
void diamonds_wire_init(const struct diamonds *pos, int agent, struct bz_buf *out);
/* What the agent to act is told; in v2021 its turn is paid for by then. */
void diamonds_wire_turn(const struct diamonds *pos, struct bz_buf *out);
/* The last line, the same to everyone. */
void diamonds_wire_finish(const struct diamonds *pos, struct bz_buf *out);

#endif
