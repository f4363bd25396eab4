/*
 * published_4.c - the published rules for two teams of two.
 */
#define RULES   PUBLISHED
#define PLAYERS 4
#define KERNEL  hotk_kernel_published_4
#include "rules.h"
