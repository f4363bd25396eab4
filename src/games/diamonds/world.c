/*
 * world.c - from a map's text to the world: the checks of the original in their order, each with
 * line and column, then tables that make moving a matter of looking up.
 */
#include <stdio.h>
#include <string.h>

#include "diamonds.h"
#include "files/source.h"

static const char key_tiles[] = "gyr", door_tiles[] = "GYR";

/* The part of a text that is the map: from the first row's first tile to the last row's last. */
struct frame {
    const char *text;
    size_t begin, end;
};

/* What Python strips. */
static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f);
}

static struct frame strip(const struct bz_source *source)
{
    struct frame frame = {source->text, 0, source->length};

    while (frame.begin < frame.end && is_blank(frame.text[frame.begin]))
        frame.begin++;
    while (frame.end > frame.begin && is_blank(frame.text[frame.end - 1]))
        frame.end--;
    return frame;
}

/* What Python takes for the end of a line, as far as it is ASCII. */
static bool ends_line(char c)
{
    return (c >= '\n' && c <= '\r') || (c >= 0x1c && c <= 0x1e);
}

static size_t row_length(const struct frame *frame, size_t at)
{
    size_t end = at;

    while (end < frame->end && !ends_line(frame->text[end]))
        end++;
    return end - at;
}

/* Where the next row begins, or beyond the end. */
static size_t next_row(const struct frame *frame, size_t at)
{
    size_t end = at + row_length(frame, at);

    if (end + 1 < frame->end && frame->text[end] == '\r' && frame->text[end + 1] == '\n')
        end++;
    return end + 1;
}

static int check_teleports(const struct bz_source *source, const struct frame *frame,
                           struct bz_error *err)
{
    size_t found = 0, where = 0;

    for (size_t i = frame->begin; i < frame->end; i++)
        if (frame->text[i] == 'T') {
            found++;
            where = i;
        }
    if (found != 1)
        return BZ_OK;
    return bz_source_fail(source, where, err, BZ_ERROR_ILLEGAL,
                          "the only teleport leads nowhere: have none, or two and more");
}

static int check_corners(const struct bz_source *source, const struct frame *frame,
                         struct bz_error *err)
{
    size_t last = frame->begin;
    size_t corners[4];

    for (size_t at = frame->begin; at < frame->end; at = next_row(frame, at))
        last = at;
    corners[0] = frame->begin;
    corners[1] = frame->begin + row_length(frame, frame->begin) - 1;
    corners[2] = last;
    corners[3] = frame->end - 1;
    for (int i = 0; i < 4; i++)
        if (frame->text[corners[i]] != 'E')
            return bz_source_fail(source, corners[i], err, BZ_ERROR_ILLEGAL,
                                  "the four corners of a map must be empty (E), this one is '%s'",
                                  bz_quoted(frame->text + corners[i], 1).text);
    return BZ_OK;
}

static int check_rows(const struct bz_source *source, const struct frame *frame,
                      enum variant variant, struct bz_error *err)
{
    const char *tiles = variant == V2021 ? "EWT1234" : "EWT1234gyrGYR*";
    size_t cols = row_length(frame, frame->begin);

    for (size_t at = frame->begin; at < frame->end; at = next_row(frame, at)) {
        size_t length = row_length(frame, at);

        if (length != cols)
            return bz_source_fail(source, at + (length < cols ? length : cols), err,
                                  BZ_ERROR_SYNTAX, "a row of %zu tiles, where the first has %zu",
                                  length, cols);
        for (size_t i = at; i < at + length; i++)
            if (!strchr(tiles, frame->text[i]))
                return bz_source_fail(
                    source, i, err, BZ_ERROR_SYNTAX, "'%s' is no tile of %s, which are %s",
                    bz_quoted(frame->text + i, 1).text, diamonds_variants[variant], tiles);
    }
    return BZ_OK;
}

static int check_size(const struct bz_source *source, const struct frame *frame,
                      enum variant variant, struct bz_error *err)
{
    size_t rows = 0, cols = row_length(frame, frame->begin), most = variant == V2021 ? 20 : 25;

    for (size_t at = frame->begin; at < frame->end; at = next_row(frame, at))
        rows++;
    if (rows <= most && cols <= most)
        return BZ_OK;
    return bz_source_fail(source, frame->begin, err, BZ_ERROR_RANGE,
                          "a map of %zu x %zu is too large, %s allows %zu x %zu", rows, cols,
                          diamonds_variants[variant], most, most);
}

static int check_map(const struct bz_source *source, const struct frame *frame,
                     enum variant variant, struct bz_error *err)
{
    int code = BZ_OK;

    if (frame->begin == frame->end)
        return bz_source_fail(source, 0, err, BZ_ERROR_SYNTAX, "there is no map in this text");
    code = check_teleports(source, frame, err);
    if (!code)
        code = check_corners(source, frame, err);
    if (!code)
        code = check_rows(source, frame, variant, err);
    if (!code)
        code = check_size(source, frame, variant, err);
    return code;
}

