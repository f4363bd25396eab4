/*
 * game2_policy.c - hen and bird against queen, who follows her policy.
 */
#define BIRD   1
#define PLAYED 0
#define KERNEL angry_game2_policy
#include "rules.h"
