/*
 * checkpoint.c - the file is a header, the hashes of the positions that are won, and those of the
 * lost ones, with a checksum over them in front. It is written beside the old one and renamed over
 * it, so that there is always a whole file. Byte order is the machine's; another's fails the magic.
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
    uint64_t wins, losses;
    uint64_t checksum;
};

#define MAGIC UINT64_C(0x3130666f6f72707a) /* "zproof01" */

static int failed(struct bz_error *err, const char *doing, const char *path)
{
    return bz_fail(err, BZ_ERROR_IO, "checkpoint %s: %s: %s", bz_quoted_path(path).text, doing,
                   strerror(errno));
}

/* Every hash with this verdict. The two bits its slot lacks are those of its line. */
static bool write_hashes(FILE *file, const struct bz_proof_table *table, enum bz_verdict verdict,
                         uint64_t *ret_count, uint64_t *checksum)
{
    uint64_t count = 0;

    for (uint64_t i = 0; i < table->lines * BZ_PROOF_WAYS; i++) {
        uint64_t word = atomic_load_explicit(&table->slots[i].word, memory_order_relaxed);
        uint64_t hash = (word & ~UINT64_C(3)) | (i / BZ_PROOF_WAYS & 3);

        if ((word & 3) != verdict)
            continue;
        if (fwrite(&hash, sizeof(hash), 1, file) != 1)
            return false;
        *checksum = bz_mix(*checksum ^ hash);
        count++;
    }
    *ret_count = count;
    return true;
}

static bool write_file(FILE *file, uint64_t subject, const struct bz_proof_table *table)
{
    struct header header = {.magic = MAGIC, .subject = subject};

    return fwrite(&header, sizeof(header), 1, file) == 1 &&
           write_hashes(file, table, BZ_VERDICT_WIN, &header.wins, &header.checksum) &&
           write_hashes(file, table, BZ_VERDICT_LOSS, &header.losses, &header.checksum) &&
           fseek(file, 0, SEEK_SET) == 0 && fwrite(&header, sizeof(header), 1, file) == 1 &&
           fflush(file) == 0 && fsync(fileno(file)) == 0;
}

/* The file that becomes the checkpoint when it is whole. */
static FILE *open_draft(const char *path, char draft[PATH_MAX], struct bz_error *err)
{
    FILE *file = NULL;

    if (snprintf(draft, PATH_MAX, "%s.part", path) >= PATH_MAX)
        errno = ENAMETOOLONG;
    else
        file = fopen(draft, "wb");
    if (!file)
        failed(err, "cannot be created", path);
    return file;
}

int bz_checkpoint_try(const char *path, struct bz_error *err)
{
    char draft[PATH_MAX];
    FILE *file = open_draft(path, draft, err);

    if (!file)
        return BZ_ERROR_IO;
    fclose(file);
    remove(draft);
    return BZ_OK;
}

int bz_checkpoint_save(const char *path, uint64_t subject, const struct bz_proof_table *table,
                       struct bz_error *err)
{
    char draft[PATH_MAX];
    FILE *file = open_draft(path, draft, err);
    bool written;
    int code;

    if (!file)
        return BZ_ERROR_IO;
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

/* The hashes of the file, into the table if there is one, and their checksum. */
static bool read_hashes(FILE *file, const struct header *header, struct bz_proof_table *table,
                        uint64_t *ret_checksum)
{
    uint64_t checksum = 0, hash;

    for (uint64_t i = 0; i < header->wins + header->losses; i++) {
        if (fread(&hash, sizeof(hash), 1, file) != 1)
            return false;
        checksum = bz_mix(checksum ^ hash);
        if (table)
            bz_proof_table_store(table, hash, i < header->wins ? BZ_VERDICT_WIN : BZ_VERDICT_LOSS);
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
                       bz_quoted_path(path).text);
    if (header.subject != subject)
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "checkpoint %s: belongs to another game, position or options",
                       bz_quoted_path(path).text);
    if (!read_hashes(file, &header, NULL, &checksum) || checksum != header.checksum ||
        fgetc(file) != EOF)
        return bz_fail(err, BZ_ERROR_SYNTAX, "checkpoint %s: damaged; remove it to start afresh",
                       bz_quoted_path(path).text);
    if (fseek(file, sizeof(header), SEEK_SET) != 0 || !read_hashes(file, &header, table, &checksum))
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
