/*
 * sealed.c - the seal is a line "sum " with a 64-bit checksum of everything before it.
 */
#include "files/sealed.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SEAL = sizeof("sum 0123456789abcdef\n") - 1, BESIDE_MAX = 1024 };

/* FNV-1a */
static uint64_t checksum(const char *text, size_t length)
{
    uint64_t sum = 0xcbf29ce484222325u;

    for (size_t i = 0; i < length; i++)
        sum = (sum ^ (unsigned char)text[i]) * 0x100000001b3u;
    return sum;
}

static void write_seal(const char *text, size_t length, char ret_seal[SEAL + 1])
{
    snprintf(ret_seal, SEAL + 1, "sum %016" PRIx64 "\n", checksum(text, length));
}

/* The program's own texts cannot come to harm, and their sums would take most of the time a game
 * takes to begin: those are compared by a test. */
static int check(const struct bz_source *source, const char *title, bool own, size_t *ret_end,
                 struct bz_error *err)
{
    size_t length = strlen(title), end;
    char seal[SEAL + 1];

    if (strncmp(source->text, title, length) != 0)
        return bz_source_fail(source, 0, err, BZ_ERROR_SYNTAX, "this does not begin with '%.*s'",
                              (int)length - 1, title);
    if (source->length < length + SEAL)
        return bz_source_fail(source, source->length, err, BZ_ERROR_SYNTAX,
                              "the file ends too early");
    end = source->length - SEAL;
    if (!own) {
        write_seal(source->text, end, seal);
        if (strcmp(source->text + end, seal) != 0)
            return bz_source_fail(source, end, err, BZ_ERROR_SYNTAX,
                                  "damaged or cut off, its checksum does not fit; make it anew");
    }
    *ret_end = end;
    return BZ_OK;
}

int bz_sealed_read(struct bz_source *source, const char *name, const char *own, const char *title,
                   size_t limit, size_t *ret_end, struct bz_error *err)
{
    bool built_in = !strcmp(name, BZ_BUILT_IN);
    struct bz_source draft;
    int code =
        built_in ? bz_source_asset(&draft, own, err) : bz_source_read(&draft, name, limit, err);

    if (code)
        return code;
    code = check(&draft, title, built_in, ret_end, err);
    if (code)
        bz_source_release(&draft);
    else
        *source = draft;
    return code;
}

static int failed(struct bz_error *err, const char *path)
{
    return bz_fail(err, BZ_ERROR_IO, "%s: cannot be written: %s", bz_quoted_path(path).text,
                   strerror(errno));
}

/* Where the file is made before it takes its place. */
static int name_beside(const char *path, char ret_beside[BESIDE_MAX], struct bz_error *err)
{
    if (snprintf(ret_beside, BESIDE_MAX, "%s.new", path) >= BESIDE_MAX)
        return bz_fail(err, BZ_ERROR_RANGE, "%s: the name is too long", bz_quoted_path(path).text);
    return BZ_OK;
}

/* A device or a pipe, which no file may take the place of. */
static bool is_special(const char *path)
{
    struct stat there;

    return stat(path, &there) == 0 && !S_ISREG(there.st_mode);
}

/* A file that takes another one's place has to be on the disk before that. */
static int write_file(const char *path, const struct bz_buf *text, bool sync)
{
    FILE *file = fopen(path, "w");
    bool whole;

    if (!file)
        return -1;
    whole = fwrite(text->text, 1, text->length, file) == text->length && fflush(file) == 0 &&
            (!sync || fsync(fileno(file)) == 0);
    return fclose(file) || !whole ? -1 : 0;
}

/* Beside its place and then there. */
static int put(const char *path, const char *beside, const struct bz_buf *text)
{
    int reason;

    if (is_special(path))
        return write_file(path, text, false);
    if (!write_file(beside, text, true) && !rename(beside, path))
        return 0;
    reason = errno;
    remove(beside);
    errno = reason;
    return -1;
}

int bz_sealed_try(const char *path, struct bz_error *err)
{
    char beside[BESIDE_MAX], empty[1];
    const struct bz_buf nothing = BZ_BUF(empty);
    int code = name_beside(path, beside, err);

    if (code)
        return code;
    if (is_special(path))
        return access(path, W_OK) ? failed(err, path) : BZ_OK;
    if (write_file(beside, &nothing, false))
        return failed(err, path);
    remove(beside);
    return BZ_OK;
}

int bz_sealed_write(const char *path, struct bz_buf *text, struct bz_error *err)
{
    char beside[BESIDE_MAX], seal[SEAL + 1];
    int code;

    write_seal(text->text, text->length, seal);
    bz_buf_add(text, "%s", seal);
    if (text->full)
        return bz_fail(err, BZ_ERROR_RANGE, "%s: too much for one file", bz_quoted_path(path).text);
    code = name_beside(path, beside, err);
    if (code)
        return code;
    return put(path, beside, text) ? failed(err, path) : BZ_OK;
}
