/*
 * checkpoint.c - the file is a header and the entries of the table, with a checksum over them in
 * front. It is written beside the old one and renamed over it, so that there is always a whole
 * file. Byte order is the machine's; another's fails the magic.
 */
#include "search/checkpoint.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bits.h"

struct header {
    uint64_t magic;
    uint64_t subject;
    uint64_t entries;
    uint64_t checksum;
};

#define MAGIC UINT64_C(0x3230666f6f72707a) /* "zproof02" */

enum { BATCH = 4096 }; /* entries read or written at once */

static int failed(struct bz_error *err, const char *what, const char *doing, const char *path)
{
    return bz_fail(err, BZ_ERROR_IO, "%s %s: %s: %s", what, bz_quoted_path(path).text, doing,
                   strerror(errno));
}

static uint64_t summed(uint64_t checksum, const struct bz_proof_entry *batch, size_t count)
{
    for (size_t i = 0; i < count; i++)
        checksum = bz_mix(checksum ^ batch[i].hash) + batch[i].data;
    return bz_mix(checksum);
}

static bool write_entries(FILE *file, const struct bz_decider *decider, struct header *header)
{
    struct bz_proof_entry batch[BATCH];
    uint64_t cursor = 0;
    size_t count;

    do {
        count = 0;
        while (count < BATCH && bz_decider_next(decider, &cursor, &batch[count]))
            count++;
        if (fwrite(batch, sizeof(*batch), count, file) != count)
            return false;
        header->checksum = summed(header->checksum, batch, count);
        header->entries += count;
    } while (count == BATCH);
    return true;
}

static bool write_file(FILE *file, uint64_t subject, const struct bz_decider *decider)
{
    struct header header = {.magic = MAGIC, .subject = subject};

    return fwrite(&header, sizeof(header), 1, file) == 1 && write_entries(file, decider, &header) &&
           fseek(file, 0, SEEK_SET) == 0 && fwrite(&header, sizeof(header), 1, file) == 1 &&
           fflush(file) == 0 && fsync(fileno(file)) == 0;
}

/* The file that becomes the checkpoint when it is whole. */
static FILE *open_draft(const char *what, const char *path, char draft[PATH_MAX],
                        struct bz_error *err)
{
    FILE *file = NULL;

    if (snprintf(draft, PATH_MAX, "%s.part", path) >= PATH_MAX)
        errno = ENAMETOOLONG;
    else
        file = fopen(draft, "wb");
    if (!file)
        failed(err, what, "cannot be created", path);
    return file;
}

int bz_checkpoint_place(const char *what, const char *path, struct bz_error *err)
{
    struct stat there;

    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode))
        return bz_fail(err, BZ_ERROR_IO, "%s %s: there is something that is no file", what,
                       bz_quoted_path(path).text);
    return BZ_OK;
}

int bz_checkpoint_try(const char *what, const char *path, struct bz_error *err)
{
    int code = bz_checkpoint_place(what, path, err);
    char draft[PATH_MAX];
    FILE *file;

    if (code)
        return code;
    file = open_draft(what, path, draft, err);
    if (!file)
        return BZ_ERROR_IO;
    fclose(file);
    remove(draft);
    return BZ_OK;
}

int bz_checkpoint_save(const char *path, uint64_t subject, const struct bz_decider *decider,
                       struct bz_error *err)
{
    char draft[PATH_MAX];
    FILE *file = open_draft("checkpoint", path, draft, err);
    bool written;
    int code;

    if (!file)
        return BZ_ERROR_IO;
    written = write_file(file, subject, decider);
    code = written ? BZ_OK : failed(err, "checkpoint", "cannot be written", path);
    if (fclose(file) != 0 && !code)
        code = failed(err, "checkpoint", "cannot be written", path);
    if (!code && rename(draft, path) != 0)
        code = failed(err, "checkpoint", "cannot be replaced", path);
    if (code)
        remove(draft);
    return code;
}

/* The entries of the file, into the decider if there is one, and their checksum. */
static bool read_entries(FILE *file, const struct header *header, struct bz_decider *decider,
                         uint64_t *ret_checksum)
{
    struct bz_proof_entry batch[BATCH];
    uint64_t checksum = 0, left = header->entries;
    size_t count;

    do {
        count = left < BATCH ? (size_t)left : BATCH;
        if (fread(batch, sizeof(*batch), count, file) != count)
            return false;
        checksum = summed(checksum, batch, count);
        for (size_t i = 0; decider && i < count; i++)
            bz_decider_add(decider, &batch[i]);
        left -= count;
    } while (count == BATCH);
    *ret_checksum = checksum;
    return true;
}

/* Two passes: nothing enters the table before the whole file has proved sound. */
static int read_file(FILE *file, const char *path, uint64_t subject, struct bz_decider *decider,
                     struct bz_error *err)
{
    struct header header;
    uint64_t checksum;

    if (fread(&header, sizeof(header), 1, file) != 1 || header.magic != MAGIC)
        return bz_fail(err, BZ_ERROR_SYNTAX,
                       "checkpoint %s: not a checkpoint of this program; name another file",
                       bz_quoted_path(path).text);
    if (header.subject != subject)
        return bz_fail(
            err, BZ_ERROR_UNFIT,
            "checkpoint %s: belongs to another game, position or options; name another file",
            bz_quoted_path(path).text);
    if (!read_entries(file, &header, NULL, &checksum) || checksum != header.checksum ||
        fgetc(file) != EOF)
        return bz_fail(err, BZ_ERROR_SYNTAX, "checkpoint %s: damaged; remove it to start afresh",
                       bz_quoted_path(path).text);
    if (fseek(file, sizeof(header), SEEK_SET) != 0 ||
        !read_entries(file, &header, decider, &checksum))
        return failed(err, "checkpoint", "cannot be read", path);
    return BZ_OK;
}

int bz_checkpoint_load(const char *path, uint64_t subject, struct bz_decider *decider,
                       struct bz_error *err)
{
    FILE *file = fopen(path, "rb");
    int code;

    if (!file)
        return errno == ENOENT ? BZ_OK : failed(err, "checkpoint", "cannot be opened", path);
    code = read_file(file, path, subject, decider, err);
    fclose(file);
    return code;
}
