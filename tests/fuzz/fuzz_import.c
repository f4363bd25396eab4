/*
 * fuzz_import.c - any bytes as a file of each form that some game can read.
 *
 * What is refused touches nothing. What is understood is a game: its record reads back, and where
 * the game writes the same form, it writes what reads as the same game.
 */
#include "fuzz.h"

static void same_again(const struct bz_import *form, const struct bz_record *record)
{
    const struct bz_export *out = record->setup->game->exports;
    struct bz_setup setup;
    struct bz_record again;
    FILE *file;

    while (out && out->name && strcmp(out->name, form->name) != 0)
        out++;
    if (!out || !out->name)
        return;
    file = fopen(fuzz_path(), "wb");
    FUZZ_REQUIRE(file && out->write(record, file, NULL) == BZ_OK && fclose(file) == 0);
    FUZZ_REQUIRE(form->read(fuzz_path(), NULL, 0, &setup, &again, NULL) == BZ_OK);
    FUZZ_REQUIRE(again.length == record->length);
    FUZZ_REQUIRE(!again.length ||
                 !memcmp(again.moves, record->moves, (size_t)again.length * sizeof(bz_move)));
    bz_record_release(&again);
    bz_setup_release(&setup);
}

static void reads_back(const struct bz_record *record)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    struct bz_setup setup;
    struct bz_record again;

    FUZZ_REQUIRE(out && bz_record_write(record, out, NULL) == BZ_OK && fclose(out) == 0);
    FUZZ_REQUIRE(bz_record_read(text, length, &setup, &again, NULL) == BZ_OK);
    FUZZ_REQUIRE(again.length == record->length);
    free(text);
    bz_record_release(&again);
    bz_setup_release(&setup);
}

static void read_as(const struct bz_import *form)
{
    struct fuzz_reading reading;
    struct bz_error err;
    int code;

    fuzz_reading_begin(&reading);
    code = form->read(fuzz_path(), NULL, 0, &reading.setup, &reading.record, &err);
    if (!fuzz_reading_is(&reading, code, &err))
        return;
    reads_back(&reading.record);
    same_again(form, &reading.record);
    fuzz_reading_end(&reading);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (int i = 0; bz_game_at(i); i++) {
        const struct bz_import *form = bz_game_at(i)->imports;

        for (; form && form->name; form++) {
            fuzz_write(data, size);
            read_as(form);
        }
    }
    return 0;
}
