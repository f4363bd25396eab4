/*
 * brute.h - who wins the end of a game, by trying everything over the rules of the oracles, which
 * share nothing with the library; and ends of games to try that on.
 */
#ifndef BRUTE_H
#define BRUTE_H

#include "bazi/random.h"
#include "oracle_hotk.h"
#include "oracle_konane.h"

enum { BRUTE_MOVES_MAX = 64, BRUTE_KEY = 64 };

/* A position of two players in one of the oracles. */
struct brute {
    bool is_court;
    union {
        struct court court;
        struct oracle stones;
    };
};

struct brute_move {
    char text[COURT_MOVE_SIZE];
    struct oracle_move jump; /* of stones */
};

int brute_moves(const struct brute *pos, struct brute_move ret_moves[BRUTE_MOVES_MAX]);
void brute_play(struct brute *pos, const struct brute_move *move);
int brute_turn(const struct brute *pos); /* from 0 */
void brute_text(const struct brute *pos, char ret_text[ORACLE_TEXT_MAX]);

/* Answers that were found stay here, the positions whole. */
struct brute_memory;
struct brute_memory *brute_memory_new(void);
void brute_memory_free(struct brute_memory *memory);

/* Whether the player to move wins. A finished game is won or lost by him as well. */
bool brute_wins(struct brute_memory *memory, const struct brute *pos);

/* Some cards, the closer together the longer the game; of the members that are gone each player has
 * about half, so that most leads are small and ties are many. */
void brute_scatter(struct bz_random *random, int rules, int cards, struct court *ret_court);

#endif
