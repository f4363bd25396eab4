/*
 * tournament.h - a tournament as it is shown: while it is played, and its table in every form.
 */
#ifndef TOURNAMENT_H
#define TOURNAMENT_H

#include <stdio.h>

#include "tourney/sheet.h"

/* The table for people: places, results, ratings; and what else there is to say. */
void tournament_print_table(const struct bz_sheet *sheet);

#endif
