/*
 * table.c - reading a table: one block is decoded for an answer, nothing is searched.
 *
 * Nothing in the file is believed: sizes are compared with what the board says they must be, models
 * and index have checksums, and so has every record. The decoder ends whatever it is fed.
 */
#include "table.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/home.h"

struct table {
    const uint8_t *map;
    size_t size;
    struct table_header header;
    struct space space;
    const struct model *models;
    const struct table_entry *index;
    uint64_t *offset; /* of every record */
    bool *is_sound;   /* of every record: it has been looked at */
    bool is_damaged;  /* one was not */
    int *layer;       /* by wealth: how many layers are below */
    int period;
    struct hints *hints; /* of every layer, made when it is first needed */
    bool *has_hints;
    struct column *columns;
};

uint64_t monopoly_table_sum(const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    uint64_t sum = size, word;

    for (; size >= sizeof(word); at += sizeof(word), size -= sizeof(word)) {
        memcpy(&word, at, sizeof(word));
        sum = bz_rotate((sum ^ word) * 0x9e3779b97f4a7c15u, 29);
    }
    for (word = 0; size > 0; size--)
        word = word << 8 | *at++;
    return bz_mix(sum ^ bz_mix(word));
}

bool monopoly_table_default_path(const struct monopoly_board *board, char *ret_path, size_t size)
{
    char name[64];

    snprintf(name, sizeof(name), "monopoly-%016llx.table",
             (unsigned long long)monopoly_table_board(board));
    return bz_home_path(BZ_HOME_DATA, name, ret_path, size);
}

/* Maps the file, as long as it is one. */
static int map_file(struct table *table, const char *path, struct bz_error *err)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat there;
    void *map;

    if (file < 0 || fstat(file, &there) != 0) {
        int reason = errno;

        if (file >= 0)
            close(file);
        return bz_fail(err, BZ_ERROR_IO, "table %s: cannot be opened: %s",
                       bz_quoted_path(path).text, strerror(reason));
    }
    if (!S_ISREG(there.st_mode) || (size_t)there.st_size < sizeof(struct table_header)) {
        close(file);
        return bz_fail(err, BZ_ERROR_SYNTAX, "table %s: not a table of this program",
                       bz_quoted_path(path).text);
    }
    map = mmap(NULL, (size_t)there.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (map == MAP_FAILED)
        return bz_fail(err, BZ_ERROR_IO, "table %s: cannot be mapped: %s",
                       bz_quoted_path(path).text, strerror(errno));
    table->map = map;
    table->size = (size_t)there.st_size;
    return BZ_OK;
}

static int check_header(struct table *table, const char *path, const struct monopoly_board *board,
                        struct bz_error *err)
{
    struct table_header *header = &table->header;

    memcpy(header, table->map, sizeof(*header));
    if (header->magic != TABLE_MAGIC)
        return bz_fail(err, BZ_ERROR_SYNTAX,
                       "table %s: not a table of this program, or not a whole one",
                       bz_quoted_path(path).text);
    if (header->sum != monopoly_table_sum(header, offsetof(struct table_header, sum)) ||
        header->one != BLOCK_ONE || header->size != table->size)
        return bz_fail(err, BZ_ERROR_SYNTAX, "table %s: damaged or cut off; solve the board anew",
                       bz_quoted_path(path).text);
    if (header->board != monopoly_table_board(board))
        return bz_fail(err, BZ_ERROR_UNFIT, "table %s: belongs to another board",
                       bz_quoted_path(path).text);
    return BZ_OK;
}

/* Whether the header's numbers are those of the board, and the parts lie where they must. */
static bool check_parts(struct table *table)
{
    const struct table_header *header = &table->header;
    uint64_t models = (uint64_t)table->header.layers * sizeof(struct model);
    uint64_t index =
        (uint64_t)header->layers * (uint64_t)table->space.holdings * sizeof(struct table_entry);
    int layers = 0;

    for (int i = 2; i <= table->space.wealth; i++)
        layers += table->space.occurs[i];
    return header->squares == table->space.squares && header->holdings == table->space.holdings &&
           header->layers == layers && header->records == sizeof(*header) &&
           header->models % 8 == 0 && header->models >= header->records &&
           header->models <= table->size && table->size - header->models == models + index &&
           header->index == header->models + models;
}

static bool check_sums(struct table *table)
{
    const struct table_header *header = &table->header;
    size_t models = header->index - header->models, index = header->size - header->index;

    table->models = (const void *)(table->map + header->models);
    table->index = (const void *)(table->map + header->index);
    if (monopoly_table_sum(table->models, models) != header->models_sum ||
        monopoly_table_sum(table->index, index) != header->index_sum)
        return false;
    for (int i = 0; i < header->layers; i++)
        if (!monopoly_model_is_sound(&table->models[i]))
            return false;
    return true;
}

