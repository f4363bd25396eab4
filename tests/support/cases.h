/*
 * cases.h - test programs whose cases are not known before they run: one a game, one a golden
 * entry. Each keeps its own name and its own line of TAP.
 */
#ifndef CASES_H
#define CASES_H

#include "check.h"

struct cases {
    struct CMUnitTest *tests;
    size_t count, capacity;
};

/* Adds `function(&state)`; the name is copied, the state must outlive the run. */
__attribute__((format(printf, 4, 5))) void
cases_add(struct cases *cases, CMUnitTestFunction function, void *state, const char *format, ...);

/* Runs them all, or those whose names match the pattern in $BAZI_ONLY ("konane*"), prints TAP,
 * gives the memory back and returns the number of failures. */
int cases_run(struct cases *cases);

#endif
