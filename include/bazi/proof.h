/*
 * proof.h - certificates: a winner's answer to everything, in a file that anyone can check.
 *
 * Checking needs the rules of the game and nothing else: whatever the opponent does is tried, the
 * winner's moves are read from the file, and every game must end with his win. How the moves were
 * found does not matter.
 */
#ifndef BAZI_PROOF_H
#define BAZI_PROOF_H

#include "bazi/game.h"

enum { BZ_PROOF_OPTIONS_MAX = 1024 };

/* Whether the game is one of win and loss for two, without chance: no other has such proofs. */
bool bz_proof_fits(const struct bz_rules *rules);

/* Which of the moves the winner makes in a position where it is his turn. A code other than 0, with
 * its error, ends the walk. */
typedef int bz_proof_chooser(void *context, const void *pos, const bz_move *moves, int count,
                             int *ret_choice, struct bz_error *err);

/* Writes the certificate that this player (from 0) wins from pos on. The file is complete or, on
 * failure, what it was before. BZ_ERROR_ILLEGAL, with the moves that lead there, where the chooser
 * does not win; BZ_ERROR_UNFIT for a game that has no such proofs. */
int bz_proof_write(const char *path, const struct bz_setup *setup, const void *pos, int winner,
                   bz_proof_chooser *choose, void *context, uint64_t *ret_positions,
                   struct bz_error *err);

/* What a certificate proves, and by how many positions of the winner, or of whatever a game's own
 * kind of certificate is checked by. BZ_ERROR_ILLEGAL, with the moves that lead there, if it proves
 * nothing; other codes for a file that cannot be read, and BZ_ERROR_UNFIT for one about a game that
 * has no such proofs. `stop` may be NULL. */
struct bz_proof_finding {
    char game[64];
    char options[BZ_PROOF_OPTIONS_MAX]; /* " -o size=6", those that are not the game's own */
    char position[BZ_POS_TEXT_MAX];     /* "" where it is the start of the game */
    int winner;                         /* -1 where it is about points */
    double lower, upper; /* then, what player 1 gets with best play lies between these */
    uint64_t positions;
};
int bz_proof_check(const char *path, const atomic_bool *stop, struct bz_proof_finding *ret_finding,
                   struct bz_error *err);

#endif
