/*
 * published_3.c - the published rules for three players, each for himself.
 */
#define RULES   PUBLISHED
#define PLAYERS 3
#define KERNEL  hotk_kernel_published_3
#include "rules.h"
