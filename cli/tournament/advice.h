/*
 * advice.h - what somebody may type next.
 */
#ifndef TOURNAMENT_ADVICE_H
#define TOURNAMENT_ADVICE_H

#include "tourney/director.h"

/* Prints the command that goes on with it; `named`: it was found by its name. */
void advice_resume(const struct bz_director *director, const char *url, bool named);

#endif
