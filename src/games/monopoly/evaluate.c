/*
 * evaluate.c - stub
 */
#include "perfect.h"
int monopoly_evaluate(const struct bz_setup *setup, const void *pos, const char *const specs[],
                      const struct bz_solve_options *options, struct bz_solution *ret_solution,
                      struct bz_error *err)
{
    (void)setup;
    (void)pos;
    (void)specs;
    (void)options;
    (void)ret_solution;
    return bz_fail(err, BZ_ERROR_UNFIT, "not yet");
}
