/*
 * oracle_diamonds.h - Diamonds on a plain grid of characters, written from the rules alone and
 * sharing nothing with the library. Slow: a score is added up from the whole list of diamonds.
 */
#ifndef ORACLE_DIAMONDS_H
#define ORACLE_DIAMONDS_H

#include <stdbool.h>

enum { GRID_MAX = 25, LIST_MAX = 700, REPORT_TEXT_MAX = 160 };

struct oracle_agent {
    int y, x;
    bool key[3]; /* green, yellow, red */
    int gem[LIST_MAX], gems;
    int hits, hurts; /* hurts: wire, or traps */
    int straight, diagonal, turns;
    int trap_y[LIST_MAX], trap_x[LIST_MAX], traps;
};

struct oracle_diamonds {
    const char *rules; /* "p1", "p2", "p3", "v2021" */
    bool on_entry;
    int players, turns, trap_count;
    double init;
    int height, width;
    char map[GRID_MAX][GRID_MAX + 1];
    struct oracle_agent agent[2];
    int turn, who;
};

/* The agents into their corners; map, size and options are set. */
void oracle_diamonds_start(struct oracle_diamonds *game);
bool oracle_diamonds_over(const struct oracle_diamonds *game);
double oracle_diamonds_score(const struct oracle_diamonds *game, int who);
/* The n-th word of the rule set, or NULL after the last. */
const char *oracle_diamonds_word(const struct oracle_diamonds *game, int n);
/* What the requested word becomes for a number drawn from 0 to 1 (p2), or by rule (p3). */
const char *oracle_diamonds_becomes(const struct oracle_diamonds *game, const char *word, double u);
/* The places a teleport under the agent leads to, row by row; 0 where there is none. */
int oracle_diamonds_exits(const struct oracle_diamonds *game, int ret_places[][2]);
/* One whole action; a teleport comes out at the n-th of the exits. */
void oracle_diamonds_act(struct oracle_diamonds *game, const char *requested, const char *executed,
                         int n, char ret_report[REPORT_TEXT_MAX]);

/* Number of sequences of exactly that many plies, chance outcomes being plies. */
unsigned long oracle_diamonds_perft(const struct oracle_diamonds *game, int depth);

#endif
