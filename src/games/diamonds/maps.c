/*
 * maps.c - what there is to say about a map, and making new ones.
 *
 * A map is made by throwing dice: locked rooms, walls, keys outside the rooms, then everything else
 * on cells that can be reached. A throw that leaves too little room is thrown again. For two
 * players everything is put down twice, the second time as half a turn of the map shows it.
 */
#include <stdio.h>
#include <string.h>

#include "bazi/random.h"
#include "diamonds.h"
#include "files/source.h"

static int count_tiles(const struct diamonds_world *world, char tile)
{
    int n = 0;

    for (int cell = 0; cell < diamonds_cells(world); cell++)
        n += world->place[cell].tile == tile;
    return n;
}

static void list_tiles(const struct diamonds_world *world, const char *what, const char *tiles,
                       const char *const *names, struct bz_buf *out)
{
    bool any = false;

    bz_buf_add(out, "%s:", what);
    for (int i = 0; tiles[i]; i++) {
        int n = count_tiles(world, tiles[i]);

        if (n)
            bz_buf_add(out, "%s %d %s", any ? "," : "", n, names[i]);
        any |= n > 0;
    }
    bz_buf_add(out, "%s\n", any ? "" : " none");
}

static int reachable_gems(const struct diamonds_world *world, int from)
{
    uint64_t cells[WIDE];
    int n = 0;

    diamonds_reach(world, from, cells);
    for (int cell = 0; cell < diamonds_cells(world); cell++)
        n += world->place[cell].gem && diamonds_has(cells, cell);
    return n;
}

static void describe(const struct bz_setup *setup, struct bz_buf *out)
{
    const struct diamonds_world *world = setup->world;

    bz_buf_add(out, "size: %d rows, %d columns, %d walls\n", world->rows, world->cols,
               count_tiles(world, 'W'));
    list_tiles(world, "diamonds", "1234", diamonds_colours, out);
    for (int i = 0; i < world->players; i++)
        bz_buf_add(out, "within reach of %c: %d of %d\n", 'A' + i,
                   reachable_gems(world, world->start[i]), world->gems);
    list_tiles(world, "keys", "gyr", diamonds_key_names, out);
    list_tiles(world, "doors", "GYR", diamonds_key_names, out);
    bz_buf_add(out, "wire: %d\n", count_tiles(world, '*'));
    bz_buf_add(out, "teleports: %d%s\n", world->teleports,
               world->teleports && world->variant == P1 ? ", which are plain floor in p1" : "");
}

/* --- new maps --------------------------------------------------------------------------------- */

enum { TRIES = 200, ROOM_MIN = 3, ROOM_MAX = 5 };

enum { NEW_RULES, NEW_SIZE, NEW_PLAYERS, NEW_GEMS, NEW_WALLS, NEW_WIRES, NEW_DOORS, NEW_TELEPORTS };

static const struct bz_option new_options[] = {
    {.name = "rules",
     .type = BZ_CHOICE,
     .fallback = "p1",
     .choices = "p1|p2|p3|v2021",
     .brief = "the rule set the map is made for"},
    {.name = "size",
     .type = BZ_TEXT,
     .fallback = "10x14",
     .choices = "rows x columns, up to 25x25",
     .brief = "how large it is"},
    {.name = "players",
     .type = BZ_CHOICE,
     .fallback = "1",
     .choices = "1|2",
     .brief = "for two, both ends of the map are alike, and numbers are rounded up to even"},
    {.name = "gems",
     .type = BZ_INTEGER,
     .fallback = "-1",
     .min = -1,
     .max = CELLS_MAX,
     .brief = "number of diamonds; -1 for as many as suit the size"},
    {.name = "walls",
     .type = BZ_INTEGER,
     .fallback = "15",
     .max = 60,
     .brief = "share of walls outside rooms, in per cent"},
    {.name = "wires",
     .type = BZ_INTEGER,
     .fallback = "-1",
     .min = -1,
     .max = CELLS_MAX,
     .brief = "number of cells with barbed wire; -1 for as many as suit the size"},
    {.name = "doors",
     .type = BZ_INTEGER,
     .fallback = "-1",
     .min = -1,
     .max = KEYS,
     .brief = "number of locked rooms, each with a key outside; -1 for as many as suit the size"},
    {.name = "teleports",
     .type = BZ_INTEGER,
     .fallback = "0",
     .max = CELLS_MAX,
     .brief = "number of teleports, not 1"},
    {.name = NULL},
};

