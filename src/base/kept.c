/*
 * kept.c - names of files by their content. They may come from anybody: nothing outside of the
 * folder for such files can be named.
 */
#include "base/kept.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/home.h"

enum { HASH = BZ_SHA256_TEXT - 1 };

bool bz_is_inside(const char *name)
{
    for (const char *at = name; *at;) {
        size_t length = strcspn(at, "/");

        if (length == 0 || (length == 1 && *at == '.') || (length == 2 && !memcmp(at, "..", 2)))
            return false;
        at += length + (at[length] == '/');
    }
    return *name && name[strlen(name) - 1] != '/';
}

static bool begins(const char *text)
{
    return text[0] == '@' && strspn(text + 1, "0123456789abcdef") == HASH && text[1 + HASH] == '/';
}

const char *bz_kept_find(const char *text, char ret_hash[BZ_SHA256_TEXT])
{
    for (const char *at = text; (at = strstr(at, "=@")); at += 2) {
        if (!begins(at + 1))
            continue;
        memcpy(ret_hash, at + 2, HASH);
        ret_hash[HASH] = '\0';
        return at + 2 + HASH;
    }
    return NULL;
}

const char *bz_kept_name(const char *text)
{
    return begins(text) && bz_is_inside(text + HASH + 2) ? text + HASH + 2 : NULL;
}

static bool find(const char *text, size_t length, char *ret_path, size_t size)
{
    char name[PATH_MAX];

    return bz_kept_name(text) &&
           snprintf(name, sizeof(name), "files/%.*s", (int)length, text + 1) < PATH_MAX &&
           bz_home_path(BZ_HOME_CACHE, name, ret_path, size);
}

bool bz_kept_path(const char *text, char *ret_path, size_t size)
{
    return find(text, strlen(text), ret_path, size);
}

bool bz_kept_folder(const char *text, char *ret_path, size_t size)
{
    return find(text, HASH, ret_path, size);
}
