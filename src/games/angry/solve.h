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

#include "bazi/search.h"
#include "bits.h"

enum { CELLS = 110 }; /* of the board with its eleventh column */

/* The cells of a set, in order, and how many. */
static inline int list_cells(cells set, uint8_t *ret_cells)
{
    int count = 0;

    for (; set; set &= set - 1)
        ret_cells[count++] = (uint8_t)index_of(first_of(set));
    return count;
}

/* How long a solver may go on, and what it has done so far. */
struct angry_work {
    const atomic_bool *stop; /* may be NULL */
    int64_t until;           /* on the clock */
    uint64_t most, nodes;    /* positions, or rows of them */
    bool stopped;
    int64_t told, begun;                    /* on the clock; progress is told twice a second */
    const struct bz_solve_options *options; /* who wants to hear of it, or NULL */
    const char *doing;
};

void angry_work_begin(struct angry_work *work);
/* Adds nodes; false, from then on for ever, when it is time to stop. */
bool angry_work_on(struct angry_work *work, uint64_t nodes);

/* Less than this nobody gets from a position of the games. */
int angry_worst(const struct angry *pos);

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
    int rest;       /* and the most that more pigs than those could bring */
};

/* relax.c */

enum { RELAX_EGGS = 10, LOSS_COST = 1400, RELAXED_ROW = 128 };

/* The least the hen still has to pay from each cell, with each set of eggs left, if no queen
 * hinders her: a point a step, 200 for an egg that stays behind, and LOSS_COST if she never
 * gets out. Of more than RELAX_EGGS eggs the others are thought to come by themselves. */
struct angry_relaxed {
    int16_t cost[1 << RELAX_EGGS][RELAXED_ROW];
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

/* siege.c */

struct angry_siege;
struct angry_siege *angry_siege_new(int megabytes);
void angry_siege_free(struct angry_siege *siege);
/* Whether it can be asked about such positions: one playing queen, not too many eggs. */
bool angry_siege_fits(const struct angry *pos);
/* What a position of game1 is worth against a queen who plays. What is known already of earlier
 * positions of the game is used again, and so is work that was stopped. */
void angry_siege_run(struct angry_siege *siege, const struct angry *pos, struct angry_work *work,
                     struct angry_finding *ret_finding);
/* What it knows of a position that comes from the one it was asked about last; false if nothing. */
bool angry_siege_value(const struct angry_siege *siege, const struct angry *pos, int *ret_lower,
                       int *ret_upper);

/* graph.c */

struct angry_graph;
struct angry_graph *angry_graph_new(int megabytes);
void angry_graph_free(struct angry_graph *graph);
/* What a position of the games is worth, by looking at every one that can follow. */
void angry_graph_run(struct angry_graph *graph, const struct angry *pos, struct angry_work *work,
                     struct angry_finding *ret_finding);
/* The points of a position that can follow the one it was asked about last; false if it cannot. */
bool angry_graph_value(const struct angry_graph *graph, const struct angry *pos, int *ret_value);

/* slip.c */

struct angry_slip;
struct angry_slip *angry_slip_new(int megabytes);
void angry_slip_free(struct angry_slip *slip);
/* Finds the value of every state that can follow. What was found for an earlier position of the
 * same world is used again. */
enum angry_status angry_slip_run(struct angry_slip *slip, const struct angry_world *pos,
                                 struct angry_work *work);
/* The expected points of a position, and of asking for a direction there. */
double angry_slip_value(const struct angry_slip *slip, const struct angry_world *pos);
double angry_slip_asked(const struct angry_slip *slip, const struct angry_world *pos,
                        int direction);

/* mind.c: the solver that fits a setup, and what it has found. */

struct angry_mind {
    struct angry_chase *chase;
    struct angry_siege *siege;
    struct angry_graph *graph;
    struct angry_slip *slip;
    struct angry_finding finding; /* of the position it was asked about last, in the games */
    /* The plan against the queen's policy: where it should be by now, and the rest of it. */
    struct angry expected;
    int done;
    int hopeless; /* with so many things on the board, the graph did not fit the memory */
};

/* All memory, for the setup; false if there is not that much. */
bool angry_mind_init(struct angry_mind *mind, const struct bz_setup *setup, int megabytes);
void angry_mind_release(struct angry_mind *mind);
/* Works out what there is to know of a position that is not over. */
enum angry_status angry_mind_ask(struct angry_mind *mind, const struct angry *pos,
                                 struct angry_work *work);
/* What a move leads to, in the hen's points, between bounds; false where nothing is known. In a
 * chase that is worked out, and what is known of the position itself forgotten. */
bool angry_mind_judge(struct angry_mind *mind, const struct angry *pos, bz_move move,
                      struct angry_work *work, double *ret_lower, double *ret_upper);

/* explain.c: why the answer is what it is. */
void angry_explain_solution(struct angry_mind *mind, const struct angry *pos,
                            const struct bz_solution *solution, struct bz_buf *out);

#endif
