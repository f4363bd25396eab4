/*
 * weights.c - the file of a learned evaluation.
 *
 * A line that says what it is; comments; for each table its name and size, and its weights, two
 * characters each; last a checksum of all before it. Reading accepts exactly what writing makes, so
 * that nothing can be damaged without being seen.
 */
#include "weights.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bazi/asset.h"
#include "files/source.h"

enum { FILE_MAX = 1 << 18, ROW = 48, DIGIT = '0', BASE = 64 };

static const char title[] = "bazi konane weights 1\n";

struct table {
    const char *name;
    int16_t *weights;
    int count, max;
};

enum { TABLES = 4 };

static void list_tables(struct konane_weights *w, struct table *ret_tables)
{
    const struct table tables[TABLES] = {
        {"window", &w->window[0][0][0][0], sizeof(w->window) / sizeof(int16_t), KONANE_WEIGHT_MAX},
        {"line", &w->line[0][0][0], sizeof(w->line) / sizeof(int16_t), KONANE_WEIGHT_MAX},
        {"jumps", &w->jumps[0][0], sizeof(w->jumps) / sizeof(int16_t), KONANE_JUMP_MAX},
        {"tempo", &w->tempo[0], sizeof(w->tempo) / sizeof(int16_t), KONANE_JUMP_MAX},
    };

    memcpy(ret_tables, tables, sizeof(tables));
}

/* FNV-1a */
static uint64_t checksum(const char *text, size_t length)
{
    uint64_t sum = 0xcbf29ce484222325u;

    for (size_t i = 0; i < length; i++)
        sum = (sum ^ (unsigned char)text[i]) * 0x100000001b3u;
    return sum;
}

unsigned konane_flip_rows(unsigned pattern)
{
    return pattern >> 6 | (pattern & 070) | (pattern & 7) << 6;
}

unsigned konane_flip_columns(unsigned pattern)
{
    return (pattern & 0444) >> 2 | (pattern & 0222) | (pattern & 0111) << 2;
}

unsigned konane_transpose(unsigned pattern)
{
    return (pattern & 0421) | (pattern & 0042) << 2 | (pattern & 0210) >> 2 |
           (pattern & 0004) << 4 | (pattern & 0100) >> 4;
}

unsigned konane_reverse(unsigned line)
{
    unsigned reversed = 0;

    for (int i = 0; i < 8; i++)
        reversed |= (line >> i & 1) << (7 - i);
    return reversed;
}

struct konane_place konane_place(int rows, int cols, unsigned pattern)
{
    unsigned other = konane_transpose(pattern);

    if (rows > cols)
        return (struct konane_place){konane_window_class(cols, rows), other};
    if (rows == cols && other < pattern)
        pattern = other;
    return (struct konane_place){konane_window_class(rows, cols), pattern};
}

/* A place in the text being read. */
struct reader {
    struct bz_source source;
    size_t at;
    struct bz_error *err;
};

static int refuse(const struct reader *r, const char *what)
{
    return bz_source_fail(&r->source, r->at, r->err, BZ_ERROR_SYNTAX, "%s", what);
}

static bool skip(struct reader *r, const char *words)
{
    size_t length = strlen(words);

    if (strncmp(r->source.text + r->at, words, length) != 0)
        return false;
    r->at += length;
    return true;
}

static void skip_comments(struct reader *r)
{
    while (r->source.text[r->at] == '#')
        r->at +=
            strcspn(r->source.text + r->at, "\n") + (strchr(r->source.text + r->at, '\n') != 0);
}

static int read_weight(struct reader *r, int max, int16_t *ret_weight)
{
    const unsigned char *text = (const unsigned char *)r->source.text + r->at;
    int high = text[0] - DIGIT, low = high < 0 ? -1 : text[1] - DIGIT;
    int weight = high * BASE + low - BASE * BASE / 2;

    if (high < 0 || high >= BASE || low < 0 || low >= BASE || weight > max || weight < -max)
        return refuse(r, "this is no weight");
    *ret_weight = (int16_t)weight;
    r->at += 2;
    return BZ_OK;
}

static int read_table(struct reader *r, const struct table *table)
{
    char head[40];

    snprintf(head, sizeof(head), "%s %d\n", table->name, table->count);
    if (!skip(r, head))
        return refuse(r, "the next table of weights is not here");
    for (int i = 0; i < table->count; i++) {
        int code = read_weight(r, table->max, &table->weights[i]);

        if (code)
            return code;
        if ((i % ROW == ROW - 1 || i == table->count - 1) && !skip(r, "\n"))
            return refuse(r, "a line of weights goes on where it should end");
    }
    return BZ_OK;
}