struct sketch {
    enum variant variant;
    int rows, cols, cells;
    bool twice;
    char tile[CELLS_MAX];
    struct bz_random random;
};

static int pick(struct sketch *sketch, int limit)
{
    return (int)bz_random_below(&sketch->random, (uint64_t)limit);
}

static void put(struct sketch *sketch, int cell, char tile)
{
    sketch->tile[cell] = tile;
    if (sketch->twice)
        sketch->tile[sketch->cells - 1 - cell] = tile;
}

static bool is_corner(const struct sketch *sketch, int cell)
{
    int row = cell / sketch->cols, col = cell % sketch->cols;

    return (row == 0 || row == sketch->rows - 1) && (col == 0 || col == sketch->cols - 1);
}

/* Free, and not its own image where that would be a second thing on one cell. */
static bool is_free(const struct sketch *sketch, int cell)
{
    return sketch->tile[cell] == 'E' && !is_corner(sketch, cell) &&
           !(sketch->twice && cell == sketch->cells - 1 - cell);
}

/* Puts n of them down; false if that many cells are not free and in `allowed` (NULL: anywhere). */
static bool scatter(struct sketch *sketch, const uint64_t *allowed, int n, const char *tiles)
{
    int free[CELLS_MAX], count = 0, kinds = (int)strlen(tiles);

    for (int cell = 0; cell < sketch->cells; cell++)
        if (is_free(sketch, cell) && (!allowed || diamonds_has(allowed, cell)))
            free[count++] = cell;
    while (n > 0 && count > 0) {
        int at = pick(sketch, count), cell = free[at];

        free[at] = free[--count];
        if (!is_free(sketch, cell))
            continue;
        put(sketch, cell, tiles[pick(sketch, kinds)]);
        n -= sketch->twice ? 2 : 1;
    }
    return n <= 0;
}

/* A room of walls all around, one door in them, and at least one diamond inside. */
static bool put_room(struct sketch *sketch, char door)
{
    int high = ROOM_MIN + pick(sketch, ROOM_MAX - ROOM_MIN + 1);
    int wide = ROOM_MIN + pick(sketch, ROOM_MAX - ROOM_MIN + 1);
    int top, left, door_col;

    if (high > sketch->rows - 2 || wide > sketch->cols - 2)
        return false;
    top = 1 + pick(sketch, sketch->rows - 1 - high);
    left = 1 + pick(sketch, sketch->cols - 1 - wide);
    for (int i = 0; i < high * wide; i++)
        if (!is_free(sketch, (top + i / wide) * sketch->cols + left + i % wide))
            return false;
    for (int i = 0; i < high * wide; i++) {
        int row = i / wide, col = i % wide;
        bool inside = row > 0 && row < high - 1 && col > 0 && col < wide - 1;

        if (!inside)
            put(sketch, (top + row) * sketch->cols + left + col, 'W');
    }
    door_col = left + 1 + pick(sketch, wide - 2);
    put(sketch, (top + (pick(sketch, 2) ? high - 1 : 0)) * sketch->cols + door_col, door);
    put(sketch, (top + 1) * sketch->cols + left + 1, "1234"[pick(sketch, COLOURS)]);
    return true;
}

static int write_sketch(const struct sketch *sketch, char ret_text[CELLS_MAX + SIDE_MAX + 1])
{
    int used = 0;

    for (int cell = 0; cell < sketch->cells; cell++) {
        ret_text[used++] = sketch->tile[cell];
        if ((cell + 1) % sketch->cols == 0)
            ret_text[used++] = '\n';
    }
    ret_text[used] = '\0';
    return used;
}

/* What can be reached from the top left corner; false if some corner cannot. Teleports do not
 * count, so that the map suits every rule set. */
static bool survey(const struct sketch *sketch, uint64_t ret_cells[WIDE])
{
    char text[CELLS_MAX + SIDE_MAX + 1];
    struct bz_source source = {.name = "new map", .text = text};
    struct diamonds_world world = {.variant = sketch->variant, .players = 1};

    source.length = (size_t)write_sketch(sketch, text);
    if (diamonds_read_map(&world, &source, NULL))
        return false;
    diamonds_finish_world(&world);
    world.teleports = 0;
    diamonds_reach(&world, 0, ret_cells);
    return diamonds_has(ret_cells, sketch->cols - 1) &&
           diamonds_has(ret_cells, sketch->cells - sketch->cols) &&
           diamonds_has(ret_cells, sketch->cells - 1);
}

