/*
 * fuzz_table.c - any bytes as the table of a small Monopoly board. With an odd first byte the rest
 * is the file; otherwise the next three are a place in a table that was computed, what follows is
 * written over it there, and if the first byte has its second bit all checksums are made anew.
 *
 * Whatever was accepted answers without harm, with chances.
 */
#include "fuzz.h"

#include "games/monopoly/table.h"

enum { FILE_MAX = 1 << 20, SEALED = 2 };

static const char board_text[] =
    "cash 40\nresale 50\nstart Go\nproperty A price 10 rent 10\nfine F amount "
    "20\nproperty B price 20 rent 5\n";

struct sample {
    struct bz_setup setup;
    union bz_pos start;
    uint8_t bytes[FILE_MAX];
    size_t size;
};

/* The table as the solver writes it, once. */
static void compute(struct sample *sample)
{
    struct bz_solve_options options = {.threads = 1, .megabytes = 16, .table = fuzz_path()};
    struct bz_solution solution;
    char board[200];
    struct bz_error err;
    FILE *file;

    fuzz_write(board_text, sizeof(board_text) - 1);
    snprintf(board, sizeof(board), "board=%s cap=10000 table=none", fuzz_path());
    FUZZ_REQUIRE(fuzz_options(&sample->setup, bz_game_find("monopoly", NULL), board, &err) == 0);
    bz_start(&sample->setup, &sample->start);
    FUZZ_REQUIRE(bz_solve(&sample->setup, &sample->start, &options, &solution, &err) == 0);
    file = fopen(fuzz_path(), "rb");
    FUZZ_REQUIRE(file);
    sample->size = fread(sample->bytes, 1, FILE_MAX, file);
    FUZZ_REQUIRE(fclose(file) == 0 && sample->size < FILE_MAX);
}

/* Makes every checksum fit again, as far as the header still says where things are. */
static void seal(uint8_t *bytes, size_t size)
{
    struct table_header header;
    struct table_entry entry;
    uint64_t at;

    memcpy(&header, bytes, sizeof(header));
    if (header.index > size || header.models > header.index || header.size != size)
        return;
    at = header.records;
    for (uint64_t i = header.index; i + sizeof(entry) <= size; i += sizeof(entry)) {
        memcpy(&entry, bytes + i, sizeof(entry));
        if (at > size || entry.size > size - at)
            break;
        entry.sum = (uint32_t)monopoly_table_sum(bytes + at, entry.size);
        memcpy(bytes + i, &entry, sizeof(entry));
        at += entry.size;
    }
    header.models_sum = monopoly_table_sum(bytes + header.models, header.index - header.models);
    header.index_sum = monopoly_table_sum(bytes + header.index, size - header.index);
    header.sum = monopoly_table_sum(&header, offsetof(struct table_header, sum));
    memcpy(bytes, &header, sizeof(header));
}

static void write_over(const struct sample *sample, const uint8_t *data, size_t size, bool sealed)
{
    static uint8_t bytes[FILE_MAX];
    size_t at = ((size_t)data[0] << 16 | (size_t)data[1] << 8 | data[2]) % sample->size;

    memcpy(bytes, sample->bytes, sample->size);
    for (size_t i = 3; i < size && at + i - 3 < sample->size; i++)
        bytes[at + i - 3] = data[i];
    if (sealed)
        seal(bytes, sample->size);
    fuzz_write(bytes, sample->size);
}

/* A game by the first moves, probed before every throw and at every choice. */
static void probe(const struct sample *sample, struct table *table)
{
    const struct bz_rules *rules = sample->setup.rules;
    union bz_pos pos = sample->start;

    for (int i = 0; i < 60 && !bz_is_over(&sample->setup, &pos); i++) {
        bz_move moves[OUTCOMES_MAX];
        int count = rules->moves(&pos, moves);
        double chance;
        bool deals;

        if (rules->turn(&pos) == BZ_CHANCE && monopoly_table_chance(table, (void *)&pos, &chance))
            FUZZ_REQUIRE(chance >= 0 && chance <= 1);
        if (rules->turn(&pos) != BZ_CHANCE && count > 1)
            monopoly_table_decision(table, (void *)&pos, &deals);
        rules->play(&pos, moves[i % count]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct sample sample;
    struct table *table = NULL;
    struct bz_error err;
    int code;

    if (!sample.size)
        compute(&sample);
    if (size < 4 || size > FILE_MAX)
        return 0;
    if (data[0] % 2)
        fuzz_write(data + 1, size - 1);
    else
        write_over(&sample, data + 1, size - 1, data[0] & SEALED);
    code = monopoly_table_open(fuzz_path(), sample.setup.world, &table, &err);
    if (code) {
        fuzz_error(&err, code);
        FUZZ_REQUIRE(!table);
    } else {
        probe(&sample, table);
        monopoly_table_close(table);
    }
    return 0;
}
