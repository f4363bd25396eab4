/*
 * mark.h - what a submission has earned: its games against each baseline, its points, its grade.
 *
 * The grade is the mean of the shares of points against the baselines, by their weights, and the
 * highest one from a given share on. Games that were not played because a program was out count as
 * lost, as in every tournament. Who cannot play has no games and the grade 0.
 */
#ifndef GRADE_MARK_H
#define GRADE_MARK_H

#include "grade/terms.h"
#include "stats/estimate.h"
#include "tourney/ledger.h"

struct bz_mark {
    struct bz_wdl wdl; /* against all baselines */
    int64_t games;
    int64_t repeats;          /* of them; no part of the interval of the share */
    int64_t forfeits;         /* nor are these, which were lost without being played */
    int64_t unpaired;         /* nor these, for the other game of their pair is missing */
    double points;            /* a win 1, a draw a half */
    double weighted;          /* the share that the grade is made from */
    struct bz_estimate share; /* of the points, baselines not weighted; if there are games */
    double grade;
};

/* A submission's, where it has a player in the ledger; else that of one who cannot play. */
struct bz_mark bz_mark_of(const struct bz_terms *terms, const struct bz_ledger *ledger, int player);

/* Games of a submission against one baseline. */
struct bz_wdl bz_mark_against(const struct bz_ledger *ledger, int player, int baseline);
/* Its share of the points of these, 0 where there are none. */
double bz_mark_share(const struct bz_wdl *wdl);

/* A game as its author should hear of it. */
struct bz_case {
    int64_t number;    /* in the tournament */
    const char *rival; /* among the plan's players; "" where one plays alone */
    int seat, plies;
    double points;         /* the game's own */
    int outcome;           /* 1, 0, -1 */
    bool fault;            /* lost by what a program must not do */
    enum bz_ruling ruling; /* against it, or none */
    char reason[300];      /* how it ended */
    char
        note[BZ_NOTE_MAX]; /* what it did wrong, what it was told and said, what was legal; or "" */
    char *excerpt;         /* the end of what it wrote to standard error; any bytes */
    size_t excerpt_length;
    char *record;
};

/* All its games that were played and count as such. */
struct bz_dossier {
    struct bz_case *cases; /* by number */
    int count, faults;
};

int bz_dossier_read(struct bz_dossier *ret_dossier, struct bz_store *store, int64_t tournament,
                    const struct bz_plan *plan, const struct bz_ledger *ledger, int player,
                    struct bz_error *err);
void bz_dossier_release(struct bz_dossier *dossier);

#endif
