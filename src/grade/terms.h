/*
 * terms.h - what a file of baselines says: a tournament file whose players are the baselines, and a
 * section [grade] with how submissions are built and run, and how points become a grade.
 */
#ifndef GRADE_TERMS_H
#define GRADE_TERMS_H

#include "grade/roster.h"
#include "tourney/plan.h"

struct bz_terms {
    struct bz_plan plan; /* with somebody in the place of all submissions */
    int baselines;       /* the first players of the plan */
    const char *run, *build;
    int build_seconds;
    double full, highest;
    double *weights; /* of the baselines; above 0 at least once */
};

int bz_terms_read(struct bz_terms *ret_terms, const char *path, struct bz_error *err);
void bz_terms_release(struct bz_terms *terms);

/* The tournament of the baselines and all who are ready, whose numbers are set. Its name is another
 * one for other files: what was played before by other programs does not count. */
int bz_terms_plan(const struct bz_terms *terms, struct bz_roster *roster, struct bz_plan *ret_plan,
                  struct bz_error *err);

#endif
