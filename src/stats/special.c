/*
 * special.c - what the C library lacks of the common distributions.
 *
 * Quantiles are found by halving an interval that holds them: slower than a fit, and right
 * wherever the distribution itself is.
 */
#include "stats/special.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>

enum { TERMS_MAX = 100000, HALVINGS = 1100 };

double bz_normal_cdf(double x)
{
    return 0.5 * erfc(-x * 0.70710678118654752440);
}

double bz_normal_quantile(double probability)
{
    double low = -40, high = 40;

    assert(probability >= 0 && probability <= 1);
    if (probability <= 0 || probability >= 1)
        return probability <= 0 ? -HUGE_VAL : HUGE_VAL;
    if (probability > 0.5) /* the lower tail has more digits */
        return -bz_normal_quantile(1 - probability);
    while (high - low > 4 * DBL_EPSILON * fmax(1, fabs(low))) {
        double middle = 0.5 * (low + high);

        if (bz_normal_cdf(middle) < probability)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

/* Away from zero, for a continued fraction divides by it. */
static double nonzero(double x)
{
    return fabs(x) < DBL_MIN ? DBL_MIN : x;
}

/* The continued fraction of the incomplete beta function, from its front by Lentz's method. */
static double beta_fraction(double a, double b, double x)
{
    double numerator = 1, denominator = 1 / nonzero(1 - (a + b) * x / (a + 1));
    double value = denominator;

    for (int m = 1; m <= TERMS_MAX; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        double change;

        denominator = 1 / nonzero(1 + even * denominator);
        numerator = nonzero(1 + even / numerator);
        value *= numerator * denominator;
        denominator = 1 / nonzero(1 + odd * denominator);
        numerator = nonzero(1 + odd / numerator);
        change = numerator * denominator;
        value *= change;
        if (fabs(change - 1) < DBL_EPSILON)
            break;
    }
    return value;
}

static double log_gamma(double x)
{
    int sign;

    return lgamma_r(x, &sign);
}

double bz_beta_cdf(double a, double b, double x)
{
    double front;

    assert(a > 0 && b > 0);
    if (x <= 0 || x >= 1)
        return x >= 1;
    front = exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * log(x) + b * log1p(-x));
    /* The fraction converges fast on the near side of the mean only. */
    if (x < (a + 1) / (a + b + 2))
        return fmin(1, front * beta_fraction(a, b, x) / a);
    return fmax(0, 1 - front * beta_fraction(b, a, 1 - x) / b);
}

double bz_beta_quantile(double a, double b, double probability)
{
    double low = 0, high = 1;

    assert(probability >= 0 && probability <= 1);
    if (probability <= 0 || probability >= 1)
        return probability >= 1;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = 0.5 * (low + high);

        if (middle <= low || middle >= high)
            break;
        if (bz_beta_cdf(a, b, middle) < probability)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

double bz_student_cdf(double x, double degrees)
{
    double tail;

    assert(degrees > 0);
    tail = 0.5 * bz_beta_cdf(0.5 * degrees, 0.5, degrees / (degrees + x * x));
    return x < 0 ? tail : 1 - tail;
}

double bz_student_quantile(double probability, double degrees)
{
    double tail = fmin(probability, 1 - probability), share, x;

    assert(probability >= 0 && probability <= 1);
    if (probability <= 0 || probability >= 1)
        return probability <= 0 ? -HUGE_VAL : HUGE_VAL;
    share = bz_beta_quantile(0.5 * degrees, 0.5, 2 * tail);
    x = sqrt(degrees * (1 - share) / share);
    return probability < 0.5 ? -x : x;
}
