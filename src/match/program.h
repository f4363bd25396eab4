/*
 * program.h - a stranger's program in its sandbox, and a channel to it.
 */
#ifndef MATCH_PROGRAM_H
#define MATCH_PROGRAM_H

#include <limits.h>

#include "match/channel.h"
#include "match/player.h"
#include "sandbox/sandbox.h"

struct bz_program {
    struct bz_command command;
    char folder[PATH_MAX], file[PATH_MAX];
    /* What it may read beside its folder, up to NULL: an adapter, and files of the game. */
    const char *readable[BZ_OPTIONS_MAX + 2];
    char kept[BZ_OPTIONS_MAX][PATH_MAX]; /* those files */
    struct bz_process process;
};

/* Takes a command line apart. The program's own folder is `home`, from where the line then names
 * its files, or without one that of the first word that is a file and none of the system's, or else
 * the one we are in. */
int bz_program_init(struct bz_program *program, const char *line, const char *home,
                    struct bz_error *err);

/* A course's program, "FILE" or "FILE:NAME", in its home if it has one, behind a script that lies
 * in a folder of ours. Both names have to last. */
int bz_program_adapt(struct bz_program *program, const char *folder, const char *script,
                     const char *file, const char *home, struct bz_error *err);

/* Lets it read the files of the game's options that go along with a tournament (base/kept.h). */
void bz_program_show(struct bz_program *program, const struct bz_setup *setup);

/* Starts it, by the rules of the house. Both the process and the channel have to be ended. */
int bz_program_start(struct bz_program *program, const struct bz_house *house,
                     struct bz_channel *ret_channel, struct bz_error *err);

/* Whether it could not be started through no fault of its own, as `err` says it could not; then
 * `err` says what this machine lacks. */
bool bz_program_is_innocent(const struct bz_house *house, struct bz_error *err);

/* Its output has ended: whether it has too, which may take a moment longer, and how. */
bool bz_program_ended(struct bz_program *program, struct bz_fate *ret_fate);

#endif
