/*
 * processors.h - how much this machine does at once.
 */
#ifndef BASE_PROCESSORS_H
#define BASE_PROCESSORS_H

/* The processors this process may use: at least 1, at most so many. */
int bz_processors(int most);

#endif
