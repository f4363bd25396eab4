/*
 * verify.h - what the two files of the verifier share.
 */
#ifndef DIAMONDS_VERIFY_H
#define DIAMONDS_VERIFY_H

#include "plan_file.h"

/* Whether the rest of the game from pos on can bring no more than `bound` points. */
int verify_bound(const struct plan_file *file, const struct diamonds *pos, int bound,
                 const atomic_bool *stop, uint64_t *ret_labels, struct bz_error *err);

#endif
