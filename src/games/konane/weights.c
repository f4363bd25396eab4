/*
 * weights.c - the file of a learned evaluation.
 *
 * A line that says what it is; comments; for each table its name and size, and its weights, two
 * characters each; last a checksum of all before it. Reading accepts exactly what writing makes, so
 * that nothing can be damaged without being seen.
 */
#include "weights.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/sealed.h"

enum { FILE_MAX = 1 << 20, ROW = 48, DIGIT = '0', BASE = 64 };

static const char title[] = "bazi konane weights 2\n";

struct table {
    const char *name;
    int first, count; /* among all weights */
    int16_t max;
};

#define TABLE(name, member, max)                                                        \
    {                                                                                   \
        name, KONANE_WEIGHT_AT(member),                                                 \
            (int)(sizeof(((struct konane_weights *)0)->member) / sizeof(int16_t)), max, \
    }

enum { TABLES = 7 };
static const struct table tables[TABLES] = {
    TABLE("window", window, KONANE_WEIGHT_MAX),    TABLE("jumps", any.jumps, KONANE_JUMP_MAX),
    TABLE("tempo", any.tempo, KONANE_JUMP_MAX),    TABLE("line8", line, KONANE_WEIGHT_MAX),
    TABLE("jumps8", eight.jumps, KONANE_JUMP_MAX), TABLE("tempo8", eight.tempo, KONANE_JUMP_MAX),
    TABLE("area8", area, KONANE_WEIGHT_MAX),
};

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
    line = (line & 0xf0) >> 4 | (line & 0x0f) << 4;
    line = (line & 0xcc) >> 2 | (line & 0x33) << 2;
    return (line & 0xaa) >> 1 | (line & 0x55) << 1;
}

/* A 4x4 block with rows as columns. */
static uint32_t transpose_block(uint32_t cells)
{
    uint32_t swap = (cells ^ cells >> 3) & 0x0a0a;

    cells ^= swap ^ swap << 3;
    swap = (cells ^ cells >> 6) & 0x00cc;
    return cells ^ swap ^ swap << 6;
}

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

uint32_t konane_area(uint32_t index)
{
    uint32_t kind = index & ~0xffffu, cells = index & 0xffff, turn;

    switch (index >> 16) {
    case KONANE_CORNER:
    case KONANE_OTHER_CORNER:
        return kind | lesser(cells, transpose_block(cells));
    case KONANE_CENTRE:
        turn = konane_reverse(cells >> 8) | konane_reverse(cells & 0xff) << 8;
        return kind |
               lesser(lesser(cells, transpose_block(cells)), lesser(turn, transpose_block(turn)));
    default:
        return index;
    }
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

/* Whether these are weights, one after the other. Without a way out, so that several are read at a
 * time where their number is known to the compiler. */
static inline bool read_weights(const char *text, int count, int16_t max,
                                int16_t *restrict ret_weights)
{
    unsigned bad = 0;

    for (int i = 0; i < count; i++) {
        uint16_t high = (uint16_t)((unsigned char)text[2 * i] - DIGIT);
        uint16_t low = (uint16_t)((unsigned char)text[2 * i + 1] - DIGIT);
        int16_t weight = (int16_t)(high * BASE + low - BASE * BASE / 2);

        bad |= (high | low) >= BASE || weight > max || weight < -max;
        ret_weights[i] = weight;
    }
    return !bad;
}

/* A row of them, or what is good of it. */
static int read_row(struct reader *r, int count, int16_t max, int16_t *ret_weights)
{
    const char *text = r->source.text + r->at;
    int good = 0;

    if (count == ROW && r->source.length - r->at > 2 * ROW &&
        read_weights(text, ROW, max, ret_weights))
        good = ROW;
    while (good < count && read_weights(text + 2 * good, 1, max, &ret_weights[good]))
        good++; /* the seal is no weight */
    r->at += (size_t)good * 2;
    return good == count ? BZ_OK : refuse(r, "this is no weight");
}

static int read_table(struct reader *r, const struct table *table, int16_t *ret_weights)
{
    char head[40];

    snprintf(head, sizeof(head), "%s %d\n", table->name, table->count);
    if (!skip(r, head))
        return refuse(r, "the next table of weights is not here");
    for (int i = 0; i < table->count; i += ROW) {
        int count = table->count - i < ROW ? table->count - i : ROW;
        int code = read_row(r, count, table->max, &ret_weights[i]);

        if (code)
            return code;
        if (!skip(r, "\n"))
            return refuse(r, "a line of weights goes on where it should end");
    }
    return BZ_OK;
}

static int read_tables(struct reader *r, size_t end, struct konane_weights *draft)
{
    int code = BZ_OK;

    skip_comments(r);
    for (int i = 0; !code && i < TABLES; i++)
        code = read_table(r, &tables[i], (int16_t *)draft + tables[i].first);
    if (!code && r->at != end)
        code = refuse(r, "more tables than there should be");
    return code;
}

int konane_weights_load(const char *name, struct konane_weights *ret_weights, struct bz_error *err)
{
    struct reader reader = {.at = sizeof(title) - 1, .err = err};
    struct konane_weights *draft;
    size_t end;
    int code =
        bz_sealed_read(&reader.source, name, "weights/konane.txt", title, FILE_MAX, &end, err);

    if (code)
        return code;
    draft = malloc(sizeof(*draft));
    code = draft ? read_tables(&reader, end, draft)
                 : bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for weights");
    bz_source_release(&reader.source);
    if (!code)
        *ret_weights = *draft;
    free(draft);
    return code;
}

static void write_table(const struct table *table, const int16_t *weights, struct bz_buf *out)
{
    bz_buf_add(out, "%s %d\n", table->name, table->count);
    for (int i = 0; i < table->count; i++) {
        int code = weights[i] + BASE * BASE / 2;

        bz_buf_add(out, "%c%c%s", DIGIT + code / BASE, DIGIT + code % BASE,
                   i % ROW == ROW - 1 || i == table->count - 1 ? "\n" : "");
    }
}

int konane_weights_save(const struct konane_weights *weights, const char *comment, const char *path,
                        struct bz_error *err)
{
    char *text = malloc(FILE_MAX);
    struct bz_buf out = {.text = text, .size = FILE_MAX};
    int code;

    if (!text)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for weights");
    bz_buf_add(&out, "%s%s", title, comment);
    for (int i = 0; i < TABLES; i++)
        write_table(&tables[i], (const int16_t *)weights + tables[i].first, &out);
    code = bz_sealed_write(path, &out, err);
    free(text);
    return code;
}
