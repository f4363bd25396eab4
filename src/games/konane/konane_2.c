/*
 * konane_2.c - boards of up to 8 rows and 16 columns.
 */
#define WORDS  2
#define KERNEL konane_kernel_2
#define JUDGE  LEARNED
#include "rules.h"
