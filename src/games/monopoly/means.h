/*
 * means.h - the inner loops: the mean over all throws, row by row, and the choice behind it.
 *
 * Every element is computed in the same order whatever the machine's vectors are, so the results
 * are the same everywhere, bit for bit.
 */
#ifndef MONOPOLY_MEANS_H
#define MONOPOLY_MEANS_H

#include <stdbool.h>

/* What is made of a mean. */
enum choice {
    TAKE,   /* it is kept as it is */
    LARGER, /* or `other`, whichever is larger */
    SMALLER,
    BLEND /* other + share * mean */
};

/* The rows behind all throws, in their order, `count` 6 or 11. */
struct fan {
    int count;
    const double *row[11];
    const double *chance;
};

void monopoly_means_put(double *restrict out, const struct fan *fan, int length, enum choice choice,
                        const double *restrict other, const double *restrict share);

/* The same; returns whether anything changed by more than `still`. */
bool monopoly_means_change(double *restrict out, const struct fan *fan, int length,
                           enum choice choice, const double *restrict other,
                           const double *restrict share, double still);

#endif
