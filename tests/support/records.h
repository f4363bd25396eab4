/*
 * records.h - games of any kind with everything a record can hold, and how two are compared.
 */
#ifndef RECORDS_H
#define RECORDS_H

#include "bazi/bazi.h"

/* The text form, to be freed. */
char *record_text(const struct bz_record *record);
void record_same(const struct bz_record *a, const struct bz_record *b);
/* Written, read, and written again: the same record and the same text. */
void record_round_trip(const struct bz_record *record);
/* Random moves, remarks, names and rulings, bytes that nobody should print among them. */
void record_some(const struct bz_setup *setup, struct bz_random *random,
                 struct bz_record *ret_record);

#endif
