/*
 * konane_1_movers.c - boards up to 8x8, judged by moves and movable stones alone.
 */
#define WORDS  1
#define KERNEL konane_kernel_1_movers
#define JUDGE  MOVERS
#include "rules.h"
