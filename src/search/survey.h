/*
 * survey.h - how long a game that is decided lasts if the winner hurries and the loser does not.
 *
 * A proof says within how many plies the winner gets there. A surveyor looks whether it can be had
 * sooner until he finds that it cannot, and then follows the way to the end.
 */
#ifndef SEARCH_SURVEY_H
#define SEARCH_SURVEY_H

#include "search/root.h"

struct bz_surveyor {
    struct bz_root root;
    struct bz_tt tt; /* another's, whose entries it does not see */
};

/* As bz_root_init. */
int bz_surveyor_init(struct bz_surveyor *surveyor, const struct bz_kernel *kernel,
                     const struct bz_rules *rules);
void bz_surveyor_release(struct bz_surveyor *surveyor);

/* Whether there is a distance to be found: with two players, without chance and points. */
bool bz_survey_fits(const struct bz_rules *rules);

/* Looks at a line that is a proof: it may begin with any move, or only with the one that it begins
 * with. Takes about as many nodes as `effort` and no more than the deadline has left, from which
 * those of the line are gone; adds its own to them. Other searches may use the table meanwhile. */
void bz_survey(struct bz_surveyor *surveyor, const struct bz_tt *tt, const void *pos, bool any,
               uint64_t effort, const struct bz_deadline *deadline, struct bz_info *line);

/* Looks for a win within `distance` plies where one is known to be: the line becomes that, or stays
 * as it was. Adds its nodes in either case, and takes what the deadline has left. */
bool bz_survey_seek(struct bz_surveyor *surveyor, const struct bz_tt *tt, const void *pos,
                    int distance, const struct bz_deadline *deadline, struct bz_info *line);

#endif
