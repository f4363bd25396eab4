/*
 * record.h - a game being played or already played: where it started, the moves, where it is.
 *
 * The text form is a few header lines and the moves, chance outcomes among them:
 *
 *     [Game "konane"]
 *     [Options "size=6"]
 *     [P1 "human"]
 *     [P2 "best"]
 *     [Result "none"]
 *
 *     a1 b1 a3-a1
 *
 * In a header's value a quote, a backslash or a control character is written \xNN.
 */
#ifndef BAZI_RECORD_H
#define BAZI_RECORD_H

#include <stdio.h>

#include "bazi/engine.h"
#include "bazi/game.h"
#include "bazi/random.h"

enum { BZ_RECORD_PLIES_MAX = 100000, BZ_NAME_MAX = 128, BZ_RECORD_TEXT_MAX = 8 << 20 };

struct bz_record {
    const struct bz_setup *setup; /* the caller's; outlives the record */
    union bz_pos start, pos;
    bool from_start; /* start is the game's own starting position */
    bz_move *moves;
    int length, capacity;
    int resigned; /* the player who gave up, or -1 */
    char players[BZ_PLAYERS_MAX][BZ_NAME_MAX];
};

/* A record at `start`, or at the game's own start where that is NULL. */
void bz_record_init(struct bz_record *record, const struct bz_setup *setup, const void *start);
void bz_record_release(struct bz_record *record);

/* Adds a legal move. Fails only for want of memory or beyond BZ_RECORD_PLIES_MAX. */
int bz_record_play(struct bz_record *record, bz_move move, struct bz_error *err);
/* Takes back the last `plies` moves, or all there are. */
void bz_record_undo(struct bz_record *record, int plies);
bool bz_record_is_over(const struct bz_record *record);

/* "p1win", "p2win", "draw", "done" (one player), or "none" while the game goes on. A win that is
 * shared, as by a team, is "p1p3win"; among more than four players it counts as a draw. */
const char *bz_record_result(const struct bz_record *record);
/* Why it ended so, in words: "Black has no move left", "White resigned". */
void bz_record_reason(const struct bz_record *record, struct bz_buf *out);

/* Draws the outcome of a chance node by its weights. */
bz_move bz_chance_draw(const struct bz_setup *setup, const void *pos, struct bz_random *random);

/* Plays on with one engine a player until the game is over or someone resigns. `each`, if not
 * NULL, is called after every move with the engine's answer (NULL after a chance outcome). */
typedef void bz_record_listener(void *context, const struct bz_record *record,
                                const struct bz_answer *answer);
int bz_record_finish(struct bz_record *record, struct bz_engine *const *engines,
                     struct bz_random *random, bz_record_listener *each, void *context,
                     struct bz_error *err);

/* The text form. Reading is strict: errors name line and column, and on failure neither setup nor
 * record is touched. The result and reason are checked against the moves. */
int bz_record_write(const struct bz_record *record, FILE *out, struct bz_error *err);
int bz_record_read(const char *text, size_t length, struct bz_setup *ret_setup,
                   struct bz_record *ret_record, struct bz_error *err);

#endif
