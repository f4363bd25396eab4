/*
 * comparison.h - how much better one of two players is, for people and as JSON.
 */
#ifndef CONTEST_COMPARISON_H
#define CONTEST_COMPARISON_H

#include "bazi/buf.h"
#include "stats/estimate.h"
#include "stats/sprt.h"
#include "text/json.h"

/* "0-5-20-9-1"; of games won-drawn-lost. */
void comparison_counts(const struct bz_outcomes *outcomes, struct bz_buf *out);

/* "1.23 (-2.94, 2.94)": the ratio's logarithm and its bounds. */
void comparison_ratio(const struct bz_sprt_state *state, struct bz_buf *out);

/* One line of a report: a word, and what is to be said of it. */
__attribute__((format(printf, 2, 3))) void comparison_line(const char *word, const char *format,
                                                           ...);
/* The line of the score. */
void comparison_show_score(const struct bz_outcomes *outcomes);
/* Lines for pairs, Elo, normalised Elo, superiority, and how the intervals were found. */
void comparison_show(const struct bz_outcomes *outcomes);
void comparison_json_estimate(struct json *json, const char *key,
                              const struct bz_estimate *estimate, int decimals);
/* All of it as one object. */
void comparison_json(struct json *json, const char *key, const struct bz_outcomes *outcomes);

#endif
