/*
 * konane_1_mobility.c - boards up to 8x8, judged by moves alone.
 */
#define WORDS  1
#define KERNEL konane_kernel_1_mobility
#define JUDGE  MOBILITY
#include "rules.h"
