/*
 * world.c - what can be known of a board beforehand: the jumps of every line, and what every line
 * and every window is worth by the weights.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "files/sealed.h"
#include "images.h"
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

/* Words for several tables at once: what a line is worth in every phase, or the lines of two
 * lengths that begin with two colours, each twice. */
enum { TABLES = KONANE_PHASES };
_Static_assert(TABLES == 8, "lines of two lengths and two colours, twice");
typedef uint16_t octet __attribute__((vector_size(TABLES * sizeof(uint16_t))));

/* Everything about the 256 patterns of a line, from their totals. */
static void fill_tables(const octet totals[256], struct konane_line *const ret_tables[TABLES])
{
    for (unsigned occupied = 0; occupied < 256; occupied++) {
        struct konane_line *at[TABLES];
        const octet total = totals[occupied];

        for (int t = 0; t < TABLES; t++) {
            at[t] = &ret_tables[t][occupied];
            at[t]->total = total[t];
        }
        _Pragma("GCC unroll 8") for (int i = 0; i < 8; i++)
        {
            const octet more = totals[occupied ^ 1u << i] - total;

            _Pragma("GCC unroll 8") for (int t = 0; t < TABLES; t++) at[t]->toggled[i] = more[t];
        }
        _Pragma("GCC unroll 6") for (int i = 0; i < 6; i++)
        {
            const octet more = totals[occupied ^ 7u << i] - total;

            _Pragma("GCC unroll 8") for (int t = 0; t < TABLES; t++) at[t]->tripled[i] = more[t];
        }
    }
}

static void fill_jumps(struct konane_world *world, int rows, int cols)
{
    struct konane_line *const tables[TABLES] = {world->lines[0][BLACK], world->lines[0][WHITE],
                                                world->lines[1][BLACK], world->lines[1][WHITE],
                                                world->lines[0][BLACK], world->lines[0][WHITE],
                                                world->lines[1][BLACK], world->lines[1][WHITE]};
    octet totals[256];

    for (unsigned occupied = 0; occupied < 256; occupied++) {
        uint16_t a = count_line(cols, BLACK, occupied), b = count_line(cols, WHITE, occupied);
        uint16_t c = rows == cols ? a : count_line(rows, BLACK, occupied);
        uint16_t d = rows == cols ? b : count_line(rows, WHITE, occupied);

        totals[occupied] = (octet){a, b, c, d, a, b, c, d};
    }
    fill_tables(totals, tables);
}

