/*
 * phase1.c - phase 1 of the course: two players, no companions.
 */
#define RULES   PHASE1
#define PLAYERS 2
#define KERNEL  hotk_kernel_phase1
#include "rules.h"