/* The bit of a key's or a door's colour. */
static uint8_t colour_bit(const char *tiles, char tile)
{
    const char *found = strchr(tiles, tile);

    return found ? (uint8_t)(1u << (found - tiles)) : 0;
}

static struct place place_of(char tile)
{
    struct place place = {.tile = tile, .item = -1};

    if (tile >= '1' && tile <= '4')
        place.gem = (uint8_t)(tile - '0');
    place.key = colour_bit(key_tiles, tile);
    place.need = tile == 'W' ? NEED_MORE : colour_bit(door_tiles, tile);
    return place;
}

int diamonds_read_map(struct diamonds_world *world, const struct bz_source *source,
                      struct bz_error *err)
{
    struct frame frame = strip(source);
    int code = check_map(source, &frame, world->variant, err);

    if (code)
        return code;
    world->cols = (int)row_length(&frame, frame.begin);
    world->rows = 0;
    for (size_t at = frame.begin; at < frame.end; at = next_row(&frame, at)) {
        struct place *row = world->place + world->rows++ * world->cols;

        for (int col = 0; col < world->cols; col++)
            row[col] = place_of(frame.text[at + (size_t)col]);
    }
    return BZ_OK;
}

static void link_cells(struct diamonds_world *world)
{
    for (int step = 0; step < STEPS; step++)
        for (int cell = 0; cell < diamonds_cells(world); cell++) {
            int row = cell / world->cols + diamonds_steps[step][0];
            int col = cell % world->cols + diamonds_steps[step][1];
            bool inside = row >= 0 && row < world->rows && col >= 0 && col < world->cols;

            world->next[step][cell] = (int16_t)(inside ? row * world->cols + col : -1);
        }
}

static uint32_t common_multiple(uint32_t a, uint32_t b)
{
    uint32_t m = a, n = b;

    while (n) {
        uint32_t rest = m % n;

        m = n;
        n = rest;
    }
    return a / m * b;
}

void diamonds_finish_world(struct diamonds_world *world)
{
    int16_t items = 0;

    world->gems = world->teleports = 0;
    for (int cell = 0; cell < diamonds_cells(world); cell++) {
        struct place *place = &world->place[cell];

        if (place->gem || place->key)
            place->item = items++;
        if (place->gem)
            world->kinds[place->gem - 1]++;
        world->gems += place->gem != 0;
        world->doors |= place->need & (NEED_MORE - 1);
        if (place->tile == 'T')
            world->teleport[world->teleports++] = (uint16_t)cell;
    }
    world->words = items <= 64 ? 1 : WIDE;
    world->unit = world->variant == P2 ? 10 : 1;
    if (world->variant != P1 && world->teleports > 2)
        world->unit = common_multiple(world->unit, (uint32_t)world->teleports - 1);
    link_cells(world);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

int diamonds_read_init(const char *text, size_t length, int *ret_init, bool *ret_is_real,
                       struct bz_error *err)
{
    const char *point = memchr(text, '.', length);
    size_t whole = point ? (size_t)(point - text) : length, thousandth = 100;
    int64_t number, parts = 0;
    int code = bz_parse_integer(text, whole, -INIT_MAX, INIT_MAX, "init_score", &number, err);

    if (code)
        return code;
    if (point && whole + 1 == length)
        goto wrong;
    for (size_t i = whole + 1; i < length; i++, thousandth /= 10) {
        if (!is_digit(text[i]) || (thousandth == 0 && text[i] != '0'))
            goto wrong;
        parts += (text[i] - '0') * (int64_t)thousandth;
    }
    if (parts % (1000 / PART))
        goto wrong;
    parts /= 1000 / PART;
    number = number * PART + (text[0] == '-' ? -parts : parts);
    if (number > INIT_MAX * PART || number < -INIT_MAX * PART)
        return bz_fail(err, BZ_ERROR_RANGE, "init_score: %s is not between %d and %d",
                       bz_quoted(text, length).text, -INIT_MAX, INIT_MAX);
    *ret_init = (int)number;
    *ret_is_real = point != NULL;
    return BZ_OK;

wrong:
    return bz_fail(err, BZ_ERROR_SYNTAX,
                   "init_score: '%s' is neither a whole number nor one of eighths such as 2.5",
                   bz_quoted(text, length).text);
}

void diamonds_write_number(const struct diamonds_world *world, int eighths, struct bz_buf *out)
{
    int size = eighths < 0 ? -eighths : eighths, parts = size % PART * (1000 / PART);
    char fraction[8];

    bz_buf_add(out, "%s%d", eighths < 0 ? "-" : "", size / PART);
    if (!world->is_real)
        return;
    snprintf(fraction, sizeof(fraction), "%03d", parts);
    for (size_t last = 2; last > 0 && fraction[last] == '0'; last--)
        fraction[last] = '\0';
    bz_buf_add(out, ".%s", fraction);
}