static bool find_records(struct table *table)
{
    size_t count = (size_t)table->header.layers * (size_t)table->header.holdings;
    uint64_t at = table->header.records;

    for (size_t i = 0; i < count; i++) {
        table->offset[i] = at;
        at += table->index[i].size;
        if (at > table->header.models)
            return false;
    }
    return true;
}

static int make_room(struct table *table, struct bz_error *err)
{
    size_t count = (size_t)table->header.layers * (size_t)table->header.holdings;
    int wealth = table->space.wealth, layers = 0;

    table->offset = calloc(count, sizeof(*table->offset));
    table->is_sound = calloc(count, sizeof(*table->is_sound));
    table->layer = calloc((size_t)wealth + 1, sizeof(*table->layer));
    table->columns = calloc((size_t)wealth, sizeof(*table->columns));
    table->hints = calloc((size_t)table->header.layers, sizeof(*table->hints));
    table->has_hints = calloc((size_t)table->header.layers, sizeof(*table->has_hints));
    if (!table->hints || !table->has_hints || !table->offset || !table->is_sound || !table->layer ||
        !table->columns)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for the index of a table");
    for (int i = 2; i <= wealth; i++) {
        table->layer[i] = layers;
        layers += table->space.occurs[i];
    }
    return BZ_OK;
}

static int open_table(struct table *table, const char *path, const struct monopoly_board *board,
                      struct bz_error *err)
{
    int code = map_file(table, path, err), unit = monopoly_space_unit(board);

    if (!code)
        code = check_header(table, path, board, err);
    if (!code && (table->header.unit != unit || table->header.wealth < 2 ||
                  table->header.wealth > WEALTH_MAX / unit))
        code = bz_fail(err, BZ_ERROR_SYNTAX, "table %s: impossible", bz_quoted_path(path).text);
    if (!code)
        code = monopoly_space_init(&table->space, board, unit, table->header.wealth, true, err);
    if (!code && (!check_parts(table) || !check_sums(table)))
        code = bz_fail(err, BZ_ERROR_SYNTAX, "table %s: damaged; solve the board anew",
                       bz_quoted_path(path).text);
    if (!code)
        code = make_room(table, err);
    if (!code && !find_records(table))
        code = bz_fail(err, BZ_ERROR_SYNTAX, "table %s: its index is impossible",
                       bz_quoted_path(path).text);
    table->period = code ? 1 : monopoly_block_period(&table->space);
    return code;
}

int monopoly_table_open(const char *path, const struct monopoly_board *board,
                        struct table **ret_table, struct bz_error *err)
{
    struct table *table = calloc(1, sizeof(*table));
    int code;

    if (!table)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a table");
    code = open_table(table, path, board, err);
    if (code)
        monopoly_table_close(table);
    else
        *ret_table = table;
    return code;
}

void monopoly_table_close(struct table *table)
{
    if (!table)
        return;
    if (table->map)
        munmap((void *)(uintptr_t)table->map, table->size);
    monopoly_space_release(&table->space);
    free(table->offset);
    free(table->is_sound);
    free(table->layer);
    free(table->hints);
    free(table->has_hints);
    free(table->columns);
    free(table);
}

const struct table_header *monopoly_table_header(const struct table *table)
{
    return &table->header;
}

/* The next length of a record's list; false behind its end. */
static bool next_length(const uint8_t **at, const uint8_t *end, size_t *ret_length)
{
    size_t length = 0;

    for (int shift = 0; shift < 35 && *at < end; shift += 7) {
        uint8_t byte = *(*at)++;

        length |= (size_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            *ret_length = length;
            return true;
        }
    }
    return false;
}

/* The bytes of a piece, the lengths of all of which stand in front of the record. */
static bool find_piece(const struct table *table, size_t record, int pieces, int wanted,
                       const uint8_t **ret_bytes, size_t *ret_size)
{
    const uint8_t *at = table->map + table->offset[record];
    const uint8_t *end = at + table->index[record].size;
    size_t before = 0, length = 0, size = 0;

    for (int i = 0; i < table->space.squares * pieces; i++) {
        if (!next_length(&at, end, &length))
            return false;
        before += i < wanted ? length : 0;
        size = i == wanted ? length : size;
    }
    if (before > (size_t)(end - at) || size > (size_t)(end - at) - before)
        return false;
    *ret_bytes = at + before;
    *ret_size = size;
    return true;
}

