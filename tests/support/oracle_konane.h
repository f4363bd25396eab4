/*
 * oracle_konane.h - Konane on a plain array of cells, written from the rules alone.
 *
 * It shares no code with the library: the tests compare the two, and the benchmark takes it as the
 * plain program that the library's speed is measured against. Moves come in the order of the
 * original program.
 */
#ifndef ORACLE_KONANE_H
#define ORACLE_KONANE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ORACLE_SIZE_MAX = 16,
    ORACLE_CELLS_MAX = ORACLE_SIZE_MAX * ORACLE_SIZE_MAX,
    ORACLE_MOVES_MAX = 1024,
    ORACLE_TEXT_MAX = 512
};

enum oracle_cell { ORACLE_EMPTY = 0, ORACLE_BLACK = 1, ORACLE_WHITE = 2 };

/* Row by row from the top; cell (r, c) is cell[r * cols + c]. */
struct oracle {
    int rows, cols;
    int side; /* ORACLE_BLACK or ORACLE_WHITE, whose turn it is */
    int8_t cell[ORACLE_CELLS_MAX];
};

/* A removal has both ends the same. */
struct oracle_move {
    int8_t r1, c1, r2, c2;
};

void oracle_start(struct oracle *oracle, int rows, int cols);

/* A board drawn with B, W and '.', blanks between the cells or none, rows ended by a newline or a
 * slash. False if it is no rectangle of those letters. */
bool oracle_draw(struct oracle *oracle, const char *drawing, int side);

int oracle_moves(const struct oracle *oracle, struct oracle_move *ret_moves);
void oracle_play(struct oracle *oracle, struct oracle_move move);

/* Number of move sequences of exactly `depth` plies; the last ply is counted by its list. */
uint64_t oracle_perft(const struct oracle *oracle, int depth);

/* Whether the player to move wins, by trying everything. For positions with few pieces left. */
bool oracle_wins(const struct oracle *oracle);

/* The texts of the notation: "BWBW/W2B/BWBW/WBWB b", "d4", "c1-g1". */
void oracle_fen(const struct oracle *oracle, char ret_text[ORACLE_TEXT_MAX]);
void oracle_move_text(struct oracle_move move, char ret_text[16]);

#endif
