/*
 * oracle_angry.h - Angry hen once more, slowly and by the book: letters in an array, the
 * original's loop with its counter and its flag, its min_max with its heuristic. It shares nothing
 * with the rules.
 */
#ifndef ORACLE_ANGRY_H
#define ORACLE_ANGRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum hen_rules { HEN_GAME1, HEN_GAME2, HEN_MDP, HEN_RL };
enum { HEN_SIDE = 10, HEN_MOVES = 5, HEN_TEXT_MAX = 512 };

struct hen_oracle {
    enum hen_rules rules;
    bool queen_plays, bump_free;
    char grid[HEN_SIDE][HEN_SIDE]; /* letters; in the worlds the hen is not among them */
    int n;
    int counter;
    bool running;
    /* The worlds. */
    int row, col, points, wish; /* wish: what chance decides about, or -1 */
    uint64_t seed;
};

/* A position of the games from its hundred letters, row by row; of a world from 64. */
void hen_init(struct hen_oracle *o, enum hen_rules rules, bool queen_plays, bool bump_free,
              const char *letters);
/* A random board on which it goes on for a while. */
void hen_random(struct hen_oracle *o, enum hen_rules rules, bool queen_plays, bool bump_free,
                uint64_t seed);

/* The moves there are, in order: 0 … 3 for up, down, left, right, 4 for staying. */
int hen_moves(const struct hen_oracle *o, int ret_moves[HEN_MOVES]);
void hen_play(struct hen_oracle *o, int move);
int hen_score(const struct hen_oracle *o);
/* The whole text of the position. */
void hen_text(const struct hen_oracle *o, char ret_text[HEN_TEXT_MAX]);

/* The report's search. */
struct hen_search {
    double value;
    int action; /* -1 where it found none */
    uint64_t leaves;
};
struct hen_search hen_min_max(const struct hen_oracle *o, int depth);

#endif
