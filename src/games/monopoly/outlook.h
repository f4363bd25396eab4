/*
 * outlook.h - chances to win, known better than the table keeps them.
 *
 * The table rounds its values, but not its decisions: how both play is known exactly. So the game
 * goes on by them for some turns, as likely as the throws are, and the value is the mean of those
 * of all positions that may come out. Their roundings have nothing to do with each other, and what
 * is left of them in the mean is less by as much as there are many.
 */
#ifndef MONOPOLY_OUTLOOK_H
#define MONOPOLY_OUTLOOK_H

#include "search/time.h"
#include "table.h"

struct outlook;

/* With all the memory it will ever use; NULL if there is not so much. */
struct outlook *monopoly_outlook_new(const struct bz_setup *setup);
void monopoly_outlook_free(struct outlook *outlook); /* NULL is fine */

/* As monopoly_table_chance, from so many positions or more, and each of them takes a few probes.
 * Stops when it is late, with what it has. *ret_rough is how far the chance may be off. */
bool monopoly_outlook_chance(struct outlook *outlook, struct table *table,
                             const struct monopoly *pos, int share,
                             const struct bz_deadline *deadline, double *ret_chance,
                             double *ret_rough);

#endif
