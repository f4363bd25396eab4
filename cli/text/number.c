/*
 * number.c - numbers without their noise.
 */
#include "number.h"

#include <math.h>

double number_rounded(double number, int decimals)
{
    double unit = pow(10, decimals), units = round(number * unit);

    if (!isfinite(units))
        return number;
    return units == 0 ? 0 : units / unit;
}
