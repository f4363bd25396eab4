/*
 * remark.c - what is known of a move, as the words of a comment: those that are there stand in one
 * order, and every number is exactly what it was.
 */
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bazi/record.h"

const struct bz_remark bz_remark_none = {.micros = -1, .left = -1, .value = (double)NAN};

/* A count of parts of a second, `digits` of them behind the point, as short as it is exact. */
static void add_seconds(const char *before, int64_t parts, int64_t second, int digits,
                        struct bz_buf *out)
{
    if (parts < 0)
        return;
    bz_buf_add(out, "%s%" PRId64 ".%0*" PRId64, before, parts / second, digits, parts % second);
    while (out->text[out->length - 1] == '0')
        out->length--;
    out->length -= out->text[out->length - 1] == '.';
    out->text[out->length] = '\0';
    bz_buf_char(out, 's');
}

void bz_remark_format(const struct bz_remark *remark, struct bz_buf *out)
{
    add_seconds(" ", remark->micros, 1000000, 6, out);
    add_seconds(" left ", remark->left, 1000, 3, out);
    if (!isnan(remark->value)) {
        bz_buf_add(out, " value ");
        bz_buf_number(out, remark->value);
    }
    if (remark->proof != BZ_UNDECIDED)
        bz_buf_add(out, " %s %d", remark->proof == BZ_WIN ? "win" : "loss",
                   remark->distance > 0 ? remark->distance : 0);
    if (remark->depth > 0)
        bz_buf_add(out, " depth %d", remark->depth);
    if (remark->nodes > 0)
        bz_buf_add(out, " nodes %" PRIu64, remark->nodes);
}

/* The next word. */
struct word {
    const char *text;
    size_t length;
};

struct reader {
    const char *at, *end;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static struct word peek(struct reader *r)
{
    const char *end;

    while (r->at < r->end && is_blank(*r->at))
        r->at++;
    for (end = r->at; end < r->end && !is_blank(*end);)
        end++;
    return (struct word){r->at, (size_t)(end - r->at)};
}

static bool accept(struct reader *r, const char *wanted)
{
    struct word word = peek(r);

    if (word.length != strlen(wanted) || memcmp(word.text, wanted, word.length) != 0)
        return false;
    r->at += word.length;
    return true;
}

/* Digits and nothing else. */
static bool parse_count(struct word word, uint64_t max, uint64_t *ret_count)
{
    uint64_t count = 0;

    for (size_t i = 0; i < word.length; i++)
        if (word.text[i] < '0' || word.text[i] > '9' || __builtin_mul_overflow(count, 10, &count) ||
            __builtin_add_overflow(count, (uint64_t)(word.text[i] - '0'), &count))
            return false;
    *ret_count = count;
    return word.length > 0 && count <= max;
}

/* "0.512s": in parts of a second, which has ten to the power of `digits` of them. */
static bool parse_seconds(struct word word, size_t digits, int64_t *ret_parts)
{
    const char *point = memchr(word.text, '.', word.length);
    struct word whole = {word.text, point ? (size_t)(point - word.text) : word.length - 1};
    struct word behind = {point ? point + 1 : "0", point ? word.length - whole.length - 2 : 1};
    uint64_t seconds, parts;

    if (word.length < 2 || word.text[word.length - 1] != 's' || behind.length > digits ||
        !parse_count(whole, INT64_MAX, &seconds) || !parse_count(behind, INT64_MAX, &parts))
        return false;
    for (size_t i = 0; i < digits; i++) {
        parts *= i < behind.length ? 1 : 10;
        if (__builtin_mul_overflow(seconds, 10, &seconds))
            return false;
    }
    return !__builtin_add_overflow(seconds, parts, ret_parts);
}

/* A number as bz_buf_number writes it, and no other way. */
static bool parse_number(struct word word, double *ret_number)
{
    char text[40] = "", again[40];
    struct bz_buf buf = BZ_BUF(text), copy = BZ_BUF(again);

    bz_buf_text(&buf, word.text, word.length);
    *ret_number = strtod(text, NULL);
    bz_buf_number(&copy, *ret_number);
    return !buf.full && !isnan(*ret_number) && !strcmp(text, again);
}

static bool parse_int(struct word word, int *ret_number)
{
    uint64_t count;

    if (!parse_count(word, INT_MAX, &count))
        return false;
    *ret_number = (int)count;
    return true;
}

enum detail { TOOK, LEFT, VALUE, WIN, LOSS, DEPTH, NODES, DETAILS };

static bool parse_detail(enum detail detail, struct word word, struct bz_remark *remark)
{
    switch (detail) {
    case TOOK:
        return parse_seconds(word, 6, &remark->micros);
    case LEFT:
        return parse_seconds(word, 3, &remark->left);
    case VALUE:
        return parse_number(word, &remark->value);
    case DEPTH:
        return parse_int(word, &remark->depth) && remark->depth;
    case NODES:
        return parse_count(word, UINT64_MAX, &remark->nodes) && remark->nodes;
    default:
        remark->proof = detail == WIN ? BZ_WIN : BZ_LOSS;
        return parse_int(word, &remark->distance);
    }
}

int bz_remark_parse(const char *text, size_t length, struct bz_remark *ret_remark,
                    size_t *ret_wrong)
{
    static const char *const names[] = {"", "left", "value", "win", "loss", "depth", "nodes"};
    struct bz_remark remark = bz_remark_none;
    struct reader r = {text, text + length};
    bool any = false;

    for (enum detail d = TOOK; d < DETAILS; d++) {
        struct word word = peek(&r);

        if (d == TOOK ? !word.length || *word.text < '0' || *word.text > '9'
                      : !accept(&r, names[d]))
            continue;
        word = peek(&r);
        any = parse_detail(d, word, &remark);
        if (!any)
            break;
        r.at += word.length;
        d = d == WIN ? LOSS : d;
    }
    if (!any || peek(&r).length) {
        *ret_wrong = (size_t)(r.at - text);
        return BZ_ERROR_SYNTAX;
    }
    *ret_remark = remark;
    return BZ_OK;
}
