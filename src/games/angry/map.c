/*
 * map.c - boards from files, from the rows of a position, and at random.
 *
 * A file has a line a row and a letter a cell; blanks at the end of a line and empty lines at the
 * end of the file do not count, anything else too much is an error.
 */
#include <string.h>

#include "angry.h"
#include "bazi/random.h"
#include "files/source.h"
#include "games/cursor.h"

/* One line, without what does not count at its end. */
static size_t line_length(const char *text)
{
    size_t length = strcspn(text, "\n");

    while (length > 0 && strchr(" \t\r", text[length - 1]))
        length--;
    return length;
}

static int read_line(const struct bz_source *source, size_t at, int row, struct angry *pos,
                     struct bz_error *err)
{
    size_t length = line_length(source->text + at);
    int side = angry_side(pos->rules);
    const char *why;

    if (length == 0 && row < side)
        return bz_source_fail(source, at, err, BZ_ERROR_SYNTAX, "row %d of %d is missing", row + 1,
                              side);
    for (size_t col = 0; col < length; col++) {
        char letter = source->text[at + col];

        if (col >= (size_t)side)
            return bz_source_fail(source, at + col, err, BZ_ERROR_SYNTAX,
                                  "the line is longer than the %d cells of a row", side);
        if (!strchr(angry_letters(pos->rules), letter) || letter == ' ')
            return bz_source_fail(source, at + col, err, BZ_ERROR_SYNTAX,
                                  "'%s' is no piece of these rules, which know %s",
                                  bz_quoted(&letter, 1).text, angry_letters(pos->rules));
        if (!angry_put(pos, angry_cell(row, (int)col), letter, &why))
            return bz_source_fail(source, at + col, err, BZ_ERROR_SYNTAX, "%s", why);
    }
    if (length < (size_t)side)
        return bz_source_fail(source, at + length, err, BZ_ERROR_SYNTAX,
                              "the line ends after %zu of %d cells", length, side);
    return BZ_OK;
}

/* In the worlds the hen starts in the top left corner unless the map says where. */
static void place_hen(struct angry *pos)
{
    if (!angry_is_game(pos) && pos->hen == NOWHERE && angry_letter(pos, 0) == 'T')
        pos->hen = 0;
}

int angry_read_map(const struct bz_source *source, struct angry *pos, struct bz_error *err)
{
    int side = angry_side(pos->rules);
    size_t at = 0;
    const char *missing;

    for (int row = 0; row < side; row++) {
        int code = read_line(source, at, row, pos, err);

        if (code)
            return code;
        at += strcspn(source->text + at, "\n");
        at += source->text[at] == '\n';
    }
    if (source->text[at + strspn(source->text + at, " \t\r\n")])
        return bz_source_fail(source, at + strspn(source->text + at, " \t\r\n"), err,
                              BZ_ERROR_SYNTAX, "nothing may follow the %d rows", side);
    place_hen(pos);
    missing = angry_missing(pos);
    if (missing)
        return bz_source_fail(source, source->length, err, BZ_ERROR_UNFIT, "%s", missing);
    return BZ_OK;
}

/* The rows of a position: letters, and numbers for so many cells of ground. */

static int read_run(struct bz_cursor *c, int side, int *col, struct bz_error *err)
{
    const struct bz_cursor first = *c;
    int run = 0;

    if (c->text[c->at] == '0')
        return bz_cursor_refuse(c, err, "a run of ground does not begin with 0");
    for (; c->at < c->length && bz_is_digit(c->text[c->at]); c->at++) {
        run = run * 10 + (c->text[c->at] - '0');
        if (*col + run > side)
            return bz_cursor_refuse(&first, err, "the row is too long");
    }
    *col += run;
    return BZ_OK;
}