/* What a line is worth by the jumps along it, and on 8x8 as it was learned. */
static void fill_worth(struct konane_world *world, int way, int line)
{
    const struct konane_basics *basics = world->basics;
    const int rank = line < 4 ? line : 7 - line;
    struct konane_line *tables[TABLES];
    octet totals[256], mine, other;

    for (int phase = 0; phase < KONANE_PHASES; phase++) {
        tables[phase] = world->worth[phase][way][line];
        mine[phase] = (uint16_t)basics->jumps[phase][0];
        other[phase] = (uint16_t)basics->jumps[phase][1];
    }
    for (unsigned occupied = 0; occupied < 256; occupied++) {
        unsigned jumps = world->lines[way][line % 2][occupied].total;
        unsigned read = line % 2 ? konane_reverse(occupied) : occupied;

        totals[occupied] = mine * (uint16_t)(jumps & 0xff) + other * (uint16_t)(jumps >> 8);
        for (int phase = 0; phase < KONANE_PHASES && world->eight; phase++)
            totals[occupied][phase] += (uint16_t)world->weights->line[phase][rank][read];
    }
    fill_tables(totals, tables);
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

/* How every pattern is read: with rows (1) or columns (2) in reverse or both, and then as it stands
 * in the weights, by which of the distances to the edges is the smaller. */
struct readings {
    uint16_t flipped[4][KONANE_PATTERNS], placed[3][KONANE_PATTERNS];
};

static void fill_readings(struct readings *ret_readings)
{
    for (unsigned pattern = 0; pattern < KONANE_PATTERNS; pattern++) {
        unsigned flipped = konane_flip_rows(pattern);

        ret_readings->flipped[0][pattern] = (uint16_t)pattern;
        ret_readings->flipped[1][pattern] = (uint16_t)flipped;
        ret_readings->flipped[2][pattern] = (uint16_t)konane_flip_columns(pattern);
        ret_readings->flipped[3][pattern] = (uint16_t)konane_flip_columns(flipped);
        for (int rows = 0; rows < 3; rows++)
            ret_readings->placed[rows][pattern] = (uint16_t)konane_place(rows, 1, pattern).pattern;
    }
}

enum { KIND = ZONES * ZONES * KONANE_PATTERNS }; /* from a slot to that of the other kind */

/* What a window is worth, read with these flips, put or added into the slots of both kinds. */
static inline void fill_reading(struct konane_world *world, const struct readings *readings,
                                size_t slot, struct zone row, struct zone col, int flips, bool add)
{
    const uint16_t *flipped = readings->flipped[flips];
    const uint16_t *placed =
        readings->placed[1 + (row.distance > col.distance) - (row.distance < col.distance)];
    const int window = konane_place(row.distance, col.distance, 0).window;

    for (size_t pattern = 0; pattern < KONANE_PATTERNS; pattern++) {
        size_t from = placed[flipped[pattern]];

        _Pragma("GCC unroll 16") for (size_t i = 0; i < KONANE_PHASES * 2; i++)
        {
            int16_t *to = &world->windows[i / 2][slot + i % 2 * KIND + pattern];

            *to = (int16_t)((add ? *to : 0) + world->weights->window[i / 2][window][i % 2][from]);
        }
    }
}

/* The slots of both kinds. In the middle a window is read both ways, and worth the mean. */
static void fill_slots(struct konane_world *world, const struct readings *readings, size_t slot,
                       struct zone row, struct zone col)
{
    const int ways = (row.middle ? 2 : 1) * (col.middle ? 2 : 1);
    const int flips = row.flipped + 2 * col.flipped;

    fill_reading(world, readings, slot, row, col, flips, false);
    for (int more = 1; more < 4; more++)
        if ((row.middle || !(more & 1)) && (col.middle || !(more & 2)))
            fill_reading(world, readings, slot, row, col, flips | more, true);
    for (size_t i = 0; ways > 1 && i < KONANE_PHASES * 2 * KONANE_PATTERNS; i++)
        world->windows[i / 2 / KONANE_PATTERNS][slot + i / KONANE_PATTERNS % 2 * KIND +
                                                i % KONANE_PATTERNS] /= (int16_t)ways;
}

static unsigned slot_of(struct zone row, struct zone col)
{
    return (unsigned)(row.number * ZONES + col.number) * KONANE_PATTERNS;
}

static void fill_windows(struct konane_world *world, int rows, int cols)
{
    bool filled[SLOTS] = {false};
    struct readings readings;

    fill_readings(&readings);
    for (int row = 0; row < rows - 2; row++)
        for (int col = 0; col < cols - 2; col++) {
            struct zone down = zone_of(row, rows - 2), right = zone_of(col, cols - 2);
            unsigned slot = slot_of(down, right);

            if (!filled[slot / KONANE_PATTERNS])
                fill_slots(world, &readings, slot, down, right);
            filled[slot / KONANE_PATTERNS] = true;
        }
    for (int phase = 0; phase < KONANE_PHASES; phase++)
        memset(&world->windows[phase][NOWHERE], 0, KONANE_PATTERNS * sizeof(int16_t));
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
    fill_jumps(world, rows, cols);
    for (int way = 0; way < (world->oblong ? 2 : 1); way++) {
        for (int line = 0; line < (world->eight ? 8 : 2); line++)
            fill_worth(world, way, line);
        for (int phase = 0; phase < KONANE_PHASES && !world->eight; phase++)
            for (int line = 2; line < 8; line++) /* as the one before the last */
                memcpy(world->worth[phase][way][line], world->worth[phase][way][line - 2],
                       sizeof(world->worth[phase][way][line]));
    }
}

/* Which areas see these cells of the board. */
static void fill_touch(uint64_t cells, int player, struct konane_touch ret_touch[TOUCHED])
{
    uint32_t index[AREAS];
    int n = 0;

    read_areas(cells, player, index);
    for (int i = 0; i < AREAS; i++)
        if (index[i] & 0xffff)
            ret_touch[n++] = (struct konane_touch){(uint16_t)i, (uint16_t)index[i]};
    while (n < TOUCHED)
        ret_touch[n++] = (struct konane_touch){0, 0};
}

static void fill_touches(struct konane_world *world)
{
    for (int player = BLACK; player <= WHITE; player++)
        for (int cell = 0; cell < 64; cell++) {
            if (cell % 8 < 6)
                fill_touch(UINT64_C(7) << cell, player, world->touch[player][0][cell]);
            if (cell / 8 < 6)
                fill_touch(UINT64_C(0x010101) << cell, player, world->touch[player][1][cell]);
        }
}

/* Those inside the program are read once, for all worlds. */
static struct konane_weights built_in;
static int built_in_code;
static struct bz_error built_in_error;

static void read_built_in(void)
{
    built_in_code = konane_weights_load(BZ_BUILT_IN, &built_in, &built_in_error);
}

static int find_weights(struct konane_world *world, const char *name, struct bz_error *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    world->own_weights = NULL;
    world->weights = &built_in;
    if (!strcmp(name, BZ_BUILT_IN)) {
        pthread_once(&once, read_built_in);
        return built_in_code ? bz_fail(err, built_in_code, "%s", built_in_error.text) : BZ_OK;
    }
    world->own_weights = malloc(sizeof(*world->own_weights));
    if (!world->own_weights)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for weights");
    world->weights = world->own_weights;
    return konane_weights_load(name, world->own_weights, err);
}

void konane_world_free(struct konane_world *world)
{
    if (!world)
        return;
    konane_book_release(&world->book);
    free(world->own_weights);
    free(world);
}

/* Its memory is that of the previous one as often as not: what is not filled here is never read. */
int konane_world_new(int rows, int cols, const char *weights, const char *book,
                     struct konane_world **ret_world, struct bz_error *err)
{
    struct konane_world *world = malloc(sizeof(*world));
    int code;

    if (!world)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a board");
    world->book = (struct konane_book){NULL, 0};
    code = find_weights(world, weights, err);
    if (!code)
        code = konane_book_load(book, rows, cols, &world->book, err);
    if (code) {
        konane_world_free(world);
        return code;
    }
    world->oblong = rows != cols;
    world->eight = rows == 8 && cols == 8;
    world->basics = world->eight ? &world->weights->eight : &world->weights->any;
    for (int stones = 0; stones <= rows * cols; stones++)
        world->phase[stones] = (uint8_t)konane_phase(rows * cols - stones, rows * cols);
    if (world->eight)
        fill_touches(world);
    else
        fill_windows(world, rows, cols);
    if (konane_words(rows, cols) == 1)
        fill_lines(world, rows, cols);
    *ret_world = world;
    return BZ_OK;
}
