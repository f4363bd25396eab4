/*
 * test_ends.c - hundreds of ends of games, won by engines against brute force.
 */
#include "ends.h"

int main(void)
{
    struct cases cases = {0};

    ends_add(&cases, 25);
    return cases_run(&cases);
}
