/*
 * plan_file.c - writing and reading plans as sealed texts, line by line:
 *
 *     position p1 EE1/EEE/E2E 100,0,3,stay a1,-,-,0.0.0.0,0,0,0,0 1 A -
 *     score 43 43
 *     plan 336
 *     count 0
 *     spot 2 2400 8
 *
 * The plan has a digit for every word. `turns`, `count` or `kinds`, with the toll, says what limits
 * the walks of the bound, `whole` that they forget nothing; a spot has its cell, its penalty, and
 * the cells remembered there.
 */
#include "plan_file.h"

#include <stdlib.h>
#include <string.h>

#include "files/sealed.h"

enum { SCORE_MAX = INT32_MAX / 2 / PART };

static const char *const fractions[PART] = {"", ".125", ".25", ".375", ".5", ".625", ".75", ".875"};
static const char *const limits[] = {"turns", "count", "kinds", "whole"};

static void write_spots(const struct plan_file *file, struct bz_buf *out)
{
    for (int cell = 0; cell < CELLS_MAX; cell++) {
        if (!file->penalty[cell] && !file->near_count[cell])
            continue;
        bz_buf_add(out, "spot %d %d", cell, (int)file->penalty[cell]);
        for (int i = 0; i < file->near_count[cell]; i++)
            bz_buf_add(out, " %d", file->near[cell][i]);
        bz_buf_char(out, '\n');
    }
}

/* A whole number or one with a fraction, as 2.5. */
static void write_score(int eighths, struct bz_buf *out)
{
    int size = eighths < 0 ? -eighths : eighths;

    bz_buf_add(out, "%s%d%s", eighths < 0 ? "-" : "", size / PART, fractions[size % PART]);
}

int plan_file_write(const char *path, const char *title, const struct plan_file *file,
                    struct bz_error *err)
{
    char *text = malloc(PLAN_FILE_MAX);
    struct bz_buf out = {.text = text, .size = PLAN_FILE_MAX};
    int code;

    if (!text)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a plan's file");
    bz_buf_add(&out, "%sposition %s\nscore ", title, file->position);
    write_score(file->lower, &out);
    bz_buf_char(&out, ' ');
    write_score(file->upper, &out);
    bz_buf_add(&out, "\nplan ");
    for (int i = 0; i < file->count; i++)
        bz_buf_char(&out, (char)('0' + file->words[i]));
    bz_buf_add(&out, "\n%s %d\n", limits[file->limit], (int)file->toll);
    write_spots(file, &out);
    code = bz_sealed_write(path, &out, err);
    free(text);
    return code;
}

/* --- reading ---------------------------------------------------------------------------------- */

struct reading {
    struct bz_source source;
    size_t at, end;
    struct bz_error *err;
};

static int wrong(const struct reading *r, const char *what)
{
    return bz_source_fail(&r->source, r->at, r->err, BZ_ERROR_SYNTAX, "%s", what);
}

static bool skip(struct reading *r, const char *text)
{
    size_t length = strlen(text);

    if (r->end - r->at < length || memcmp(r->source.text + r->at, text, length) != 0)
        return false;
    r->at += length;
    return true;
}

static int read_number(struct reading *r, int64_t min, int64_t max, int64_t *ret_number)
{
    size_t length = 0;
    const char *text = r->source.text + r->at;

    while (r->at + length < r->end &&
           (text[length] == '-' || (text[length] >= '0' && text[length] <= '9')))
        length++;
    if (bz_parse_integer(text, length, min, max, "number", ret_number, NULL))
        return wrong(r, "a number in its range is missing");
    r->at += length;
    return BZ_OK;
}

static int read_position(struct reading *r, struct plan_file *file)
{
    const char *text = r->source.text + r->at;
    const char *end = memchr(text, '\n', r->end - r->at);
    size_t length = end ? (size_t)(end - text) : 0;

    if (length == 0 || length >= sizeof(file->position))
        return wrong(r, "a position is missing");
    memcpy(file->position, text, length);
    file->position[length] = '\0';
    r->at += length + 1;
    return BZ_OK;
}

