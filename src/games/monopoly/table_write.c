/*
 * table_write.c - a table on its way into the file.
 *
 * The records of a layer are collected in memory and written in order when all are there, so that
 * the file does not depend on which thread did what. A layer is coded by the frequencies of those
 * before it. The draft lies beside the file and takes its place when it is whole. One that a
 * checkpoint goes on with has a name of its own, which nobody takes who has no checkpoint.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "draft.h"
#include "search/checkpoint.h"
#include "table.h"

enum { PATH_LONGEST = 4096 };

struct record {
    uint8_t *bytes;
    size_t size;
};

/* What a thread needs. */
struct desk {
    struct pending pending;
    struct tally tally;
    double *rows;
    uint8_t *head, *bytes; /* of a record */
    size_t room;
    bool failed;
};

struct table_writer {
    char path[PATH_LONGEST], draft[PATH_LONGEST];
    FILE *file;
    const struct monopoly_board *board;
    const struct space *space;
    int threads, period;
    bool keeps; /* the draft stays where it is */
    struct desk *desk;
    struct record *record;     /* of this layer, by holding */
    struct table_entry *index; /* of all layers */
    struct model *models;
    struct tally tally; /* of the layers so far, the last ones counting most */
    struct progress {
        uint64_t size; /* of the draft */
        int32_t layer; /* how many are written */
        int32_t unused;
    } at;
    int layers;
};

uint64_t monopoly_table_board(const struct monopoly_board *board)
{
    int32_t facts[4 * SQUARES_MAX + 4] = {board->squares, board->players, board->dice, board->cash};

    for (int i = 0; i < board->squares; i++) {
        facts[4 + 4 * i] = board->kind[i];
        facts[5 + 4 * i] = board->price[i];
        facts[6 + 4 * i] = board->charge[i];
        facts[7 + 4 * i] = board->resale[i];
    }
    return monopoly_table_sum(facts, sizeof(facts));
}

static int failed(const struct table_writer *writer, struct bz_error *err)
{
    return bz_fail(err, BZ_ERROR_IO, "table %s: cannot be written: %s",
                   bz_quoted_path(writer->path).text, strerror(errno));
}

static bool make_desk(struct desk *desk, const struct space *space)
{
    size_t n = (size_t)space->squares;

    desk->pending.room = monopoly_block_numbers(space, BLOCK_PIECE);
    desk->room = n * (size_t)block_pieces(space->wealth) * (desk->pending.room * 4 + 64);
    desk->pending.number = malloc(desk->pending.room * sizeof(*desk->pending.number));
    desk->rows = malloc(2 * n * (size_t)(space->wealth + 8) * sizeof(*desk->rows));
    desk->bytes = malloc(desk->room);
    desk->head = malloc(n * (size_t)block_pieces(space->wealth) * 5);
    return desk->pending.number && desk->rows && desk->bytes && desk->head;
}

/* Before anything was seen: small numbers are more likely. */
static void expect(struct tally *tally)
{
    for (int i = 0; i < CODER_CONTEXTS; i++)
        for (int k = 0; k < CODER_SYMBOLS; k++)
            tally->seen[i][k] = (uint64_t)(1 << 8) / (uint64_t)(k + 1);
}

static bool make_writer(struct table_writer *writer)
{
    const struct space *space = writer->space;
    bool done;

    for (int i = 2; i <= space->wealth; i++)
        writer->layers += space->occurs[i];
    writer->record = calloc((size_t)space->holdings, sizeof(*writer->record));
    writer->models = calloc((size_t)writer->layers, sizeof(*writer->models));
    writer->index =
        calloc((size_t)writer->layers * (size_t)space->holdings, sizeof(*writer->index));
    writer->desk = calloc((size_t)writer->threads, sizeof(*writer->desk));
    done = writer->record && writer->models && writer->index && writer->desk;
    for (int i = 0; done && i < writer->threads; i++)
        done = make_desk(&writer->desk[i], space);
    expect(&writer->tally);
    if (done)
        monopoly_model_make(&writer->models[0], &writer->tally);
    return done;
}

int monopoly_table_create(const char *path, const struct monopoly_board *board,
                          const struct space *space, int threads, bool keeps,
                          struct table_writer **ret_writer, struct bz_error *err)
{
    struct table_header none = {0};
    struct table_writer *writer;
    int code = bz_checkpoint_place("table", path, err);

