/*
 * roster.c - who has handed something in, and under which name.
 */
#include "grade/roster.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/sha256.h"
#include "base/utf8.h"

/* Digits of a hash behind a name: so many at first, and so many more until all differ. */
enum { HASH_DIGITS = 6, HASH_DIGITS_MAX = 12, SUFFIX_MAX = HASH_DIGITS_MAX + 1 };

/* What files may be called everywhere, in every alphabet. Zero-width and directional marks are not
 * letters: two names that look alike must not differ by them. */
static bool is_letter(uint32_t code)
{
    if (code < 0x80)
        return isalnum((int)code) || code == '-' || code == '_';
    if (code == 0x200c) /* Persian needs it within words */
        return true;
    return code >= 0xa1 && !(code >= 0x2000 && code <= 0x206f) &&
           !(code >= 0xd7ff && code <= 0xf8ff) && code < 0xe0000 && code != 0xfeff;
}

/* Letters stay; each run of anything else becomes a dash. None is at the beginning: a command would
 * take it for an option, and a spreadsheet for a formula. */
static void make_slug(const char *name, char ret_slug[BZ_SLUG_MAX + 1])
{
    size_t used = 0;

    for (const char *at = name; *at;) {
        uint32_t code = 0;
        size_t length = bz_utf8_read(at, &code);
        bool letter = length && is_letter(code) && (used || code != '-');

        if (used + (length ? length : 1) > BZ_SLUG_MAX - SUFFIX_MAX)
            break;
        if (letter) {
            memcpy(ret_slug + used, at, length);
            used += length;
        } else if (used && ret_slug[used - 1] != '-') {
            ret_slug[used++] = '-';
        }
        at += length ? length : 1;
    }
    while (used && ret_slug[used - 1] == '-')
        used--;
    ret_slug[used] = '\0';
    if (!used)
        memcpy(ret_slug, "student", sizeof("student"));
}

/* Some systems do not tell capital letters from small ones in the names of files. */
static bool is_shared(const struct bz_roster *roster, int index, const char *const *taken,
                      int taken_count)
{
    const char *slug = roster->list[index].slug;

    for (int i = 0; i < roster->count; i++)
        if (i != index && !strcasecmp(roster->list[i].slug, slug))
            return true;
    for (int i = 0; i < taken_count; i++)
        if (!strcasecmp(taken[i], slug))
            return true;
    return false;
}

static void add_hash(struct bz_submission *submission, int digits)
{
    char hash[BZ_SHA256_TEXT], *slug = submission->slug;
    size_t length;

    make_slug(submission->name, slug);
    length = strlen(slug);
    bz_sha256(submission->name, strlen(submission->name), hash);
    snprintf(slug + length, BZ_SLUG_MAX + 1 - length, "-%.*s", digits, hash);
}

/* Whether there are any who share theirs. */
static bool find_shared(const struct bz_roster *roster, const char *const *taken, int taken_count,
                        bool *ret_shared)
{
    bool any = false;

    for (int i = 0; i < roster->count; i++) {
        ret_shared[i] = is_shared(roster, i, taken, taken_count);
        any = any || ret_shared[i];
    }
    return any;
}

/* Whoever shares a slug gets a hash of the folder's name behind it, and the others do so too: who
 * comes later never takes over a name under which somebody else's page was found. */
static bool name_all(struct bz_roster *roster, const char *const *taken, int taken_count)
{
    bool *shared = calloc((size_t)roster->count + 1, sizeof(*shared));

    if (!shared)
        return false;
    for (int i = 0; i < roster->count; i++)
        make_slug(roster->list[i].name, roster->list[i].slug);
    for (int digits = HASH_DIGITS; digits <= HASH_DIGITS_MAX; digits++) {
        if (!find_shared(roster, taken, taken_count, shared))
            break;
        for (int i = 0; i < roster->count; i++)
            if (shared[i])
                add_hash(&roster->list[i], digits);
    }
    free(shared);
    return true;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && strcmp(entry->d_name, "__MACOSX") != 0;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* Adds whoever this is; a link is a submission too, one that nobody can play. */
static bool take_entry(struct bz_roster *roster, const char *folder, const char *name)
{
    struct bz_submission *submission = &roster->list[roster->count];
    char path[2 * PATH_MAX];
    struct stat info;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    if (lstat(path, &info) || !(S_ISDIR(info.st_mode) || S_ISLNK(info.st_mode))) {
        roster->stray++;
        return true;
    }
    submission->name = strdup(name);
    submission->player = -1;
    roster->count += submission->name != NULL;
    return submission->name != NULL;
}

int bz_roster_read(struct bz_roster *ret_roster, const char *folder, const char *const *taken,
                   int taken_count, struct bz_error *err)
{
    struct bz_roster roster = {.list = NULL};
    struct dirent **entries;
    int count = scandir(folder, &entries, is_visible, by_name);
    bool whole;

    if (count < 0)
        return bz_fail(err, BZ_ERROR_IO, "%s: %s", bz_quoted_path(folder).text, strerror(errno));
    roster.list = calloc((size_t)count + 1, sizeof(*roster.list));
    whole = roster.list != NULL;
    for (int i = 0; i < count; i++) {
        whole = whole && take_entry(&roster, folder, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    if (!whole || !name_all(&roster, taken, taken_count)) {
        bz_roster_release(&roster);
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the submissions");
    }
    *ret_roster = roster;
    return BZ_OK;
}

void bz_roster_release(struct bz_roster *roster)
{
    for (int i = 0; i < roster->count; i++) {
        free(roster->list[i].name);
        free(roster->list[i].output);
    }
    free(roster->list);
}
