/*
 * entry.c - from a record to what the store keeps of it: the text, and beside it what is searched
 * for and counted. Everything there follows from the text, which is why it can be audited.
 */
#include "store/entry.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"

/* FNV-1a over texts, each with its terminator, and a finaliser: stable, and well spread. */
#define HASH_START 0xcbf29ce484222325u

static uint64_t hash_text(uint64_t hash, const char *text)
{
    do
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    while (*text++);
    return hash;
}

uint64_t bz_position_key(const struct bz_setup *setup, const void *pos)
{
    char text[BZ_POS_TEXT_MAX] = "";
    struct bz_buf buf = BZ_BUF(text);

    setup->game->text->format(pos, &buf);
    return bz_mix(hash_text(hash_text(HASH_START, setup->game->name), text));
}

/* Position for position and text for text; the entry's memory is there. */
static void write_moves(struct bz_store_entry *entry, const struct bz_record *record)
{
    const struct bz_setup *setup = record->setup;
    union bz_pos pos = record->start;
    uint64_t print;

    entry->moves[0] = (struct bz_store_move){"", bz_position_key(setup, &pos)};
    print = hash_text(HASH_START ^ entry->moves[0].position, "");
    for (int i = 0; i < record->length; i++) {
        char *text = entry->texts + (ptrdiff_t)i * BZ_MOVE_TEXT_MAX;
        struct bz_buf buf = {.text = text, .size = BZ_MOVE_TEXT_MAX};

        *text = '\0';
        bz_format_move(setup, &pos, record->moves[i], &buf);
        setup->rules->play(&pos, record->moves[i]);
        entry->moves[i + 1] = (struct bz_store_move){text, bz_position_key(setup, &pos)};
        print = hash_text(print, text);
    }
    entry->game.print = bz_mix(print);
}

static bool has_won(const char *result, int seat)
{
    const char name[] = {'p', (char)('1' + seat), '\0'};

    return strstr(result, name) != NULL;
}

/* Points are the game's own, and stand also where a ruling ended it. */
static void write_seats(struct bz_store_game *game, const struct bz_record *record)
{
    const struct bz_rules *rules = record->setup->rules;
    int points[BZ_PLAYERS_MAX] = {0};

    rules->score(&record->pos, points);
    game->seat_count = rules->players;
    for (int i = 0; i < rules->players; i++) {
        struct bz_store_seat *seat = &game->seats[i];

        seat->points = points[i];
        if (strcmp(game->result, "draw") == 0)
            seat->result = BZ_STORE_DRAW;
        else if (rules->players > 1)
            seat->result = has_won(game->result, i) ? BZ_STORE_WIN : BZ_STORE_LOSS;
    }
}

static int write_text(struct bz_store_entry *entry, const struct bz_record *record,
                      struct bz_error *err)
{
    size_t length;
    FILE *out = open_memstream(&entry->record, &length);
    int code;

    if (!out)
        return bz_fail(err, BZ_ERROR_MEMORY, "no memory for a record");
    code = bz_record_write(record, out, err);
    if (fclose(out) && !code)
        code = bz_fail(err, BZ_ERROR_MEMORY, "no memory for a record");
    return code;
}

int bz_store_entry_init(struct bz_store_entry *entry, const struct bz_record *record,
                        struct bz_error *err)
{
    size_t plies = (size_t)record->length;
    int code;

    if (!bz_record_is_over(record))
        return bz_fail(err, BZ_ERROR_UNFIT, "the game is not over");
    *entry = (struct bz_store_entry){.texts = malloc((plies + 1) * BZ_MOVE_TEXT_MAX),
                                     .moves = calloc(plies + 1, sizeof(*entry->moves))};
    code = entry->texts && entry->moves
               ? write_text(entry, record, err)
               : bz_fail(err, BZ_ERROR_MEMORY, "no memory for %d moves", record->length);
    if (code) {
        bz_store_entry_release(entry);
        return code;
    }
    entry->game = (struct bz_store_game){
        .game = record->setup->game->name,
        .state = BZ_STORE_DONE,
        .result = bz_record_result(record),
        .ruling = bz_ruling_word(record->ruling),
        .loser = record->loser,
        .plies = record->length,
        .record = entry->record,
        .moves = entry->moves,
        .move_count = record->length + 1,
    };
    write_moves(entry, record);
    write_seats(&entry->game, record);
    return BZ_OK;
}

void bz_store_entry_release(struct bz_store_entry *entry)
{
    free(entry->record);
    free(entry->texts);
    free(entry->moves);
    *entry = (struct bz_store_entry){.record = NULL};
}
