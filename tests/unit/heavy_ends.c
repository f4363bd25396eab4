/*
 * heavy_ends.c - thousands of ends of games, won by engines against brute force.
 */
#include "ends.h"

int main(void)
{
    struct cases cases = {0};

    ends_add(&cases, 1000);
    return cases_run(&cases);
}
