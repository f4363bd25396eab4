/*
 * load.h - recorded games for the commands that take a file of them.
 */
#ifndef CLI_LOAD_H
#define CLI_LOAD_H

#include "command.h"

/* Called with each game; a status other than STATUS_DONE ends it. */
typedef int load_each(void *context, const struct bz_record *record);

/* Reads the file, a text with records or, by the end .json of its name, a log that some game can
 * import. Takes the game that --number names, or else the first one, or all of them. Complains
 * itself. */
int load_games(const struct invocation *inv, const char *path, bool all, load_each *each,
               void *context);

#endif
