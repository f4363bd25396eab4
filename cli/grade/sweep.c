/*
 * sweep.c - what an earlier run wrote for somebody who is there no more, or has no games now.
 *
 * A list beside the pages says what that was; nothing else is ever removed. It is written before
 * the pages are: whatever a run leaves behind that is killed, the list names it.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "grade.h"
#include "text/output.h"

enum { LINE_ROOM = BZ_SLUG_MAX + 16 };

static const char page_ending[] = ".html", record_ending[] = ".record";

static void place(const struct gradebook *book, const char *name, char ret_path[PATH_MAX])
{
    snprintf(ret_path, PATH_MAX, "%.3900s/%s", book->out, name);
}

static bool has_games(const struct bz_submission *one)
{
    return one->player >= 0;
}

/* Whether it is the name of a page or of records, in this folder. No slug has a dot. */
static bool is_ours(const char *name)
{
    const char *dot = strchr(name, '.');

    return dot && dot > name && !strchr(name, '/') &&
           (!strcmp(dot, page_ending) || !strcmp(dot, record_ending));
}

/* Whether this run writes it. */
static bool is_written(const struct gradebook *book, const char *name)
{
    const char *dot = strchr(name, '.');
    size_t length = (size_t)(dot - name);

    for (int i = 0; i < book->roster->count; i++) {
        const struct bz_submission *one = &book->roster->list[i];

        if (strlen(one->slug) == length && !memcmp(one->slug, name, length))
            return !strcmp(dot, page_ending) || has_games(one);
    }
    return false;
}

static int remove_stale(const struct gradebook *book, const char *name, struct bz_error *err)
{
    char path[PATH_MAX];

    if (!is_ours(name) || is_written(book, name))
        return BZ_OK;
    place(book, name, path);
    if (!unlink(path) || errno == ENOENT)
        return BZ_OK;
    return bz_fail(err, BZ_ERROR_IO, "%s is an earlier run's and cannot be removed: %s",
                   bz_quoted_path(path).text, strerror(errno));
}

static int read_list(const struct gradebook *book, FILE *list, struct bz_error *err)
{
    char line[LINE_ROOM];
    bool begins = true; /* no line of ours is longer than the room for it */
    int code = BZ_OK;

    while (!code && fgets(line, sizeof(line), list)) {
        char *end = strchr(line, '\n');

        if (end && begins) {
            *end = '\0';
            code = remove_stale(book, line, err);
        }
        begins = end != NULL;
    }
    return code;
}

static int write_list(const struct gradebook *book, const char *path, struct bz_error *err)
{
    struct output output;
    int code = output_open(&output, path, err);

    if (code)
        return code;
    for (int i = 0; i < book->roster->count; i++) {
        const struct bz_submission *one = &book->roster->list[i];

        fprintf(output.file, "%s%s\n", one->slug, page_ending);
        if (has_games(one))
            fprintf(output.file, "%s%s\n", one->slug, record_ending);
    }
    return output_close(&output, true, err);
}

int sweep_stale(const struct gradebook *book, struct bz_error *err)
{
    char path[PATH_MAX];
    FILE *list;
    int code = BZ_OK;

    place(book, "grades.list", path);
    list = fopen(path, "r");
    if (list) {
        code = read_list(book, list, err);
        fclose(list);
    }
    return code ? code : write_list(book, path, err);
}
