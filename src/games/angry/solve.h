/*
 * solve.h - what the solvers of this room share: how long they may work, and what they find.
 *
 *   chase.c   game1 against the queen's policy: a shortest way, any map
 *   siege.c   game1 against a queen who plays, one of her: 150 steps backwards
 *   graph.c   every position there is, for boards with a bird or several playing queens
 *   slip.c    the worlds of mdp and rl: value iteration
 *   relax.c   the hen alone on the board, which bounds what she can get in company
 *
 * Each keeps all its memory from new to free, touches only what it needs, and can be stopped.
 */
#ifndef ANGRY_SOLVE_H
#define ANGRY_SOLVE_H

#include "bits.h"
#include "bazi/search.h"

enum { CELLS = 110 }; /* of the board with its eleventh column */

/* How long a solver may go on, and what it has done so far. */
struct angry_work {
    const atomic_bool *stop; /* may be NULL */
    int64_t until;           /* on the clock */
    uint64_t most, nodes;    /* positions, or rows of them */
    bool stopped;
    int64_t told, begun; /* on the clock; progress is told twice a second */
    const struct bz_solve_options *options; /* who wants to hear of it, or NULL */
    const char *doing;
};

void angry_work_begin(struct angry_work *work);
/* Adds nodes; false, from then on for ever, when it is time to stop. */
bool angry_work_on(struct angry_work *work, uint64_t nodes);

enum angry_status {
    ANGRY_SOLVED,
    ANGRY_STOPPED,   /* by its limits: the bounds hold */
    ANGRY_TOO_LARGE, /* for the memory: the bounds hold */
    ANGRY_ENDLESS    /* nothing ends this game: the hen can only bump */
};

enum { PLAN_MAX = 4096 };

/* What is known of a position of the games. */
struct angry_finding {
    enum angry_status status;
    int lower, upper; /* points of the hen; equal where it is solved */
    /* The moves from here on, as far as they are known; against a playing queen the main line. */
    int length;
    uint8_t moves[PLAN_MAX];
    /* For the explanation. */
    int pigs_tried; /* plans with more pigs than this cost more than they can bring */
    int alone;      /* what the hen could get if there were no queen */
};

/* relax.c */

enum { RELAX_EGGS = 12, LOSS_COST = 1400, ROW = 128 };

/* The least the hen still has to pay from each cell, with each set of eggs left, if no queen hinders
 * her: a point a step, 200 for an egg that stays behind, and LOSS_COST if she never gets out. Of
 * more than RELAX_EGGS eggs the others are thought to come by themselves. */
struct angry_relaxed {
    int16_t cost[1 << RELAX_EGGS][ROW];
};

/* The eggs that are counted, in order; and which of them are in the set. */
struct angry_eggs {
    int count;
    uint8_t cell[RELAX_EGGS];
};
struct angry_eggs angry_list_eggs(const struct angry *pos);
unsigned angry_egg_mask(const struct angry_eggs *eggs, cells set);
/* Of the cells she may walk on, without and with the pigs. */
void angry_relax(const struct angry *pos, const struct angry_eggs *eggs, cells open,
                 struct angry_relaxed *ret_relaxed);

/* chase.c */

struct angry_chase;
struct angry_chase *angry_chase_new(int megabytes);
void angry_chase_free(struct angry_chase *chase);
/* The best plan from a position of game1 where the queen follows her policy. */
void angry_chase_run(struct angry_chase *chase, const struct angry *pos, struct angry_work *work,
                     struct angry_finding *ret_finding);

#endif
