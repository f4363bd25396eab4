/*
 * needs.h - what a command needs of a game, as the table of commands says it.
 */
#ifndef CLI_NEEDS_H
#define CLI_NEEDS_H

#include "command.h"

struct need {
    bool (*met)(const struct bz_game *game);
    const char *lack; /* "GAME LACK": what is said of a game that does not meet it */
};

extern const struct need need_learning, need_book, need_wire, need_computing;

#endif
