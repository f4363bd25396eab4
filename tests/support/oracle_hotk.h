/*
 * oracle_hotk.h - Hand of the King with plain arrays and texts, written from the specification and
 * sharing nothing with the library: slow, and easy to believe.
 */
#ifndef ORACLE_HOTK_H
#define ORACLE_HOTK_H

#include <stdbool.h>
#include <stddef.h>

enum { COURT_PHASE1, COURT_PHASE2, COURT_PUBLISHED };
enum { COURT_MOVES_MAX = 8192, COURT_MOVE_SIZE = 24, COURT_TEXT_SIZE = 256 };

struct court {
    int rules, players;
    char board[37]; /* letters, '.' for an empty cell */
    int count[4][7];
    int owner[7]; /* 0 for nobody, or the player's number from 1 */
    int turn;     /* from 1 */
    bool companion[6];
    bool due;
};

void court_start(struct court *court, int rules, int players, bool companions, const char *board);

/* Every legal move, as it is written, in order. */
int court_moves(const struct court *court, char (*ret_moves)[COURT_MOVE_SIZE]);
/* A move of that list. */
void court_play(struct court *court, const char *move);
/* Of a finished game: 1 for those who have won, -1 for the others. */
void court_result(const struct court *court, int *ret_result);
/* The position as the notation has it. */
void court_text(const struct court *court, char ret_text[COURT_TEXT_SIZE]);

#endif
