/*
 * mean.c - adding fractions with an eye on overflow: what does not fit is no longer called exact.
 */
#include "analyse/mean.h"

#include "base/bits.h"

static void reduce(int64_t *numerator, int64_t *denominator)
{
    uint64_t size = *numerator < 0 ? 0 - (uint64_t)*numerator : (uint64_t)*numerator;
    int64_t divisor = (int64_t)bz_common_divisor(size, (uint64_t)*denominator);

    *numerator /= divisor;
    *denominator /= divisor;
}

/* numerator/denominator += weight * a/b; false, with no sense left in it, if that overflows. */
static bool add_fraction(struct mean *mean, int64_t a, int64_t b, uint32_t weight)
{
    int64_t left, right;

    if (__builtin_mul_overflow(a, (int64_t)weight, &a) ||
        __builtin_mul_overflow(mean->numerator, b, &left) ||
        __builtin_mul_overflow(a, mean->denominator, &right) ||
        __builtin_add_overflow(left, right, &mean->numerator) ||
        __builtin_mul_overflow(mean->denominator, b, &mean->denominator) ||
        mean->numerator == INT64_MIN)
        return false;
    reduce(&mean->numerator, &mean->denominator);
    return true;
}

void mean_add(struct mean *mean, const struct verdict *verdict, uint32_t weight)
{
    struct verdict *worst = &mean->worst;
    bool first = mean->count++ == 0;

    mean->sum += verdict->value * weight;
    mean->chances += verdict_chance(verdict) * weight;
    mean->is_chance |= verdict->is_chance;
    if (verdict->decimals && (!worst->decimals || verdict->decimals < worst->decimals))
        worst->decimals = verdict->decimals;
    mean->weight += weight;
    mean->total += weight;
    if (first)
        mean->denominator = 1;
    if (!mean->inexact)
        mean->inexact = !verdict->denominator ||
                        !add_fraction(mean, verdict->numerator, verdict->denominator, weight);
    if (first || verdict->certainty < worst->certainty)
        worst->certainty = verdict->certainty;
    if (verdict->certainty != OVER && (!worst->depth || verdict->depth < worst->depth))
        worst->depth = verdict->depth;
    if (verdict->distance > worst->distance)
        worst->distance = verdict->distance;
    mean->mixed |= !first && verdict->proof != worst->proof;
    worst->proof = verdict->proof;
}

void mean_close(const struct mean *mean, struct verdict *ret_verdict)
{
    int64_t numerator = mean->numerator, denominator;

    *ret_verdict = mean->worst;
    ret_verdict->move = BZ_MOVE_NONE;
    ret_verdict->value = mean->weight > 0 ? mean->sum / mean->weight : 0;
    ret_verdict->is_chance = mean->is_chance;
    if (mean->mixed)
        ret_verdict->proof = BZ_UNDECIDED;
    if (mean->is_chance && mean->weight > 0)
        ret_verdict->value = mean->chances / mean->weight;
    if (ret_verdict->certainty == OVER)
        ret_verdict->certainty = PROVED;
    if (mean->inexact || !mean->total ||
        __builtin_mul_overflow(mean->denominator, mean->total, &denominator))
        return;
    reduce(&numerator, &denominator);
    ret_verdict->numerator = numerator;
    ret_verdict->denominator = denominator;
}