    if (code)
        return code;
    writer = calloc(1, sizeof(*writer));
    if (!writer)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a table");
    writer->board = board;
    writer->space = space;
    writer->threads = threads;
    writer->keeps = keeps;
    writer->period = monopoly_block_period(space);
    if (snprintf(writer->path, PATH_LONGEST, "%s", path) >= PATH_LONGEST ||
        snprintf(writer->draft, PATH_LONGEST, "%s.%s", path, keeps ? "part" : "draft") >=
            PATH_LONGEST) {
        free(writer);
        return bz_fail(err, BZ_ERROR_RANGE, "table: the name of the file is too long");
    }
    if (!make_writer(writer)) {
        monopoly_table_abandon(writer);
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a table");
    }
    writer->file = monopoly_draft_open(writer->draft, "table", path, err);
    writer->at.size = sizeof(none);
    if (!writer->file) {
        monopoly_table_abandon(writer);
        return BZ_ERROR_IO;
    }
    if (fwrite(&none, sizeof(none), 1, writer->file) != 1 || fflush(writer->file) != 0) {
        failed(writer, err);
        monopoly_table_abandon(writer);
        return BZ_ERROR_IO;
    }
    *ret_writer = writer;
    return BZ_OK;
}

static void drop_records(struct table_writer *writer)
{
    for (int i = 0; writer->record && i < writer->space->holdings; i++) {
        free(writer->record[i].bytes);
        writer->record[i] = (struct record){0};
    }
}

/* Whether there is anything in the draft to go on with. */
static bool has_layers(const struct table_writer *writer)
{
    struct stat there;

    return fstat(fileno(writer->file), &there) == 0 &&
           there.st_size > (off_t)sizeof(struct table_header);
}

void monopoly_table_abandon(struct table_writer *writer)
{
    if (!writer)
        return;
    if (writer->file && (!writer->keeps || !has_layers(writer)))
        remove(writer->draft);
    if (writer->file) /* and others may */
        fclose(writer->file);
    drop_records(writer);
    for (int i = 0; writer->desk && i < writer->threads; i++) {
        free(writer->desk[i].pending.number);
        free(writer->desk[i].rows);
        free(writer->desk[i].bytes);
        free(writer->desk[i].head);
    }
    free(writer->desk);
    free(writer->record);
    free(writer->models);
    free(writer->index);
    free(writer);
}

/* Seven bits a byte, the lowest first, the last one without the high bit. */
static uint8_t *put_length(uint8_t *at, size_t length)
{
    for (; length > 0x7f; length >>= 7)
        *at++ = (uint8_t)(length | 0x80);
    *at++ = (uint8_t)length;
    return at;
}

/* The pieces of the block with Y on that square, and their lengths before them. */
static uint8_t *add_block(struct table_writer *writer, struct desk *desk, const struct round *round,
                          int y, uint8_t *head, size_t *size)
{
    struct shape shape;
    struct rows rows;

    monopoly_shape_init(&shape, writer->space, writer->period, round->wealth, round->holding, y);
    monopoly_block_rows(&shape, round, desk->rows, &rows);
    for (int i = 0; i < block_pieces(shape.length) && !desk->failed; i++) {
        size_t length;

        desk->pending.count = 0;
        monopoly_block_list(&shape, &rows, i, &desk->pending);
        length = monopoly_coder_write(&desk->pending, &writer->models[writer->at.layer],
                                      &desk->tally, desk->bytes + *size, desk->room - *size);
        desk->failed = length == 0;
        head = put_length(head, length);
        *size += length;
    }
    return head;
}

void monopoly_table_add(struct table_writer *writer, int thread, const struct round *round)
{
    struct desk *desk = &writer->desk[thread];
    struct record *record = &writer->record[round->holding];
    uint8_t *at = desk->head;
    size_t size = 0, before;

    for (int y = 0; y < writer->space->squares && !desk->failed; y++)
        at = add_block(writer, desk, round, y, at, &size);
    before = (size_t)(at - desk->head);
    record->size = before + size;
    record->bytes = malloc(record->size + 1); /* never nothing */
    desk->failed |= !record->bytes;
    if (desk->failed)
        return;
    memcpy(record->bytes, desk->head, before);
    memcpy(record->bytes + before, desk->bytes, size);
}

/* What this layer teaches the next: an eighth of what was known is forgotten. */
static void learn(struct table_writer *writer)
{
    for (int i = 0; i < CODER_CONTEXTS; i++)
        for (int k = 0; k < CODER_SYMBOLS; k++) {
            uint64_t *seen = &writer->tally.seen[i][k];

            *seen -= *seen / 8;
            for (int t = 0; t < writer->threads; t++)
                *seen += writer->desk[t].tally.seen[i][k] * 16;
        }
    for (int t = 0; t < writer->threads; t++)
        memset(&writer->desk[t].tally, 0, sizeof(writer->desk[t].tally));
}

