/*
 * game2_player.c - hen and bird against queen, who is the second player.
 */
#define BIRD   1
#define PLAYED 1
#define KERNEL angry_game2_player
#include "rules.h"
