/*
 * world.c - what can be known of a board beforehand: the jumps of every line, and what every line
 * and every window is worth by the weights.
 */
#include <stdlib.h>

#include "konane.h"

/* Jumps from one cell along a line of that length, in steps of +1 or -1. */
static int count_run(int length, unsigned occupied, int from, int step)
{
    int jumps = 0;

    for (int to = from + 2 * step; to >= 0 && to < length; to += 2 * step) {
        if (!(occupied >> (to - step) & 1) || occupied >> to & 1)
            break;
        jumps++;
    }
    return jumps;
}

static uint16_t count_line(int length, int first, unsigned occupied)
{
    int count[2] = {0, 0};

    for (int cell = 0; cell < length; cell++)
        if (occupied >> cell & 1)
            count[(first + cell) % 2] +=
                count_run(length, occupied, cell, 1) + count_run(length, occupied, cell, -1);
    return (uint16_t)(count[BLACK] | count[WHITE] << 8);
}

/* The differences, from the totals of a line's 256 patterns. */
static void fill_differences(struct konane_line line[256])
{
    for (unsigned occupied = 0; occupied < 256; occupied++) {
        struct konane_line *at = &line[occupied];

        for (int i = 0; i < 8; i++)
            at->toggled[i] = (uint16_t)(line[occupied ^ 1u << i].total - at->total);
        for (int i = 0; i < 6; i++)
            at->tripled[i] = (uint16_t)(line[occupied ^ 7u << i].total - at->total);
    }
}

static void fill_jumps(struct konane_line lines[2][256], int length)
{
    for (int first = BLACK; first <= WHITE; first++) {
        for (unsigned occupied = 0; occupied < 256; occupied++)
            lines[first][occupied].total = count_line(length, first, occupied);
        fill_differences(lines[first]);
    }
}

/* A line's weight as it was learned, which is on 8x8 boards, and the jumps along it. */
static void fill_worth(struct konane_world *world, int way, int phase, bool square8)
{
    const struct konane_weights *weights = &world->weights;

    for (int i = 0; i < 8; i++) {
        struct konane_line *line = world->worth[phase][way][i];

        for (unsigned occupied = 0; occupied < 256; occupied++) {
            unsigned jumps = world->lines[way][i % 2][occupied].total;
            int worth = weights->jumps[phase][0] * (int)(jumps & 0xff) +
                        weights->jumps[phase][1] * (int)(jumps >> 8);

            if (square8)
                worth += weights->line[phase][i < 4 ? i : 7 - i]
                                      [i % 2 ? konane_reverse(occupied) : occupied];
            line[occupied].total = (uint16_t)worth;
        }
        fill_differences(line);
    }
}

/* Where a window is, of `count` in this direction. */
struct zone {
    int number, distance; /* from the nearer edge, two at most */
    bool flipped, middle; /* the nearer edge is the far one, or both are as near */
};

static struct zone zone_of(int at, int count)
{
    int far = count - 1 - at, near = at < far ? at : far;
    struct zone zone = {.distance = near < 2 ? near : 2, .flipped = at > far, .middle = at == far};

    zone.number = zone.middle ? 3 : zone.flipped ? 6 - zone.distance : zone.distance;
    return zone;
}

/* Adds the weights of a pattern read in one way. */
static void add_weights(const struct konane_weights *weights, struct konane_place place,
                        int sum[KONANE_PHASES][2])
{
    for (int phase = 0; phase < KONANE_PHASES; phase++)
        for (int kind = 0; kind < 2; kind++)
            sum[phase][kind] += weights->window[phase][place.window][kind][place.pattern];
}

enum { KIND = ZONES * ZONES * KONANE_PATTERNS }; /* from a slot to that of the other kind */

/* The slots of both kinds. In the middle a window is read both ways, and worth the mean. */
static void fill_slots(struct konane_world *world, unsigned slot, struct zone row, struct zone col)
{
    int ways = (row.middle ? 2 : 1) * (col.middle ? 2 : 1);

    for (unsigned pattern = 0; pattern < KONANE_PATTERNS; pattern++) {
        int sum[KONANE_PHASES][2] = {{0}};

        for (int way = 0; way < ways; way++) {
            bool rows = row.flipped || (row.middle && way % 2);
            bool cols = col.flipped || (col.middle && way >= ways / 2);
            unsigned read = rows ? konane_flip_rows(pattern) : pattern;

            add_weights(
                &world->weights,
                konane_place(row.distance, col.distance, cols ? konane_flip_columns(read) : read),
                sum);
        }
        for (int phase = 0; phase < KONANE_PHASES; phase++)
            for (unsigned kind = 0; kind < 2; kind++)
                world->windows[phase][slot + kind * KIND + pattern] =
                    (int16_t)(sum[phase][kind] / ways);
    }
}

static unsigned slot_of(struct zone row, struct zone col)
{
    return (unsigned)(row.number * ZONES + col.number) * KONANE_PATTERNS;
}

static void fill_windows(struct konane_world *world, int rows, int cols)
{
    bool filled[SLOTS] = {false};

    for (int row = 0; row < rows - 2; row++)
        for (int col = 0; col < cols - 2; col++) {
            struct zone down = zone_of(row, rows - 2), right = zone_of(col, cols - 2);
            unsigned slot = slot_of(down, right);

            if (!filled[slot / KONANE_PATTERNS])
                fill_slots(world, slot, down, right);
            filled[slot / KONANE_PATTERNS] = true;
        }
    for (int player = BLACK; player <= WHITE; player++)
        for (int row = 0; row < SIDE_MAX; row++)
            for (int col = -2; col < SIDE_MAX; col++) {
                bool inside = row < rows - 2 && col >= 0 && col < cols - 2;
                unsigned kind = (row + col + player) % 2 ? KIND : 0;

                world->slot[player][row][col + 2] =
                    inside
                        ? (uint16_t)(kind + slot_of(zone_of(row, rows - 2), zone_of(col, cols - 2)))
                        : NOWHERE;
            }
}

static void fill_lines(struct konane_world *world, int rows, int cols)
{
    world->oblong = rows != cols;
    for (int way = 0; way < (world->oblong ? 2 : 1); way++) {
        fill_jumps(world->lines[way], way ? rows : cols);
        for (int phase = 0; phase < KONANE_PHASES; phase++)
            fill_worth(world, way, phase, rows == 8 && cols == 8);
    }
}

void konane_world_free(struct konane_world *world)
{
    if (world)
        konane_book_release(&world->book);
    free(world);
}

int konane_world_new(int rows, int cols, const char *weights, const char *book,
                     struct konane_world **ret_world, struct bz_error *err)
{
    struct konane_world *world = calloc(1, sizeof(*world));
    int code = world ? konane_weights_load(weights, &world->weights, err)
                     : bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a board");

    if (!code)
        code = konane_book_load(book, rows, cols, &world->book, err);
    if (code) {
        konane_world_free(world);
        return code;
    }
    for (int stones = 0; stones <= rows * cols; stones++)
        world->phase[stones] = (uint8_t)konane_phase(rows * cols - stones, rows * cols);
    fill_windows(world, rows, cols);
    if (konane_words(rows, cols) == 1)
        fill_lines(world, rows, cols);
    *ret_world = world;
    return BZ_OK;
}
