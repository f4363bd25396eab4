/*
 * chase.h - what the two files of a chase share: its boards, rows and lists, and the best ending.
 */
#ifndef ANGRY_CHASE_H
#define ANGRY_CHASE_H

#include "outlook.h"
#include "solve.h"

enum { LAYERS = ACTIONS_GAME1 + 1, STAGES = 101, NO_ENTRY = 0 };
enum { COST_INFINITE = 1 << 20, LIMIT_COST = LOSS_COST + ACTIONS_GAME1 };
enum { BOARD_SLOTS = 1 << 16, NO_BOARD = UINT16_MAX };

/* Where the queen's policy takes her from every cell, with the hen where she is. */
struct flow {
    cells go[DIRECTIONS];
};

struct row {
    cells seen;
    uint32_t pending; /* the last entry made for it */
    uint16_t layer;   /* that `seen` belongs to, where layers are kept apart */
    bool has_flow;
};

struct board {
    cells eggs, pigs, slings; /* that are left */
    cells others;             /* queens that do not step */
    cells ground;             /* of the queen */
    cells before;             /* cells on which she is still the first one */
    int eaten;                /* pigs, since the start */
    const int16_t *near;      /* what it costs at least, if no more pigs are eaten */
    const int16_t *far;       /* the same where pigs are no hindrance */
    uint16_t next[CELLS];     /* the board without what lies on a cell, where known */
    struct row rows[CELLS];
    struct flow flows[CELLS];
};

/* Queens in these places, the hen in this one, after n actions. */
struct entry {
    cells queens;
    uint32_t next; /* in its list */
    uint16_t board, n;
    uint8_t hen;
    bool done;
};

struct list {
    uint32_t first, last;
};

/* How the best plan ends: a step from one of the positions of an entry. */
enum ending { WINS, CAUGHT, LATE };

struct angry_chase {
    struct board *boards;
    uint32_t board_count, board_max;
    uint16_t *slots; /* of boards, by their hash */
    struct entry *entries;
    uint32_t entry_count, entry_max;
    struct list lists[STAGES][LAYERS];
    struct angry_relaxed *far;  /* pigs are no hindrance */
    struct angry_relaxed *near; /* one for each set of pigs eaten */
    cells *near_pigs;
    int near_count, near_max;
    size_t boards_size, entries_size, near_size;
    /* The search at hand. */
    struct angry root;
    struct angry_eggs eggs;
    cells walk; /* of the hen, as far as rocks allow it */
    bool free_bumps, apart, full;
    int best; /* cost */
    uint32_t best_entry;
    int best_direction;
    enum ending best_ending;
    struct angry_work *work;
    int unchecked;
};

/* The moves of the best plan, from its end back to the start. */
void angry_chase_trace(const struct angry_chase *chase, struct angry_finding *finding);

#endif
