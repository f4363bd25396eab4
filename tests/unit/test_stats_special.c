/*
 * test_stats_special.c - the distributions, against their definitions: densities integrated
 * numerically, sums of binomials, closed forms, and tables everybody has.
 */
#include "check.h"

#include <math.h>

#include "stats/special.h"

/* Simpson's rule. */
static double integrate(double (*f)(double x, const double *with), const double *with, double from,
                        double to)
{
    enum { STEPS = 20000 };
    double step = (to - from) / STEPS, sum = f(from, with) + f(to, with);

    for (int i = 1; i < STEPS; i++)
        sum += (i % 2 ? 4 : 2) * f(from + i * step, with);
    return sum * step / 3;
}

static double normal_density(double x, const double *with)
{
    (void)with;
    return exp(-0.5 * x * x) / sqrt(2 * M_PI);
}

static void normal_is_its_integral(void **state)
{
    static const double points[] = {-5, -2.5, -1, -0.1, 0, 0.3, 1.96, 4};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(points); i++)
        check_near(bz_normal_cdf(points[i]), integrate(normal_density, NULL, -12, points[i]),
                   1e-12);
    check_near(bz_normal_cdf(-10) / 7.619853024160526e-24, 1, 1e-10);
}

static void normal_quantiles_invert_it(void **state)
{
    (void)state;
    check_near(bz_normal_quantile(0.975), BZ_NORMAL_95, 1e-12);
    check_near(bz_normal_quantile(0.95), 1.6448536269514722, 1e-12);
    check_near(bz_normal_quantile(0.5), 0, 1e-15);
    for (int i = 0; i < 24; i++) {
        double p = 1e-12 * pow(3, i);

        check_near(bz_normal_cdf(bz_normal_quantile(p)) / p, 1, 1e-10);
        check_near(bz_normal_quantile(1 - p), -bz_normal_quantile(p), 1e-3);
    }
}

static double choose(int n, int k)
{
    double ways = 1;

    for (int i = 1; i <= k; i++)
        ways = ways * (n - k + i) / i;
    return ways;
}

/* That at least k of n succeed is a beta distribution's share. */
static void beta_sums_binomials(void **state)
{
    (void)state;
    for (int n = 1; n <= 25; n++)
        for (int k = 1; k <= n; k++)
            for (int j = 0; j < 15; j++) {
                double p = 0.01 + 0.07 * j, sum = 0;

                for (int i = k; i <= n; i++)
                    sum += choose(n, i) * pow(p, i) * pow(1 - p, n - i);
                check_near(bz_beta_cdf(k, n - k + 1, p), sum, 1e-12);
            }
}

static double beta_density(double x, const double *with)
{
    return exp(lgamma(with[0] + with[1]) - lgamma(with[0]) - lgamma(with[1])) *
           pow(x, with[0] - 1) * pow(1 - x, with[1] - 1);
}

static void beta_is_its_integral(void **state)
{
    static const double shapes[][2] = {{2.5, 3.5}, {3.25, 9.75}, {40.5, 2.5}, {200.5, 180}};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(shapes); i++)
        for (int j = 0; j < 10; j++) {
            double x = 0.05 + 0.1 * j;

            check_near(bz_beta_cdf(shapes[i][0], shapes[i][1], x),
                       integrate(beta_density, shapes[i], 0, x), 1e-6);
        }
    for (int j = 1; j < 20; j++) /* the arcsine law */
        check_near(bz_beta_cdf(0.5, 0.5, 0.05 * j), 2 / M_PI * asin(sqrt(0.05 * j)), 1e-12);
    check_near(bz_beta_cdf(3, 4, 0), 0, 0);
    check_near(bz_beta_cdf(3, 4, 1), 1, 0);
    check_near(bz_beta_cdf(300000, 300000, 0.5), 0.5, 1e-9);
}

static void beta_quantiles_invert_it(void **state)
{
    static const double shapes[][2] = {{0.5, 0.5}, {1, 1}, {8.5, 0.5}, {7, 2}, {500, 600}};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(shapes); i++)
        for (int j = 0; j < 31; j++) {
            double p = 0.0005 + 0.033 * j;

            check_near(bz_beta_cdf(shapes[i][0], shapes[i][1],
                                   bz_beta_quantile(shapes[i][0], shapes[i][1], p)),
                       p, 1e-7);
        }
    check_near(bz_beta_quantile(8, 1, 0.025), pow(0.025, 1.0 / 8), 1e-12);
    check_near(bz_beta_quantile(2, 3, 0), 0, 0);
    check_near(bz_beta_quantile(2, 3, 1), 1, 0);
}

static double student_density(double x, const double *with)
{
    double n = with[0];

    return exp(lgamma((n + 1) / 2) - lgamma(n / 2)) / sqrt(n * M_PI) *
           pow(1 + x * x / n, -(n + 1) / 2);
}

static void student_is_its_integral(void **state)
{
    static const double degrees[] = {1, 2, 3.5, 8, 40};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(degrees); i++)
        for (int j = 0; j < 11; j++) {
            double x = 0.75 * j - 4;

            check_near(bz_student_cdf(x, degrees[i]),
                       0.5 + integrate(student_density, &degrees[i], 0, x), 1e-10);
        }
    check_near(bz_student_cdf(3, 1), 0.5 + atan(3) / M_PI, 1e-12); /* Cauchy */
    check_near(bz_student_cdf(3, 2), 0.5 + 3 / (2 * sqrt(2 + 9)), 1e-12);
}

static void student_quantiles_stand_in_tables(void **state)
{
    (void)state;
    check_near(bz_student_quantile(0.975, 1), 12.706205, 1e-6);
    check_near(bz_student_quantile(0.975, 2), 4.302653, 1e-6);
    check_near(bz_student_quantile(0.975, 10), 2.228139, 1e-6);
    check_near(bz_student_quantile(0.975, 30), 2.042272, 1e-6);
    check_near(bz_student_quantile(0.95, 5), 2.015048, 1e-6);
    check_near(bz_student_quantile(0.025, 10), -2.228139, 1e-6);
    check_near(bz_student_quantile(0.5, 7), 0, 1e-7);
    check_near(bz_student_quantile(0.975, 1e6), BZ_NORMAL_95, 1e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normal_is_its_integral),
        cmocka_unit_test(normal_quantiles_invert_it),
        cmocka_unit_test(beta_sums_binomials),
        cmocka_unit_test(beta_is_its_integral),
        cmocka_unit_test(beta_quantiles_invert_it),
        cmocka_unit_test(student_is_its_integral),
        cmocka_unit_test(student_quantiles_stand_in_tables),
    };

    return CHECK_RUN(tests);
}