/* Every diamond can be reached, those in the rooms too. */
static bool has_gems(const struct sketch *sketch, const uint64_t *cells)
{
    for (int cell = 0; cell < sketch->cells; cell++)
        if (strchr("1234", sketch->tile[cell]) && !diamonds_has(cells, cell))
            return false;
    return true;
}

/* What was asked for, or what suits a map of this size. */
static int number_of(const struct bz_value *value, int suitable)
{
    return value->number < 0 ? suitable : (int)value->number;
}

static bool throw_dice(struct sketch *sketch, const struct bz_value *values)
{
    uint64_t cells[WIDE];
    bool old = sketch->variant == V2021, narrow = sketch->rows < 3 || sketch->cols < 3;
    int doors = number_of(&values[NEW_DOORS], old ? 0 : sketch->cells < 90 ? 0 : 1);
    int gems = number_of(&values[NEW_GEMS], 1 + sketch->cells / 13);
    int wires = number_of(&values[NEW_WIRES], old ? 0 : sketch->cells / 35);
    int walls = narrow ? 0 : sketch->cells * (int)values[NEW_WALLS].number / 100;
    int teleports = (int)values[NEW_TELEPORTS].number, in_rooms = doors * (sketch->twice ? 2 : 1);
    int keys = sketch->twice ? 2 : 1;

    memset(sketch->tile, 'E', sizeof(sketch->tile));
    for (int i = 0; i < doors; i++)
        if (!put_room(sketch, "GYR"[i]))
            return false;
    if (!scatter(sketch, NULL, walls, "W") || !survey(sketch, cells))
        return false;
    for (int i = 0; i < doors; i++)
        if (!scatter(sketch, cells, keys, (char[]){"gyr"[i], '\0'}))
            return false;
    if (!survey(sketch, cells) ||
        !scatter(sketch, cells, gems > in_rooms ? gems - in_rooms : 0, "1234") ||
        !scatter(sketch, cells, wires, "*") || !scatter(sketch, cells, teleports, "T"))
        return false;
    return survey(sketch, cells) && has_gems(sketch, cells);
}

static int read_size(const char *text, int most, struct sketch *sketch, struct bz_error *err)
{
    const char *cross = strchr(text, 'x');
    int64_t rows, cols;
    int code;

    if (!cross)
        return bz_fail(err, BZ_ERROR_SYNTAX, "size: '%s' is not rows x columns as in 10x14",
                       bz_quoted(text, strlen(text)).text);
    code = bz_parse_integer(text, (size_t)(cross - text), 1, most, "size", &rows, err);
    if (!code)
        code = bz_parse_integer(cross + 1, strlen(cross + 1), 1, most, "size", &cols, err);
    if (code)
        return code;
    sketch->rows = (int)rows;
    sketch->cols = (int)cols;
    sketch->cells = (int)(rows * cols);
    return BZ_OK;
}

static int check_new(const struct bz_value *values, struct bz_error *err)
{
    if (values[NEW_TELEPORTS].number == 1)
        return bz_fail(err, BZ_ERROR_RANGE, "teleports: one alone leads nowhere");
    if (values[NEW_RULES].number == V2021 &&
        (values[NEW_DOORS].number > 0 || values[NEW_WIRES].number > 0))
        return bz_fail(err, BZ_ERROR_UNFIT, "v2021 has neither doors nor wire");
    return BZ_OK;
}

static int generate(const struct bz_value *values, uint64_t seed, struct bz_buf *out,
                    struct bz_error *err)
{
    struct sketch sketch = {.variant = (enum variant)values[NEW_RULES].number,
                            .twice = values[NEW_PLAYERS].number == 1};
    char text[CELLS_MAX + SIDE_MAX + 1];
    int most = sketch.variant == V2021 ? 20 : SIDE_MAX;
    int code = read_size(values[NEW_SIZE].text, most, &sketch, err);

    if (!code)
        code = check_new(values, err);
    if (code)
        return code;
    bz_random_seed(&sketch.random, seed);
    for (int i = 0; i < TRIES; i++)
        if (throw_dice(&sketch, values)) {
            bz_buf_text(out, text, (size_t)write_sketch(&sketch, text));
            return BZ_OK;
        }
    return bz_fail(err, BZ_ERROR_UNFIT,
                   "%d tries gave no map of this size with all that in it: ask for less", TRIES);
}

const struct bz_maps diamonds_maps = {
    .option = "map",
    .describe = describe,
    .options = new_options,
    .generate = generate,
};
