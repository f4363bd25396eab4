/*
 * perfect.h - exact play: what the solver of the whole board, its evaluation of players and its
 * explanations share.
 */
#ifndef MONOPOLY_PERFECT_H
#define MONOPOLY_PERFECT_H

#include "bazi/search.h"
#include "endurance.h"
#include "wanted.h"

/* Whether the board can be solved on this machine: BZ_ERROR_UNFIT, and why, if not. `tables` is how
 * many times the values of all layers at work are needed. */
int monopoly_perfect_fits(const struct bz_setup *setup, double tables, struct bz_error *err);

/* Whether the limit of turns can be left out at pos. */
int monopoly_perfect_check_cap(const struct monopoly *pos, struct bz_error *err);

/* The unit and the wealth, counted in it, of the space that pos lies in. */
void monopoly_perfect_measure(const struct monopoly *pos, int *ret_unit, int *ret_wealth);

/* Why the answer is what it is. */
void monopoly_perfect_explain(const struct wanted *wanted, const void *pos, struct bz_buf *out);

int monopoly_evaluate(const struct bz_setup *setup, const void *pos, const char *const specs[],
                      const struct bz_solve_options *options, struct bz_solution *ret_solution,
                      struct bz_error *err);

/* What would let `best` know more. */
void monopoly_hint(const struct bz_setup *setup, struct bz_buf *out);

/* The file of the table that a setup's option names, if there is one; false if not. */
bool monopoly_table_path(const struct bz_setup *setup, char *ret_path, size_t size);

extern const struct bz_adviser monopoly_adviser;

#endif
