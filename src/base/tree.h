/*
 * tree.h - folders: a stranger's looked through without trust, ours made and removed.
 *
 * A walk sees ordinary files, in the order of their names, and never more than a program may have.
 * It goes from descriptor to descriptor and follows no link: whoever changes the folder meanwhile
 * gets a file left out or an error, never a file from elsewhere taken in.
 */
#ifndef BASE_TREE_H
#define BASE_TREE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "bazi/error.h"

enum { BZ_TREE_FILES = 2000, BZ_TREE_DEPTH = 16, BZ_TREE_FILE_BYTES = 64 << 20 };

struct bz_tree_file {
    const char *name; /* from the root of the walk, without control characters, in UTF-8 */
    int64_t size;
    bool runs; /* it is a program */
    int fd;    /* open for reading; closed behind the call */
};

/* What is done on the way; whatever is not BZ_OK ends the walk. */
struct bz_tree_visitor {
    int64_t bytes; /* all files have at most so many, together */
    /* NULL: they are only counted, and need not be readable. */
    int (*file)(void *context, const struct bz_tree_file *file, struct bz_error *err);
    int (*folder)(void *context, const char *name, struct bz_error *err); /* or NULL */
    /* Neither file nor folder: a link, a pipe, a name no store can keep. NULL: it is left out. */
    int (*other)(void *context, const char *name, struct bz_error *err);
    void *context;
};

/* Walks through all but what tools leave behind, such as .git. BZ_ERROR_RANGE beyond what a program
 * may have, BZ_ERROR_IO where something cannot be read. */
int bz_tree_walk(const char *root, const struct bz_tree_visitor *visitor, struct bz_error *err);

/* The whole content of a file, free() it; BZ_ERROR_IO where it is not as long as it was. */
int bz_tree_content(const struct bz_tree_file *file, void **ret_content, struct bz_error *err);

/* The only entry of a folder, NULL where there are more or none; free() it. */
char *bz_tree_only(const char *path);

/* Writes a new file; false with errno. */
bool bz_tree_write(const char *path, mode_t mode, const void *content, size_t length);
/* Makes the folders that a path lies in, as far as they are missing; false with errno. */
bool bz_tree_folders(const char *path, mode_t mode);
/* Removes a folder with all that is in it, however deep, as far as it can be. */
void bz_tree_remove(const char *path);

#endif
