/*
 * phase2.c - phase 2 of the course: two players and six companions.
 */
#define RULES   PHASE2
#define PLAYERS 2
#define KERNEL  hotk_kernel_phase2
#include "rules.h"
