/*
 * save_parts.h - what save.c and places.c share.
 */
#ifndef CLI_SAVE_PARTS_H
#define CLI_SAVE_PARTS_H

/* Makes the folders above the file where they are missing. 0, or -1 with errno. */
int save_make_folders(const char *path);

#endif
