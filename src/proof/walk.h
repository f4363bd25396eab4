/*
 * walk.h - the walk through everything that can happen to a player whose moves are chosen for him.
 */
#ifndef PROOF_WALK_H
#define PROOF_WALK_H

#include "bazi/proof.h"

/* Visits every position that can come up, each position of the winner once, depth first and in the
 * order of generation, so that the choices of one walk can be replayed in another. */
int bz_proof_walk(const struct bz_setup *setup, const void *pos, int winner,
                  bz_proof_chooser *choose, void *context, uint64_t *ret_positions,
                  struct bz_error *err);

#endif
