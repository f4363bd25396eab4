/*
 * game1_policy.c - hen against queen, who follows her policy.
 */
#define BIRD   0
#define PLAYED 0
#define KERNEL angry_game1_policy
#include "rules.h"
