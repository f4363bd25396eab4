/*
 * induct_angry.h - what positions of Angry hen are worth, the plain way: every move to the end of
 * the game by the rules themselves, each position with its number of actions looked at once. For
 * small boards. It shares nothing with the solvers.
 */
#ifndef INDUCT_ANGRY_H
#define INDUCT_ANGRY_H

#include "bazi/game.h"

enum { INDUCT_NEVER = -100000 }; /* the hen cannot bring it to an end */

struct induction;

/* `waits` is how many moves that count for nothing may follow each other. */
struct induction *induct_new(const struct bz_setup *setup, int waits);
void induct_free(struct induction *induction);
/* The points of the hen, of a position of the games. */
int induct_value(struct induction *induction, const void *pos);

/* The expected points of a position of mdp or rl: every state there is, again and again. */
double induct_world(const struct bz_setup *setup, const void *pos);

#endif
