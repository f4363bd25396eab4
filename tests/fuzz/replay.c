/*
 * replay.c - runs a fuzz target over the files of folders, in the order of their names, and prints
 * a line of TAP for each. A bad input ends the program, and so the test.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The bytes of a file, exactly as many as it has, so that a sanitizer sees one read too many. */
static uint8_t *load(const char *path, size_t *ret_size)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = NULL;
    long size = -1;

    if (!file)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0)
        size = ftell(file);
    if (size >= 0 && fseek(file, 0, SEEK_SET) == 0)
        data = malloc(size > 0 ? (size_t)size : 1);
    if (data && fread(data, 1, (size_t)size, file) != (size_t)size) {
        free(data);
        data = NULL;
    }
    fclose(file);
    *ret_size = (size_t)size;
    return data;
}

static int visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Returns whether the file could be read; its name is out before it is tried. */
static int replay(const char *folder, const char *name, int number)
{
    char path[4096];
    size_t size = 0;
    uint8_t *data;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    printf("# %s\n", name);
    fflush(stdout);
    data = load(path, &size);
    if (data)
        LLVMFuzzerTestOneInput(data, size);
    printf("%s %d - %s\n", data ? "ok" : "not ok", number, name);
    free(data);
    return data ? 0 : 1;
}

int main(int argc, char **argv)
{
    int number = 0, failures = 0;

    for (int i = 1; i < argc; i++) {
        struct dirent **entries = NULL;
        int count = scandir(argv[i], &entries, visible, alphasort);

        for (int k = 0; k < count; k++) {
            failures += replay(argv[i], entries[k]->d_name, ++number);
            free(entries[k]);
        }
        if (count <= 0) {
            printf("not ok %d - %s has no files\n", ++number, argv[i]);
            failures++;
        }
        free((void *)entries);
    }
    printf("1..%d\n", number);
    return failures || number == 0;
}
