/*
 * published_2.c - the published rules for two players.
 */
#define RULES   PUBLISHED
#define PLAYERS 2
#define KERNEL  hotk_kernel_published_2
#include "rules.h"
