/*
 * special.h - the distributions behind the estimates: normal, beta, Student's t.
 *
 * Accurate to ten digits or better where the parameters are below a million. A probability is
 * within 0 … 1 and a quantile is never nan; of probability 0 or 1 it may be infinite.
 */
#ifndef STATS_SPECIAL_H
#define STATS_SPECIAL_H

/* 95 % of a normal distribution lie within so many deviations of its mean. */
#define BZ_NORMAL_95 1.9599639845400545

double bz_normal_cdf(double x);
double bz_normal_quantile(double probability);

/* The share of a beta distribution below x, also called the regularised incomplete beta function;
 * a and b are above 0. */
double bz_beta_cdf(double a, double b, double x);
double bz_beta_quantile(double a, double b, double probability);

/* With any number of degrees of freedom above 0. */
double bz_student_cdf(double x, double degrees);
double bz_student_quantile(double probability, double degrees);

#endif
