/*
 * evidence.h - what the rounds of a match say of two players, those played again counted once.
 *
 * Players who draw no lots play the same games whenever they begin alike. Rounds with the same
 * start that are all the same, move for move, are one observation; where one of them went
 * otherwise, all count.
 */
#ifndef CONTEST_EVIDENCE_H
#define CONTEST_EVIDENCE_H

#include "match/series.h"

struct evidence {
    struct bz_outcomes outcomes; /* pairs by their points; alone, who got more out of the start */
    struct bz_outcomes before;   /* as the series had counted them when the last game was over */
    uint64_t *prints;            /* by round, of the games so far */
    struct evidence_start *starts;
    size_t room; /* of starts, a power of two and more than there can be */
};

/* Memory for so many rounds; false without. It begins with zeros. */
bool evidence_open(struct evidence *evidence, int rounds);
void evidence_close(struct evidence *evidence);

/* Takes in a finished game of two players; whether it was the last one of its round. */
bool evidence_take(struct evidence *evidence, const struct bz_outcome *outcome);

/* A number for the moves of a game: equal games of equal seats have equal ones. */
uint64_t evidence_print(const struct bz_outcome *outcome);

#endif
