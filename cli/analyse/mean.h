/*
 * mean.h - the mean of verdicts over the outcomes of chance, exact as long as numbers allow.
 */
#ifndef ANALYSE_MEAN_H
#define ANALYSE_MEAN_H

#include "analyse/judge.h"

/* Begins as zeros. */
struct mean {
    int count;
    double sum, weight;
    double chances; /* the sum where one of them is a chance, and so all are */
    bool is_chance;
    bool inexact;
    int64_t numerator, denominator, total; /* the sum as a fraction, and the weights' sum */
    struct verdict worst;                  /* as uncertain and as shallow as any of them */
    bool mixed;                            /* not all are won, or all lost */
};

void mean_add(struct mean *mean, const struct verdict *verdict, uint32_t weight);
void mean_close(const struct mean *mean, struct verdict *ret_verdict);

#endif
