/*
 * ends.h - a won position is never lost again: ends of games played by engines, each move and each
 * proof held against brute force over the oracles' rules.
 */
#ifndef ENDS_H
#define ENDS_H

#include "cases.h"

/* How many games of each kind: thousands take minutes, hundreds a few seconds. */
void ends_add(struct cases *cases, int games);

#endif
