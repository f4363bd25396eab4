/*
 * konane_4.c - boards of up to 16 rows.
 */
#define WORDS  4
#define KERNEL konane_kernel_4
#define JUDGE  LEARNED
#include "rules.h"
