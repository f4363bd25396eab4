/*
 * konane_1.c - boards up to 8x8, in single words.
 */
#define WORDS  1
#define KERNEL konane_kernel_1
#define JUDGE  LEARNED
#include "rules.h"
