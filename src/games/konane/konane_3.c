/*
 * konane_3.c - boards of up to 12 rows.
 */
#define WORDS  3
#define KERNEL konane_kernel_3
#define JUDGE  LEARNED
#include "rules.h"
