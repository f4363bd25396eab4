/*
 * counts.c - counts as observations between 0 and 1, and their moments.
 */
#include "stats/counts.h"

#include <assert.h>
#include <string.h>

int64_t bz_wdl_total(const struct bz_wdl *wdl)
{
    return wdl->wins + wdl->draws + wdl->losses;
}

struct bz_outcomes bz_outcomes_of_wdl(const struct bz_wdl *wdl)
{
    return (struct bz_outcomes){.counts = {wdl->losses, wdl->draws, wdl->wins}, .kinds = 3};
}

struct bz_outcomes bz_outcomes_of_pairs(const struct bz_pairs *pairs)
{
    struct bz_outcomes outcomes = {.kinds = BZ_PAIR_SCORES};

    memcpy(outcomes.counts, pairs->counts, sizeof(outcomes.counts));
    return outcomes;
}

int64_t bz_outcomes_total(const struct bz_outcomes *outcomes)
{
    int64_t total = 0;

    for (int i = 0; i < outcomes->kinds; i++) {
        assert(outcomes->counts[i] >= 0 && outcomes->counts[i] <= BZ_COUNT_MAX);
        total += outcomes->counts[i];
    }
    return total;
}

bool bz_outcomes_are_pairs(const struct bz_outcomes *outcomes)
{
    return outcomes->kinds == BZ_PAIR_SCORES;
}

double bz_worth_among(int players)
{
    return players > 2 ? 3.0 / (players + 1) : 1;
}

struct bz_moments bz_moments_of(const double *weights, int kinds)
{
    struct bz_moments moments = {.mean = 0.5};
    double points = 0, squares = 0;

    for (int i = 0; i < kinds; i++) {
        moments.total += weights[i];
        points += weights[i] * i / (kinds - 1);
    }
    if (moments.total <= 0)
        return moments;
    moments.mean = points / moments.total;
    for (int i = 0; i < kinds; i++) {
        double off = (double)i / (kinds - 1) - moments.mean;

        squares += weights[i] * off * off;
    }
    moments.variance = squares / moments.total;
    return moments;
}

struct bz_moments bz_outcomes_moments(const struct bz_outcomes *outcomes)
{
    double weights[BZ_PAIR_SCORES];

    for (int i = 0; i < outcomes->kinds; i++)
        weights[i] = (double)outcomes->counts[i];
    return bz_moments_of(weights, outcomes->kinds);
}
