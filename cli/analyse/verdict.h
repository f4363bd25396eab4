/*
 * verdict.h - verdicts as people and programs read them.
 */
#ifndef ANALYSE_VERDICT_H
#define ANALYSE_VERDICT_H

#include "analyse/judge.h"
#include "text/json.h"

/* "win", "loss", "+3.5", "?" */
void verdict_value(const struct verdict *v, struct bz_buf *out);
/* "7/2" where the value is known as a fraction and is no whole number, otherwise nothing */
void verdict_fraction(const struct verdict *v, struct bz_buf *out);
/* How well that is known: "proved, 13 plies", "depth 18", "the end" */
void verdict_proof(const struct verdict *v, struct bz_buf *out);
/* Both in one: "win in 13", "+3" */
void verdict_short(const struct verdict *v, struct bz_buf *out);
/* A sentence: "Proved: Black wins in at most 13 plies." for a verdict about `player` */
void verdict_sentence(const struct bz_setup *setup, const struct verdict *v, int player,
                      struct bz_buf *out);
/* A difference of two values, "+3.5", or of two chances in points of a hundred, "+3.50 %". */
void verdict_difference(double difference, bool is_chance, struct bz_buf *out);
/* A number with a sign, as short as it is clear. */
void verdict_number(double number, struct bz_buf *out);

/* A chance, or a difference of two, to so many decimals; 0: all there are. */
void verdict_json_share(struct json *json, const char *key, double share, int decimals);

/* The members "value", "fraction", "proof", "distance", "depth", as far as they are known. */
void verdict_json(struct json *json, const struct verdict *v);

#endif
