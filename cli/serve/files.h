/*
 * files.h - what a course's own server leaves behind, a game or a round a file, each written whole
 * or not at all.
 */
#ifndef SERVE_FILES_H
#define SERVE_FILES_H

#include <limits.h>

#include "bazi/record.h"
#include "bazi/wire.h"

struct files {
    const char *folder; /* where they go */
    const char *out;    /* a file records are added to, or NULL */
    bool many;          /* several games: names that would be the same get the game's number */
};

/* Whether they can be written, before anybody plays. */
int files_check(const struct files *files, const struct bz_wire *wire, struct bz_error *err);
/* All of a round of that game (from 0). The first that fails is told, the others are tried. The
 * name of the dated one is in ret_name. */
int files_write(const struct files *files, const struct bz_record *record, int game,
                char ret_name[PATH_MAX], struct bz_error *err);

#endif