/* Whether the record is as it was written; looked at once. */
static bool check_record(struct table *table, size_t record)
{
    if (!table->is_sound[record])
        table->is_sound[record] =
            table_entry_fits(&table->index[record], table->map + table->offset[record]);
    table->is_damaged |= !table->is_sound[record];
    return table->is_sound[record];
}

int monopoly_table_check(struct table *table, const char *path, struct bz_error *err)
{
    size_t count = (size_t)table->header.layers * (size_t)table->header.holdings;

    for (size_t i = 0; i < count; i++)
        if (!check_record(table, i))
            return bz_fail(err, BZ_ERROR_SYNTAX, "table %s: damaged; solve the board anew",
                           bz_quoted_path(path).text);
    return BZ_OK;
}

bool monopoly_table_is_damaged(const struct table *table)
{
    return table->is_damaged;
}

static const struct hints *hints_of(struct table *table, int layer)
{
    if (!table->has_hints[layer])
        monopoly_hints_make(&table->hints[layer], &table->models[layer]);
    table->has_hints[layer] = true;
    return &table->hints[layer];
}

/* Decodes the piece of a place's block that has a column, up to it. */
static bool read_column(struct table *table, const struct place *place, const struct shape *shape,
                        int column)
{
    int layer = table->layer[place->wealth], pieces = block_pieces(shape->length);
    size_t record = (size_t)layer * (size_t)table->space.holdings + (size_t)place->holding;
    int piece = column / BLOCK_PIECE;
    struct decoder decoder;
    const uint8_t *bytes;
    size_t size;

    if (!check_record(table, record) ||
        !find_piece(table, record, pieces, place->y * pieces + piece, &bytes, &size))
        return false;
    monopoly_decoder_init(&decoder, &table->models[layer], hints_of(table, layer), bytes, size);
    monopoly_block_read(shape, &decoder, piece, column, table->columns);
    return true;
}

static bool read_place(struct table *table, const struct place *place, struct shape *ret_shape)
{
    monopoly_shape_init(ret_shape, &table->space, table->period, place->wealth, place->holding,
                        place->y);
    return read_column(table, place, ret_shape, place->cash - 1);
}

/* X's next rent leaves him with the cash of another column, which may be in another piece. */
static bool read_rents(struct table *table, const struct place *place, const struct shape *shape)
{
    const struct space *space = shape->space;
    int known = place->cash - 1; /* read up to here, from the beginning of its piece on */

    for (int k = 0; k < space->throws; k++) {
        int square = space_ahead(space, place->x, space->least + k);
        int column = place->cash - 1 - space->charge[square];

        if (space_owner(space, shape->code, square) != 2 || column < 0 ||
            (column <= known && column / BLOCK_PIECE == known / BLOCK_PIECE) ||
            column / BLOCK_PIECE == (place->cash - 1) / BLOCK_PIECE)
            continue;
        if (!read_column(table, place, shape, column))
            return false;
        known = column;
    }
    return true;
}

/* X's chance when he has come to a square, of BLOCK_ONE. */
static int after_throw(const struct table *table, const struct shape *shape,
                       const struct place *place, int square)
{
    const struct space *space = shape->space;
    const struct column *column = &table->columns[place->cash - 1];
    int owner = space_owner(space, shape->code, square), rent = space->charge[square];

    if (space->kind[square] == PENALTY && rent > 0)
        return column->leave[square];
    if (owner == 2)
        return place->cash > rent ? table->columns[place->cash - 1 - rent].stay[square] : 0;
    if (space->power[square] && column->leaves[square])
        return column->leave[square];
    return column->stay[square];
}

bool monopoly_table_chance(struct table *table, const struct monopoly *pos, double *ret_chance)
{
    const struct space *space = &table->space;
    struct shape shape;
    struct place place;
    double sum = 0;

    if (!monopoly_space_find(space, pos, &place) || !read_place(table, &place, &shape))
        return false;
    if (place.roller == 1) {
        *ret_chance = 1 - table->columns[place.cash - 1].stay[place.x] / (double)BLOCK_ONE;
        return true;
    }
    if (!read_rents(table, &place, &shape))
        return false;
    for (int k = 0; k < space->throws; k++)
        sum += space->chance[k] *
               after_throw(table, &shape, &place, space_ahead(space, place.x, space->least + k));
    *ret_chance = sum / BLOCK_ONE;
    return true;
}

bool monopoly_table_decision(struct table *table, const struct monopoly *pos, bool *ret_deals)
{
    const struct column *column;
    struct shape shape;
    struct place place;

    if (!monopoly_space_find(&table->space, pos, &place) || !read_place(table, &place, &shape))
        return false;
    column = &table->columns[place.cash - 1];
    *ret_deals = place.roller == 0 ? column->leaves[place.x] : column->departs[place.x];
    return true;
}
