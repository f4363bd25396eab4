/*
 * remarks.h - the words that the forms of a table have in common.
 */
#ifndef TOURNAMENT_REMARKS_H
#define TOURNAMENT_REMARKS_H

#include "bazi/buf.h"
#include "tourney/sheet.h"

/* The word of the tournament's file. */
const char *remark_format(const struct bz_sheet *sheet);
/* Games that count, forfeits among them; alone those that were played. */
int64_t remark_games(const struct bz_sheet *sheet, const struct bz_sheet_row *row);
/* Whether anything has been decided at all, by play or by forfeit. */
bool remark_has_results(const struct bz_sheet *sheet);
/* "12½", where points are kept doubled. */
void remark_half(int64_t doubled, struct bz_buf *out);
/* Whether places go by points and those of the opponents. */
bool remark_has_opponents(const struct bz_sheet *sheet);
/* Of a knockout: "round 2", "final", "won"; nothing of one who is still there, and elsewhere. */
void remark_stage(const struct bz_sheet *sheet, const struct bz_standing *standing,
                  struct bz_buf *out);
/* The likelihood that a row is better than the one below; false where they never met. */
bool remark_superiority(const struct bz_sheet *sheet, int row, double *ret_likelihood);
/* "97.5%"; nobody is better for certain. */
void remark_likelihood(double likelihood, struct bz_buf *out);
/* "0.0312": how likely something is by chance; nothing is for certain. */
void remark_chance(double probability, struct bz_buf *out);
/* "crashed 4, late 1": how games were lost that no rule of the game ended. */
void remark_rulings(const struct bz_ledger_row *counts, struct bz_buf *out);
/* Why somebody is out, a sentence without its subject; nothing of others. */
void remark_out(const struct bz_sheet *sheet, const struct bz_ledger_row *counts,
                struct bz_buf *out);
/* The index-th thing to be said below the table; false behind the last. Some are empty. */
bool remark_at(const struct bz_sheet *sheet, int index, struct bz_buf *out);

#endif
