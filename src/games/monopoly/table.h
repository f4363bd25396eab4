/*
 * table.h - the table of all positions of a board, in a file.
 *
 *   header    what it is, of which board, and where the rest lies
 *   records   one a layer and holding, the poorest layer first: the lengths of its blocks, one for
 *             every square of Y, and the blocks
 *   models    one for each layer that occurs
 *   index     size and checksum of every record
 *
 * Header, models and index have a checksum each that is looked at when the file is opened; a record
 * is looked at when it is first needed. Numbers are in the machine's byte order; another's fails
 * the magic. The file is mapped, not read.
 */
#ifndef MONOPOLY_TABLE_H
#define MONOPOLY_TABLE_H

#include "block.h"

#define TABLE_MAGIC UINT64_C(0x31656c6261747a62) /* "bztable1" */

struct table_header {
    uint64_t magic;
    uint64_t board; /* a hash of all that counts in it */
    uint32_t one;   /* BLOCK_ONE */
    int32_t unit, wealth, squares, holdings, layers;
    uint64_t records, models, index, size; /* offsets, and the end */
    uint64_t models_sum, index_sum;
    uint64_t sum; /* of all that is before */
};

struct table_entry {
    uint32_t size, sum;
};

uint64_t monopoly_table_board(const struct monopoly_board *board);
uint64_t monopoly_table_sum(const void *bytes, size_t size);

/* Whether a record is as it was written. A holding that a layer does not have has none. */
static inline bool table_entry_fits(const struct table_entry *entry, const void *record)
{
    return !entry->size || (uint32_t)monopoly_table_sum(record, entry->size) == entry->sum;
}

/* The file that belongs to a board where none is named; false if there is no place for such. */
bool monopoly_table_default_path(const struct monopoly_board *board, char *ret_path, size_t size);

/* Reading. */
struct table;

int monopoly_table_open(const char *path, const struct monopoly_board *board,
                        struct table **ret_table, struct bz_error *err);
void monopoly_table_close(struct table *table); /* NULL is fine */
/* Looks at all records now; `path` is for the error. */
int monopoly_table_check(struct table *table, const char *path, struct bz_error *err);
/* Whether one was found to be damaged. */
bool monopoly_table_is_damaged(const struct table *table);
const struct table_header *monopoly_table_header(const struct table *table);

/* The chance to win of the player to throw, in a position that waits for a throw. False if it is
 * not in the table, or the table is damaged there. */
bool monopoly_table_chance(struct table *table, const struct monopoly *pos, double *ret_chance);

/* Whether to buy, or to sell, where there is the choice to do nothing. False as above. */
bool monopoly_table_decision(struct table *table, const struct monopoly *pos, bool *ret_deals);

/* Writing: layer by layer, the poorest first. */
struct table_writer;

/* `keeps`: there is a checkpoint, and the draft may be what it goes on with. */
int monopoly_table_create(const char *path, const struct monopoly_board *board,
                          const struct space *space, int threads, bool keeps,
                          struct table_writer **ret_writer, struct bz_error *err);
/* Gives up; the draft is removed unless it is kept to go on with. NULL is fine. */
void monopoly_table_abandon(struct table_writer *writer);

/* Any thread, any holding of the layer. */
void monopoly_table_add(struct table_writer *writer, int thread, const struct round *round);
int monopoly_table_end_layer(struct table_writer *writer, int wealth, struct bz_error *err);
/* Writes the rest, puts the file in its place and frees the writer. */
int monopoly_table_finish(struct table_writer *writer, struct bz_error *err);

/* What it takes to go on later, as bytes: calls `each` for every piece. */
bool monopoly_table_pieces(struct table_writer *writer,
                           bool (*each)(void *context, void *bytes, size_t size), void *context);
/* After the pieces were read back: finds the draft as it was, which every record in it proves. */
int monopoly_table_resume(struct table_writer *writer, struct bz_error *err);

#endif
