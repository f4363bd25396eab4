/*
 * wire.h - the lines the course's server sends to its clients, each with its newline, and what a
 * client makes of them.
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

/* --- hear.c: as bz_wire wants it -------------------------------------------------------------- */

/* What a client knows. */
struct diamonds_memory {
    enum variant variant;
    int rows, cols, turns, players, trap_count, me;
    char init[32];
    int turn;              /* the last one heard of, or 0 */
    char tiles[CELLS_MAX]; /* the map at the start, as far as it can be known */
    bool gone[CELLS_MAX];  /* what has been taken since */
    int first;             /* where the other agent stood when the first line came */
    struct diamonds_seen {
        int cell;
        uint8_t keys, last;
        int gems[COLOURS], points;
        int score; /* in eighths */
    } agent[AGENTS_MAX];
    bool trap[CELLS_MAX]; /* our own */
};
int diamonds_hear_greeting(void *memory, const char *line, size_t length, struct bz_error *err);
int diamonds_hear_turn(void *memory, const struct bz_setup *setup, const char *line, size_t length,
                       struct bz_buf *ret_pos, struct bz_error *err);

#endif
