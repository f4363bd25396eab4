/*
 * parts.h - what the files of this room share.
 */
#ifndef CONTEST_PARTS_H
#define CONTEST_PARTS_H

#include "contest.h"

void contest_show_game(const struct contest *contest, const struct bz_outcome *outcome);
void contest_show_progress(const struct contest *contest, const struct bz_tally *tally, int done);
void contest_show_table(const struct contest *contest, const struct bz_tally *tallies);

void contest_json_game(const struct contest *contest, const struct bz_outcome *outcome);
void contest_json_table(const struct contest *contest, const struct bz_tally *tallies);

#endif
