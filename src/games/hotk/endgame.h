/*
 * endgame.h - who wins when few cards are left, in phase 1.
 */
#ifndef HOTK_ENDGAME_H
#define HOTK_ENDGAME_H

#include <stdint.h>

/* As the hook of that name in bz_rules: 0 with too many cards. */
int hotk_endgame(const void *at, uint64_t *nodes);

#endif
