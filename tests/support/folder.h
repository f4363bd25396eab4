/*
 * folder.h - a folder of a test's own, with the path of a proof in it: a fixture for setup and
 * teardown. What else a test leaves in the folder is a failure.
 */
#ifndef FOLDER_H
#define FOLDER_H

struct folder {
    char name[64], path[96];
};

int folder_make(void **state); /* *state is the struct folder */
int folder_remove(void **state);

#endif
