#include "folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int folder_make(void **state)
{
    static struct folder folder;

    snprintf(folder.name, sizeof(folder.name), "/tmp/bazi-test-XXXXXX");
    if (!mkdtemp(folder.name))
        return -1;
    snprintf(folder.path, sizeof(folder.path), "%s/proof", folder.name);
    *state = &folder;
    return 0;
}

int folder_remove(void **state)
{
    const struct folder *folder = *state;

    remove(folder->path);
    return rmdir(folder->name);
}