static int read_row(struct bz_cursor *c, int row, struct angry *pos, struct bz_error *err)
{
    int side = angry_side(pos->rules), col = 0;

    while (c->at < c->length && c->text[c->at] != '/') {
        char letter = c->text[c->at];
        const char *why = "ground is written as a number";
        int code = BZ_OK;

        if (bz_is_digit(letter)) {
            code = read_run(c, side, &col, err);
            if (code)
                return code;
            continue;
        }
        if (col == side)
            return bz_cursor_refuse(c, err, "the row is too long");
        if (letter == 'T' || !angry_put(pos, angry_cell(row, col), letter, &why))
            return bz_cursor_refuse(c, err, why);
        c->at++;
        col++;
    }
    if (col < side)
        return bz_fail(err, BZ_ERROR_SYNTAX, "position, character %zu: row %d has %d of %d cells",
                       c->at + 1, row + 1, col, side);
    return BZ_OK;
}

int angry_read_rows(const char *text, size_t length, struct angry *pos, struct bz_error *err)
{
    struct bz_cursor c = {text, length, 0};
    int side = angry_side(pos->rules);

    for (int row = 0; row < side; row++) {
        int code = read_row(&c, row, pos, err);

        if (code)
            return code;
        if (row + 1 < side && c.at == length)
            return bz_fail(err, BZ_ERROR_SYNTAX, "position: %d rows, the board has %d", row + 1,
                           side);
        c.at += row + 1 < side;
    }
    if (c.at < length)
        return bz_cursor_refuse(&c, err, "too many rows");
    return BZ_OK;
}

void angry_write_rows(const struct angry *pos, struct bz_buf *out)
{
    int side = angry_side(pos->rules);

    for (int row = 0; row < side; row++) {
        int run = 0;

        if (row)
            bz_buf_char(out, '/');
        for (int col = 0; col < side; col++) {
            char letter = angry_letter(pos, angry_cell(row, col));

            if (letter == 'T') {
                run++;
                continue;
            }
            if (run)
                bz_buf_add(out, "%d", run);
            run = 0;
            bz_buf_char(out, letter);
        }
        if (run)
            bz_buf_add(out, "%d", run);
    }
}

/* At random. */

/* A cell of ground with nothing on it; there must be one. */
static int free_cell(const struct angry *pos, struct bz_random *random)
{
    uint64_t side = (uint64_t)angry_side(pos->rules);
    int cell;

    do {
        int row = (int)bz_random_below(random, side), col = (int)bz_random_below(random, side);

        cell = angry_cell(row, col);
    } while (angry_letter(pos, cell) != 'T');
    return cell;
}

static void scatter(struct angry *pos, struct bz_random *random, char letter, int count)
{
    const char *why;

    while (count-- > 0)
        angry_put(pos, free_cell(pos, random), letter, &why);
}

void angry_random_world(struct angry *pos, uint64_t seed)
{
    const int rules = pos->rules;
    struct bz_random random;
    const char *why;

    bz_random_seed(&random, seed);
    do {
        angry_clear(pos, rules, 0);
        angry_put(pos, angry_cell(0, 0), 'H', &why);
        angry_put(pos, angry_cell(SIDE_WORLD - 1, SIDE_WORLD - 1), 'G', &why);
        scatter(pos, &random, 'P', 8);
        scatter(pos, &random, 'Q', 2);
        scatter(pos, &random, 'R', 8);
        scatter(pos, &random, 'X', rules == RL ? 1 : 0);
    } while (angry_missing(pos));
}

enum { GENERATE_RULES, GENERATE_EGGS, GENERATE_PIGS, GENERATE_ROCKS };

static const struct bz_option generate_options[] = {
    [GENERATE_RULES] = {.name = "rules",
                        .type = BZ_CHOICE,
                        .fallback = "game1",
                        .choices = "game1|game2|mdp|rl",
                        .brief = "for which rules; those of mdp and rl fix all the rest"},
    [GENERATE_EGGS] =
        {.name = "eggs", .type = BZ_INTEGER, .fallback = "8", .max = 20, .brief = "how many eggs"},
    [GENERATE_PIGS] =
        {.name = "pigs", .type = BZ_INTEGER, .fallback = "8", .max = 20, .brief = "how many pigs"},
    [GENERATE_ROCKS] = {.name = "rocks",
                        .type = BZ_INTEGER,
                        .fallback = "18",
                        .max = 40,
                        .brief = "how many rocks"},
    {.name = NULL},
};

