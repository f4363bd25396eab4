/*
 * golden.h - reading the golden files of tests/golden.
 */
#ifndef GOLDEN_H
#define GOLDEN_H

#include <jansson.h>

#include "oracle_konane.h"

/* The whole file; the test program ends if it cannot be read. Freed with json_decref. */
json_t *golden_load(const char *name);

/* A member of an object that must be there. */
json_t *golden_get(json_t *object, const char *key);
int golden_int(json_t *object, const char *key);
const char *golden_text(json_t *object, const char *key);

/* Konane: rows of letters with a side "B" or "W", a move of four numbers, and "c1-e1" of it. */
void golden_board(json_t *rows, const char *side, struct oracle *ret_oracle);
struct oracle_move golden_move(json_t *numbers);

#endif
