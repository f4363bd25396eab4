/*
 * savings.c - header, then the pieces. Byte order is the machine's; another's fails the magic.
 */
#include "savings.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/bits.h"
#include "draft.h"
#include "search/checkpoint.h"
#include "table.h"

#define MAGIC UINT64_C(0x3273676e69766173) /* "savings2" */

enum { PATH_LONGEST = 4096 };

struct header {
    uint64_t magic, subject;
    uint64_t layer, sum;
};

struct stream {
    FILE *file;
    uint64_t sum;
};

static int failed(const struct savings *savings, const char *doing, struct bz_error *err)
{
    return bz_fail(err, BZ_ERROR_IO, "checkpoint %s: %s: %s", bz_quoted_path(savings->path).text,
                   doing, strerror(errno));
}

static bool put(void *context, void *bytes, size_t size)
{
    struct stream *stream = context;

    stream->sum = bz_mix(stream->sum ^ monopoly_table_sum(bytes, size));
    return fwrite(bytes, 1, size, stream->file) == size;
}

static bool get(void *context, void *bytes, size_t size)
{
    struct stream *stream = context;

    if (fread(bytes, 1, size, stream->file) != size)
        return false;
    stream->sum = bz_mix(stream->sum ^ monopoly_table_sum(bytes, size));
    return true;
}

static bool write_all(const struct savings *savings, int layer, FILE *file)
{
    struct header header = {MAGIC, savings->subject, (uint64_t)layer, 0};
    struct stream stream = {file, bz_mix(header.layer)};

    if (fwrite(&header, sizeof(header), 1, file) != 1 ||
        !savings->pieces(savings->context, layer, put, &stream))
        return false;
    header.sum = stream.sum;
    return fseek(file, 0, SEEK_SET) == 0 && fwrite(&header, sizeof(header), 1, file) == 1 &&
           fflush(file) == 0 && fsync(fileno(file)) == 0;
}

int monopoly_savings_write(const struct savings *savings, int layer, struct bz_error *err)
{
    char draft[PATH_LONGEST];
    FILE *file;
    bool done;

    if (snprintf(draft, sizeof(draft), "%s.part", savings->path) >= (int)sizeof(draft))
        return bz_fail(err, BZ_ERROR_RANGE, "checkpoint: the name of the file is too long");
    file = monopoly_draft_open(draft, "checkpoint", savings->path, err);
    if (!file)
        return BZ_ERROR_IO;
    done = ftruncate(fileno(file), 0) == 0 && write_all(savings, layer, file) &&
           rename(draft, savings->path) == 0;
    if (!done) {
        failed(savings, "cannot be written", err);
        remove(draft);
    }
    fclose(file); /* and others may */
    return done ? BZ_OK : BZ_ERROR_IO;
}

static int read_all(const struct savings *savings, int most, FILE *file, int *ret_layer,
                    struct bz_error *err)
{
    struct stream stream = {.file = file};
    struct header header;

    if (fread(&header, sizeof(header), 1, file) != 1 || header.magic != MAGIC)
        return bz_fail(err, BZ_ERROR_SYNTAX,
                       "checkpoint %s: not a checkpoint of this solver; name another file",
                       bz_quoted_path(savings->path).text);
    if (header.subject != savings->subject)
        return bz_fail(err, BZ_ERROR_UNFIT,
                       "checkpoint %s: belongs to another board, position or table; name another "
                       "file",
                       bz_quoted_path(savings->path).text);
    stream.sum = bz_mix(header.layer);
    if (header.layer < 2 || header.layer > (uint64_t)most ||
        !savings->pieces(savings->context, (int)header.layer, get, &stream) ||
        stream.sum != header.sum || fgetc(file) != EOF)
        return bz_fail(err, BZ_ERROR_SYNTAX, "checkpoint %s: damaged; remove it to start afresh",
                       bz_quoted_path(savings->path).text);
    *ret_layer = (int)header.layer;
    return BZ_OK;
}

int monopoly_savings_read(const struct savings *savings, int most, int *ret_layer,
                          struct bz_error *err)
{
    int code = bz_checkpoint_place("checkpoint", savings->path, err);
    FILE *file;

    if (code)
        return code;
    file = fopen(savings->path, "rb");
    if (!file)
        return errno == ENOENT ? BZ_OK : failed(savings, "cannot be opened", err);
    code = read_all(savings, most, file, ret_layer, err);
    fclose(file);
    return code;
}