/* Worth playing: the hen can get at every egg and at the slingshot without eating a pig, and the
 * queen does not stand beside her. */
static bool is_good(const struct angry *pos)
{
    for (int row = 0; row < SIDE_GAME; row++)
        for (int col = 0; col < SIDE_GAME; col++) {
            int cell = angry_cell(row, col);

            if (angry_has(pos, EGG, cell) && angry_distance(pos, cell, SLING, true) < 0)
                return false;
        }
    return angry_distance(pos, pos->hen, SLING, true) > 4 &&
           angry_distance(pos, pos->hen, QUEEN, false) > 4;
}

static void random_game(struct angry *pos, const struct bz_value *values, struct bz_random *random)
{
    angry_clear(pos, (int)values[GENERATE_RULES].number, 0);
    scatter(pos, random, 'H', 1);
    scatter(pos, random, 'Q', 1);
    scatter(pos, random, 'S', 1);
    scatter(pos, random, 'B', pos->rules == GAME2 ? 1 : 0);
    scatter(pos, random, 'E', (int)values[GENERATE_EGGS].number);
    scatter(pos, random, 'P', (int)values[GENERATE_PIGS].number);
    scatter(pos, random, 'R', (int)values[GENERATE_ROCKS].number);
}

static int generate(const struct bz_value *values, uint64_t seed, struct bz_buf *out,
                    struct bz_error *err)
{
    int rules = (int)values[GENERATE_RULES].number, side = angry_side(rules), tries = 100000;
    struct bz_random random;
    struct angry pos;

    bz_random_seed(&random, seed);
    angry_clear(&pos, rules, 0);
    if (!angry_is_game(&pos))
        angry_random_world(&pos, seed);
    else
        do {
            random_game(&pos, values, &random);
        } while (!is_good(&pos) && --tries > 0);
    if (tries == 0)
        return bz_fail(err, BZ_ERROR_UNFIT, "no playable map found: ask for fewer rocks or pigs");
    for (int row = 0; row < side; row++) {
        for (int col = 0; col < side; col++)
            bz_buf_char(out, angry_letter(&pos, angry_cell(row, col)));
        bz_buf_char(out, '\n');
    }
    return BZ_OK;
}

static void describe_game(const struct angry *pos, struct bz_buf *out)
{
    int queen = angry_distance(pos, pos->hen, QUEEN, false);
    int sling = angry_distance(pos, pos->hen, SLING, true);

    bz_buf_add(out, "10 x 10: %d eggs, %d pigs, %d rocks%s\n", angry_count(pos, EGG),
               angry_count(pos, PIG), angry_count(pos, ROCK),
               pos->bird != NOWHERE ? ", a bird" : "");
    if (sling > 0)
        bz_buf_add(out, "the slingshot is %d steps away\n", sling);
    else
        bz_buf_add(out, "the slingshot cannot be reached without eating a pig\n");
    if (queen > 0)
        bz_buf_add(out, "the queen is %d steps away, an %s number\n", queen,
                   queen % 2 ? "odd" : "even");
    else
        bz_buf_add(out, "rocks keep the queen away\n");
}

static void describe(const struct bz_setup *setup, struct bz_buf *out)
{
    const struct angry *pos = setup->world;

    if (angry_is_game(pos)) {
        describe_game(pos, out);
        return;
    }
    bz_buf_add(out, "8 x 8: %d pigs, %d queens, %d rocks", angry_count(pos, PIG),
               angry_count(pos, QUEEN), angry_count(pos, ROCK));
    if (pos->rules == RL)
        bz_buf_add(out, ", %d TNT", angry_count(pos, TNT));
    bz_buf_add(out, "\nthe goal is %d steps away\n", angry_distance(pos, pos->hen, GOAL, false));
}

const struct bz_maps angry_maps = {
    .option = "map",
    .describe = describe,
    .options = generate_options,
    .generate = generate,
};