static int read_words(struct reading *r, struct plan_file *file)
{
    for (; r->at < r->end && r->source.text[r->at] != '\n'; r->at++) {
        char digit = r->source.text[r->at];

        if (digit < '0' || digit > '0' + NOOP || file->count == TURNS_MAX)
            return wrong(r, "this is no word of a plan");
        file->words[file->count++] = (uint8_t)(digit - '0');
    }
    return skip(r, "\n") ? BZ_OK : wrong(r, "the plan has no end");
}

static int read_spot(struct reading *r, struct plan_file *file)
{
    int64_t cell, penalty, near;

    if (read_number(r, 0, CELLS_MAX - 1, &cell) || !skip(r, " ") ||
        read_number(r, 0, PLAN_PENALTY_MAX, &penalty))
        return wrong(r, "a spot has a cell and a penalty");
    file->penalty[cell] = (int32_t)penalty;
    file->near_count[cell] = 0;
    while (skip(r, " ")) {
        if (file->near_count[cell] == PLAN_FILE_NEAR)
            return wrong(r, "a spot that remembers too many");
        if (read_number(r, 0, CELLS_MAX - 1, &near))
            return wrong(r, "a cell is missing");
        file->near[cell][file->near_count[cell]++] = (uint16_t)near;
    }
    return skip(r, "\n") ? BZ_OK : wrong(r, "the line should end here");
}

/* The same, read. */
static bool read_score(struct reading *r, int *ret_eighths)
{
    bool below = r->at < r->end && r->source.text[r->at] == '-';
    int64_t points;
    int part = 0;

    if (read_number(r, -SCORE_MAX, SCORE_MAX, &points))
        return false;
    for (int i = 1; i < PART && !part; i++)
        part = skip(r, fractions[i]) ? i : 0;
    *ret_eighths = (int)points * PART + (below ? -part : part);
    return true;
}

static int read_scores(struct reading *r, struct plan_file *file)
{
    if (!read_score(r, &file->lower) || !skip(r, " ") || !read_score(r, &file->upper) ||
        file->upper < file->lower || !skip(r, "\nplan "))
        return wrong(r, "two scores are missing");
    return BZ_OK;
}

static int read_lines(struct reading *r, struct plan_file *file)
{
    int64_t toll;
    int limit = 0;
    int code = skip(r, "position ") ? read_position(r, file) : wrong(r, "a position is missing");

    if (!code)
        code = skip(r, "score ") ? read_scores(r, file) : wrong(r, "the score is missing");
    if (!code)
        code = read_words(r, file);
    if (code)
        return code;
    while (limit <= PLAN_WHOLE && !skip(r, limits[limit]))
        limit++;
    if (limit > PLAN_WHOLE || !skip(r, " "))
        return wrong(r, "turns, count, kinds or whole is missing");
    file->limit = (enum plan_limit)limit;
    code = read_number(r, 0, PLAN_TOLL_MAX, &toll);
    if (!code && !skip(r, "\n"))
        code = wrong(r, "the line should end here");
    if (!code)
        file->toll = (int32_t)toll;
    while (!code && r->at < r->end)
        code = skip(r, "spot ") ? read_spot(r, file) : wrong(r, "this is no spot");
    return code;
}

int plan_file_read(const char *path, const char *title, struct plan_file *ret_file,
                   struct bz_error *err)
{
    struct reading r = {.err = err};
    struct plan_file *file = calloc(1, sizeof(*file));
    int code;

    if (!file)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a plan's file");
    code = bz_sealed_read(&r.source, path, "", title, PLAN_FILE_MAX, &r.end, err);
    if (!code) {
        r.at = strlen(title);
        code = read_lines(&r, file);
        bz_source_release(&r.source);
    }
    if (!code)
        *ret_file = *file;
    free(file);
    return code;
}