/* The last line is looked at first: what does not add up is not read at all. */
static int check_sum(struct reader *r)
{
    char wanted[40];
    size_t length = (size_t)snprintf(wanted, sizeof(wanted), "sum %016x\n", 0);

    if (!skip(r, title))
        return refuse(r, "not a file of weights for konane, version 1");
    if (r->source.length < r->at + length) {
        r->at = r->source.length;
        return refuse(r, "the file ends too early");
    }
    snprintf(wanted, sizeof(wanted), "sum %016" PRIx64 "\n",
             checksum(r->source.text, r->source.length - length));
    if (strcmp(r->source.text + r->source.length - length, wanted) != 0) {
        r->at = r->source.length - length;
        return refuse(r, "the file is damaged or cut off: its checksum does not fit");
    }
    return BZ_OK;
}

static int read_all(struct reader *r, struct konane_weights *draft)
{
    struct table tables[TABLES];
    int code = check_sum(r);

    skip_comments(r);
    list_tables(draft, tables);
    for (int i = 0; !code && i < TABLES; i++)
        code = read_table(r, &tables[i]);
    if (!code && !skip(r, "sum "))
        code = refuse(r, "more tables than there should be");
    if (!code && strchr(r->source.text + r->at, '\n') != r->source.text + r->source.length - 1)
        code = refuse(r, "more lines than there should be");
    return code;
}

static int read_source(const struct bz_source *source, struct konane_weights *ret_weights,
                       struct bz_error *err)
{
    struct reader reader = {.source = *source, .err = err};
    struct konane_weights *draft = malloc(sizeof(*draft));
    int code = draft ? read_all(&reader, draft)
                     : bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for weights");

    if (!code)
        *ret_weights = *draft;
    free(draft);
    return code;
}

int konane_weights_load(const char *name, struct konane_weights *ret_weights, struct bz_error *err)
{
    const struct bz_asset *own = bz_asset_find("weights/konane.txt");
    struct bz_source source;
    int code;

    if (!strcmp(name, "built-in")) {
        struct bz_source built_in = {
            .name = "built-in", .text = (char *)(uintptr_t)own->text, .length = own->length};

        return read_source(&built_in, ret_weights, err);
    }
    code = bz_source_read(&source, name, FILE_MAX, err);
    if (code)
        return code;
    code = read_source(&source, ret_weights, err);
    bz_source_release(&source);
    return code;
}

static void write_table(const struct table *table, struct bz_buf *out)
{
    bz_buf_add(out, "%s %d\n", table->name, table->count);
    for (int i = 0; i < table->count; i++) {
        int code = table->weights[i] + BASE * BASE / 2;

        bz_buf_add(out, "%c%c%s", DIGIT + code / BASE, DIGIT + code % BASE,
                   i % ROW == ROW - 1 || i == table->count - 1 ? "\n" : "");
    }
}

static int write_file(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "w");
    bool whole;

    if (!file)
        return -1;
    whole = fwrite(text, 1, length, file) == length;
    return fclose(file) || !whole ? -1 : 0;
}

/* Beside its place first, and then there at once: a full disk does not cost the old one. */
static int replace_file(const char *path, const char *text, size_t length, struct bz_error *err)
{
    char beside[1024];

    if (snprintf(beside, sizeof(beside), "%s.new", path) >= (int)sizeof(beside))
        return bz_fail(err, BZ_ERROR_RANGE, "%s: the name is too long", bz_quoted_path(path).text);
    if (!write_file(beside, text, length) && !rename(beside, path))
        return BZ_OK;
    bz_fail(err, BZ_ERROR_IO, "%s: cannot be written: %s", bz_quoted_path(path).text,
            strerror(errno));
    remove(beside);
    return BZ_ERROR_IO;
}

int konane_weights_save(const struct konane_weights *weights, const char *comment, const char *path,
                        struct bz_error *err)
{
    struct konane_weights copy = *weights;
    struct table tables[TABLES];
    char *text = malloc(FILE_MAX);
    struct bz_buf out = {.text = text, .size = FILE_MAX};
    int code;

    if (!text)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for weights");
    bz_buf_add(&out, "%s%s", title, comment);
    list_tables(&copy, tables);
    for (int i = 0; i < TABLES; i++)
        write_table(&tables[i], &out);
    bz_buf_add(&out, "sum %016" PRIx64 "\n", checksum(text, out.length));
    code = out.full ? bz_fail(err, BZ_ERROR_RANGE, "a comment too long for a file of weights")
                    : replace_file(path, text, out.length, err);
    free(text);
    return code;
}