int monopoly_table_end_layer(struct table_writer *writer, int wealth, struct bz_error *err)
{
    const struct space *space = writer->space;
    struct table_entry *index = writer->index + (size_t)writer->at.layer * (size_t)space->holdings;
    bool failing = false;

    (void)wealth;
    for (int i = 0; i < writer->threads; i++)
        failing |= writer->desk[i].failed;
    if (failing)
        return bz_fail(err, BZ_ERROR_MEMORY, "not enough memory for a table");
    for (int i = 0; i < space->holdings; i++) {
        const struct record *record = &writer->record[i];

        if (!record->bytes)
            continue;
        index[i] = (struct table_entry){(uint32_t)record->size,
                                        (uint32_t)monopoly_table_sum(record->bytes, record->size)};
        if (fwrite(record->bytes, 1, record->size, writer->file) != record->size)
            return failed(writer, err);
        writer->at.size += record->size;
    }
    if (fflush(writer->file) != 0) /* what does not fit is found out here, not at the end */
        return failed(writer, err);
    drop_records(writer);
    learn(writer);
    if (++writer->at.layer < writer->layers)
        monopoly_model_make(&writer->models[writer->at.layer], &writer->tally);
    return BZ_OK;
}

static bool put_rest(struct table_writer *writer)
{
    const struct space *space = writer->space;
    size_t models = (size_t)writer->layers * sizeof(*writer->models);
    size_t index = (size_t)writer->layers * (size_t)space->holdings * sizeof(*writer->index);
    size_t pad = (size_t)(-writer->at.size & 7);
    struct table_header header = {
        .magic = TABLE_MAGIC,
        .board = monopoly_table_board(writer->board),
        .one = BLOCK_ONE,
        .unit = space->unit,
        .wealth = space->wealth,
        .squares = space->squares,
        .holdings = space->holdings,
        .layers = writer->layers,
        .records = sizeof(header),
        .models = writer->at.size + pad,
        .models_sum = monopoly_table_sum(writer->models, models),
        .index_sum = monopoly_table_sum(writer->index, index),
    };

    header.index = header.models + models;
    header.size = header.index + index;
    header.sum = monopoly_table_sum(&header, offsetof(struct table_header, sum));
    return fwrite("\0\0\0\0\0\0\0", 1, pad, writer->file) == pad &&
           fwrite(writer->models, 1, models, writer->file) == models &&
           fwrite(writer->index, 1, index, writer->file) == index && fflush(writer->file) == 0 &&
           ftruncate(fileno(writer->file), (off_t)header.size) == 0 &&
           fseeko(writer->file, 0, SEEK_SET) == 0 &&
           fwrite(&header, sizeof(header), 1, writer->file) == 1 && fflush(writer->file) == 0 &&
           fsync(fileno(writer->file)) == 0;
}

int monopoly_table_finish(struct table_writer *writer, struct bz_error *err)
{
    int code = BZ_OK;

    if (!put_rest(writer) || rename(writer->draft, writer->path))
        code = failed(writer, err);
    else
        writer->keeps = true; /* in its place; another of that name is somebody else's */
    monopoly_table_abandon(writer);
    return code;
}

bool monopoly_table_pieces(struct table_writer *writer,
                           bool (*each)(void *context, void *bytes, size_t size), void *context)
{
    size_t records = (size_t)writer->layers * (size_t)writer->space->holdings;

    return each(context, &writer->at, sizeof(writer->at)) &&
           each(context, &writer->tally, sizeof(writer->tally)) &&
           each(context, writer->models, (size_t)writer->layers * sizeof(*writer->models)) &&
           each(context, writer->index, records * sizeof(*writer->index));
}

/* Reads what the index says of the layers that are written; the next one begins behind it. */
static bool check_draft(struct table_writer *writer)
{
    size_t count = (size_t)writer->at.layer * (size_t)writer->space->holdings, largest = 0;
    uint64_t size = sizeof(struct table_header);
    uint8_t *bytes;
    bool sound;

    for (size_t i = 0; i < count; i++)
        if (writer->index[i].size > largest)
            largest = writer->index[i].size;
    bytes = malloc(largest + 1);
    sound = bytes && fseeko(writer->file, (off_t)size, SEEK_SET) == 0;
    for (size_t i = 0; i < count && sound; i++) {
        const struct table_entry *entry = &writer->index[i];

        size += entry->size;
        sound = fread(bytes, 1, entry->size, writer->file) == entry->size &&
                table_entry_fits(entry, bytes);
    }
    free(bytes);
    return sound && size == writer->at.size;
}

int monopoly_table_resume(struct table_writer *writer, struct bz_error *err)
{
    off_t size = (off_t)writer->at.size;

    if (writer->at.layer < 0 || writer->at.layer > writer->layers ||
        fseeko(writer->file, 0, SEEK_END) != 0 || ftello(writer->file) < size)
        return bz_fail(err, BZ_ERROR_IO,
                       "table %s: what was written of it before is no longer there; remove the "
                       "checkpoint to start afresh",
                       bz_quoted_path(writer->draft).text);
    if (!check_draft(writer))
        return bz_fail(err, BZ_ERROR_SYNTAX,
                       "table %s: what was written of it before is damaged; remove the checkpoint "
                       "to start afresh",
                       bz_quoted_path(writer->draft).text);
    if (fseeko(writer->file, size, SEEK_SET) != 0)
        return failed(writer, err);
    return BZ_OK;
}
