/*
 * checkpoint.c - the file is a header and the table's words that are not empty, in any order,
 * with a checksum over them in front. It is written beside the old one and renamed over it, so
 * that there is always a whole file. Byte order is the machine's; another's fails the magic.
 */
#include "search/checkpoint.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct header {
    uint64_t magic;
    uint64_t subject;
    uint64_t count;
    uint64_t checksum;
};

#define MAGIC UINT64_C(0x3130666f6f72707a) /* "zproof01" */

static int failed(struct bz_error *err, const char *doing, const char *path)
{
    return bz_fail(err, BZ_ERROR_IO, "checkpoint %s: %s: %s", path, doing, strerror(errno));
}

static uint64_t slot_count(const struct bz_proof_table *table)
{
    return table->lines * BZ_PROOF_WAYS;
}

static bool write_words(FILE *file, const struct bz_proof_table *table, struct header *header)
{
    for (uint64_t i = 0; i < slot_count(table); i++) {
        uint64_t word = atomic_load_explicit(&table->slots[i].word, memory_order_relaxed);

        if (!word)
            continue;
        if (fwrite(&word, sizeof(word), 1, file) != 1)
            return false;
        header->checksum = bz_mix(header->checksum ^ word);
        header->count++;
    }
    return true;
}

static bool write_file(FILE *file, uint64_t subject, const struct bz_proof_table *table)
{
    struct header header = {.magic = MAGIC, .subject = subject};

    return fwrite(&header, sizeof(header), 1, file) == 1 && write_words(file, table, &header) &&
           fseek(file, 0, SEEK_SET) == 0 && fwrite(&header, sizeof(header), 1, file) == 1 &&
           fflush(file) == 0 && fsync(fileno(file)) == 0;
}

int bz_checkpoint_save(const char *path, uint64_t subject, const struct bz_proof_table *table,
                       struct bz_error *err)
{
    char draft[PATH_MAX];
    FILE *file;
    bool written;
    int code;

    if (snprintf(draft, sizeof(draft), "%s.part", path) >= (int)sizeof(draft))
        return bz_fail(err, BZ_ERROR_RANGE, "checkpoint: the file name is too long");
    file = fopen(draft, "wb");
    if (!file)
        return failed(err, "cannot be created", path);
    written = write_file(file, subject, table);
    code = written ? BZ_OK : failed(err, "cannot be written", path);
    if (fclose(file) != 0 && !code)
        code = failed(err, "cannot be written", path);
    if (!code && rename(draft, path) != 0)
        code = failed(err, "cannot be replaced", path);
    if (code)
        remove(draft);
    return code;
}

/* The words of the file into the table if `table` is given, and their checksum. */
static bool read_words(FILE *file, uint64_t count, struct bz_proof_table *table,
                       uint64_t *ret_checksum)
{
    uint64_t checksum = 0, word;

    for (uint64_t i = 0; i < count; i++) {
        if (fread(&word, sizeof(word), 1, file) != 1)
            return false;
        checksum = bz_mix(checksum ^ word);
        if (table && word & 3)
            bz_proof_table_store(table, word, (enum bz_verdict)(word & 3));
    }
    *ret_checksum = checksum;
    return true;
}

/* Two passes: nothing enters the table before the whole file has proved sound. */
static int read_file(FILE *file, const char *path, uint64_t subject, struct bz_proof_table *table,
                     struct bz_error *err)
{
    struct header header;
    uint64_t checksum;

    if (fread(&header, sizeof(header), 1, file) != 1 || header.magic != MAGIC)
        return bz_fail(err, BZ_ERROR_SYNTAX, "checkpoint %s: not a checkpoint of this program",
                       path);
    if (header.subject != subject)
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "checkpoint %s: belongs to another game, position or options", path);
    if (!read_words(file, header.count, NULL, &checksum) || checksum != header.checksum ||
        fgetc(file) != EOF)
        return bz_fail(err, BZ_ERROR_SYNTAX, "checkpoint %s: damaged; remove it to start afresh",
                       path);
    if (fseek(file, sizeof(header), SEEK_SET) != 0 ||
        !read_words(file, header.count, table, &checksum))
        return failed(err, "cannot be read", path);
    return BZ_OK;
}

int bz_checkpoint_load(const char *path, uint64_t subject, struct bz_proof_table *table,
                       struct bz_error *err)
{
    FILE *file = fopen(path, "rb");
    int code;

    if (!file)
        return errno == ENOENT ? BZ_OK : failed(err, "cannot be opened", path);
    code = read_file(file, path, subject, table, err);
    fclose(file);
    return code;
}
