/*
 * game1_player.c - hen against queen, who is the second player.
 */
#define BIRD   0
#define PLAYED 1
#define KERNEL angry_game1_player
#include "rules.h"
