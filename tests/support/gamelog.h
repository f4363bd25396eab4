/*
 * gamelog.h - logs of the course's server for Diamonds, written and read back.
 */
#ifndef GAMELOG_H
#define GAMELOG_H

#include "bazi/bazi.h"

/* The record as a log, to be freed. */
char *gamelog_of(const struct bz_record *record);
/* Reads a log from a text, with blank-separated options. */
int gamelog_read(const char *text, const char *options, struct bz_setup *ret_setup,
                 struct bz_record *ret_record, struct bz_error *err);
/* Log, record and log again: the same bytes, and the same end. */
void gamelog_round_trip(const struct bz_record *record, const char *options);

#endif
