/*
 * oracle_monopoly.h - the small Monopoly on plain arrays, written from its rules alone.
 *
 * It shares no code with the library and reads none of its files: the three boards are tables of
 * its own. Everything is slow and plain.
 */
#ifndef ORACLE_MONOPOLY_H
#define ORACLE_MONOPOLY_H

#include <stdbool.h>
#include <stdint.h>

enum { MONO_SQUARES_MAX = 16, MONO_TEXT_MAX = 128 };

/* Price 0: not for sale; then `pay` is a fine, or 0 on a square where nothing happens. */
struct mono_square {
    int price, pay, resale;
};

struct mono_board {
    const char *name;
    int cash, dice, squares;
    struct mono_square square[MONO_SQUARES_MAX];
};

struct mono {
    const struct mono_board *board;
    int cap;
    int cash[2], place[2];
    char owner[MONO_SQUARES_MAX + 1]; /* '.', '1', '2' */
    int turn;                         /* 0, 1 */
    char due;                         /* 'r', 'a' */
    int turns;
};

enum mono_eval { MONO_ROBOT, MONO_ZEROSUM, MONO_ZEROSUM_WIN };

/* The boards mini, lane, bazaar; NULL for another name. */
const struct mono_board *mono_board(const char *name);

void mono_start(struct mono *mono, const struct mono_board *board, int cap);
bool mono_is_over(const struct mono *mono);
/* 1 human, 2 robot, 0 a draw. */
int mono_winner(const struct mono *mono);

/* The words of all moves, or outcomes, in the order of the rules. */
int mono_moves(const struct mono *mono, char ret_words[12][8]);
void mono_play(struct mono *mono, const char *word);
/* How often in 36 (6 with one die) a throw comes, by counting all pairs. */
int mono_weight(const struct mono *mono, int thrown);

/* A position in the notation, of which nothing is checked, and back. */
void mono_read(struct mono *mono, const char *text);
void mono_text(const struct mono *mono, char ret_text[MONO_TEXT_MAX]);
uint64_t mono_perft(const struct mono *mono, int depth);

/* What expectiminimax finds for the robot, who maximises: the value times unit to the power of
 * depth, unit being 6 or 36. Adds the positions evaluated to *leaves. */
int64_t mono_value(const struct mono *mono, enum mono_eval eval, int depth, uint64_t *leaves);

#endif
