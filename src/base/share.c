/*
 * share.c - Wilson's interval, which stays within 0 … 1 and holds for few games too.
 */
#include "base/share.h"

#include <math.h>

void bz_share_interval(double points, int games, double *ret_low, double *ret_high)
{
    const double z = 1.959963984540054; /* 95 % of a normal distribution lie within */
    double n = games, p, middle, spread;

    *ret_low = 0;
    *ret_high = 1;
    if (games == 0)
        return;
    p = points / n;
    middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    spread = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    *ret_low = fmax(0, middle - spread);
    *ret_high = fmin(1, middle + spread);
}
